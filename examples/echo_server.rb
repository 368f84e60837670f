# frozen_string_literal: true

# An echo server in one thread: IO.select, accept_nonblock, read_nonblock and write_nonblock with
# `exception: false`, and no client that can make another one wait.
#
#   jruby examples/echo_server.rb 7000        until it is interrupted
#   jruby examples/echo_server.rb             a demonstration with two clients of its own
require "nonblock-io"

class EchoServer
  CHUNK = 16 * 1024
  MOST_PENDING = 1024 * 1024

  def initialize(port)
    @server = TCPServer.new("127.0.0.1", port)
    @pending = {} # what each client has still to get
    @buffer = String.new(capacity: CHUNK)
  end

  def port = @server.local_address.ip_port

  # Serves until the block, asked after each round, is true.
  def run
    until yield
      writers = @pending.filter_map { |client, bytes| client unless bytes.empty? }
      readers = @pending.filter_map { |client, bytes| client if bytes.bytesize < MOST_PENDING }
      readable, writable = IO.select([@server, *readers], writers, nil, 0.1)
      Array(readable).each { |io| io == @server ? accept : receive(io) }
      Array(writable).each { |client| transmit(client) }
    end
  ensure
    [@server, *@pending.keys].each(&:close)
  end

  private

  def accept
    client = @server.accept_nonblock(exception: false)
    @pending[client] = String.new(encoding: Encoding::BINARY) unless client == :wait_readable
  end

  def receive(client)
    case client.read_nonblock(CHUNK, @buffer, exception: false)
    when String then @pending[client] << @buffer
    when nil then drop(client)
    end
  rescue SystemCallError
    drop(client)
  end

  def transmit(client)
    bytes = @pending[client] or return
    count = client.write_nonblock(bytes, exception: false)
    bytes.slice!(0, count) unless count == :wait_writable
  rescue SystemCallError
    drop(client)
  end

  def drop(client)
    @pending.delete(client)
    client.close
  end
end

def demonstrate(server)
  done = false
  serving = Thread.new { server.run { done } }
  clients = Array.new(2) { TCPSocket.new("127.0.0.1", server.port) }
  clients.each_with_index { |client, index| client.puts "hello from client #{index}" }
  clients.each { |client| puts client.gets }
  clients.each(&:close)
  done = true
  serving.join
end

if ARGV.empty?
  demonstrate(EchoServer.new(0))
else
  server = EchoServer.new(Integer(ARGV.first))
  puts "listening on port #{server.port}"
  stopped = false
  trap(:INT) { stopped = true }
  server.run { stopped }
end
