# frozen_string_literal: true

require_relative "test_helper"
require_relative "receive_calls"

module LengthContract
  def negative_message
    kind.has?(:socket) ? "negative string size (or size too big)" : "negative length -1 given"
  end

  def test_refuses_a_negative_length
    deliver("hello")
    assert_raises_with(ArgumentError, negative_message) { receive(-1) }
    assert_raises(ArgumentError) { receive(-(2**31)) }
    assert_equal "hello", receive(100)
  end

  def test_refuses_a_negative_length_before_it_looks_at_the_stream
    reader.close
    assert_raises_with(ArgumentError, negative_message) { receive(-1) }
  end

  def test_takes_a_length_that_converts_to_an_integer
    deliver("hello")
    length = Object.new
    def length.to_int = 100
    assert_equal "hello", receive(length)
    deliver("hello")
    assert_equal "hello", receive(5.9)
  end

  def test_refuses_a_length_that_is_no_integer
    deliver("hello")
    { "5" => "of String into Integer", nil => "from nil to integer", [] => "of Array into Integer",
      :five => "of Symbol into Integer", true => "of true into Integer" }.each do |length, text|
      assert_raises_with(TypeError, "no implicit conversion #{text}") { receive(length) }
    end
    assert_equal "hello", receive(100)
  end

  def test_an_error_in_the_conversion_comes_through
    deliver("hello")
    length = Object.new
    def length.to_int = raise("no number")
    assert_raises_with(RuntimeError, "no number") { receive(length) }
    assert_equal "hello", receive(100)
  end

  def test_takes_a_length_far_beyond_the_data
    native_only
    [1_000_000, 2**30, (2**31) - 1].each do |length|
      deliver("hello")
      assert_binary "hello", receive(length)
    end
  end

  def test_refuses_a_length_beyond_every_integer_type
    deliver("hello")
    [2**63, 2**64, 2**100].each do |length|
      assert_raises_with(RangeError, /too big to convert into/) { receive(length) }
    end
    assert_equal "hello", receive(100)
  end
end

module NegativeLengthContract
  def test_refuses_a_negative_length_with_a_buffer
    deliver("hello")
    buffer = +"old"
    assert_raises(ArgumentError) { receive(-1, buffer) }
    assert_equal "old", buffer
    assert_equal "hello", receive(100)
  end
end

module LongLengthContract
  def test_takes_a_length_beyond_32_bits
    native_only
    [2**31, 2**32].each do |length|
      deliver("hello")
      assert_binary "hello", reader.read_nonblock(length)
    end
  end

  def test_a_length_that_no_memory_holds_is_an_error_and_no_more
    deliver("hello")
    assert_raises(NoMemoryError) { reader.read_nonblock(2**62) }
    assert_equal "hello", reader.read_nonblock(100)
  end
end

module IntLengthContract
  def test_refuses_a_length_beyond_32_bits
    deliver("hello")
    [2**31, 2**32, 2**62].each do |length|
      assert_raises_with(RangeError, /too big to convert to/) { receive(length) }
    end
    assert_raises_with(RangeError, /too small to convert to/) { receive(-(2**31) - 1) }
    assert_equal "hello", receive(100)
  end
end

ReceiveCalls.contract("Length", LengthContract, :plain)
# With a buffer, MRI's sockets hand the kernel a length far beyond it.
if RUBY_ENGINE == "jruby"
  ReceiveCalls.contract("NegativeLength", NegativeLengthContract, :plain)
else
  IOKinds.contract("NegativeLength", :plain, without: [:socket]) do
    include NegativeLengthContract
    include ByReadNonblock
  end
end
IOKinds.contract("LongLength", :plain) { include LongLengthContract }
ReceiveCalls.socket_contract("IntLength", IntLengthContract, :plain)

