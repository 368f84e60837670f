# frozen_string_literal: true

require_relative "test_helper"

# What waiting threads keep: descriptors and native memory.
class WaiterMemoryTest < NonblockTest
  native_only

  THREADS = 200
  KEPT_DESCRIPTORS = 40

  def test_descriptors_of_waiting_threads_are_bounded
    skip "no list of descriptors here" unless File.directory?("/proc/self/fd")

    settle = descriptors
    3.times do
      reader, writer = IO.pipe
      threads = Array.new(50) { background { reader.wait_readable } }
      wait_until("all wait") { threads.all? { |thread| thread.status == "sleep" } }
      writer.write("x")
      threads.each { |thread| finished(thread) }
      [reader, writer].each(&:close)
    end
    assert_operator descriptors - settle, :<=, KEPT_DESCRIPTORS
  end

  def test_interrupted_threads_leave_no_descriptors
    skip "no list of descriptors here" unless File.directory?("/proc/self/fd")

    reader, = track(IO.pipe)
    settle = descriptors
    100.times do
      thread = waiting { reader.readpartial(10) }
      thread.kill
      finished(thread)
    end
    assert_operator descriptors - settle, :<=, KEPT_DESCRIPTORS
  end

  def test_many_threads_do_not_keep_large_buffers
    skip "counted by the JVM" unless jruby?

    before = direct_memory
    go = Queue.new
    threads = Array.new(THREADS) do
      background do
        exchange
        go.pop
      end
    end
    wait_until("all exchanged", seconds: 15) { go.num_waiting == THREADS }
    limit = THREADS * 100 * 1024
    wait_until("what is kept is bounded", seconds: 10) { direct_memory - before <= limit }
    THREADS.times { go << true }
    threads.each { |thread| finished(thread) }
  end

  def test_a_large_select_keeps_no_memory
    skip "counted by the JVM" unless jruby?

    near, = track(UNIXSocket.pair)
    before = direct_memory
    10.times { assert_nil IO.select([near] * 50_000, nil, nil, 0.001) }
    wait_until("the memory is free", seconds: 10) { direct_memory - before <= 1024 * 1024 }
  end

  private

  # A megabyte through a pipe in pieces of 256 KiB.
  def exchange
    reader, writer = IO.pipe
    writer.write_nonblock("x" * 262_144, exception: false)
    reader.readpartial(262_144)
    reader.wait_readable(0)
  ensure
    [reader, writer].each(&:close)
  end

  def descriptors
    Dir.children("/proc/self/fd").size
  end

  def direct_memory
    collect_garbage
    beans = java.lang.management.ManagementFactory
    pools = beans.getPlatformMXBeans(java.lang.management.BufferPoolMXBean.java_class)
    pools.find { |pool| pool.getName == "direct" }.getMemoryUsed
  end

  # Native memory goes with the objects that hold it.
  def collect_garbage
    2.times { java.lang.System.gc }
  end
end
