# frozen_string_literal: true

require_relative "test_helper"

module WriteNonblockContract
  # What the reader got for the arguments of one write.
  def written(*arguments, **options)
    expected = arguments.first.to_s.bytesize
    assert_equal expected, writer.write_nonblock(*arguments, **options)
    settle
    kind.has?(:stream) ? read_all(expected) : reader.read_nonblock(expected + 1)
  end

  def test_writes_and_returns_the_number_of_bytes
    assert_equal "hello", written("hello")
    assert_equal "hello", written("hello", exception: false)
    assert_equal "hello", written("hello", exception: true)
  end

  def test_writes_the_bytes_of_the_string_whatever_its_encoding
    assert_equal "größer".b, written("größer")
    assert_equal "größer".encode("UTF-16LE").b, written("größer".encode("UTF-16LE"))
    assert_equal "\x00\xFF\n".b, written("\x00\xFF\n".b)
  end

  def test_writes_what_to_s_gives
    assert_equal "symbol", written(:symbol)
    assert_equal "12", written(12)
    assert_equal "1.5", written(1.5)
    assert_equal "[nil]", written([nil])
    assert_equal({ "a" => 1 }.to_s, written({ "a" => 1 }))
  end

  def test_leaves_the_string_alone
    string = +"größer"
    written(string)
    assert_equal ["größer", Encoding::UTF_8], [string, string.encoding]
    assert_equal "frozen", written("frozen")
  end

  def test_writes_only_the_part_that_a_substring_shows
    whole = +"abcdefghij" * 20
    assert_equal whole[50, 100], written(whole[50, 100])
    assert_equal "j", written(whole[-1..])
  end

  def test_closed_stream
    writer.close
    assert_raises_with(IOError, "closed stream") { writer.write_nonblock("x") }
    assert_raises_with(IOError, "closed stream") { writer.write_nonblock("", exception: false) }
  end
end

module WriteStreamContract
  def test_an_empty_string_writes_nothing
    assert_equal 0, writer.write_nonblock("")
    assert_equal 0, writer.write_nonblock(nil, exception: false)
    assert_same :wait_readable, reader.read_nonblock(5, exception: false) if kind.has?(:idle)
  end

  def test_flushes_first_what_was_written_before
    writer.sync = false
    writer.write("before ")
    assert_equal 3, writer.write_nonblock("now")
    settle
    assert_equal "before now", read_all(10)
  end

  def test_an_empty_string_flushes_too
    writer.sync = false
    writer.write("before")
    assert_equal 0, writer.write_nonblock("")
    settle
    assert_equal "before", read_all(6)
  end
end

module WriteFullContract
  WOULD_BLOCK = "Resource temporarily unavailable - write would block"

  def setup
    native_only if kind.has?(:native_fill)
  end

  def chunk
    "x" * (kind.has?(:message) ? 1000 : 65_536)
  end

  # The bytes that went in before the reader's side was full. A TCP connection may have room again
  # a moment later.
  def fill
    total = 0
    while (count = writer.write_nonblock(chunk, exception: false)) != :wait_writable
      assert_kind_of Integer, count
      total += count
    end
    total
  end

  def test_raises_eagain_when_full
    error = assert_raises(IO::EAGAINWaitWritable) { loop { writer.write_nonblock(chunk) } }
    assert_instance_of IO::EAGAINWaitWritable, error
    assert_kind_of IO::WaitWritable, error
    assert_kind_of Errno::EAGAIN, error
    assert_same IO::EAGAINWaitWritable, IO::EWOULDBLOCKWaitWritable
  end

  def test_the_message_of_eagain
    native_only
    assert_raises_with(IO::EAGAINWaitWritable, WOULD_BLOCK) do
      loop { writer.write_nonblock(chunk) }
    end
  end

  def test_returns_a_symbol_when_full_without_exception
    assert_operator fill, :>, 0
    assert_kind_of Integer, fill
  end

  def test_takes_more_once_the_reader_has_read
    left = fill
    while left.positive?
      data = reader.read_nonblock(65_536, exception: false)
      data == :wait_readable ? await(reader) : left -= data.bytesize
    end
    assert_equal 5, writer.write_nonblock("hello")
    settle
    assert_equal "hello", reader.read_nonblock(100)
  end
end

