# frozen_string_literal: true

require_relative "test_helper"

# IO.select for every kind of stream: its answer is the kernel's.
module SelectContract
  def test_nothing_there
    assert_nil IO.select([reader], nil, nil, 0)
    assert_nil IO.select([reader], [], [], 0.001)
  end

  def test_data_is_readable_until_it_was_read
    deliver("hello")
    assert_equal [[reader], [], []], IO.select([reader], nil, nil, 5)
    assert_equal [[reader], [], []], IO.select([reader])
    assert_equal "hello", reader.read_nonblock(10)
    assert_nil IO.select([reader], nil, nil, 0)
    assert_same :wait_readable, reader.read_nonblock(10, exception: false)
  end

  def test_buffered_bytes_are_readable
    reader.ungetbyte("x")
    assert_equal [[reader], [], []], IO.select([reader], nil, nil)
    reader.getbyte
    assert_nil IO.select([reader], nil, nil, 0)
  end

  def test_the_rest_of_a_line_is_readable
    deliver("one\ntwo")
    assert_equal "one\n", reader.gets
    assert_equal [[reader], [], []], IO.select([reader], nil, nil, 0)
  end

  def test_waits_for_data
    thread = waiting { IO.select([reader], nil, nil, 10) }
    writer.write("hello")
    assert_equal [[reader], [], []], finished(thread)
  end

  def test_the_writer_is_writable
    assert_equal [[], [writer], []], IO.select(nil, [writer], nil, 5)
  end

  def test_several_threads_select_one_stream
    threads = Array.new(3) { waiting { IO.select([reader], nil, [reader], 10) } }
    writer.write("hello")
    threads.each { |thread| assert_equal [[reader], [], []], finished(thread) }
  end
end

module SelectFullContract
  def test_not_writable_while_full
    nil while writer.write_nonblock("x" * 4096, exception: false).is_a?(Integer)
    nil while kind.has?(:stream) && writer.write_nonblock("x", exception: false).is_a?(Integer)
    assert_nil IO.select(nil, [writer], nil, 0)
    thread = waiting { IO.select([], [writer], [], 10) }
    wait_until("there is room") do
      reader.read_nonblock(65_536, exception: false)
      !thread.alive?
    end
    assert_equal [[], [writer], []], finished(thread)
  end
end

module SelectBothContract
  def test_one_socket_in_two_lists
    assert_equal [[], [reader], []], IO.select([reader], [reader], [reader], 0)
    deliver("hello")
    assert_equal [[reader], [reader], []], IO.select([reader], [reader], [reader], 0)
    assert_equal [[reader, reader], [], []], IO.select([reader, reader], nil, nil, 0)
  end

  def test_one_thread_reads_while_another_writes
    nil while reader.write_nonblock("x" * 4096, exception: false).is_a?(Integer)
    reading = waiting { IO.select([reader], nil, nil, 10) }
    writing = waiting { IO.select(nil, [reader], nil, 10) }
    writer.write("hello")
    assert_equal [[reader], [], []], finished(reading)
    wait_until("there is room") do
      writer.read_nonblock(65_536, exception: false)
      !writing.alive?
    end
    assert_equal [[], [reader], []], finished(writing)
  end
end

module SelectEndContract
  def test_the_end_is_readable
    finish
    assert_equal [[reader], [], []], IO.select([reader], nil, [reader], 5)
    assert_nil reader.read_nonblock(10, exception: false)
  end
end

IOKinds.contract("Select", :idle) do
  native_only
  include SelectContract
end
IOKinds.contract("SelectFull", :fill) do
  native_only
  include SelectFullContract
end
IOKinds.contract("SelectBoth", :socket, :fill) do
  native_only
  include SelectBothContract
end
IOKinds.contract("SelectEnd", :eof) do
  native_only
  include SelectEndContract
end

