# frozen_string_literal: true

require_relative "test_helper"
require "io/wait"

# IO#timeout= bounds every call that waits, where the Ruby version has it.
module IOTimeoutContract
  MESSAGE = "Blocking operation timed out!"

  def test_reads
    reader.timeout = 0.05
    [
      -> { reader.readpartial(10) }, -> { reader.sysread(10) }, -> { reader.gets },
      -> { reader.getc }, -> { reader.read(3) }, -> { reader.each_line { break } }
    ].each do |call|
      error = assert_raises(IO::TimeoutError) { finished(background(&call)) }
      assert_equal MESSAGE, error.message
    end
    deliver("hello")
    assert_equal "hello", reader.readpartial(10)
  end

  def test_waits_end_with_nil
    reader.timeout = 0.05
    assert_nil reader.wait_readable
    assert_nil reader.wait
    assert_nil reader.wait(IO::READABLE, nil)
    assert_nil reader.wait_priority
  end

  def test_a_timeout_given_goes_first
    reader.timeout = 0.01
    start = now
    assert_nil reader.wait_readable(0.1)
    assert_operator now - start, :>=, 0.1
  end

  def test_nothing_without_a_timeout
    reader.timeout = nil
    thread = waiting { reader.readpartial(10) }
    writer.write("hello")
    assert_equal "hello", finished(thread)
  end

  def test_in_time
    reader.timeout = 10
    thread = waiting { reader.readpartial(10) }
    writer.write("hello")
    assert_equal "hello", finished(thread)
    assert_same :wait_readable, reader.read_nonblock(10, exception: false)
  end
end

module IOTimeoutWritingContract
  def test_writes
    writer.timeout = 0.05
    [-> { writer.write("x" * 100_000) }, -> { writer.syswrite("x" * 100_000) }].each do |call|
      thread = background { loop(&call) }
      error = assert_raises(IO::TimeoutError) { finished(thread) }
      assert_equal IOTimeoutContract::MESSAGE, error.message
    end
    assert_nil writer.wait_writable
  end
end

module IOTimeoutReceivingContract
  def test_recv
    reader.timeout = 0.05
    [-> { reader.recv(10) }, -> { reader.recvmsg }].each do |call|
      assert_raises(IO::TimeoutError) { finished(background(&call)) }
    end
  end
end

if IO.method_defined?(:timeout=)
  IOKinds.contract("IOTimeout", :plain, :idle) do
    native_only
    include IOTimeoutContract
  end
  IOKinds.contract("IOTimeoutWriting", :plain, :fill, :stream) do
    native_only
    include IOTimeoutWritingContract
  end
  IOKinds.contract("IOTimeoutReceiving", :plain, :socket) do
    native_only
    include IOTimeoutReceivingContract
  end
end

class IOTimeoutTest < NonblockTest
  native_only

  def setup
    skip "IO#timeout= came with Ruby 3.2" unless IO.method_defined?(:timeout=)

    @reader, @writer = track(IO.pipe)
  end

  def test_reads_back
    assert_nil @reader.timeout
    @reader.timeout = 1.5
    assert_equal 1.5, @reader.timeout
    @reader.timeout = nil
    assert_nil @reader.timeout
  end

  def test_refuses_what_is_no_interval
    assert_raises(ArgumentError) { @reader.timeout = -1 }
    assert_raises(TypeError) { @reader.timeout = "1" }
  end
end
