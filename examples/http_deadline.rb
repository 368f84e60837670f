# frozen_string_literal: true

# An HTTP fetch that ends at one deadline, whatever the server does: connecting, sending and
# receiving never wait longer than the time that is left. Timeouts for each step, as Net::HTTP has
# them, let a server that sends a byte now and then keep its client for ever.
#
#   jruby examples/http_deadline.rb http://127.0.0.1:8000/ 5
#   jruby examples/http_deadline.rb           against a quick and a dripping server of its own
require "nonblock-io"
require "uri"

class Fetch
  class Late < StandardError; end

  CHUNK = 16 * 1024

  def initialize(uri, seconds)
    @uri = uri
    @deadline = now + seconds
    @socket = nil
  end

  # The status line, the headers and the body as they came.
  def call
    connect
    transmit "GET #{@uri.request_uri} HTTP/1.0\r\nHost: #{@uri.host}\r\n\r\n"
    receive
  ensure
    @socket&.close
  end

  private

  def connect
    address = Addrinfo.tcp(@uri.host, @uri.port)
    @socket = Socket.new(address.afamily, :STREAM)
    wait(:wait_writable) while @socket.connect_nonblock(address, exception: false) != 0
  end

  def transmit(request)
    until request.empty?
      count = @socket.write_nonblock(request, exception: false)
      count == :wait_writable ? wait(count) : request = request.byteslice(count..)
    end
  end

  def receive
    response = +""
    while (part = @socket.read_nonblock(CHUNK, exception: false))
      part == :wait_readable ? wait(part) : response << part
    end
    response
  end

  def wait(readiness)
    left = @deadline - now
    return if left.positive? && @socket.public_send(readiness, left)

    raise Late, "the deadline has passed"
  end

  def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
end

# Serves one request: at once, or byte by byte until the client has gone.
def serve(dripping)
  server = TCPServer.new("127.0.0.1", 0)
  Thread.new do
    client = server.accept
    client.gets("\r\n\r\n")
    client.write("HTTP/1.0 200 OK\r\n\r\n")
    dripping ? drip(client) : client.write("hello")
  rescue SystemCallError, IOError
    nil # the client has gone, or the program ends
  ensure
    client&.close
    server.close
  end
  URI("http://127.0.0.1:#{server.local_address.ip_port}/")
end

def drip(client)
  client.write(".") until client.wait_readable(0.05)
end

if ARGV.empty?
  puts Fetch.new(serve(false), 30).call.lines.last
  begin
    Fetch.new(serve(true), 0.5).call
  rescue Fetch::Late => error
    puts "dripping server: #{error.message}"
  end
else
  puts Fetch.new(URI(ARGV.fetch(0)), Float(ARGV.fetch(1, 10))).call
end
