# frozen_string_literal: true

# A read that finds nothing.
EAGAIN = "r.read_nonblock(1, buf, exception: false)"

Bench.family("nonblock") do |family|
  %w[pipe unix tcp].each do |kind|
    family.loop_row("eagain_#{kind}", kind, EAGAIN, expect: :wait_readable)
  end
end

Bench.family("alloc") do |family|
  %w[pipe unix tcp].each { |kind| family.alloc_row("alloc_eagain_#{kind}", kind, EAGAIN) }
end
