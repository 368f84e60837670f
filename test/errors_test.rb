# frozen_string_literal: true

require_relative "test_helper"

# Each error of the system comes through as itself, with MRI's message.
class ErrorsTest < NonblockTest
  native_only
  include IOKindTest

  RECEIVE = {
    read_nonblock: [->(io) { io.read_nonblock(5) }, nil],
    read_nonblock_quiet: [->(io) { io.read_nonblock(5, +"", exception: false) }, nil],
    recv: [->(io) { io.recv(5) }, "recvfrom(2)"],
    recv_nonblock: [->(io) { io.recv_nonblock(5) }, "recvfrom(2)"],
    recv_nonblock_quiet: [->(io) { io.recv_nonblock(5, 0, +"", exception: false) }, "recvfrom(2)"]
  }.freeze

  RECEIVE.each do |name, (call, detail)|
    define_method("test_tcp_reset_in_#{name}") do
      assert_errno(Errno::ECONNRESET, detail) { call.(reset(*track(tcp_pair))) }
    end

    define_method("test_unix_reset_in_#{name}") do
      assert_errno(Errno::ECONNRESET, detail) { call.(reset(*track(UNIXSocket.pair))) }
    end

    define_method("test_not_connected_in_#{name}") do
      socket = track(Socket.new(:INET, :STREAM))
      assert_errno(Errno::ENOTCONN, detail) { call.(socket) }
    end

    define_method("test_listening_socket_in_#{name}") do
      server = track(TCPServer.new("127.0.0.1", 0))
      assert_errno(Errno::ENOTCONN, detail) { call.(server) }
    end

    define_method("test_refused_datagram_in_#{name}") do
      receiver, sender = track(udp_pair)
      receiver.close
      sender.write_nonblock("hello")
      await(sender)
      assert_errno(Errno::ECONNREFUSED, detail) { call.(sender) }
    end
  end

  def test_after_a_reset_comes_the_end
    socket = reset(*track(tcp_pair))
    assert_raises(Errno::ECONNRESET) { socket.read_nonblock(5) }
    assert_raises(EOFError) { socket.read_nonblock(5) }
  end

  def test_an_error_leaves_the_buffer_alone
    buffer = +"größer"
    socket = reset(*track(tcp_pair))
    assert_raises(Errno::ECONNRESET) { socket.read_nonblock(5, buffer) }
    assert_raises(Errno::ENOTCONN) { track(Socket.new(:INET, :STREAM)).recv_nonblock(5, 0, buffer) }
    assert_equal ["größer", Encoding::UTF_8], [buffer, buffer.encoding]
  end

  def test_pipe_without_reader
    reader, writer = track(IO.pipe)
    reader.close
    assert_errno(Errno::EPIPE) { writer.write_nonblock("x") }
    assert_errno(Errno::EPIPE) { writer.write_nonblock("x", exception: false) }
    assert_equal 0, writer.write_nonblock("")
  end

  def test_pipe_without_reader_met_while_flushing
    reader, writer = track(IO.pipe)
    writer.sync = false
    writer.write("before")
    reader.close
    assert_errno(Errno::EPIPE) { writer.write_nonblock("x") }
  end

  def test_unix_socket_without_peer
    socket, peer = track(UNIXSocket.pair)
    peer.close
    2.times { assert_errno(Errno::EPIPE) { socket.write_nonblock("x") } }
    assert_errno(Errno::EPIPE) { socket.write_nonblock("x", exception: false) }
    assert_raises(EOFError) { socket.read_nonblock(5) }
  end

  def test_tcp_socket_without_peer
    socket = reset(*track(tcp_pair))
    assert_raises(Errno::ECONNRESET) { socket.read_nonblock(5) }
    assert_errno(Errno::EPIPE) { socket.write_nonblock("x") }
  end

  def test_writing_after_shutdown
    socket, = track(UNIXSocket.pair)
    socket.shutdown(Socket::SHUT_WR)
    assert_errno(Errno::EPIPE) { socket.write_nonblock("x") }
  end

  def test_writing_to_a_socket_that_is_not_connected
    assert_errno(Errno::EPIPE) { track(Socket.new(:INET, :STREAM)).write_nonblock("x") }
    assert_errno(Errno::EDESTADDRREQ) { track(UDPSocket.new).write_nonblock("x") }
  end

  def test_datagram_pair_without_peer
    socket, peer = track(UNIXSocket.pair(:DGRAM))
    peer.close
    assert_same :wait_readable, socket.recv_nonblock(5, exception: false)
    assert_errno(Errno::ECONNREFUSED) { socket.write_nonblock("x") }
    assert_errno(Errno::ENOTCONN) { socket.write_nonblock("x") }
  end

  def test_packet_pair_without_peer
    socket, peer = track(UNIXSocket.pair(:SEQPACKET))
    peer.close
    assert_errno(Errno::EPIPE) { socket.write_nonblock("x") }
    assert_raises(EOFError) { socket.read_nonblock(5) }
  end

  def test_descriptor_closed_by_someone_else
    reader, writer = track(IO.pipe)
    other_reader = IO.for_fd(reader.fileno, "r", autoclose: false)
    other_writer = IO.for_fd(writer.fileno, "w", autoclose: false)
    [reader, writer].each(&:close)
    assert_errno(Errno::EBADF) { other_reader.read_nonblock(5) }
    assert_errno(Errno::EBADF) { other_writer.write_nonblock("x") }
  end

  def test_uninitialized_streams
    assert_raises_with(IOError, "uninitialized stream") { IO.allocate.read_nonblock(5) }
    assert_raises_with(IOError, "uninitialized stream") { IO.allocate.write_nonblock("x") }
  end

  private

  # The first socket, whose peer closed with unread data and so reset the connection.
  def reset(socket, peer)
    socket.write("unread")
    await(peer).close
    await(socket)
  end
