# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class UnixNamedTest < NonblockTest
  include SocketHelpers

  native_only

  def test_datagrams_by_address
    receiver = named_dgram("receiver")
    sender = track(Socket.new(:UNIX, :DGRAM))
    sender.send("one", 0, receiver.local_address)
    sender.send("two", 0, Socket.sockaddr_un(unix_path("receiver")))
    assert_equal %w[one two], [receiver.recv(10), receiver.recv(10)]
  end

  def test_connected_datagrams
    receiver = named_dgram("receiver")
    sender = track(Socket.new(:UNIX, :DGRAM))
    assert_equal 0, sender.connect(Addrinfo.unix(unix_path("receiver"), :DGRAM))
    assert_equal [5, 5], [sender.send("hello", 0), sender.write("again")]
    assert_equal %w[hello again], [receiver.recv(10), receiver.recv(10)]
    assert_equal unix_path("receiver"), sender.remote_address.unix_path
  end

  def test_datagrams_both_ways
    left = named_dgram("left")
    right = named_dgram("right")
    left.connect(right.local_address)
    right.connect(left.local_address)
    left.send("ping", 0)
    assert_equal ["ping", unix_path("left")], right.recvfrom(10).then { |d, a| [d, a.unix_path] }
    right.send("pong", 0)
    assert_equal "pong", await(left).recv_nonblock(10)
  end

  # What sd_notify(3) does.
  def test_addrinfo_connect
    receiver = named_dgram("supervisor")
    Addrinfo.unix(unix_path("supervisor"), :DGRAM).connect do |socket|
      assert_instance_of Socket, socket
      assert_equal 7, socket.send("READY=1", 0)
    end
    assert_equal "READY=1", receiver.recv(100)
  end

  def test_addrinfo_bind
    receiver = track(Addrinfo.unix(unix_path, :DGRAM).bind)
    assert_instance_of Socket, receiver
    assert_equal [unix_path, Socket::SOCK_DGRAM],
                 receiver.local_address.then { |address| [address.unix_path, address.socktype] }
    track(Addrinfo.unix(unix_path, :DGRAM).connect).send("hello", 0)
    assert_equal "hello", receiver.recv(10)
  end

  def test_addrinfo_listen
    server = track(Addrinfo.unix(unix_path).listen)
    client = track(Addrinfo.unix(unix_path).connect)
    connection, address = server.accept
    track(connection)
    assert_instance_of Socket, connection
    assert_instance_of Addrinfo, address
    client.write("hello\n")
    assert_equal "hello\n", connection.gets
  end

  def test_stream_sockets
    server = track(Socket.new(:UNIX, :STREAM))
    assert_equal 0, server.bind(Socket.sockaddr_un(unix_path))
    assert_equal 0, server.listen(5)
    client = track(Socket.new(:UNIX, :STREAM))
    assert_equal 0, client.connect(Socket.sockaddr_un(unix_path))
    connection = track(server.accept.first)
    connection.write("hello")
    connection.close
    assert_equal "hello", client.read
  end

  def test_seqpacket_sockets
    linux_only
    server = track(Addrinfo.unix(unix_path, :SEQPACKET).listen)
    client = track(Addrinfo.unix(unix_path, :SEQPACKET).connect)
    connection = track(server.accept.first)
    client.send("one", 0)
    client.send("two", 0)
    assert_equal %w[one two], [connection.recv(10), connection.recv(10)]
    connection.send("answer", 0)
    assert_equal "answer", client.recv(10)
    client.close
    assert_equal END_OF_STREAM.inspect, connection.recv(10).inspect
  end

  def test_unix_sockets_meet_sockets
    server = track(UNIXServer.new(unix_path))
    client = track(Addrinfo.unix(unix_path).connect)
    client.write("hello")
    assert_equal "hello", track(server.accept).readpartial(10)
  end

  def test_abstract_datagrams
    linux_only
    name = "\0nonblock-io-#{Process.pid}-datagram"
    receiver = track(Addrinfo.unix(name, :DGRAM).bind)
    assert_equal name, receiver.local_address.unix_path
    track(Addrinfo.unix(name, :DGRAM).connect).send("hello", 0)
    assert_equal "hello", receiver.recv(10)
  end

  def test_abstract_streams
    linux_only
    name = "\0nonblock-io-#{Process.pid}-stream"
    server = track(UNIXServer.new(name))
    client = track(UNIXSocket.new(name))
    connection = track(server.accept)
    client.write("hello")
    assert_equal "hello", connection.readpartial(10)
    assert_equal [name, ["AF_UNIX", name]], [server.path, client.peeraddr]
  end

  def test_paths_too_long
    path = unix_path("a" * 200)
    message = /\Atoo long unix socket path \(#{path.bytesize} ?bytes given but \d+ ?bytes max\)\z/
    assert_raises_with(ArgumentError, message) { UNIXServer.new(path) }
    assert_raises_with(ArgumentError, message) { UNIXSocket.new(path) }
    assert_raises_with(ArgumentError, message) { Socket.sockaddr_un(path) }
    assert_raises_with(ArgumentError, message) { Addrinfo.unix(path) }
  end

  def test_the_longest_path
    linux_only
    fill = 108 - directory.bytesize - 1
    path = unix_path("a" * fill)
    server = track(UNIXServer.new(path))
    client = track(UNIXSocket.new(path))
    track(server.accept).write("hello")
    assert_equal "hello", client.readpartial(10)
  end

  def test_names_in_use
    named_dgram("taken")
    assert_raises(Errno::EADDRINUSE) { named_dgram("taken") }
  end

  def test_nobody_there
    assert_raises(Errno::ENOENT) { Addrinfo.unix(unix_path).connect }
    assert_raises(Errno::ENOENT) { Addrinfo.unix(unix_path, :DGRAM).connect }
    named_dgram("gone").close
    assert_raises(Errno::ECONNREFUSED) { Addrinfo.unix(unix_path("gone"), :DGRAM).connect }
  end

  def test_a_type_that_does_not_fit
    named_dgram("receiver")
    assert_raises(Errno::EPROTOTYPE) { Addrinfo.unix(unix_path("receiver")).connect }
  end

  def test_no_waiting_connections_on_datagrams
    socket = named_dgram("receiver")
    assert_raises(Errno::EOPNOTSUPP) { socket.listen(1) }
  end

  def test_servers_by_name
    Socket.unix_server_socket(unix_path) do |server|
      client = track(Socket.unix(unix_path))
      connection = track(server.accept.first)
      client.write("hello")
      assert_equal "hello", connection.readpartial(10)
      assert_equal unix_path, server.local_address.unix_path
    end
    refute_path_exists unix_path
  end

  def test_path_of_a_server_for_a_descriptor
    server = track(UNIXServer.new(unix_path))
    copy = UNIXServer.for_fd(server.fileno)
    copy.autoclose = false
    assert_equal unix_path, copy.path
  end
end
