# frozen_string_literal: true

require_relative "test_helper"

module ReadNonblockContract
  def test_returns_the_bytes_as_a_binary_string
    deliver("h\xFFllo")
    assert_binary "h\xFFllo", reader.read_nonblock(100)
  end

  def test_reads_into_the_buffer_and_returns_it
    deliver("hello")
    buffer = +"something longer"
    assert_same buffer, reader.read_nonblock(100, buffer)
    assert_equal "hello", buffer
  end

  def test_fills_a_buffer_shorter_than_the_data
    deliver("hello" * 100)
    buffer = +""
    reader.read_nonblock(500, buffer)
    assert_equal "hello" * 100, buffer
  end

  def test_without_exception_option_still_returns_data
    deliver("hello")
    assert_equal "hello", reader.read_nonblock(100, exception: false)
  end

  def test_nil_for_the_buffer_is_no_buffer
    deliver("hello")
    assert_binary "hello", reader.read_nonblock(100, nil, exception: false)
  end

  def test_length_zero_consumes_nothing
    deliver("hello")
    assert_equal "", reader.read_nonblock(0)
    assert_equal "hello", reader.read_nonblock(100)
  end

  def test_length_zero_empties_the_buffer
    deliver("hello")
    buffer = +"old"
    assert_same buffer, reader.read_nonblock(0, buffer)
    assert_equal "", buffer
  end

  def test_bytes_pushed_back_come_first_and_alone
    native_only if kind.has?(:datagram)
    deliver("hello")
    reader.ungetbyte("<>")
    assert_equal "<", reader.read_nonblock(1)
    assert_binary ">", reader.read_nonblock(100)
    assert_equal "hello", reader.read_nonblock(100)
  end

  def test_bytes_pushed_back_go_into_the_buffer
    native_only if kind.has?(:datagram)
    deliver("hello")
    reader.ungetbyte("<>")
    buffer = +"something longer"
    assert_same buffer, reader.read_nonblock(100, buffer)
    assert_equal "<>", buffer
  end

  def test_closed_stream
    reader.close
    assert_raises_with(IOError, "closed stream") { reader.read_nonblock(1) }
    assert_raises_with(IOError, "closed stream") { reader.read_nonblock(1, exception: false) }
    assert_raises_with(IOError, "closed stream") { reader.read_nonblock(0) }
  end
end

module ReadStreamContract
  def test_takes_no_more_than_asked_for_and_leaves_the_rest
    deliver("hello world")
    assert_equal "hello", reader.read_nonblock(5)
    assert_equal " world", read_all(6)
  end

  def test_bytes_buffered_by_gets_come_first_and_alone
    deliver("one\ntwo\n")
    assert_equal "one\n", reader.gets
    assert_binary "two\n", reader.read_nonblock(100)
    deliver("three")
    assert_equal "three", reader.read_nonblock(100)
  end

  def test_bytes_buffered_by_getc_come_first
    deliver("hello")
    assert_equal "h", reader.getc
    assert_equal "el", reader.read_nonblock(2)
    assert_equal "lo", reader.read_nonblock(100)
  end

  def test_gets_goes_on_where_read_nonblock_stopped
    deliver("one\ntwo\n")
    assert_equal "on", reader.read_nonblock(2)
    assert_equal "e\n", reader.gets
    assert_equal "two\n", reader.gets
  end
end

module ReadNothingContract
  WOULD_BLOCK = "Resource temporarily unavailable - read would block"

  def test_raises_eagain_while_nothing_is_there
    error = assert_raises(IO::EAGAINWaitReadable) { reader.read_nonblock(5) }
    assert_instance_of IO::EAGAINWaitReadable, error
    assert_kind_of IO::WaitReadable, error
    assert_kind_of Errno::EAGAIN, error
    assert_same IO::EAGAINWaitReadable, IO::EWOULDBLOCKWaitReadable
  end

  def test_the_message_of_eagain
    native_only
    assert_raises_with(IO::EAGAINWaitReadable, WOULD_BLOCK) { reader.read_nonblock(5) }
    assert_raises_with(IO::EAGAINWaitReadable, WOULD_BLOCK) { reader.read_nonblock(5, +"") }
  end

  def test_returns_a_symbol_without_exception
    assert_same :wait_readable, reader.read_nonblock(5, exception: false)
    assert_same :wait_readable, reader.read_nonblock(5, +"", exception: false)
  end

  def test_leaves_the_buffer_alone_while_nothing_is_there
    native_only
    buffer = +"größer"
    copy = buffer.dup
    [1, 3, 100_000].each do |length|
      assert_same :wait_readable, reader.read_nonblock(length, buffer, exception: false)
      assert_raises(IO::EAGAINWaitReadable) { reader.read_nonblock(length, buffer) }
      assert_equal copy, buffer
      assert_equal Encoding::UTF_8, buffer.encoding
      assert_predicate buffer, :valid_encoding?
    end
  end

  def test_length_zero_needs_no_data
    buffer = +"old"
    assert_equal "", reader.read_nonblock(0)
    assert_same buffer, reader.read_nonblock(0, buffer, exception: false)
    assert_equal "", buffer
  end

  def test_finds_nothing_once_the_data_is_read
    deliver("hello")
    assert_equal "hello", read_all(5)
    assert_same :wait_readable, reader.read_nonblock(5, exception: false)
    deliver("again")
    assert_equal "again", read_all(5)
  end

  def test_a_blocking_read_still_waits_afterwards
    assert_same :wait_readable, reader.read_nonblock(5, exception: false)
    thread = waiting { reader.readpartial(5) }
    writer.write("hello")
    assert_equal "hello", finished(thread)
  end
