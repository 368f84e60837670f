# frozen_string_literal: true

require_relative "test_helper"
require "io/wait"

# IO#wait(events, timeout), and what the kernel says about ends, errors and urgent data.
class WaitEventsTest < NonblockTest
  native_only
  include IOKindTest

  READ = IO::READABLE
  WRITE = IO::WRITABLE
  URGENT = IO::PRIORITY
  ALL = READ | WRITE | URGENT
  # Since Ruby 3.2 the answer is the events, before it was the IO.
  ANSWERS_EVENTS = RUBY_VERSION >= "3.2"

  def test_a_socket_that_is_writable
    socket, = track(UNIXSocket.pair)
    assert_nil socket.wait(READ, 0)
    assert_nil socket.wait(READ | URGENT, 0)
    assert_events WRITE, socket, WRITE
    assert_events WRITE, socket, READ | WRITE
    assert_events WRITE, socket, ALL
    assert_events WRITE, socket, WRITE, nil
  end

  def test_a_socket_that_is_both
    near, far = track(UNIXSocket.pair)
    far.write("x")
    await(near)
    assert_events READ | WRITE, near, READ | WRITE
    assert_events READ, near, READ
    assert_events WRITE, near, WRITE
  end

  def test_buffered_bytes_are_readable
    reader, = track(IO.pipe)
    reader.ungetbyte("x")
    [READ, READ | WRITE, ALL].each do |events|
      assert_equal(ANSWERS_EVENTS ? READ : true, reader.wait(events, 0))
    end
    assert_nil reader.wait(WRITE, 0)
    assert_equal(ANSWERS_EVENTS ? READ : true, reader.wait(READ, -1))
  end

  def test_waits_for_what_comes_first
    near, far = track(UNIXSocket.pair)
    fill(near)
    thread = waiting { near.wait(READ | WRITE, 10) }
    far.write("x")
    assert_equal(ANSWERS_EVENTS ? READ : near, finished(thread))
    near.getbyte
    thread = waiting { near.wait(READ | WRITE, nil) }
    wait_until("there is room") { far.readpartial(65_536) && near.wait_writable(0) }
    assert_equal(ANSWERS_EVENTS ? WRITE : near, finished(thread))
  end

  def test_the_end_of_a_pipe
    reader, writer = track(IO.pipe)
    writer.close
    assert_events READ, reader, READ
    assert_events READ, reader, ALL
    assert_same false, reader.wait(WRITE, 0)
    assert_same false, reader.wait_priority(0)
    assert_same false, reader.wait(:w, 0)
  end

  def test_a_pipe_without_reader
    reader, writer = track(IO.pipe)
    reader.close
    assert_same writer, writer.wait_writable(0)
    assert_events READ | WRITE, writer, WRITE
    assert_events READ | WRITE, writer, ALL
  end

  def test_the_end_of_a_socket
    near, far = track(UNIXSocket.pair)
    far.close
    assert_events READ | WRITE, near, ALL
    assert_events READ, near, READ
  end

  def test_events_that_are_none
    reader, = track(IO.pipe)
    if ANSWERS_EVENTS
      message = "Events must be positive integer!"
      [0, -1].each { |n| assert_raises_with(ArgumentError, message) { reader.wait(n, 0) } }
    else
      assert_nil reader.wait(0, 0)
    end
    assert_nil reader.wait(8, 0)
  end

  def test_events_of_another_type
    reader, = track(IO.pipe)
    assert_raises_with(TypeError, "no implicit conversion of String into Integer") do
      reader.wait("r", 0)
    end
    assert_raises(TypeError) { reader.wait(nil, 0) }
    assert_nil reader.wait(1.5, 0)
  end

  def test_urgent_data
    near, far = track(tcp_pair)
    assert_nil near.wait_priority(0)
    thread = waiting { near.wait_priority }
    far.send("!", Socket::MSG_OOB)
    assert_same near, finished(thread)
    assert_same near, near.wait_priority(0)
    assert_events URGENT, near, URGENT
    assert_events URGENT | WRITE, near, ALL
    assert_nil near.wait_readable(0)
    assert_equal "!", near.recv(1, Socket::MSG_OOB)
    assert_nil near.wait_priority(0)
  end

  def test_urgent_data_beside_other_data
    near, far = track(tcp_pair)
    far.write("ab")
    far.send("!", Socket::MSG_OOB)
    near.wait_priority
    await(near)
    assert_events ALL, near, ALL
    assert_equal "ab", near.read_nonblock(10)
    assert_nil near.wait_readable(0)
  end

  def test_a_server_with_a_caller
    server = track(TCPServer.new("127.0.0.1", 0))
    assert_nil server.wait_readable(0)
    thread = waiting { server.wait_readable }
    track(TCPSocket.new("127.0.0.1", server.addr[1]))
    assert_same server, finished(thread)
    assert_events READ, server, ALL
    track(server.accept_nonblock)
    assert_nil server.wait_readable(0)
  end

  def test_a_unix_server_with_a_caller
    server = track(UNIXServer.new(File.join(directory, "server")))
    assert_nil server.wait_readable(0)
    track(UNIXSocket.new(server.path))
    assert_same server, server.wait_readable(5)
  end

  def test_a_connection_that_is_refused
    server = TCPServer.new("127.0.0.1", 0)
    address = server.local_address
    server.close
    socket = track(Socket.new(:INET, :STREAM))
    answer = socket.connect_nonblock(address, exception: false)
    assert_same :wait_writable, answer
    assert_same socket, socket.wait_writable(5)
    assert_raises(Errno::ECONNREFUSED) { socket.connect_nonblock(address) }
  end

  def test_a_child_in_both_directions
    child = track(IO.popen("cat", "r+"))
    assert_nil child.wait_readable(0)
    assert_raises_with(IOError, "not opened for writing") { child.wait_writable(0) }
    child.write("hello")
    assert_same child, child.wait_readable(10)
    assert_equal "hello", child.readpartial(10)
    assert_nil child.wait_readable(0)
    child.close_write
    assert_same child, child.wait_readable(10)
    assert_raises(EOFError) { child.readpartial(10) }
  end

  def test_a_terminal
    controller, terminal = track(pty)
    assert_nil terminal.wait_readable(0)
    assert_same terminal, terminal.wait_writable(0)
    controller.write("typed")
    assert_same terminal, terminal.wait_readable(5)
    assert_equal "typed", terminal.readpartial(10)
    assert_nil terminal.wait_readable(0)
    terminal.write("shown")
    assert_same controller, controller.wait_readable(5)
  end

  private

  def assert_events(expected, io, events, timeout = 0)
    assert_equal(ANSWERS_EVENTS ? expected : io, io.wait(events, timeout))
  end

  def fill(socket)
    nil while socket.write_nonblock("x" * 4096, exception: false).is_a?(Integer)
  end
end
