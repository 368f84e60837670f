# frozen_string_literal: true

require_relative "test_helper"
require_relative "direct_reads"

# IO#sysread.
module SysreadContract
  include DirectReadsContract

  def receive(length, buffer = nil)
    buffer ? reader.sysread(length, buffer) : reader.sysread(length)
  end

  def test_refuses_to_pass_buffered_bytes
    deliver("hello")
    reader.ungetbyte("x")
    buffer = +"old"
    assert_raises_with(IOError, "sysread for buffered IO") { reader.sysread(5) }
    assert_raises_with(IOError, "sysread for buffered IO") { reader.sysread(5, buffer) }
    assert_equal "old", buffer
    reader.getbyte
    assert_equal "hello", reader.sysread(5)
  end

  def test_length_zero_leaves_the_buffer
    buffer = +"old"
    assert_equal "", reader.sysread(0)
    assert_same buffer, reader.sysread(0, buffer)
    assert_equal "old", buffer
  end

  def test_length_zero_does_not_mind_buffered_bytes
    reader.ungetbyte("x")
    assert_equal "", reader.sysread(0)
  end

  def test_a_negative_length
    message = "negative string size (or size too big)"
    assert_raises_with(ArgumentError, message) { reader.sysread(-1) }
    reader.close
    assert_raises_with(ArgumentError, message) { reader.sysread(-1) }
  end
end

IOKinds.contract("Sysread", :idle) do
  native_only
  include SysreadContract
end
IOKinds.contract("SysreadEnd", :eof) do
  native_only
  include DirectReadsEndContract
  include SysreadContract
end

class SysreadErrorsTest < NonblockTest
  native_only
  include IOKindTest
  include DirectReadErrors

  def receive(io)
    io.sysread(10)
  end

  def test_a_directory
    directory = track(File.open(__dir__))
    error = assert_raises(Errno::EISDIR) { directory.sysread(3) }
    assert_equal "Is a directory @ rb_io_sysread - #{__dir__}", error.message
  end

  def test_a_file
    file = track(File.open(__FILE__))
    assert_equal "# froz", file.sysread(6)
    assert_equal "en", file.sysread(2, +"")
    file.gets
    assert_raises_with(IOError, "sysread for buffered IO") { file.sysread(1) }
  end
end
