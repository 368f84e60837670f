# frozen_string_literal: true

# One byte through a pipe, with the keyword as event loops write it in their three ways.
IO_NONBLOCK = {
  "io_nonblock_noex" => "w.write_nonblock(data, **noex); r.read_nonblock(1, buf, **noex)",
  "io_nonblock_noex2" =>
    "w.write_nonblock(data, exception: false); r.read_nonblock(1, buf, exception: false)",
  "io_nonblock_plain" => "w.write_nonblock(data); r.read_nonblock(1, buf)"
}.freeze

Bench.family("nonblock", default: true) do |family|
  IO_NONBLOCK.each { |name, body| family.loop_row(name, "pipe", body, expect: "x") }
end

Bench.family("alloc") do |family|
  IO_NONBLOCK.each { |name, body| family.alloc_row("alloc_#{name}", "pipe", body) }
end
