# frozen_string_literal: true

# Fails a test that runs too long, with the backtrace of every thread; ends the process where
# even that does not stop it.
class Watchdog
  LIMIT = 60
  GRACE = 10

  class Expired < Minitest::Assertion; end

  Watch = Struct.new(:name, :thread, :deadline, :fired)

  def initialize
    @lock = Mutex.new
    @changed = ConditionVariable.new
    @watch = nil
    Thread.new { @lock.synchronize { loop { observe } } }
  end

  def guard(name)
    replace(Watch.new(name, Thread.current, now + LIMIT, false))
    yield
  ensure
    replace(nil)
  end

  private

  def replace(watch)
    @lock.synchronize do
      @watch = watch
      @changed.signal
    end
  end

  def observe
    return @changed.wait(@lock) unless @watch

    left = @watch.deadline - now
    return @changed.wait(@lock, left) if left.positive?

    @watch.fired ? abandon : fire
  end

  def fire
    @watch.fired = true
    @watch.deadline = now + GRACE
    @watch.thread.raise(Expired, "still running after #{LIMIT} s\n#{dump}")
  end

  def abandon
    warn "#{@watch.name} cannot be stopped\n#{dump}"
    exit!(70)
  end

  def dump
    (Thread.list - [Thread.current]).map do |thread|
      lines = Array(thread.backtrace).grep_v(%r{/minitest}).first(25)
      "#{thread.inspect}\n  #{lines.join("\n  ")}"
    end.join("\n")
  end

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