class ArgumentsTest < NonblockTest
  def setup
    @reader, @writer = track(IO.pipe)
    @socket, @peer = track(UNIXSocket.pair)
  end

  def test_exception_must_be_true_or_false_on_io
    [nil, 1, :no, "true", Object].each do |value|
      message = "expected true or false as exception: #{value.inspect}"
      assert_raises_with(ArgumentError, message) { @reader.read_nonblock(1, exception: value) }
      assert_raises_with(ArgumentError, message) { @writer.write_nonblock("x", exception: value) }
    end
    assert_same :wait_readable, @reader.read_nonblock(1, exception: false)
  end

  def test_exception_is_checked_before_the_stream
    [@reader, @writer].each(&:close)
    assert_raises(ArgumentError) { @reader.read_nonblock(1, exception: nil) }
    assert_raises(ArgumentError) { @writer.write_nonblock("x", exception: nil) }
  end

  def test_sockets_take_only_false_for_false
    [nil, 1, "false"].each do |value|
      assert_raises(IO::EAGAINWaitReadable) { @socket.read_nonblock(1, exception: value) }
      assert_raises(IO::EAGAINWaitReadable) { @socket.recv_nonblock(1, exception: value) }
      assert_equal 1, @socket.write_nonblock("x", exception: value)
    end
  end

  def test_unknown_keywords
    message = "unknown keyword: :blocking"
    assert_raises_with(ArgumentError, message) { @reader.read_nonblock(1, blocking: false) }
    assert_raises_with(ArgumentError, message) { @writer.write_nonblock("x", blocking: false) }
    assert_raises_with(ArgumentError, message) { @socket.read_nonblock(1, blocking: false) }
    assert_raises_with(ArgumentError, message) { @socket.write_nonblock("x", blocking: false) }
    assert_raises_with(ArgumentError, message) { @socket.recv_nonblock(1, blocking: false) }
  end

  def test_number_of_arguments_of_read_nonblock
    [@reader, @socket].each do |io|
      assert_arity(0, "1..2") { io.read_nonblock }
      assert_arity(3, "1..2") { io.read_nonblock(1, nil, nil) }
    end
  end

  def test_number_of_arguments_of_write_nonblock
    [@writer, @socket].each do |io|
      assert_arity(0, "1") { io.write_nonblock }
      assert_arity(2, "1") { io.write_nonblock("x", "y") }
    end
  end

  def test_number_of_arguments_of_recv
    assert_arity(0, "1..3") { @socket.recv }
    assert_arity(4, "1..3") { @socket.recv(1, 0, nil, nil) }
    assert_arity(0, "1..3") { @socket.recv_nonblock }
    assert_arity(4, "1..3") { @socket.recv_nonblock(1, 0, nil, nil) }
  end

  def test_parameters_have_the_names_that_ruby_documents
    skip "defined in C on MRI" unless defined?(NonblockIO)

    keyword = [:key, :exception]
    assert_equal [:req, :opt, :key], IO.instance_method(:read_nonblock).parameters.map(&:first)
    assert_equal [:req, :key], IO.instance_method(:write_nonblock).parameters.map(&:first)
    assert_equal keyword, BasicSocket.instance_method(:recv_nonblock).parameters.last
  end

  def test_a_frozen_buffer_is_seen_before_a_closed_stream
    [@reader, @socket].each(&:close)
    assert_raises(FrozenError) { @reader.read_nonblock(1, "x".freeze) }
    assert_raises(FrozenError) { @socket.read_nonblock(1, "x".freeze) }
    assert_raises(FrozenError) { @socket.recv(1, 0, "x".freeze) }
    assert_raises(FrozenError) { @socket.recv_nonblock(1, 0, "x".freeze) }
  end

  def test_the_methods_stay_public_and_their_helpers_private
    %i[read_nonblock write_nonblock].each do |name|
      assert_includes IO.public_instance_methods, name
      assert_includes BasicSocket.public_instance_methods, name
    end
    helpers = BasicSocket.public_instance_methods.grep(/\A__(read|write|recv|socketpair)/)
    assert_empty helpers
  end

  private

  def assert_arity(given, expected, &block)
    message = "wrong number of arguments (given #{given}, expected #{expected})"
    assert_raises_with(ArgumentError, message, &block)
  end
end
