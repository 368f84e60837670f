# frozen_string_literal: true

require_relative "test_helper"
require "io/wait"

# IO#wait_readable, #wait_writable, #wait_priority and #wait with a timeout and modes.
module WaitReadableContract
  def test_nothing_there
    assert_nil reader.wait_readable(0)
    assert_nil reader.wait_readable(0.001)
    assert_nil reader.wait_readable(Rational(1, 1000))
    assert_nil reader.wait(0)
  end

  def test_data_is_readable
    deliver("hello")
    assert_same reader, reader.wait_readable
    assert_same reader, reader.wait_readable(nil)
    assert_same reader, reader.wait_readable(0)
    assert_same reader, reader.wait
    assert_same reader, reader.wait(1)
  end

  def test_readable_until_it_was_read
    3.times do |i|
      writer.write(i.to_s)
      assert_same reader, reader.wait_readable(5)
      assert_equal i.to_s, reader.read_nonblock(10)
      assert_nil reader.wait_readable(0)
      assert_same :wait_readable, reader.read_nonblock(10, exception: false)
    end
  end

  def test_a_byte_pushed_back_is_readable
    reader.ungetbyte("x")
    assert_same true, reader.wait_readable
    assert_same true, reader.wait_readable(0)
    assert_same true, reader.wait
    assert_same true, reader.wait_priority(0)
    reader.getbyte
    assert_nil reader.wait_readable(0)
  end

  def test_the_rest_of_a_line_is_readable
    deliver("one\ntwo")
    assert_equal "one\n", reader.gets
    assert_same true, reader.wait_readable(0)
    assert_equal "two", reader.readpartial(10)
    assert_nil reader.wait_readable(0)
  end

  def test_a_decoded_character_is_readable
    reader.set_encoding("UTF-16LE", "UTF-8")
    reader.ungetc("é")
    assert_same true, reader.wait(0)
    # Ruby 3.1 takes wait_readable for a read of bytes, which characters refuse.
    assert_same true, reader.wait_readable(0) if RUBY_VERSION >= "3.2"
  end

  def test_waits_for_data
    thread = waiting { reader.wait_readable }
    writer.write("hello")
    assert_same reader, finished(thread)
    assert_equal "hello", reader.read_nonblock(10)
  end

  def test_waits_with_a_timeout_for_data
    [
      -> { reader.wait_readable(10) }, -> { reader.wait(10) }, -> { reader.wait(:r, 10) }
    ].each do |wait|
      thread = waiting(&wait)
      writer.write("hello")
      assert_same reader, finished(thread)
      reader.read_nonblock(10)
    end
  end

  def test_waits_as_long_as_asked
    start = now
    assert_nil reader.wait_readable(0.05)
    assert_operator now - start, :>=, 0.05
  end

  def test_several_threads_wait
    threads = Array.new(3) { waiting { reader.wait_readable } }
    writer.write("hello")
    threads.each { |thread| assert_same reader, finished(thread) }
  end

  def test_there_is_no_urgent_data
    assert_nil reader.wait_priority(0)
    deliver("hello")
    assert_nil reader.wait_priority(0)
  end
end

module WaitEndContract
  def test_the_end_is_readable
    finish
    assert_same reader, reader.wait_readable(5)
    assert_same reader, reader.wait_readable
    assert_nil reader.read_nonblock(10, exception: false)
  end

  def test_the_end_ends_the_wait
    thread = waiting { reader.wait_readable }
    finish
    assert_same reader, finished(thread)
  end
end

module WaitWritableContract
  def test_writable_until_full
    assert_same writer, writer.wait_writable
    assert_same writer, writer.wait_writable(0)
    fill
    assert_nil writer.wait_writable(0)
    assert_nil writer.wait_writable(0.001)
    # TCP takes a little again when the other end has acknowledged something.
    wait_until("nothing fits") { writer.write_nonblock("x", exception: false) == :wait_writable }
  end

  def test_waits_for_room
    fill
    thread = waiting { writer.wait_writable }
    drain
    assert_same writer, finished(thread)
    assert_equal 1, writer.write_nonblock("x")
  end

  def test_modes
    assert_nil reader.wait(:r, 0)
    %i[w write writable].each { |mode| assert_same writer, writer.wait(mode, 0) }
    fill
    assert_nil writer.wait(0, :write)
    thread = waiting { writer.wait(10, :w) }
    drain
    assert_same writer, finished(thread)
  end

  private

  def fill
    nil while writer.write_nonblock("x" * 4096, exception: false).is_a?(Integer)
    nil while kind.has?(:stream) && writer.write_nonblock("x", exception: false).is_a?(Integer)
  end

  def drain
    wait_until("there is room") do
      reader.read_nonblock(65_536, exception: false)
      writer.wait_writable(0)
    end
  end
end

IOKinds.contract("WaitReadable", :idle, :select) do
  native_only
  include WaitReadableContract
end
IOKinds.contract("WaitReadableFifo", :native_fill, without: [:select]) do
  native_only
  include WaitReadableContract
  include WaitEndContract
