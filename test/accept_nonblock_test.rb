# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

module AcceptNonblockContract
  def setup
    server
  end

  def test_accepts_a_waiting_connection
    client = connect
    connection = accepted(await(server).accept_nonblock)
    assert_instance_of connection_class, connection
    client.write("question\n")
    assert_equal "question\n", connection.gets
    connection.write("answer\n")
    assert_equal "answer\n", client.gets
  end

  def test_nobody_there
    error = assert_raises(IO::EAGAINWaitReadable) { server.accept_nonblock }
    assert_equal "Resource temporarily unavailable - accept(2) would block", error.message
  end

  def test_nobody_there_as_a_symbol
    assert_equal :wait_readable, server.accept_nonblock(exception: false)
  end

  def test_the_server_blocks_again_afterwards
    assert_equal :wait_readable, server.accept_nonblock(exception: false)
    thread = waiting { server.accept }
    client = connect
    accepted(finished(thread)).write("hello")
    assert_equal "hello", client.readpartial(10)
  end

  def test_accepts_one_after_the_other
    clients = Array.new(3) { connect }
    clients.each_with_index { |client, i| client.write(i.to_s) }
    connections = clients.map { accepted(await(server).accept_nonblock) }
    assert_equal %w[0 1 2], connections.map { |connection| connection.readpartial(1) }.sort
    assert_equal :wait_readable, server.accept_nonblock(exception: false)
  end

  def test_the_connection_is_close_on_exec
    connect
    assert_predicate accepted(await(server).accept_nonblock), :close_on_exec?
  end

  def test_the_connection_is_binary_and_unbuffered
    connect
    connection = accepted(await(server).accept_nonblock)
    assert_predicate connection, :sync
    assert_predicate connection, :binmode?
    assert_equal Encoding::BINARY, connection.external_encoding || Encoding::BINARY
  end

  def test_the_connection_reads_without_blocking
    client = connect
    connection = accepted(await(server).accept_nonblock)
    assert_equal :wait_readable, connection.read_nonblock(10, exception: false)
    client.write("hello")
    assert_equal "hello", await(connection).read_nonblock(10)
    client.close
    assert_nil await(connection).read_nonblock(10, exception: false)
  end

  def test_the_connection_can_be_selected_on
    client = connect
    connection = accepted(await(server).accept_nonblock)
    assert_equal [[], [connection], []], IO.select([connection], [connection], nil, 5)
    client.write("hello")
    assert_equal [[connection], [], []], IO.select([connection], nil, nil, 5)
  end

  def test_blocking_reads_on_the_connection_wait
    client = connect
    connection = accepted(await(server).accept_nonblock)
    thread = waiting { connection.read(5) }
    client.write("hello")
    assert_equal "hello", finished(thread)
  end

  def test_sysaccept_gives_a_descriptor
    client = connect
    descriptor = accepted_descriptor(server.sysaccept)
    assert_kind_of Integer, descriptor
    connection = track(connection_class.for_fd(descriptor))
    client.write("hello")
    assert_equal "hello", await(connection).readpartial(10)
    connection.close
    assert_equal "", client.read
  end

  def test_sysaccept_waits
    thread = waiting { server.sysaccept }
    client = connect
    connection = track(connection_class.for_fd(accepted_descriptor(finished(thread))))
    connection.write("hello")
    assert_equal "hello", client.readpartial(10)
  end

  def test_accept_can_be_interrupted
    thread = waiting { assert_raises(Timeout::Error) { server.accept } }
    thread.raise(Timeout::Error, "stop")
    assert_equal "stop", finished(thread).message
    refute_predicate server, :closed?
  end

  def test_a_closed_server
    server.close
    assert_raises_with(IOError, "closed stream") { server.accept_nonblock }
    assert_raises_with(IOError, "closed stream") { server.sysaccept }
  end
end

class TCPServerAcceptNonblockTest < NonblockTest
  native_only

  include SocketHelpers
  include AcceptNonblockContract

  def server
    @server ||= tcp_server
  end

  def connect
    track(TCPSocket.new("127.0.0.1", server.addr[1]))
  end

  def accepted(connection)
    track(connection)
  end

  def accepted_descriptor(descriptor)
    descriptor
  end

  def connection_class
    TCPSocket
  end

  def test_addresses_of_the_connection
    client = connect
    connection = accepted(await(server).accept_nonblock)
    assert_equal client.addr, connection.peeraddr
    assert_equal client.peeraddr, connection.addr
    assert_equal client.local_address.ip_port, connection.remote_address.ip_port
  end

  def test_over_ipv6
    need_host("::1")
    server = tcp_server("::1")
    client = track(TCPSocket.new("::1", server.addr[1]))
    connection = accepted(await(server).accept_nonblock)
    assert_equal ["AF_INET6", client.addr[1], "::1", "::1"], connection.peeraddr
  end

  def test_a_client_that_left
    client = connect
    client.setsockopt(Socket::Option.linger(true, 0))
    client.close
    connection = await(server).accept_nonblock(exception: false)
    accepted(connection) unless connection == :wait_readable
  end
end

class UNIXServerAcceptNonblockTest < NonblockTest
  native_only

  include SocketHelpers
  include AcceptNonblockContract

  def server
    @server ||= track(UNIXServer.new(unix_path))
  end

  def connect
    track(UNIXSocket.new(unix_path))
  end

  def accepted(connection)
    track(connection)
  end

  def accepted_descriptor(descriptor)
    descriptor
  end

  def connection_class
    UNIXSocket
  end

  def test_addresses_of_the_connection
    connect
    connection = accepted(await(server).accept_nonblock)
    assert_equal [["AF_UNIX", unix_path], ["AF_UNIX", ""]], [connection.addr, connection.peeraddr]
    assert_equal unix_path, connection.path
  end
end

class SocketAcceptNonblockTest < NonblockTest
  native_only

  include SocketHelpers
  include AcceptNonblockContract

  native_only

  def server
    @server ||= track(Addrinfo.tcp("127.0.0.1", 0).listen)
  end

  def connect
    track(Socket.tcp("127.0.0.1", server.local_address.ip_port))
  end

  def accepted(pair)
    connection, @address = pair
    track(connection)
  end

  def accepted_descriptor(pair)
    descriptor, @address = pair
    descriptor
  end

  def connection_class
    Socket
  end

  def test_the_address_of_the_client
    client = connect
    accepted(await(server).accept_nonblock)
    assert_instance_of Addrinfo, @address
    assert_equal ["127.0.0.1", client.local_address.ip_port], @address.ip_unpack
    assert_equal [Socket::SOCK_STREAM, 0], [@address.socktype, @address.protocol]
  end

  def test_the_address_of_a_client_with_sysaccept
    client = connect
    track(Socket.for_fd(accepted_descriptor(server.sysaccept)))
    assert_equal client.local_address.ip_port, @address.ip_port
  end

  def test_a_socket_that_does_not_listen
    socket = bound_socket("127.0.0.1", :STREAM)
    assert_errno(Errno::EINVAL, "accept(2)") { socket.accept_nonblock }
    assert_errno(Errno::EINVAL, "accept(2)") { socket.accept }
    assert_errno(Errno::EINVAL, "accept(2)") { socket.sysaccept }
  end

  def test_a_datagram_socket
    assert_errno(Errno::EOPNOTSUPP, "accept(2)") { bound_socket.accept_nonblock }
    assert_errno(Errno::EOPNOTSUPP, "listen(2)") { bound_socket.listen(1) }
  end
end
