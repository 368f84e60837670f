# frozen_string_literal: true

require_relative "test_helper"
require_relative "io_kinds"
require_relative "socket_helpers"
require "stringio"
require "tempfile"

module CopyStreamContract
  TEXT = "abc\r\ndef" * 10_000

  def test_copies_to_the_end
    source = sent(TEXT)
    assert_equal TEXT.bytesize, IO.copy_stream(source, target = StringIO.new)
    assert_equal TEXT, target.string
  end

  def test_copies_so_many_bytes
    deliver("hello world")
    assert_equal 5, IO.copy_stream(reader, target = StringIO.new, 5)
    assert_equal "hello", target.string
    assert_equal " world", read_all(6)
  end

  def test_what_is_buffered_comes_first
    deliver("one\ntwo\n")
    assert_equal "one\n", reader.gets
    assert_equal 4, IO.copy_stream(reader, target = StringIO.new, 4)
    assert_equal "two\n", target.string
  end

  def test_copies_to_another_stream
    source = sent(TEXT)
    r, w = track(*IO.pipe)
    copied = background { read_to_end(r) }
    assert_equal TEXT.bytesize, IO.copy_stream(source, w)
    w.close
    assert_equal TEXT, finished(copied)
  end

  def test_copies_to_a_path
    source = sent(TEXT)
    target = File.join(directory, "copy")
    assert_equal TEXT.bytesize, IO.copy_stream(source, target)
    assert_equal TEXT, File.binread(target)
  end

  def test_copies_behind_what_a_file_has_buffered
    source = sent("two")
    File.open(File.join(directory, "copy"), "w+") do |file|
      file.write("one ")
      assert_equal 3, IO.copy_stream(source, file)
      file.write(" three")
      file.rewind
      assert_equal "one two three", file.read
    end
  end

  def test_copies_into_a_tempfile
    source = sent("two")
    Tempfile.open("copy") do |file|
      file.write("one ")
      assert_equal 3, IO.copy_stream(source, file)
      file.rewind
      assert_equal "one two", file.read
    end
  end

  def test_has_no_place_to_start_from
    deliver("hello")
    assert_errno(Errno::ESPIPE, "pread") { IO.copy_stream(reader, StringIO.new, 3, 1) }
    assert_equal "hello", read_all(5)
  end

  def test_closed
    reader.close
    assert_raises_with(IOError, "closed stream") { IO.copy_stream(reader, StringIO.new) }
  end

  private

  # The reader, to which another thread writes the text and then the end.
  def sent(text)
    background do
      writer.write(text)
      finish
    end
    reader
  end

  def read_to_end(io)
    data = +""
    loop { data << io.readpartial(65_536) }
  rescue EOFError
    data
  end
end

IOKinds.contract("CopyStream", :stream, :eof, :plain, :idle) do
  native_only
  include CopyStreamContract
end

class CopyStreamTest < NonblockTest
  include SocketHelpers

  native_only

  Parts = Struct.new(:parts) do
    def readpartial(_size, buffer) = buffer.replace(parts.shift || raise(EOFError))
  end

  Pieces = Struct.new(:parts) do
    def read(_size, buffer) = parts.empty? ? nil : buffer.replace(parts.shift)
  end

  def pipe_with(text)
    r, w = track(*IO.pipe)
    w.write(text)
    w.close
    r
  end

  def test_from_objects_that_read
    [Parts.new(%w[abc de]), Pieces.new(%w[abc de]), StringIO.new("abcde")].each do |source|
      r, w = track(*IO.pipe)
      assert_equal 5, IO.copy_stream(source, w)
      w.close
      assert_equal "abcde", r.read
    end
  end

  def test_an_offset_needs_an_io
    _, w = track(*IO.pipe)
    assert_raises_with(ArgumentError, "cannot specify src_offset for non-IO") do
      IO.copy_stream(StringIO.new("abc"), w, 1, 1)
    end
  end

  def test_counts_what_the_target_took
    target = Object.new
    def target.write(_data) = 2
    assert_equal 2, IO.copy_stream(pipe_with("hello"), target)
  end

  def test_a_target_that_counts_in_nothing
    target = Object.new
    def target.write(_data) = nil
    assert_raises(TypeError) { IO.copy_stream(pipe_with("hello"), target) }
  end

  def test_lengths_are_integers
    assert_equal 3, IO.copy_stream(pipe_with("hello"), StringIO.new, 3.7)
    assert_equal 0, IO.copy_stream(pipe_with("hello"), StringIO.new, 0)
    assert_equal 5, IO.copy_stream(pipe_with("hello"), StringIO.new, nil)
    assert_raises_with(TypeError, "no implicit conversion of String into Integer") do
      IO.copy_stream(pipe_with("hello"), StringIO.new, "3")
    end
  end

  def test_directions_are_checked
    r, w = track(*IO.pipe)
    assert_raises_with(IOError, "not opened for reading") { IO.copy_stream(w, StringIO.new) }
    assert_raises_with(IOError, "not opened for writing") { IO.copy_stream(pipe_with("x"), r) }
  end

  def test_a_broken_pipe
    r, w = track(*IO.pipe)
    r.close
    assert_errno(Errno::EPIPE, "write") { IO.copy_stream(pipe_with("hello"), w) }
  end

  def test_a_reset
    client, server = tcp_sockets
    client.setsockopt(Socket::SOL_SOCKET, Socket::SO_LINGER, [1, 0].pack("ii"))
    client.close
    assert_errno(Errno::ECONNRESET, "read") { IO.copy_stream(server, StringIO.new) }
  end

  def test_conversions_are_left_out
    path = File.join(directory, "copy")
    File.open(path, "wt", crlf_newline: true) do |file|
      file.write("1\n")
      IO.copy_stream(pipe_with("2\n"), file)
    end
    assert_equal "1\r\n2\n", File.binread(path)
  end

  def test_files_go_jrubys_way
    path = File.join(directory, "file")
    File.write(path, "hello world")
    r, w = track(*IO.pipe)
    assert_equal 5, File.open(path) { |file| IO.copy_stream(file, w, 5, 6) }
    w.close
    assert_equal "world", r.read
  end
end
