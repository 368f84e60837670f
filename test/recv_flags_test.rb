# frozen_string_literal: true

require_relative "test_helper"
require_relative "receive_calls"

module PeekContract
  def test_peeking_leaves_the_data
    deliver("hello")
    2.times { assert_binary "hello", receive(100, nil, Socket::MSG_PEEK) }
    assert_equal "hello", receive(100)
  end

  def test_peeking_at_the_first_byte
    deliver("\x16hello")
    assert_equal "\x16", receive(1, nil, Socket::MSG_PEEK)
    assert_equal "\x16hello", reader.read_nonblock(100)
  end

  def test_peeking_into_a_buffer
    deliver("hello")
    buffer = +"something longer"
    assert_same buffer, receive(2, buffer, Socket::MSG_PEEK)
    assert_equal "he", buffer
    assert_same buffer, receive(100, buffer)
    assert_equal "hello", buffer
  end

  def test_peeking_before_gets
    deliver("one\ntwo\n")
    assert_equal "one\ntwo\n", receive(100, nil, Socket::MSG_PEEK)
    assert_equal "one\n", reader.gets
  end

  def test_flags_combine
    deliver("hello")
    flags = Socket::MSG_PEEK | Socket::MSG_DONTWAIT
    assert_equal "hello", receive(100, nil, flags)
    assert_equal "hello", receive(100, nil, Socket::MSG_DONTWAIT)
  end

  def test_takes_flags_that_convert_to_an_integer
    flags = Object.new
    def flags.to_int = Socket::MSG_PEEK
    deliver("hello")
    assert_equal "hello", receive(100, nil, flags)
    assert_equal "hello", receive(100)
  end

  def test_refuses_flags_that_are_no_integer
    deliver("hello")
    buffer = +"old"
    assert_raises_with(TypeError, "no implicit conversion of String into Integer") do
      receive(100, buffer, "MSG_PEEK")
    end
    assert_raises_with(TypeError, "no implicit conversion of Symbol into Integer") do
      receive(100, buffer, :PEEK)
    end
    assert_raises_with(RangeError, /too big to convert to/) { receive(100, buffer, 2**40) }
    assert_equal "old", buffer
    assert_equal "hello", receive(100)
  end
end

module FlagsOfStreamsContract
  def test_waitall_returns_all_that_was_asked_for
    deliver("hello")
    assert_equal "hello", receive(5, nil, Socket::MSG_WAITALL)
  end

  # MRI's sockets are in non-blocking mode, where the kernel does not wait for the rest.
  def test_waitall_returns_what_is_there
    deliver("hello")
    assert_equal "hello", finished(background { receive(10, nil, Socket::MSG_WAITALL) }, 3)
  end

  def test_trunc_takes_the_bytes_from_the_stream
    deliver("hello")
    assert_equal 2, receive(2, nil, Socket::MSG_TRUNC).bytesize
    assert_equal "llo", receive(100)
  end
end

module FlagsOfMessagesContract
  def test_trunc_changes_nothing_where_the_message_fits
    deliver("hello", "next")
    assert_equal "hello", receive(5, nil, Socket::MSG_TRUNC)
    assert_equal "next", receive(100, nil, Socket::MSG_TRUNC)
  end

  # Beyond the bytes received, the content is undefined on MRI.
  def test_trunc_drops_what_does_not_fit
    deliver("hello", "next")
    got = receive(2, nil, Socket::MSG_TRUNC)
    assert_equal "he", got.byteslice(0, 2)
    assert_operator got.bytesize, :<=, 5
    assert_equal "next", receive(100)
  end

  def test_peeking_at_a_part_leaves_the_whole_message
    deliver("hello", "next")
    assert_equal "he", receive(2, nil, Socket::MSG_PEEK)
    assert_equal "hello", receive(100)
    assert_equal "next", receive(100)
  end

  def test_peeking_at_an_empty_message
    writer.write_nonblock("")
    writer.write_nonblock("next")
    settle
    empty = kind.has?(:datagram) ? "" : NonblockTest::END_OF_STREAM
    assert_value empty, receive(5, nil, Socket::MSG_PEEK)
    assert_value empty, receive(5)
    assert_equal "next", receive(5)
  end
end

module UrgentDataContract
  def test_there_is_no_urgent_data
    assert_errno(Errno::EINVAL, "recvfrom(2)") { receive(1, nil, Socket::MSG_OOB) }
  end

  def test_urgent_data_is_received_apart
    send_urgent("abc", "!")
    urgent = nil
    wait_until("urgent data came") do
      urgent = reader.recv_nonblock(1, Socket::MSG_OOB | Socket::MSG_PEEK, exception: false)
      urgent.is_a?(String)
    rescue Errno::EINVAL
      false
    end
    assert_equal "!", urgent
    assert_equal "!", receive(1, nil, Socket::MSG_OOB)
    assert_equal "abc", receive(100)
    assert_errno(Errno::EINVAL, "recvfrom(2)") { receive(1, nil, Socket::MSG_OOB) }
  end

  private

  # JRuby's own send knows no flags, so the other end is Java's there.
  def send_urgent(data, urgent)
    if jruby?
      server = track(TCPServer.new("127.0.0.1", 0))
      client = Java::JavaNet::Socket.new("127.0.0.1", server.addr[1])
      @pair = track(server.accept, client)
      client.output_stream.write(data.to_java_bytes)
      client.send_urgent_data(urgent.ord)
    else
      writer.write(data)
      writer.send(urgent, Socket::MSG_OOB)
    end
  end
end

module NoUrgentDataContract
  def test_urgent_data_does_not_exist_here
    error = assert_raises(SystemCallError) { receive(1, nil, Socket::MSG_OOB) }
    assert_equal Errno::EOPNOTSUPP::Errno, error.errno
    assert_equal Errno::EOPNOTSUPP.new("recvfrom(2)").message, error.message
  end
end

ReceiveCalls.socket_contract("Peek", PeekContract, native: true)
ReceiveCalls.socket_contract("FlagsOfStreams", FlagsOfStreamsContract, :stream, native: true)
ReceiveCalls.socket_contract("FlagsOfMessages", FlagsOfMessagesContract, :message, native: true)
ReceiveCalls.socket_contract("UrgentData", UrgentDataContract, :tcp, native: true)
ReceiveCalls.socket_contract("NoUrgentData", NoUrgentDataContract, :message, :fill, native: true)

class RecvFlagsTest < NonblockTest
  def test_nil_flags_of_recv_are_no_flags
    reader, writer = track(UNIXSocket.pair)
    writer.write("hello")
    assert_equal "he", reader.recv(2, nil)
    buffer = +""
    assert_same buffer, reader.recv(100, nil, buffer)
    assert_equal "llo", buffer
  end
end
