# frozen_string_literal: true

# 16 KiB through a connected pair of stream sockets.
STREAM = {
  "buf" => "w.write_nonblock(data, exception: false); r.read_nonblock(size, buf, exception: false)",
  "nobuf" => "w.write_nonblock(data, exception: false); r.read_nonblock(size, exception: false)"
}.freeze

Bench.family("nonblock") do |family|
  %w[unix tcp].product(STREAM.to_a) do |kind, (suffix, body)|
    family.loop_row("stream_16k_#{kind}_#{suffix}", "#{kind} 16384", body, expect: "x" * 16_384)
  end
end

Bench.family("alloc") do |family|
  %w[unix tcp].each do |kind|
    family.alloc_row("alloc_stream_16k_#{kind}", "#{kind} 16384", STREAM["buf"])
  end
end
