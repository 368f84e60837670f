# frozen_string_literal: true

# serve.c for machines without a C compiler.
require "socket"

def echo(client)
  loop { client.write(client.readpartial(65_536)) }
rescue EOFError, Errno::ECONNRESET, Errno::EPIPE
  nil
end

def http(client)
  mib = Integer(client.gets.split[1].delete("/"))
  nil until client.gets.chomp.empty?
  client.write("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: #{mib << 20}\r\n\r\n")
  body = "\0" * 65_536
  (mib * 16).times { client.write(body) }
rescue Errno::ECONNRESET, Errno::EPIPE
  nil
end

server = TCPServer.new("127.0.0.1", 0)
puts server.addr[1]
$stdout.flush
loop do
  client = server.accept
  client.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1)
  ARGV.first == "echo" ? echo(client) : http(client)
  client.close
end
