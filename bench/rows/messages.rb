# frozen_string_literal: true

# Datagrams with their senders, messages with control data, and new connections.
Bench.family("messages") do |family|
  first_x = ->(result) { result.first == "x" }
  udp = "w.send(data, 0); r.recvfrom_nonblock(16, 0, buf)"
  recvmsg = "w.send(data, 0); r.recvmsg_nonblock(16)"
  family.loop_row("udp_recvfrom_nonblock", "udp", udp, expect: first_x)
  family.loop_row("recvmsg_nonblock", "dgram 1", recvmsg, expect: first_x)
  family.loop_row("sendmsg", "dgram 1", "w.sendmsg(data); r.recv(16, 0, buf)", expect: "x")
  family.loop_row("accept_nonblock", "listener", <<~RUBY, calls: 20)
    client = TCPSocket.new("127.0.0.1", port)
    accepted = server.accept_nonblock(exception: false)
    if accepted == :wait_readable
      server.wait_readable
      accepted = server.accept_nonblock
    end
    accepted.close
    client.close
  RUBY
end
