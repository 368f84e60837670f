# frozen_string_literal: true

# Messages of 16 KiB through a pair of UNIX datagram sockets.
Bench.family("nonblock") do |family|
  { "buf" => "r.recv(size, 0, buf)", "nobuf" => "r.recv(size, 0)" }.each do |suffix, recv|
    body = "w.send(data, 0); #{recv}"
    family.loop_row("recv_dgram_#{suffix}", "dgram 16384", body, expect: "x" * 16_384)
  end
end
