# frozen_string_literal: true

require_relative "test_helper"
require_relative "receive_calls"

# What recv and recv_nonblock share.
module RecvContract
  def test_returns_the_bytes_as_a_binary_string
    deliver("h\xFFllo")
    assert_binary "h\xFFllo", receive(100)
  end

  def test_receives_into_the_buffer_and_returns_it
    deliver("hello")
    buffer = +"something longer"
    assert_same buffer, receive(100, buffer)
    assert_equal "hello", buffer
  end

  def test_fills_a_buffer_shorter_than_the_data
    deliver("hello" * 100)
    buffer = +""
    receive(500, buffer)
    assert_equal "hello" * 100, buffer
  end

  def test_refuses_while_bytes_are_buffered
    native_only if kind.has?(:datagram)
    deliver("hello")
    reader.ungetbyte("x")
    buffer = +"old"
    assert_raises_with(IOError, buffered_message) { receive(100) }
    assert_raises_with(IOError, buffered_message) { receive(100, buffer) }
    assert_equal "old", buffer
    assert_equal "x", reader.read_nonblock(100)
    assert_equal "hello", receive(100)
  end

  def test_refuses_to_peek_while_bytes_are_buffered
    reader.ungetbyte("x")
    assert_raises_with(IOError, buffered_message) { receive(1, nil, Socket::MSG_PEEK) }
  end

  def test_closed_stream
    reader.close
    assert_raises_with(IOError, "closed stream") { receive(1) }
    assert_raises_with(IOError, "closed stream") { receive(1, +"", Socket::MSG_PEEK) }
  end
end

module RecvStreamContract
  def test_takes_no_more_than_asked_for_and_leaves_the_rest
    deliver("hello world")
    assert_equal "hel", receive(3)
    assert_equal "lo world", receive(100)
  end

  def test_refuses_what_gets_left_behind
    deliver("one\ntwo\n")
    assert_equal "one\n", reader.gets
    assert_raises_with(IOError, buffered_message) { receive(100) }
    assert_equal "two\n", reader.gets
    deliver("three")
    assert_equal "three", receive(100)
  end

  def test_length_zero_leaves_the_data
    native_only
    deliver("hello")
    assert_value NonblockTest::END_OF_STREAM, receive(0)
    assert_equal "hello", receive(100)
  end
end

module RecvMessageContract
  def test_returns_one_message_at_a_time
    deliver("one", "two", "three")
    assert_equal %w[one two three], Array.new(3) { receive(100) }
  end

  def test_loses_what_does_not_fit
    deliver("hello", "next")
    assert_equal "he", receive(2)
    assert_equal "next", receive(100)
  end

  def test_large_messages_arrive_whole
    data = Array.new(1200) { |i| format("%015d ", i) }.join
    deliver(data, data.reverse)
    assert_equal data, receive(100_000)
    assert_equal data.reverse, receive(20_000, +"")
  end

  def test_length_zero_drops_a_message
    native_only
    deliver("hello", "next")
    assert_value empty_message, receive(0)
    assert_equal "next", receive(100)
  end

  def test_empty_messages_arrive_in_their_place
    native_only
    send_messages("one", "", "", "two")
    assert_equal ["one", empty_message, empty_message, "two"], Array.new(4) { receive(100) }
  end

  def test_an_empty_message_and_the_buffer
    native_only
    send_messages("", "next")
    buffer = +"old"
    got = receive(100, buffer)
    assert_value empty_message, got
    if got
      assert_same buffer, got
    else
      assert_equal "old", buffer
    end
    assert_same buffer, receive(100, buffer)
    assert_equal "next", buffer
  end

  def send_messages(*messages)
    messages.each { |message| assert_equal message.bytesize, writer.write_nonblock(message) }
    settle
  end

  def empty_message
    kind.has?(:datagram) ? "" : NonblockTest::END_OF_STREAM
  end
end

module RecvEndContract
  def test_end_of_stream
    finish
    2.times { assert_value NonblockTest::END_OF_STREAM, receive(100) }
    assert_value NonblockTest::END_OF_STREAM, receive(100, nil, Socket::MSG_PEEK)
  end

  def test_end_of_stream_and_the_buffer
    finish
    buffer = +"größer"
    got = receive(100, buffer)
    assert_equal Encoding::UTF_8, buffer.encoding
    if NonblockTest::END_OF_STREAM
      assert_same buffer, got
      assert_equal "", buffer
    else
      assert_nil got
      assert_equal "größer", buffer
    end
  end

  def test_data_comes_before_the_end
    deliver("hello")
    finish
    assert_equal "hello", receive(100)
    assert_value NonblockTest::END_OF_STREAM, receive(100)
  end

  def test_end_of_stream_after_shutdown_by_the_writer
    deliver("hello")
    writer.shutdown(Socket::SHUT_WR)
    assert_equal "hello", receive(100)
    assert_value NonblockTest::END_OF_STREAM, receive(100)
  end

  def test_end_of_stream_after_close_write_by_the_writer
    writer.close_write
    settle
    assert_value NonblockTest::END_OF_STREAM, receive(100)
    reader.write("back")
    await(writer)
    assert_equal "back", writer.recv(100)
  end

  def test_end_of_stream_after_close_read
    reader.close_read
    assert_value NonblockTest::END_OF_STREAM, receive(100)
    assert_raises(EOFError) { reader.read_nonblock(100) }
    assert_equal 4, reader.write_nonblock("back")
    await(writer)
    assert_equal "back", writer.recv(100)
  end
end

ReceiveCalls.socket_contract("Recv", RecvContract)
ReceiveCalls.socket_contract("RecvStream", RecvStreamContract, :stream)
ReceiveCalls.socket_contract("RecvMessage", RecvMessageContract, :message)
ReceiveCalls.socket_contract("RecvEnd", RecvEndContract, :eof, native: true)
