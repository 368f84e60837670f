# frozen_string_literal: true

# One port for several protocols: the first bytes of a connection are looked at with MSG_PEEK,
# which leaves them there for whoever handles it.
#
#   jruby examples/sniff_protocol.rb 7000     until it is interrupted
#   jruby examples/sniff_protocol.rb          a demonstration with three clients of its own
require "nonblock-io"

module Sniffer
  TLS_HANDSHAKE = "\x16".b
  METHODS = /\A(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH) /.freeze
  LONGEST = 8
  PATIENCE = 5

  module_function

  # :tls, :http, :other, or nil for a client that says nothing.
  def protocol(client)
    return unless client.wait_readable(PATIENCE)

    start = client.recv_nonblock(LONGEST, Socket::MSG_PEEK, exception: false)
    case start
    when nil, "", :wait_readable then nil
    when /\A#{TLS_HANDSHAKE}/n then :tls
    when METHODS then :http
    else :other
    end
  end

  def handle(client)
    case protocol(client)
    when :tls then client.write("would shake hands\n")
    when :http then client.write("would answer #{client.gets.inspect}\n")
    when :other then client.write("would echo #{client.gets.inspect}\n")
    end
  rescue SystemCallError => error
    warn error.message
  ensure
    client.close
  end
end

def demonstrate(server)
  serving = Thread.new { 3.times { Sniffer.handle(server.accept) } }
  ["GET / HTTP/1.1\r\n", "\x16\x03\x01\x00\xA5".b, "hello\n"].each do |greeting|
    client = TCPSocket.new("127.0.0.1", server.local_address.ip_port)
    client.write(greeting)
    puts client.gets
    client.close
  end
  serving.join
end

server = TCPServer.new("127.0.0.1", Integer(ARGV.fetch(0, 0)))
if ARGV.empty?
  demonstrate(server)
else
  puts "listening on port #{server.local_address.ip_port}"
  trap(:INT) { exit }
  loop { Thread.new(server.accept) { |client| Sniffer.handle(client) } }
end