end
IOKinds.contract("WaitEnd", :eof, :select) do
  native_only
  include WaitEndContract
end
IOKinds.contract("WaitWritable", :fill) do
  native_only
  include WaitWritableContract
end

class WaitArgumentsTest < NonblockTest
  native_only

  def setup
    @reader, @writer = track(IO.pipe)
  end

  def test_modes_in_any_order
    %i[r read readable].each { |mode| assert_nil @reader.wait(0, mode) }
    %i[w write writable rw read_write readable_writable].each do |mode|
      assert_same @writer, @writer.wait(0, mode)
      assert_same @writer, @writer.wait(mode, 0)
      assert_same @writer, @writer.wait(mode)
    end
    assert_same @writer, @writer.wait(:r, :w, 0)
    assert_same @writer, @writer.wait(:r, 0, :w)
    assert_nil @reader.wait(:r, :w, 0)
  end

  def test_unknown_modes
    assert_raises_with(ArgumentError, "unsupported mode: x") { @reader.wait(:x, 0) }
    assert_raises_with(ArgumentError, "unsupported mode: priority") { @reader.wait(:priority) }
  end

  def test_two_timeouts
    message = "timeout given more than once"
    [[0, 1, 2], [0, 0, :r], [0, :r, 1, :w]].each do |arguments|
      assert_raises_with(ArgumentError, message) { @reader.wait(*arguments) }
    end
  end

  def test_negative_timeouts
    message = "time interval must not be negative"
    [-1, -0.5, Rational(-1, 2)].each do |timeout|
      each_wait(timeout) { |wait| assert_raises_with(ArgumentError, message, &wait) }
    end
  end

  def test_timeouts_of_another_type
    names = { "1" => "String", :r => "Symbol", [1] => "Array", false => "FalseClass" }
    names.each do |timeout, name|
      message = /\Acan't convert (#{name}|#{timeout}) into time interval/
      each_wait(timeout) do |wait|
        assert_raises_with(TypeError, message, &wait)
      end
    end
    assert_raises(TypeError) { @reader.wait(nil) }
  end

  def test_timeouts_out_of_range
    each_wait(Float::NAN) do |wait|
      assert_raises_with(RangeError, "NaN out of Time range", &wait)
    end
    each_wait(Float::INFINITY) do |wait|
      assert_raises_with(RangeError, "Inf out of Time range", &wait)
    end
    each_wait(1e20) do |wait|
      message = "100000000000000000000.000000 out of Time range"
      assert_raises_with(RangeError, message, &wait)
    end
    each_wait(2**70) { |wait| assert_raises(RangeError, &wait) }
  end

  def test_long_timeouts
    @writer.write("x")
    [3600, 1e9, 1e12, 2**62, 10**10].each do |time|
      assert_same @reader, @reader.wait_readable(time)
    end
  end

  def test_buffered_bytes_go_before_the_timeout
    @reader.ungetbyte("x")
    assert_same true, @reader.wait_readable(-1)
    assert_same true, @reader.wait_readable("x")
    assert_same true, @reader.wait_priority(-1)
    assert_raises(ArgumentError) { @reader.wait(-1) }
  end

  def test_wrong_direction
    assert_raises_with(IOError, "not opened for reading") { @writer.wait_readable(0) }
    assert_raises_with(IOError, "not opened for reading") { @writer.wait_priority(0) }
    assert_raises_with(IOError, "not opened for writing") { @reader.wait_writable(0) }
    assert_nil @writer.wait(0)
    assert_nil @reader.wait(:w, 0)
  end

  def test_closed
    @reader.close
    @writer.close
    [
      -> { @reader.wait_readable(0) }, -> { @reader.wait_priority }, -> { @writer.wait_writable },
      -> { @reader.wait(0) }, -> { @writer.wait(:w) }, -> { @reader.wait(1, 0) }
    ].each { |wait| assert_raises_with(IOError, "closed stream", &wait) }
  end

  def test_too_many_arguments
    %i[wait_readable wait_priority].each do |name|
      assert_raises(ArgumentError) { @reader.public_send(name, 0, 0) }
    end
    assert_raises(ArgumentError) { @writer.wait_writable(0, 0) }
  end

  def test_files_are_always_ready
    track(File.open(__FILE__)).tap do |file|
      assert_same file, file.wait_readable
      assert_same file, file.wait_readable(0)
      file.read
      assert_same file, file.wait_readable(0)
      assert_raises_with(IOError, "not opened for writing") { file.wait_writable(0) }
    end
    file = track(File.open(File.join(directory, "file"), "w"))
    assert_same file, file.wait_writable(0)
  end

  private

  def each_wait(timeout)
    yield -> { @reader.wait_readable(timeout) }
    yield -> { @writer.wait_writable(timeout) }
    yield -> { @reader.wait_priority(timeout) }
    return if timeout.is_a?(Symbol)

    yield -> { @reader.wait(1, timeout) }
    yield -> { @reader.wait(timeout) }
  end
end
