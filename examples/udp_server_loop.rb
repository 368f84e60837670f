# frozen_string_literal: true

# A UDP server that answers from the address each packet was sent to, which matters on a machine
# with several: Socket.udp_server_loop asks for it with recvmsg and replies with sendmsg.
#
#   jruby examples/udp_server_loop.rb 7000    until it is interrupted
#   jruby examples/udp_server_loop.rb         a demonstration with a client of its own
require "nonblock-io"

def answer(message, source)
  warn "#{message.bytesize} bytes from #{source.remote_address.inspect_sockaddr}"
  source.reply(message.reverse)
end

def demonstrate
  Socket.udp_server_sockets("127.0.0.1", 0) do |sockets|
    serving = Thread.new { Socket.udp_server_loop_on(sockets) { |*packet| answer(*packet) } }
    client = UDPSocket.new
    client.connect("127.0.0.1", sockets.first.local_address.ip_port)
    %w[hello world].each do |word|
      client.send(word, 0)
      abort "no answer" unless client.wait_readable(10)
      puts client.recv(100)
    end
    serving.kill.join
  end
end

if ARGV.empty?
  demonstrate
else
  trap(:INT) { exit }
  Socket.udp_server_loop("127.0.0.1", Integer(ARGV.first)) { |*packet| answer(*packet) }
end