module WritePartContract
  SIZE = 2_000_000

  # A pattern whose period fits no buffer, so that lost or doubled parts show.
  def pattern
    Array.new((SIZE / 17) + 1) { |i| format("%016d\n", i) }.join.byteslice(0, SIZE)
  end

  def test_writes_a_part_of_what_does_not_fit
    count = writer.write_nonblock("x" * 10_000_000)
    assert_operator count, :>, 0
    assert_operator count, :<, 10_000_000
    assert_equal "x" * count, read_all(count)
  end

  def test_the_parts_make_up_the_whole
    data = pattern
    received = String.new(encoding: Encoding::BINARY)
    buffer = +""
    sent = 0
    wait_until("all data passed") do
      if sent < SIZE
        count = writer.write_nonblock(data.byteslice(sent, SIZE), exception: false)
        sent += count if count.is_a?(Integer)
      end
      received << buffer if reader.read_nonblock(30_011, buffer, exception: false) == buffer
      received.bytesize == SIZE
    end
    assert_equal data, received
  end
end

module WriteMessageContract
  def test_each_write_is_a_message
    writer.write_nonblock("one")
    writer.write_nonblock("two")
    await(reader)
    assert_equal "one", reader.recv_nonblock(100)
    assert_equal "two", reader.recv_nonblock(100)
  end

  def test_an_empty_string_is_a_message
    native_only
    assert_equal 0, writer.write_nonblock("")
    assert_equal 4, writer.write_nonblock("next")
    await(reader)
    assert_equal NonblockTest::END_OF_STREAM.to_s, reader.recv_nonblock(100).to_s
    assert_equal "next", reader.recv_nonblock(100)
  end

  def test_a_message_too_long_is_refused_whole
    native_only
    assert_errno(Errno::EMSGSIZE) { writer.write_nonblock("x" * 10_000_000) }
    assert_errno(Errno::EMSGSIZE) { writer.write_nonblock("x" * 10_000_000, exception: false) }
    assert_same :wait_readable, reader.recv_nonblock(5, exception: false)
  end
end

IOKinds.contract("WriteNonblock") { include WriteNonblockContract }
IOKinds.contract("WriteNonblockStream", :stream) { include WriteStreamContract }
IOKinds.contract("WriteNonblockFull", :fill) { include WriteFullContract }
IOKinds.contract("WriteNonblockPart", :stream, :fill) { include WritePartContract }
IOKinds.contract("WriteNonblockMessage", :message) { include WriteMessageContract }

class WriteNonblockTest < NonblockTest
  include IOKindTest

  def test_regular_file_takes_everything_at_the_position
    file = track(File.open(path, "w+b"))
    assert_equal 5_000_000, file.write_nonblock("x" * 5_000_000)
    file.seek(2)
    assert_equal 2, file.write_nonblock("ab")
    assert_equal 4, file.pos
    file.rewind
    assert_equal "xxabx", file.read(5)
  end

  def test_regular_file_opened_for_appending
    File.write(path, "one")
    track(File.open(path, "ab")).write_nonblock("two")
    assert_equal "onetwo", File.read(path)
  end

  def test_write_end_of_a_duplex_pipe
    io = track(IO.popen("cat", "r+"))
    assert_equal 5, io.write_nonblock("hello")
    await(io)
    assert_equal "hello", io.read_nonblock(100)
    io.close_write
    assert_raises_with(IOError, "not opened for writing") { io.write_nonblock("x") }
    await(io)
    assert_raises(EOFError) { io.read_nonblock(100) }
  end

  def test_ignores_encodings_and_newline_conversion
    reader, writer = track(*IO.pipe)
    writer.set_encoding("UTF-16LE", crlf_newline: true)
    assert_equal 2, writer.write_nonblock("a\n")
    assert_equal "a\n", reader.read_nonblock(100)
  end

  def test_an_object_whose_to_s_gives_no_string
    object = Object.new
    def object.to_s = 5

    reader, writer = track(*IO.pipe)
    writer.write_nonblock(object)
    assert_match(/\A#<Object/, reader.read_nonblock(100))
  end

  def test_an_error_in_to_s_writes_nothing
    object = Object.new
    def object.to_s = raise("no text")

    reader, writer = track(*IO.pipe)
    assert_raises_with(RuntimeError, "no text") { writer.write_nonblock(object) }
    assert_same :wait_readable, reader.read_nonblock(1, exception: false)
  end
end
