# frozen_string_literal: true

# What requiring the gem and its first operation add to `require "socket"`, and the whole time
# from starting the process to the end of that operation.
Bench.family("load", default: true) do |family|
  family.row("load", metrics: { "" => "ms", "total" => "ms" }, own_gem: true) do
    require "socket"
    started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    Bench.require_gem
    a, b = UNIXSocket.pair
    a.write_nonblock("x", exception: false)
    b.read_nonblock(1, buffer = String.new, exception: false)
    took = Process.clock_gettime(Process::CLOCK_MONOTONIC) - started
    total = Process.clock_gettime(Process::CLOCK_REALTIME) - Float(ENV.fetch("BENCH_SPAWNED"))
    raise Bench::WrongResult, buffer.inspect unless buffer == "x"

    { "" => took * 1000, "total" => total * 1000 }
  end
end
