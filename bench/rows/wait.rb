# frozen_string_literal: true

# What a loop does around a read: unbuffered and partial reads, readiness of one and of many.
KINDS = %w[pipe unix tcp].freeze
ONE_READY = ->(result) { result&.first&.size == 1 }

Bench.family("sys") do |family|
  KINDS.each do |kind|
    family.loop_row("sys_#{kind}", kind, "w.syswrite(data); r.sysread(1, buf)", expect: "x")
  end
  KINDS.each do |kind|
    family.loop_row("partial_#{kind}", kind, "w.syswrite(data); r.readpartial(1, buf)", expect: "x")
  end
end

Bench.family("wait") do |family|
  KINDS.each do |kind|
    wait = "r.wait_readable(0)"
    family.loop_row("wait_#{kind}_idle", kind, wait)
    family.loop_row("wait_#{kind}_ready", "#{kind}_ready", wait, expect: :itself.to_proc)
  end
  KINDS.each do |kind|
    select = "IO.select([r], nil, nil, 0)"
    family.loop_row("select_#{kind}_idle", kind, select)
    family.loop_row("select_#{kind}_ready", "#{kind}_ready", select, expect: ONE_READY)
  end
end

Bench.family("select_n") do |family|
  { 10 => 50, 100 => 10, 1000 => 2 }.each do |count, calls|
    select = "IO.select(ios, nil, nil, 0)"
    options = { expect: ONE_READY, calls: calls }
    family.loop_row("select_n_#{count}", "select_n #{count}", select, **options)
  end
end
