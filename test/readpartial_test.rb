# frozen_string_literal: true

require_relative "test_helper"
require_relative "direct_reads"

# IO#readpartial.
module ReadpartialContract
  include DirectReadsContract

  def receive(length, buffer = nil)
    buffer ? reader.readpartial(length, buffer) : reader.readpartial(length)
  end

  def test_buffered_bytes_come_first_and_alone
    deliver("hello")
    reader.ungetbyte("xyz")
    assert_equal "xy", reader.readpartial(2)
    assert_equal "z", reader.readpartial(100, +"old")
    assert_equal "hello", reader.readpartial(100)
  end

  def test_the_rest_of_a_line
    deliver("one\ntwo\nthree")
    assert_equal "one\n", reader.gets
    assert_equal "two\nthree", reader.readpartial(100)
  end

  def test_length_zero_empties_the_buffer
    buffer = +"old"
    assert_equal "", reader.readpartial(0)
    assert_same buffer, reader.readpartial(0, buffer)
    assert_equal "", buffer
  end

  def test_a_negative_length
    assert_raises_with(ArgumentError, "negative length -1 given") { reader.readpartial(-1) }
  end
end

IOKinds.contract("Readpartial", :idle) do
  native_only
  include ReadpartialContract
end
IOKinds.contract("ReadpartialEnd", :eof) do
  native_only
  include DirectReadsEndContract
  include ReadpartialContract
end

class ReadpartialErrorsTest < NonblockTest
  native_only
  include IOKindTest
  include DirectReadErrors

  def receive(io)
    io.readpartial(10)
  end

  def test_a_directory
    directory = track(File.open(__dir__))
    error = assert_raises(Errno::EISDIR) { directory.readpartial(3) }
    assert_equal "Is a directory @ io_getpartial - #{__dir__}", error.message
  end

  def test_a_file
    file = track(File.open(__FILE__))
    assert_equal "# froz", file.readpartial(6)
    assert_equal "en_string_literal: true\n", file.gets
    assert_operator file.readpartial(10_000).bytesize, :>, 100
  end
end
