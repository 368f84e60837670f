# frozen_string_literal: true

require_relative "test_helper"

# A thread that waits in recv can be stopped, and the socket goes on working.
module InterruptContract
  class Stop < StandardError; end

  def teardown
    return if reader.closed?

    deliver("hello")
    assert_equal "hello", reader.recv_nonblock(100)
    reader.close
  end

  def test_timeout_ends_the_wait
    buffer = +"old"
    thread = background { Timeout.timeout(0.05) { reader.recv(100, 0, buffer) } }
    assert_raises(Timeout::Error) { finished(thread) }
    assert_equal "old", buffer
  end

  def test_a_timeout_that_does_not_fire
    thread = waiting { Timeout.timeout(10) { reader.recv(100) } }
    writer.write("in time")
    assert_equal "in time", finished(thread)
  end

  def test_kill_ends_the_wait
    ensured = false
    thread = waiting do
      reader.recv(100)
    ensure
      ensured = true
    end
    thread.kill
    assert_nil finished(thread)
    assert ensured
  end

  def test_raise_ends_the_wait
    thread = waiting { reader.recv(100) }
    thread.raise(Stop, "enough")
    error = assert_raises(Stop) { finished(thread) }
    assert_equal "enough", error.message
  end

  def test_raise_rescued_and_recv_again
    thread = waiting do
      reader.recv(100)
    rescue Stop
      reader.recv(100)
    end
    thread.raise(Stop)
    writer.write("after all")
    assert_equal "after all", finished(thread)
  end

  def test_close_in_another_thread_ends_the_wait
    thread = waiting { reader.recv(100) }
    closing = background { reader.close }
    assert_nil finished(closing)
    error = assert_raises(IOError) { finished(thread) }
    assert_equal "stream closed in another thread", error.message
    assert_predicate reader, :closed?
  end

  def test_close_in_another_thread_ends_every_wait
    threads = Array.new(3) { waiting { reader.recv(100) } }
    finished(background { reader.close })
    threads.each { |thread| assert_raises(IOError) { finished(thread) } }
  end

  def test_a_killed_thread_closes_the_socket_itself
    thread = waiting do
      reader.recv(100)
    ensure
      reader.close
    end
    thread.kill
    assert_nil finished(thread)
    assert_predicate reader, :closed?
  end

  def test_many_interrupts_lose_no_data
    20.times do |i|
      thread = waiting { reader.recv(100) }
      thread.kill
      finished(thread)
      deliver(i.to_s)
      assert_equal i.to_s, reader.recv(100)
    end
  end
end

IOKinds.contract("Interrupt", :socket) do
  native_only
  include InterruptContract
end

class InterruptServerTest < NonblockTest
  native_only

  def test_an_unconnected_udp_socket_can_be_interrupted
    socket = track(UDPSocket.new)
    socket.bind("127.0.0.1", 0)
    thread = waiting { socket.recv(10) }
    thread.kill
    assert_nil finished(thread)
    finished(background { socket.close })
  end

  def test_killing_a_thread_leaves_a_pipe_usable
    reader, writer = track(IO.pipe)
    assert_same :wait_readable, reader.read_nonblock(5, exception: false)
    thread = waiting { reader.readpartial(5) }
    thread.kill
    finished(thread)
    writer.write("hello")
    assert_equal "hello", reader.read_nonblock(5)
    reader.close
  end
end
