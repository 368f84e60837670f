# frozen_string_literal: true

# Requests and replies over one connection to a server in another process, on one CPU: waking
# another CPU takes the machine longer than the rest, and whether it has to differs from run to run.
Bench.family("exchange") do |family|
  family.loop_row("ping_pong", "echo", <<~RUBY, pinned: true, calls: 50, servers: [:echo])
    w.write_nonblock(data, exception: false)
    while r.read_nonblock(1, buf, exception: false) == :wait_readable
      r.wait_readable
    end
  RUBY

  %w[unix tcp].each do |kind|
    options = { pinned: true, calls: 20, servers: [:redis] }
    family.loop_row("redis_like_#{kind}", "redis_#{kind}", <<~RUBY, **options)
      r.write_nonblock(data) == data.bytesize or raise Bench::WrongResult, "partial write"
      left = size
      while left > 0
        if r.read_nonblock(16384, buf, exception: false) == :wait_readable
          r.wait_readable
        else
          left -= buf.bytesize
        end
      end
    RUBY
  end
end
