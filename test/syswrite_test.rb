# frozen_string_literal: true

require_relative "test_helper"

# IO#syswrite.
module SyswriteContract
  def test_writes_and_counts
    assert_equal 5, writer.syswrite("hello")
    assert_equal "hello", await_data(5)
  end

  def test_objects_are_written_as_strings
    { 5 => "5", :sym => "sym", [1, "a"] => "[1, \"a\"]" }.each do |object, text|
      assert_equal text.bytesize, writer.syswrite(object)
      assert_equal text, await_data(text.bytesize)
    end
  end

  def test_bytes_are_counted
    assert_equal 2, writer.syswrite("é")
    assert_equal "é".b, await_data(2)
  end

  def test_empty_strings
    skip "an empty message is one" if kind.has?(:message)

    assert_equal 0, writer.syswrite("")
    assert_equal 0, writer.syswrite(nil)
  end

  def test_the_string_stays_as_it_is
    string = "hello".freeze
    whole = +"0123456789" * 10
    writer.syswrite(string)
    writer.syswrite(whole[10, 20])
    assert_equal "0123456789" * 10, whole
    assert_equal "hello", string
  end

  def test_closed
    writer.close
    message = /\A(closed stream|not opened for writing)\z/
    assert_raises_with(IOError, message) { writer.syswrite("x") }
  end

  private

  def await_data(bytes)
    settle
    kind.has?(:stream) ? read_all(bytes) : reader.read_nonblock(bytes)
  end
end

module SyswriteSlowReaderContract
  SIZE = 2_000_000

  def test_a_large_string_to_a_slow_reader
    thread = background { write_all("x" * SIZE) }
    assert_equal "x" * SIZE, read_all(SIZE)
    assert_operator finished(thread), :>=, 1
  end

  # C Ruby waits since 3.2, before it raises EAGAIN.
  def test_waits_while_the_stream_is_full
    thread = stuck
    read_all(SIZE)
    wait_until("it goes on") { read_all(4096) && !writer.wait_writable(0) }
    assert_predicate thread, :alive?
  end

  def test_kill_ends_the_wait
    thread = stuck
    thread.kill
    assert_nil finished(thread)
  end

  def test_close_in_another_thread_ends_the_wait
    thread = stuck
    finished(background { writer.close })
    assert_raises_with(IOError, "stream closed in another thread") { finished(thread) }
  end

  private

  def stuck
    skip "raises EAGAIN before Ruby 3.2" unless jruby? || RUBY_VERSION >= "3.2"

    thread = background { loop { writer.syswrite("x" * 4096) } }
    wait_until("the stream is full") { thread.status == "sleep" && !writer.wait_writable(0) }
    thread
  end

  def write_all(string)
    calls = 0
    until string.empty?
      string = string.byteslice(write_some(string)..)
      calls += 1
    end
    calls
  end

  def write_some(string)
    writer.syswrite(string)
  rescue Errno::EAGAIN
    writer.wait_writable
    retry
  end
end

IOKinds.contract("Syswrite", :idle) do
  native_only
  include SyswriteContract
end
IOKinds.contract("SyswriteSlowReader", :fill, :stream) do
  native_only
  include SyswriteSlowReaderContract
end

class SyswriteTest < NonblockTest
  native_only
  include IOKindTest

  def test_a_broken_pipe
    [IO.pipe, UNIXSocket.pair].each do |near, far|
      track(near, far)
      near.close
      assert_errno(Errno::EPIPE) { far.syswrite("x") }
    end
  end

  def test_not_opened_for_writing
    reader, = track(IO.pipe)
    assert_raises_with(IOError, "not opened for writing") { reader.syswrite("x") }
  end

  def test_passes_what_is_buffered_with_a_warning
    reader, writer = track(IO.pipe)
    writer.sync = false
    writer.write("buffered")
    _, warned = capture_io { assert_equal 6, writer.syswrite("direct") }
    assert_match(/warning: syswrite for buffered IO/, warned)
    writer.flush
    assert_equal "directbuffered", reader.readpartial(100)
  end

  def test_bytes_go_unconverted
    reader, writer = track(IO.pipe)
    writer.set_encoding("UTF-16LE")
    assert_equal 2, writer.syswrite("ab")
    assert_equal "ab", reader.readpartial(10)
  end

  def test_wrong_arguments
    _, writer = track(IO.pipe)
    assert_raises(ArgumentError) { writer.syswrite }
    assert_raises(ArgumentError) { writer.syswrite("a", "b") }
  end

  def test_a_file
    path = File.join(directory, "file")
    File.open(path, "w") { |file| assert_equal 5, file.syswrite("hello") }
    assert_equal "hello", File.read(path)
  end

  def test_a_message_that_is_too_long
    _, sender = track(udp_pair)
    assert_errno(Errno::EMSGSIZE) { sender.syswrite("x" * 70_000) }
  end
end
