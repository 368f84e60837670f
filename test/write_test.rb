# frozen_string_literal: true

require_relative "test_helper"

# IO#write, print, puts and << on streams that do not buffer and on those that do.
module WriteContract
  def test_writes_all_and_counts
    assert_equal 5, writer.write("hello")
    assert_equal "hello", taken(5)
  end

  def test_several_arguments_go_as_one
    assert_equal 15, writer.write("a", 1, nil, :sym, [2, "b"], "é")
    assert_equal "a1sym[2, \"b\"]é".b, taken(15)
  end

  def test_nothing_to_write
    assert_equal 0, writer.write
    assert_equal 0, writer.write("")
    assert_equal 0, writer.write("", "")
    assert_equal 0, writer.write(nil)
  end

  def test_other_objects
    object = Object.new
    object.define_singleton_method(:to_s) { "as text" }
    assert_equal 7, writer.write(object)
    assert_equal "as text", taken(7)
  end

  def test_print_puts_and_append
    assert_same writer, writer << "a" << 1
    writer.print("b", 2)
    writer.puts("c", [3, ["d"]])
    writer.putc("e")
    writer.printf("%03d", 7)
    assert_equal "a1b2c\n3\nd\ne007", taken(14)
  end

  def test_the_string_stays_as_it_is
    whole = +"0123456789" * 10
    writer.write(whole[10, 20], whole[5..])
    assert_equal "0123456789" * 10, whole
  end
end

module WriteSlowReaderContract
  SIZE = 1_500_000

  def test_all_of_a_large_string
    thread = background { writer.write("x" * SIZE) }
    assert_equal "x" * SIZE, read_all(SIZE)
    assert_equal SIZE, finished(thread)
  end

  def test_all_of_several_large_strings
    thread = background { writer.write("x" * SIZE, "y" * SIZE, 1) }
    assert_equal "#{"x" * SIZE}#{"y" * SIZE}1", read_all((2 * SIZE) + 1)
    assert_equal (2 * SIZE) + 1, finished(thread)
  end

  def test_buffered_writes_arrive_whole
    writer.sync = false
    thread = background do
      100.times { |i| writer.write(i.to_s * 10_000) }
      writer.flush
    end
    expected = Array.new(100) { |i| i.to_s * 10_000 }.join
    assert_equal expected, read_all(expected.bytesize)
    finished(thread)
  end
end

module WholeWriteMessageContract
  def test_one_call_is_one_message
    writer.write("one")
    writer.write("t", "w", "o")
    assert_equal "one", await(reader).readpartial(100)
    assert_equal "two", await(reader).readpartial(100)
  end
end

module WriteTaken
  private

  def taken(bytes)
    settle
    kind.has?(:stream) ? read_all(bytes) : messages(bytes)
  end

  def messages(bytes)
    data = +""
    data << await(reader).readpartial(100) while data.bytesize < bytes
    data
  end
end

IOKinds.contract("Write", :idle) do
  native_only
  include WriteTaken
  include WriteContract
end
IOKinds.contract("WriteSlowReader", :fill, :stream) do
  native_only
  include WriteSlowReaderContract
end
IOKinds.contract("WriteMessage", :message) do
  native_only
  include WholeWriteMessageContract
end

class WriteTest < NonblockTest
  native_only

  include IOKindTest

  def setup
    @reader, @writer = track(IO.pipe)
  end

  def test_transcodes
    @writer.set_encoding("UTF-16LE")
    assert_equal 4, @writer.write("é!")
    assert_equal "é!".encode("UTF-16LE").b, @reader.readpartial(10)
    @writer.set_encoding("UTF-16LE")
    @writer.write("a", "b")
    assert_equal "a\0b\0", @reader.readpartial(10)
  end

  def test_converts_newlines
    @writer.autoclose = false
    writer = track(IO.for_fd(@writer.fileno, "w", crlf_newline: true))
    writer.sync = true
    writer.write("a\nb\n")
    writer.puts("c")
    assert_equal "a\r\nb\r\nc\r\n", @reader.readpartial(100)
  end

  def test_buffers_where_sync_is_off
    @writer.sync = false
    assert_equal 8, @writer.write("buffered")
    assert_equal 3, @writer.write("a", "bc")
    assert_same :wait_readable, @reader.read_nonblock(10, exception: false)
    @writer.flush
    assert_equal "bufferedabc", @reader.readpartial(100)
  end

  def test_what_was_buffered_goes_first
    @writer.sync = false
    @writer.write("first ")
    @writer.sync = true
    @writer.write("second")
    assert_equal "first second", read_all(12, @reader)
  end

  def test_a_socket_that_buffers
    near, far = track(tcp_pair)
    near.sync = false
    near.write("buffered")
    assert_same :wait_readable, far.read_nonblock(10, exception: false)
    near.flush
    assert_equal "buffered", await(far).readpartial(100)
  end

  def test_closed
    @writer.close
    assert_raises_with(IOError, "closed stream") { @writer.write("x") }
    assert_raises_with(IOError, "closed stream") { @writer.write("x", "y") }
    assert_equal 0, @writer.write("")
    assert_raises_with(IOError, "closed stream") { @writer << "x" }
  end

  def test_nothing_on_a_closed_stream
    @writer.close
    assert_raises_with(IOError, "closed stream") { @writer.write }
    assert_raises_with(IOError, "not opened for writing") { @reader.write }
  end

  def test_not_opened_for_writing
    assert_raises_with(IOError, "not opened for writing") { @reader.write("x") }
    assert_raises_with(IOError, "not opened for writing") { @reader.write("x", "y") }
  end

  def test_broken_pipes
    [IO.pipe, UNIXSocket.pair].each do |near, far|
      track(near, far)
      near.close
      assert_errno(Errno::EPIPE) { far.write("x") }
      assert_errno(Errno::EPIPE) { far.write("x", "y") }
    end
  end

  def test_a_reset
    near, far = track(tcp_pair)
    near.write("unread")
    await(far).close
    near.wait_readable
    error = assert_raises(Errno::EPIPE, Errno::ECONNRESET) { near.write("x") }
    assert_equal error.class.new.message, error.message
  end

  def test_files
    path = File.join(directory, "file")
    File.open(path, "w") do |file|
      file.sync = true
      assert_equal 6, file.write("ab", 1, "cd\n")
      assert_equal 0, file.write
    end
    assert_equal "ab1cd\n", File.read(path)
  end

  def test_a_subclass_that_overrides_write
    klass = Class.new(UNIXSocket) do
      def write(*strings)
        super(*strings.map { |string| string.to_s.upcase })
      end
    end
    near, far = track(klass.pair)
    near.puts("hello")
    near << "x"
    assert_equal "HELLO\nX", read_all(7, far)
  end

  def test_several_threads_write_whole_strings
    near, far = track(UNIXSocket.pair)
    threads = %w[a b c].map { |letter| background { 50.times { near.write("#{letter * 999}\n") } } }
    lines = Array.new(150) { far.gets }
    threads.each { |thread| finished(thread) }
    assert_equal 150, lines.count { |line| line.match?(/\A(a{999}|b{999}|c{999})\n\z/) }
  end
end
