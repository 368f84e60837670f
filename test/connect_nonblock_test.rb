# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class ConnectNonblockTest < NonblockTest
  include SocketHelpers

  native_only

  test_over_ip :connects do |family, host|
    server = tcp_server(host)
    socket = track(Socket.new(family, :STREAM))
    connect(socket, Socket.sockaddr_in(server.addr[1], host))
    connection = track(server.accept)
    socket.write_nonblock("question\n")
    assert_equal "question\n", connection.gets
    connection.write("answer\n")
    assert_equal "answer\n", socket.gets
    assert_equal [host, server.addr[1]], socket.remote_address.ip_unpack
  end

  def test_in_progress
    socket = track(Socket.new(:INET, :STREAM))
    error = assert_raises(IO::EINPROGRESSWaitWritable) { socket.connect_nonblock(unanswered) }
    assert_equal "Operation now in progress - connect(2) would block", error.message
    assert_kind_of IO::WaitWritable, error
  end

  def test_in_progress_as_a_symbol
    socket = track(Socket.new(:INET, :STREAM))
    assert_equal :wait_writable, socket.connect_nonblock(unanswered, exception: false)
    assert_raises(Errno::EALREADY) { socket.connect_nonblock(unanswered) }
  end

  def test_in_progress_can_be_given_up
    socket = track(Socket.new(:INET, :STREAM))
    socket.connect_nonblock(unanswered, exception: false)
    assert_nil IO.select(nil, [socket], nil, 0.05)
    socket.close
    assert_predicate socket, :closed?
  end

  def test_connected_already
    server = tcp_server
    address = Addrinfo.tcp("127.0.0.1", server.addr[1])
    socket = track(Socket.new(:INET, :STREAM))
    connect(socket, address)
    assert_equal 0, socket.connect_nonblock(address, exception: false)
    assert_raises(Errno::EISCONN) { socket.connect_nonblock(address) }
  end

  def test_refused
    socket = track(Socket.new(:INET, :STREAM))
    address = Socket.sockaddr_in(closed_port, "127.0.0.1")
    error = assert_raises(Errno::ECONNREFUSED) { connect(socket, address) }
    assert_match(/\AConnection refused - connect\(2\) for 127\.0\.0\.1:\d+\z/, error.message)
  end

  def test_refused_is_seen_by_select
    socket = track(Socket.new(:INET, :STREAM))
    address = Socket.sockaddr_in(closed_port, "127.0.0.1")
    begin
      socket.connect_nonblock(address, exception: false)
    rescue Errno::ECONNREFUSED
      return pass
    end
    assert IO.select(nil, [socket], nil, 5)
    assert_equal Errno::ECONNREFUSED::Errno, socket.getsockopt(:SOCKET, :ERROR).int
  end

  def test_write_straight_after_becoming_writable
    server = tcp_server
    socket = track(Socket.new(:INET, :STREAM))
    socket.connect_nonblock(Socket.sockaddr_in(server.addr[1], "127.0.0.1"), exception: false)
    assert IO.select(nil, [socket], nil, 5)
    assert_equal 5, socket.write_nonblock("hello")
    connection = track(server.accept)
    assert_equal "hello", connection.readpartial(10)
    connection.write("answer")
    assert_equal "answer", await(socket).read_nonblock(10)
  end

  def test_everything_else_works_afterwards
    server = tcp_server
    socket = track(Socket.new(:INET, :STREAM))
    connect(socket, Addrinfo.tcp("127.0.0.1", server.addr[1]))
    connection = track(server.accept)
    thread = waiting { socket.read(5) }
    connection.write("hello")
    assert_equal "hello", finished(thread)
    socket.puts("line")
    assert_equal "line\n", connection.gets
    connection.close
    assert_nil socket.gets
    socket.close
  end

  def test_connects_to_a_unix_path
    server = track(UNIXServer.new(unix_path))
    socket = track(Socket.new(:UNIX, :STREAM))
    assert_equal 0, socket.connect_nonblock(Socket.sockaddr_un(unix_path))
    socket.write("hello")
    assert_equal "hello", track(server.accept).readpartial(10)
  end

  def test_connects_datagrams
    receiver = bound_udp
    socket = track(Socket.new(:INET, :DGRAM))
    assert_equal 0, socket.connect_nonblock(Addrinfo.udp("127.0.0.1", receiver.addr[1]))
    socket.send("hello", 0)
    assert_equal "hello", receiver.recv(10)
  end

  def test_bound_before_connecting
    server = tcp_server
    socket = bound_socket("127.0.0.1", :STREAM)
    port = socket.local_address.ip_port
    connect(socket, Addrinfo.tcp("127.0.0.1", server.addr[1]))
    assert_equal port, track(server.accept).peeraddr[1]
  end

  def test_with_a_timeout
    server = tcp_server
    socket = track(Socket.tcp("127.0.0.1", server.addr[1], connect_timeout: 5))
    socket.write("hello")
    assert_equal "hello", track(server.accept).readpartial(10)
  end

  def test_refused_with_a_timeout
    port = closed_port
    assert_raises(Errno::ECONNREFUSED) { Socket.tcp("127.0.0.1", port, connect_timeout: 5) }
  end

  def test_connect_waits_and_can_be_interrupted
    socket = track(Socket.new(:INET, :STREAM))
    address = unanswered
    thread = waiting { assert_raises(Timeout::Error) { socket.connect(address) } }
    thread.raise(Timeout::Error, "stop")
    assert_equal "stop", finished(thread).message
  end

  def test_refuses_what_is_no_address
    socket = track(Socket.new(:INET, :STREAM))
    assert_raises(TypeError) { socket.connect_nonblock(nil) }
    assert_raises(TypeError) { socket.connect_nonblock(1) }
  end

  def test_a_closed_socket
    socket = track(Socket.new(:INET, :STREAM))
    socket.close
    address = Socket.sockaddr_in(1, "127.0.0.1")
    assert_raises_with(IOError, "closed stream") { socket.connect_nonblock(address) }
  end

  private

  # Connects as a caller of the non-blocking method does.
  def connect(socket, address)
    return 0 unless socket.connect_nonblock(address, exception: false) == :wait_writable

    assert IO.select(nil, [socket], nil, 5)
    socket.connect_nonblock(address, exception: false)
  end

  # The address of a server whose queue is full, so that nothing answers.
  def unanswered
    linux_only "elsewhere a full queue refuses"
    server = track(Addrinfo.tcp("127.0.0.1", 0).bind)
    server.listen(0)
    address = server.local_address
    clients = Array.new(3) { track(Socket.new(:INET, :STREAM)) }
    clients.each { |client| client.connect_nonblock(address, exception: false) }
    wait_until("the queue is full") { queue_full?(clients) }
    address
  end

  def queue_full?(clients)
    clients.count { |client| IO.select(nil, [client], nil, 0) } < clients.size
  end
end
