# frozen_string_literal: true

require_relative "test_helper"
require_relative "receive_calls"

module BufferContract
  def test_refuses_a_frozen_buffer_and_keeps_the_data
    deliver("hello")
    frozen = "old".freeze
    message = assert_raises(FrozenError) { frozen << "new" }.message
    assert_raises_with(FrozenError, message) { receive(100, frozen) }
    assert_raises_with(FrozenError, message) { receive(0, frozen) }
    assert_equal "old", frozen
    assert_equal "hello", receive(100)
  end

  def test_copies_of_the_buffer_stay_as_they_are
    deliver("hello")
    buffer = +"0123456789" * 10
    copy = buffer.dup
    part = buffer[5, 60]
    tail = buffer[40..]
    receive(100, buffer)
    assert_equal "hello", buffer
    assert_equal "0123456789" * 10, copy
    assert_equal ("0123456789" * 10)[5, 60], part
    assert_equal "0123456789" * 6, tail
  end

  def test_what_the_buffer_was_cut_from_stays_as_it_is
    deliver("hello", kind.has?(:stream) ? "again" : "")
    whole = +"0123456789" * 10
    buffer = whole[50..]
    front = whole[0, 60]
    receive(5, buffer)
    receive(5, front) if kind.has?(:stream)
    assert_equal "hello", buffer
    assert_equal "0123456789" * 10, whole
  end

  def test_changing_the_buffer_later_leaves_copies_of_it_alone
    deliver("hello")
    buffer = +""
    receive(100, buffer)
    copy = buffer.dup
    part = buffer[1, 3]
    buffer << " world"
    buffer.setbyte(1, 120)
    assert_equal "hxllo world", buffer
    assert_equal %w[hello ell], [copy, part]
  end

  def test_reusing_the_buffer_leaves_copies_of_it_alone
    buffer = String.new(capacity: 4096)
    copies = %w[one two six].map do |word|
      deliver(word)
      receive(100, buffer)
      buffer.dup
    end
    assert_equal %w[one two six], copies
  end

  def test_a_buffer_grows_and_shrinks_with_the_data
    buffer = +""
    ["x" * 500, "y", "z" * 100].each do |data|
      deliver(data)
      assert_same buffer, receive(500, buffer)
      assert_equal data, buffer
    end
  end

  def test_results_share_nothing_with_each_other
    deliver("hello")
    first = receive(100)
    deliver("world")
    second = receive(100)
    first << "!"
    first.setbyte(0, 72)
    assert_equal %w[Hello! world], [first, second]
  end

  def test_a_subclass_of_string_is_filled
    deliver("hello")
    buffer = Class.new(String).new("old")
    assert_same buffer, receive(100, buffer)
    assert_equal "hello", buffer
  end

  def test_an_object_that_converts_to_a_string_is_converted
    deliver("hello")
    text = +"old"
    object = Object.new
    object.define_singleton_method(:to_str) { text }
    assert_same text, receive(100, object)
    assert_equal "hello", text
  end

  def test_refuses_what_is_no_string
    deliver("hello")
    { 5 => "Integer", :old => "Symbol", ["old"] => "Array" }.each do |object, name|
      message = "no implicit conversion of #{name} into String"
      assert_raises_with(TypeError, message) { receive(100, object) }
    end
    assert_equal "hello", receive(100)
  end
end

module BufferEncodingContract
  def test_the_buffer_keeps_its_encoding
    native_only if kind.has?(:datagram)
    ["größer", "größer".encode("UTF-16LE"), "old".encode("US-ASCII"), "old".b].each do |text|
      deliver("hello")
      buffer = text.dup
      assert_same buffer, receive(100, buffer)
      assert_equal text.encoding, buffer.encoding
      assert_equal "hello".b, buffer.b
    end
  end

  def test_what_ruby_knew_of_the_old_content_is_forgotten
    native_only if kind.has?(:datagram)
    buffer = +"old"
    assert_predicate buffer, :ascii_only?
    deliver("é")
    receive(100, buffer)
    assert_equal [false, true, 1], [buffer.ascii_only?, buffer.valid_encoding?, buffer.length]
    deliver("\xFFab")
    receive(100, buffer)
    assert_equal [false, false, 3], [buffer.ascii_only?, buffer.valid_encoding?, buffer.length]
    deliver("ok")
    receive(100, buffer)
    assert_equal [true, true, 2], [buffer.ascii_only?, buffer.valid_encoding?, buffer.length]
    assert_equal "ok".hash, buffer.hash
  end
end

ReceiveCalls.contract("Buffer", BufferContract, :plain)
ReceiveCalls.contract("BufferEncoding", BufferEncodingContract, :plain, native: true)
