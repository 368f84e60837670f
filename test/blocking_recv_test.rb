# frozen_string_literal: true

require_relative "test_helper"

module BlockingRecvContract
  def test_waits_for_data
    thread = waiting { reader.recv(100) }
    writer.write("hello")
    assert_binary "hello", finished(thread)
  end

  def test_waits_and_fills_the_buffer
    buffer = +"old"
    thread = waiting { reader.recv(100, 0, buffer) }
    assert_equal "old", buffer
    writer.write("hello")
    assert_same buffer, finished(thread)
    assert_equal "hello", buffer
  end

  def test_waits_after_read_nonblock_found_nothing
    assert_same :wait_readable, reader.read_nonblock(5, exception: false)
    thread = waiting { reader.recv(100) }
    writer.write("hello")
    assert_equal "hello", finished(thread)
  end

  def test_waits_after_recv_nonblock_found_nothing
    assert_raises(IO::EAGAINWaitReadable) { reader.recv_nonblock(5) }
    thread = waiting { reader.recv(100) }
    writer.write("hello")
    assert_equal "hello", finished(thread)
  end

  def test_waits_again_each_time
    3.times do |i|
      thread = waiting { reader.recv(100) }
      writer.write(i.to_s)
      assert_equal i.to_s, finished(thread)
      assert_same :wait_readable, reader.recv_nonblock(5, exception: false)
    end
  end

  def test_waits_even_with_the_flag_that_says_not_to
    thread = waiting { reader.recv(100, Socket::MSG_DONTWAIT) }
    writer.write("hello")
    assert_equal "hello", finished(thread)
  end

  def test_waits_to_peek
    thread = waiting { reader.recv(100, Socket::MSG_PEEK) }
    writer.write("hello")
    assert_equal "hello", finished(thread)
    assert_equal "hello", reader.recv_nonblock(100)
  end

  def test_waits_for_length_zero
    thread = waiting { reader.recv(0) }
    writer.write("hello")
    assert_equal "", finished(thread).to_s
  end

  def test_does_not_wait_while_data_is_there
    deliver("hello")
    assert_equal "hello", finished(background { reader.recv(100) })
  end

  def test_bytes_pushed_back_are_refused_without_waiting
    reader.ungetbyte("x")
    thread = background { assert_raises(IOError) { reader.recv(100) } }
    assert_equal "recv for buffered IO", finished(thread).message
  end

  def test_another_thread_may_poll_meanwhile
    thread = waiting { reader.recv(100) }
    100.times { assert_same :wait_readable, reader.read_nonblock(5, exception: false) }
    writer.write("hello")
    assert_equal "hello", finished(thread)
  end
end

module BlockingRecvDuplexContract
  def test_another_thread_writes_while_one_waits
    thread = waiting { reader.recv(100) }
    writing = background do
      reader.write("written ")
      reader.write_nonblock("both ways")
    end
    finished(writing)
    received = +""
    received << await(writer).recv(100) until received.bytesize == 17
    assert_equal "written both ways", received
    writer.write("hello")
    assert_equal "hello", finished(thread)
  end

  def test_both_ends_answer_each_other
    rounds = 200
    echo = background { rounds.times { writer.write(writer.recv(100)) } }
    rounds.times do |i|
      reader.write_nonblock(i.to_s)
      assert_equal i.to_s, reader.recv(100)
    end
    finished(echo)
  end
end

module BlockingRecvStreamContract
  SIZE = 3_000_000

  def test_a_reader_and_a_writer_share_a_socket
    sending = background { reader.write("a" * SIZE) }
    answering = background { writer.write("b" * SIZE) }
    far = background { count(writer, "a") }
    near = background { count(reader, "b") }
    [sending, answering].each { |thread| assert_equal SIZE, finished(thread, 10) }
    [far, near].each { |thread| assert_equal SIZE, finished(thread, 10) }
  end

  private

  def count(socket, byte)
    total = 0
    buffer = +""
    while total < SIZE
      socket.recv(16_384, 0, buffer)
      raise "mixed up" unless buffer.count(byte) == buffer.bytesize && !buffer.empty?

      total += buffer.bytesize
    end
    total
  end
end

module BlockingRecvMessageContract
  def test_two_threads_wait_and_each_gets_a_message
    threads = Array.new(2) { waiting { reader.recv(100) } }
    writer.write("one")
    writer.write("two")
    assert_equal %w[one two], threads.map { |thread| finished(thread) }.sort
  end

  def test_an_empty_message_ends_the_wait
    thread = waiting { reader.recv(100) }
    writer.write_nonblock("")
    expected = kind.has?(:datagram) ? "" : NonblockTest::END_OF_STREAM
    assert_value expected, finished(thread)
  end
end

module BlockingRecvEndContract
  def test_the_end_of_the_stream_ends_the_wait
    thread = waiting { reader.recv(100) }
    writer.close
    assert_value NonblockTest::END_OF_STREAM, finished(thread)
  end

  def test_a_shutdown_by_the_writer_ends_the_wait
    thread = waiting { reader.recv(100) }
    writer.shutdown(Socket::SHUT_WR)
    assert_value NonblockTest::END_OF_STREAM, finished(thread)
  end
end

IOKinds.contract("BlockingRecv", :socket) do
  native_only
  include BlockingRecvContract
end
IOKinds.contract("BlockingRecvDuplex", :socket, :fill) do
  native_only
  include BlockingRecvDuplexContract
end
IOKinds.contract("BlockingRecvStream", :socket, :stream) do
  native_only
  include BlockingRecvStreamContract
end
IOKinds.contract("BlockingRecvMessage", :message) do
  native_only
  include BlockingRecvMessageContract
end
IOKinds.contract("BlockingRecvEnd", :socket, :eof) do
  native_only
  include BlockingRecvEndContract
end

class BlockingRecvTest < NonblockTest
  native_only
  include IOKindTest

  def test_a_reset_ends_the_wait
    reader, writer = track(tcp_pair)
    reader.write("unread")
    thread = waiting { reader.recv(100) }
    await(writer).close
    error = assert_raises(Errno::ECONNRESET) { finished(thread) }
    assert_equal Errno::ECONNRESET.new("recvfrom(2)").message, error.message
  end

  def test_a_refused_datagram_ends_the_wait
    receiver, sender = track(udp_pair)
    thread = waiting { sender.recv(100) }
    receiver.close
    sender.write_nonblock("hello")
    error = assert_raises(Errno::ECONNREFUSED) { finished(thread) }
    assert_equal Errno::ECONNREFUSED.new("recvfrom(2)").message, error.message
  end
end
