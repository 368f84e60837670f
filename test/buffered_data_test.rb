# frozen_string_literal: true

require_relative "test_helper"

# Bytes that Ruby holds already, and how the methods mix with the buffered ones.
module BufferedDataContract
  def test_unread_bytes_come_back_in_order
    deliver("hello")
    assert_equal "h", reader.readpartial(1)
    reader.ungetbyte(0x48)
    assert_equal "H", reader.read_nonblock(100)
    assert_equal "ello", reader.read_nonblock(100)
  end

  def test_ungetc_gives_all_bytes_of_a_character
    reader.ungetc("é")
    assert_binary "\xC3", reader.read_nonblock(1)
    assert_binary "\xA9", reader.read_nonblock(1)
    assert_same :wait_readable, reader.read_nonblock(1, exception: false)
  end

  def test_eof_reads_ahead_and_loses_nothing
    deliver("hello")
    refute_predicate reader, :eof?
    assert_equal "hel", reader.read_nonblock(3)
    assert_equal "lo", reader.read_nonblock(100)
  end

  def test_getbyte_reads_ahead_and_loses_nothing
    deliver("hello")
    assert_equal 0x68, reader.getbyte
    buffer = +"old"
    assert_same buffer, reader.read_nonblock(2, buffer)
    assert_equal "el", buffer
    assert_equal "lo", reader.read_nonblock(100, buffer)
  end

  def test_buffered_bytes_are_served_without_asking_the_system
    deliver("one\ntwo\n")
    reader.gets
    finish
    assert_equal "two\n", reader.read_nonblock(100)
    settle
    assert_nil reader.read_nonblock(100, exception: false)
  end

  def test_length_zero_leaves_buffered_bytes
    reader.ungetbyte("x")
    assert_equal "", reader.read_nonblock(0)
    assert_equal "x", reader.read_nonblock(100)
  end

  def test_a_failed_call_leaves_buffered_bytes
    reader.ungetbyte("x")
    assert_raises(FrozenError) { reader.read_nonblock(100, "old".freeze) }
    assert_raises(TypeError) { reader.read_nonblock(nil) }
    assert_raises(ArgumentError) { reader.read_nonblock(-1) }
    assert_equal "x", reader.read_nonblock(100)
  end

  def test_reading_methods_take_turns
    deliver("abcdefghij\nrest\n")
    assert_equal "a", reader.read_nonblock(1)
    assert_equal "b", reader.getc
    assert_equal "cd", reader.readpartial(2)
    assert_equal "e", reader.read_nonblock(1)
    assert_equal "fg", reader.read(2)
    assert_equal "hij\n", reader.gets
    assert_equal "rest\n", reader.read_nonblock(100)
  end
end

IOKinds.contract("BufferedData", :stream, :idle, :eof) { include BufferedDataContract }

class BufferedDataTest < NonblockTest
  include IOKindTest

  def test_more_than_one_buffer_full
    reader, writer = track(IO.pipe)
    data = Array.new(2000) { |i| format("%08d\n", i) }.join
    writer.write(data)
    assert_equal "00000000\n", reader.gets
    assert_equal data.byteslice(9..), read_all(data.bytesize - 9, reader)
  end

  def test_a_large_push_back_is_served_whole
    reader, = track(IO.pipe)
    data = "0123456789" * 5000
    reader.ungetbyte(data)
    assert_equal data, read_all(data.bytesize, reader)
    assert_same :wait_readable, reader.read_nonblock(1, exception: false)
  end

  def test_the_position_of_a_file_counts_buffered_bytes
    File.write(path, "one\ntwo\nthree\n")
    file = track(File.open(path, "rb"))
    assert_equal "one\n", file.gets
    assert_equal "two", file.read_nonblock(3)
    assert_equal 7, file.pos
    file.seek(8)
    assert_equal "three\n", file.read_nonblock(100)
  end

  def test_writing_to_a_file_that_was_read_ahead
    File.write(path, "one\ntwo\n")
    file = track(File.open(path, "r+b"))
    assert_equal "one\n", file.gets
    assert_equal 3, file.write_nonblock("TWO")
    assert_equal "one\nTWO\n", File.read(path)
  end

  def test_buffered_writes_of_a_file_come_first
    file = track(File.open(path, "wb"))
    file.write("one ")
    assert_equal 3, file.write_nonblock("two")
    assert_equal "one two", File.read(path)
  end

  def test_flushing_waits_for_the_reader
    reader, writer = track(IO.pipe)
    nil while writer.write_nonblock("x" * 65_536, exception: false) != :wait_writable
    writer.sync = false
    writer.write("buffered")
    thread = waiting { writer.write_nonblock("y") }
    total = +""
    wait_until("all came") do
      part = reader.read_nonblock(65_536, exception: false)
      total << part if part.is_a?(String)
      total.end_with?("bufferedy")
    end
    assert_equal 1, finished(thread)
  end
end