end

module ReadEndContract
  def test_raises_at_the_end_of_the_stream
    finish
    2.times { assert_raises(EOFError) { reader.read_nonblock(5) } }
  end

  def test_the_message_at_the_end_of_the_stream
    native_only
    finish
    assert_raises_with(EOFError, "end of file reached") { reader.read_nonblock(5) }
  end

  def test_returns_nil_at_the_end_of_the_stream_without_exception
    finish
    2.times { assert_nil reader.read_nonblock(5, exception: false) }
  end

  def test_empties_the_buffer_at_the_end_of_the_stream
    finish
    raised = "größer".encode("UTF-16LE")
    quiet = +"größer"
    assert_raises(EOFError) { reader.read_nonblock(5, raised) }
    assert_nil reader.read_nonblock(5, quiet, exception: false)
    assert_equal [0, Encoding::UTF_16LE], [raised.bytesize, raised.encoding]
    assert_equal [0, Encoding::UTF_8], [quiet.bytesize, quiet.encoding]
  end

  def test_length_zero_is_no_end
    finish
    assert_equal "", reader.read_nonblock(0)
    assert_equal "", reader.read_nonblock(0, +"old", exception: false)
  end

  def test_data_comes_before_the_end
    deliver("hello")
    finish
    assert_equal "hello", reader.read_nonblock(100)
    settle
    assert_nil reader.read_nonblock(100, exception: false)
  end

  def test_bytes_pushed_back_come_before_the_end
    finish
    reader.ungetbyte("x")
    assert_equal "x", reader.read_nonblock(100)
    assert_raises(EOFError) { reader.read_nonblock(100) }
  end
end

module ReadMessageContract
  def test_returns_one_message_at_a_time
    deliver("one", "two")
    assert_equal "one", reader.read_nonblock(100)
    assert_equal "two", reader.read_nonblock(100)
  end

  def test_loses_what_does_not_fit
    deliver("hello", "next")
    assert_equal "he", reader.read_nonblock(2)
    assert_equal "next", reader.read_nonblock(100)
  end

  def test_takes_an_empty_message_for_the_end
    native_only
    writer.write_nonblock("")
    deliver("next")
    assert_nil reader.read_nonblock(5, exception: false)
    assert_equal "next", reader.read_nonblock(100)
  end
end

IOKinds.contract("ReadNonblock") { include ReadNonblockContract }
IOKinds.contract("ReadNonblockStream", :stream) { include ReadStreamContract }
IOKinds.contract("ReadNonblockNothing", :idle) { include ReadNothingContract }
IOKinds.contract("ReadNonblockEnd", :eof) { include ReadEndContract }
IOKinds.contract("ReadNonblockMessage", :message) { include ReadMessageContract }

class ReadNonblockTest < NonblockTest
  include IOKindTest

  def test_regular_file_at_its_end
    File.write(path, "")
    file = track(File.open(path, "rb"))
    buffer = +"old"
    assert_raises(EOFError) { file.read_nonblock(5, buffer) }
    assert_nil file.read_nonblock(5, exception: false)
    assert_equal "", buffer
  end

  def test_regular_file_moves_the_position
    File.write(path, "hello world")
    file = track(File.open(path, "rb"))
    file.seek(6)
    assert_equal "wor", file.read_nonblock(3)
    assert_equal 9, file.pos
  end

  def test_regular_file_written_and_read_through_one_stream
    file = track(File.open(path, "w+b"))
    assert_equal 5, file.write_nonblock("hello")
    file.rewind
    assert_equal "hello", file.read_nonblock(100)
  end

  def test_directory
    native_only
    opened = track(File.open(directory))
    message = "#{Errno::EISDIR.new.message} @ io_read_nonblock - #{directory}"
    assert_raises_with(Errno::EISDIR, message) { opened.read_nonblock(5) }
  end

  def test_terminal_end_reads_what_the_controller_wrote
    controller, terminal = track(*pty)
    controller.sync = true
    assert_same :wait_readable, terminal.read_nonblock(5, exception: false)
    controller.write("hello")
    assert_equal "hello", read_all(5, terminal)
  end

  def test_terminal_hangup_is_an_error_of_its_own
    native_only
    controller, terminal = track(*pty)
    terminal.close
    assert_raises_with(Errno::EIO, /\A#{Errno::EIO.new.message}/) { controller.read_nonblock(5) }
  end

  def test_ignores_encodings_and_newline_conversion
    reader, writer = track(*IO.pipe)
    reader.set_encoding("UTF-16LE:UTF-8", universal_newline: true)
    writer.write("a\r\nb")
    assert_binary "a\r\nb", reader.read_nonblock(100)
  end
end
