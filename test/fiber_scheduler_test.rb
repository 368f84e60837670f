# frozen_string_literal: true

require_relative "test_helper"
require "io/wait"

# Calls that wait in a fiber with a scheduler ask the scheduler to wait.
class FiberSchedulerTest < NonblockTest
  native_only

  # Records what it was asked for and waits with a plain select.
  class Scheduler
    attr_reader :calls

    def initialize
      @calls = []
    end

    def io_wait(io, events, timeout)
      @calls << [io, events, timeout]
      reading = [io] if events.anybits?(IO::READABLE)
      writing = [io] if events.anybits?(IO::WRITABLE)
      Thread.new { IO.select(reading, writing, nil, timeout) }.value ? events : false
    end

    def block(*) = true
    def unblock(*) = nil
    def kernel_sleep(*) = nil
    def close = nil

    def fiber(&block)
      Fiber.new(blocking: false, &block).tap(&:resume)
    end
  end

  # Takes part in IO.select too.
  class SelectScheduler < Scheduler
    def io_select(*arguments)
      @calls << [:select, *arguments]
      [[], [], [:answer]]
    end
  end

  def setup
    skip "no fiber schedulers here" unless Fiber.respond_to?(:set_scheduler)
    @near, @far = track(UNIXSocket.pair)
  end

  def test_wait_readable
    @far.write("x")
    value, calls = scheduled { @near.wait_readable(5) }
    assert_same @near, value
    assert_equal [[@near, IO::READABLE, 5]], calls
  end

  def test_wait_that_ends_without_anything
    value, calls = scheduled { @near.wait_readable(0.01) }
    assert_nil value
    assert_equal [[@near, IO::READABLE, 0.01]], calls
  end

  def test_wait_writable_and_priority
    value, calls = scheduled { [@near.wait_writable, @near.wait(:rw, 1)] }
    assert_equal [@near, @near], value
    events = [IO::WRITABLE, IO::READABLE | IO::WRITABLE]
    assert_equal events, calls.map { |call| call[1] }
  end

  def test_buffered_bytes_need_no_scheduler
    @near.ungetbyte("x")
    value, calls = scheduled { [@near.wait_readable, @near.wait] }
    assert_equal [true, true], value
    assert_empty calls
  end

  def test_readpartial
    writing = Thread.new do
      wait_until { @asked }
      @far.write("hello")
    end
    value, calls = scheduled(-> { @asked = true }) { @near.readpartial(10) }
    writing.join
    assert_equal "hello", value
    assert_equal [@near, IO::READABLE], calls.first.first(2)
  end

  def test_select_without_the_hook_is_the_usual_one
    @far.write("x")
    value, calls = scheduled { IO.select([@near], nil, nil, 5) }
    assert_equal [[@near], [], []], value
    assert_empty calls
  end

  def test_select_with_the_hook
    skip "no such hook before Ruby 3.2" if RUBY_VERSION < "3.2"

    value, calls = scheduled(scheduler: SelectScheduler.new) { IO.select([@near], nil, nil, 5) }
    assert_equal [[], [], [:answer]], value
    assert_equal [:select, [@near], nil, nil, 5], calls.first.first(5)
  end

  def test_blocking_fibers_wait_themselves
    @far.write("x")
    value, calls = scheduled { Fiber.new(blocking: true) { @near.wait_readable }.resume }
    assert_same @near, value
    assert_empty calls
  end

  private

  # The block's value in a fiber of a scheduler, and what the scheduler was asked for.
  def scheduled(asked = nil, scheduler: Scheduler.new, &block)
    scheduler.calls.define_singleton_method(:<<) { |call| push(call).tap { asked&.call } }
    value = nil
    finished(background do
      Fiber.set_scheduler(scheduler)
      Fiber.schedule do
        value = block.call
      end
    end)
    [value, scheduler.calls]
  end
end