class SelectTest < NonblockTest
  native_only
  include IOKindTest

  def setup
    @reader, @writer = track(IO.pipe)
  end

  def test_lists_that_are_nil_or_empty
    assert_nil IO.select(nil, nil, nil, 0)
    assert_nil IO.select([], [], [], 0.001)
    assert_equal [[], [@writer], []], IO.select(nil, [@writer])
    assert_equal [[], [@writer], []], select([@reader], [@writer], nil, 0)
  end

  def test_waits_for_nothing_at_all
    thread = waiting { IO.select(nil, nil, nil) }
    thread.kill
    assert_nil finished(thread)
    assert_raises(Timeout::Error) { Timeout.timeout(0.05) { IO.select([], [], []) } }
  end

  def test_objects_with_to_io
    @writer.write("x")
    wrapper = Struct.new(:to_io)
    reading = wrapper.new(@reader)
    writing = wrapper.new(@writer)
    selected = IO.select([reading, @reader], [writing], [reading], 0)
    assert_equal [[reading, @reader], [writing], []], selected
    assert_same reading, selected[0][0]
  end

  def test_what_is_no_stream
    message = "no implicit conversion of Object into IO"
    assert_raises_with(TypeError, message) { IO.select([Object.new], nil, nil, 0) }
    assert_raises(TypeError) { IO.select([nil], nil, nil, 0) }
    number = Struct.new(:to_io).new(3)
    assert_raises(TypeError) { IO.select([number], nil, nil, 0) }
  end

  def test_what_is_no_list
    message = "wrong argument type Integer (expected Array)"
    assert_raises_with(TypeError, message) { IO.select(5, nil, nil, 0) }
    assert_raises_with(TypeError, message) { IO.select(nil, 5, nil, 0) }
    assert_raises_with(TypeError, /\Awrong argument type IO/) { IO.select(@reader, nil, nil, 0) }
    assert_raises(ArgumentError) { IO.select }
    assert_raises(ArgumentError) { IO.select(nil, nil, nil, 0, 0) }
  end

  def test_timeouts
    message = "time interval must not be negative"
    [-1, -0.1].each do |timeout|
      assert_raises_with(ArgumentError, message) { IO.select([@reader], nil, nil, timeout) }
    end
    [:r, "1", [1], false].each do |timeout|
      assert_raises(TypeError) { IO.select([@reader], nil, nil, timeout) }
    end
    assert_raises_with(RangeError, "NaN out of Time range") do
      IO.select([@reader], nil, nil, Float::NAN)
    end
    start = now
    assert_nil IO.select([@reader], nil, nil, Rational(1, 20))
    assert_operator now - start, :>=, 0.05
    @writer.write("x")
    [1, 1e9, 10**10, nil].each { |time| assert IO.select([@reader], nil, nil, time) }
  end

  def test_waits_for_ever_with_infinity
    skip "an interval out of range before Ruby 3.2" unless jruby? || RUBY_VERSION >= "3.2"

    thread = waiting { IO.select([@reader], nil, nil, Float::INFINITY) }
    @writer.write("x")
    assert_equal [[@reader], [], []], finished(thread)
  end

  def test_closed_streams
    @reader.close
    assert_raises_with(IOError, "closed stream") { IO.select([@reader], nil, nil, 0) }
    assert_raises_with(IOError, "closed stream") { IO.select(nil, [@reader], nil, 0) }
    assert_raises_with(IOError, "closed stream") { IO.select(nil, nil, [@reader], 0) }
  end

  def test_a_pipe_without_reader
    @reader.close
    assert_equal [[@writer], [@writer], []], IO.select([@writer], [@writer], [@writer], 0)
  end

  def test_urgent_data
    near, far = track(tcp_pair)
    thread = waiting { IO.select(nil, nil, [near], 10) }
    far.send("!", Socket::MSG_OOB)
    assert_equal [[], [], [near]], finished(thread)
    assert_equal [[], [near], [near]], IO.select([near], [near], [near], 0)
    assert_equal "!", near.recv(1, Socket::MSG_OOB)
    assert_nil IO.select([near], nil, [near], 0)
  end

  def test_a_reset_is_readable_and_writable
    near, far = track(tcp_pair)
    near.write("unread")
    await(far).close
    assert_equal [[near], [near], []], IO.select([near], [near], [near], 5)
    assert_raises(Errno::ECONNRESET) { near.read_nonblock(10) }
  end

  def test_files
    file = track(File.open(__FILE__))
    file.read
    assert_equal [[file], [file], []], IO.select([file], [file], [file], 0)
  end

  def test_a_child_in_both_directions
    child = track(IO.popen("cat", "r+"))
    assert_equal [[], [child], []], IO.select([child], [child], nil, 0)
    child.write("hello")
    assert_equal [[child], [], []], IO.select([child], nil, nil, 10)
  end

  def test_never_ready_for_nothing
    near, far = track(UNIXSocket.pair)
    echo = background { 300.times { far.write(far.readpartial(10)) } }
    300.times do
      near.write("x")
      assert_equal [[near], [], []], IO.select([near], nil, nil, 10)
      assert_equal "x", near.read_nonblock(10)
      assert_nil IO.select([near], nil, nil, 0)
    end
    finished(echo)
  end
end