end

class OneWayTest < NonblockTest
  include IOKindTest

  def test_wrong_end_of_a_pipe
    reader, writer = track(IO.pipe)
    unreadable = "not opened for reading"
    unwritable = "not opened for writing"
    assert_raises_with(IOError, unreadable) { writer.read_nonblock(5) }
    assert_raises_with(IOError, unreadable) { writer.read_nonblock(0) }
    assert_raises_with(IOError, unreadable) { writer.read_nonblock(5, exception: false) }
    assert_raises_with(IOError, unwritable) { reader.write_nonblock("x") }
    assert_raises_with(IOError, unwritable) { reader.write_nonblock("", exception: false) }
  end

  def test_files_opened_one_way
    File.write(path, "content")
    file = track(File.open(path, "r"))
    assert_raises_with(IOError, "not opened for writing") { file.write_nonblock("x") }
    file = track(File.open(path, "a"))
    assert_raises_with(IOError, "not opened for reading") { file.read_nonblock(5) }
    assert_equal "content", File.read(path)
  end

  def test_processes_opened_one_way
    source = track(IO.popen(["echo", "hello"], "r"))
    assert_raises_with(IOError, "not opened for writing") { source.write_nonblock("x") }
    sink = track(IO.popen(["cat"], "w"))
    assert_raises_with(IOError, "not opened for reading") { sink.read_nonblock(5) }
    assert_equal "hello\n", await(source).read_nonblock(100)
  end

  def test_a_wrong_end_leaves_the_buffer_alone
    _, writer = track(IO.pipe)
    buffer = +"old"
    assert_raises(IOError) { writer.read_nonblock(5, buffer) }
    assert_equal "old", buffer
  end

  def test_close_write_of_a_socket
    socket, peer = track(UNIXSocket.pair)
    socket.close_write
    assert_raises_with(IOError, "not opened for writing") { socket.write_nonblock("x") }
    peer.write("hello")
    assert_equal "hello", socket.recv_nonblock(100)
  end

  def test_close_of_both_ends_of_a_socket
    socket, = track(UNIXSocket.pair)
    socket.close_write
    socket.close_read
    assert_raises_with(IOError, "closed stream") { socket.read_nonblock(5) }
    assert_raises_with(IOError, "closed stream") { socket.write_nonblock("x") }
  end
end
