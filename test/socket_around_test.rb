# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

# What goes with the non-blocking methods: accept, shutdown, addresses, descriptors.
class SocketAroundTest < NonblockTest
  include SocketHelpers

  native_only

  test_over_ip :socket_listens_and_accepts do |family, host|
    server = track(Socket.new(family, :STREAM))
    assert_equal 0, server.bind(Socket.sockaddr_in(0, host))
    assert_equal 0, server.listen(5)
    client = track(Socket.new(family, :STREAM))
    assert_equal 0, client.connect(server.local_address)
    connection, address = server.accept
    track(connection)
    assert_instance_of Socket, connection
    assert_equal client.local_address.ip_unpack, address.ip_unpack
    client.write("hello\n")
    assert_equal "hello\n", connection.gets
  end

  def test_accept_waits
    server = track(Addrinfo.tcp("127.0.0.1", 0).listen)
    thread = waiting { server.accept }
    client = track(Socket.tcp("127.0.0.1", server.local_address.ip_port))
    connection = track(finished(thread).first)
    connection.write("hello")
    assert_equal "hello", client.readpartial(10)
  end

  def test_accept_ends_when_the_server_is_closed
    server = track(Addrinfo.tcp("127.0.0.1", 0).listen)
    thread = waiting { assert_raises(IOError) { server.accept } }
    server.close
    assert_match(/closed/, finished(thread).message)
  end

  def test_listen_wants_an_integer
    assert_raises(TypeError) { bound_socket("127.0.0.1", :STREAM).listen("five") }
  end

  def test_bind_errors
    server = tcp_server
    socket = track(Socket.new(:INET, :STREAM))
    taken = Socket.sockaddr_in(server.addr[1], "127.0.0.1")
    error = assert_raises(Errno::EADDRINUSE) { socket.bind(taken) }
    assert_equal "Address already in use - bind(2) for 127.0.0.1:#{server.addr[1]}", error.message
    assert_raises(Errno::EADDRNOTAVAIL) { socket.bind(Socket.sockaddr_in(0, "192.0.2.1")) }
  end

  def test_connect_errors
    socket = track(Socket.new(:INET, :STREAM))
    port = closed_port
    error = assert_raises(Errno::ECONNREFUSED) { socket.connect(Addrinfo.tcp("127.0.0.1", port)) }
    assert_equal "Connection refused - connect(2) for 127.0.0.1:#{port}", error.message
  end

  def test_connecting_twice
    server = tcp_server
    address = Addrinfo.tcp("127.0.0.1", server.addr[1])
    socket = track(address.connect)
    assert_equal 0, socket.connect(address)
  end

  def test_addresses_of_tcp
    ours, theirs = tcp_sockets
    assert_equal theirs.remote_address.ip_unpack, ours.local_address.ip_unpack
    assert_equal theirs.local_address.ip_unpack, ours.remote_address.ip_unpack
    [ours.local_address, ours.remote_address].each do |address|
      assert_equal [Socket::AF_INET, Socket::PF_INET, Socket::SOCK_STREAM, 0],
                   [address.afamily, address.pfamily, address.socktype, address.protocol]
    end
  end

  def test_addresses_of_udp
    receiver, sender = udp_sockets
    assert_equal ["127.0.0.1", receiver.addr[1]], receiver.local_address.ip_unpack
    assert_equal receiver.local_address.ip_unpack, sender.remote_address.ip_unpack
    assert_equal [Socket::SOCK_DGRAM, 0],
                 [sender.remote_address.socktype, sender.remote_address.protocol]
  end

  def test_addresses_of_ipv6
    need_host("::1")
    server = tcp_server("::1")
    assert_equal ["::1", server.addr[1]], server.local_address.ip_unpack
    assert_equal Socket::PF_INET6, server.local_address.pfamily
  end

  def test_addresses_of_unix_sockets
    server = track(UNIXServer.new(unix_path))
    client = track(UNIXSocket.new(unix_path))
    assert_equal [unix_path] * 2, [server.local_address, client.remote_address].map(&:unix_path)
    assert_equal "", client.local_address.unix_path
    assert_equal Socket::SOCK_STREAM, server.local_address.socktype
  end

  def test_an_unbound_socket
    address = track(Socket.new(:INET, :STREAM)).local_address
    assert_equal ["0.0.0.0", 0], address.ip_unpack
    address = track(UDPSocket.new).local_address
    assert_equal ["0.0.0.0", 0], address.ip_unpack
  end

  def test_no_remote_address
    [tcp_server, bound_udp, track(Socket.new(:INET, :STREAM)), track(UNIXServer.new(unix_path))]
      .each { |socket| assert_errno(Errno::ENOTCONN, "getpeername(2)") { socket.remote_address } }
  end

  def test_names_are_packed_addresses
    ours, theirs = tcp_sockets
    assert_equal theirs.getpeername, ours.getsockname
    assert_equal ours.local_address.ip_unpack.reverse, Socket.unpack_sockaddr_in(ours.getsockname)
    server = track(UNIXServer.new(unix_path))
    assert_equal unix_path, Socket.unpack_sockaddr_un(server.getsockname)
  end

  def test_shutdown_of_writing
    ours, theirs = tcp_sockets
    ours.write("last words")
    assert_equal 0, ours.shutdown(:WR)
    assert_equal "last words", theirs.read
    theirs.write("answer")
    assert_equal "answer", ours.readpartial(10)
    assert_raises(IOError, Errno::EPIPE) { ours.write("more") }
  end

  def test_shutdown_of_reading
    left, right = unix_sockets
    left.shutdown(Socket::SHUT_RD)
    assert_raises(Errno::EPIPE) { right.send("a", 0) }
  end

  def test_shutdown_of_both
    ours, theirs = tcp_sockets
    assert_equal 0, ours.shutdown
    assert_equal "", theirs.read
  end

  def test_shutdown_takes_names_and_numbers
    [:RD, :SHUT_RD, "RD", "SHUT_RD", Socket::SHUT_RD, :RDWR, "WR", 2].each do |how|
      assert_equal 0, unix_sockets.first.shutdown(how)
    end
  end

  def test_shutdown_refuses_the_rest
    socket = unix_sockets.first
    message = "`how' should be either :SHUT_RD, :SHUT_WR, :SHUT_RDWR"
    error = assert_raises(ArgumentError) { socket.shutdown(9) }
    assert_equal message.delete("`'"), error.message.delete("`'")
    assert_raises_with(SocketError, "unknown shutdown argument: FOO") { socket.shutdown(:FOO) }
    assert_raises(TypeError) { socket.shutdown(Object.new) }
  end

  def test_shutdown_without_a_connection
    assert_errno(Errno::ENOTCONN, "shutdown(2)") { track(Socket.new(:INET, :STREAM)).shutdown }
  end

  def test_shutdown_wakes_a_waiting_reader
    ours, = tcp_sockets
    thread = waiting { ours.recv(10) }
    ours.shutdown(:RD)
    assert_equal END_OF_STREAM.inspect, finished(thread).inspect
  end

  def test_sockets_are_close_on_exec
    sockets = [*tcp_sockets, bound_udp, *unix_sockets, track(Socket.new(:UNIX, :DGRAM)),
               *track(*Socket.pair(:UNIX, :STREAM))]
    assert_equal [true], sockets.map(&:close_on_exec?).uniq
    socket = sockets.last
    socket.close_on_exec = false
    refute_predicate socket, :close_on_exec?
  end

  # JRuby would hand the mode on to programs by other ways than a redirection.
  def test_programs_get_sockets_that_block
    linux_only
    ours, = unix_sockets
    ours.read_nonblock(1, exception: false)
    [ours, ours.fileno, track(ours.dup)].each do |input|
      flags = IO.popen(["cat", "/proc/self/fdinfo/0", { in: input }], &:read)[/flags:\s*(\d+)/, 1]
      assert_equal 0, flags.oct & File::NONBLOCK, input.inspect
    end
  end

  def test_a_connected_socket_waits_for_a_line
    server = tcp_server
    client = track(Socket.new(:INET, :STREAM))
    client.connect(server.local_address)
    accepted = track(server.accept)
    thread = waiting { client.gets }
    assert_equal "sleep", thread.status
    accepted.write("hello\n")
    assert_equal "hello\n", finished(thread)
  end

  def test_sockets_for_descriptors
    ours, theirs = tcp_sockets
    copy = Socket.for_fd(ours.fileno)
    copy.autoclose = false
    theirs.write("hello")
    assert_equal "hello", copy.readpartial(10)
    assert_equal ours.remote_address.ip_unpack, copy.remote_address.ip_unpack
  end

  def test_udp_sockets_for_descriptors
    receiver, sender = udp_sockets
    copy = UDPSocket.for_fd(receiver.fileno)
    copy.autoclose = false
    sender.send("hello", 0)
    assert_equal ["hello", sender.addr[1]], copy.recvfrom(10).then { |data, from| [data, from[1]] }
  end

  def test_servers_for_descriptors
    server = tcp_server
    copy = TCPServer.for_fd(server.fileno)
    copy.autoclose = false
    client = track(TCPSocket.new("127.0.0.1", server.addr[1]))
    track(copy.accept).write("hello")
    assert_equal "hello", client.readpartial(10)
  end

  def test_ssl_over_an_accepted_socket
    require "openssl"
    server = track(Addrinfo.tcp("127.0.0.1", 0).listen)
    client = track(Socket.tcp("127.0.0.1", server.local_address.ip_port))
    connection = track(await(server).accept_nonblock.first)
    secured = OpenSSL::SSL::SSLSocket.new(connection, server_context)
    thread = background { secured.accept.gets }
    over_ssl = OpenSSL::SSL::SSLSocket.new(client, OpenSSL::SSL::SSLContext.new)
    over_ssl.connect
    over_ssl.puts("secret")
    assert_equal "secret\n", finished(thread, 15)
  end

  private

  def server_context
    key = OpenSSL::PKey::RSA.new(2048)
    certificate = OpenSSL::X509::Certificate.new
    certificate.subject = certificate.issuer = OpenSSL::X509::Name.parse("/CN=localhost")
    certificate.public_key = key.public_key
    certificate.serial = 1
    certificate.not_before = Time.now - 60
    certificate.not_after = Time.now + 600
    certificate.sign(key, OpenSSL::Digest.new("SHA256"))
    OpenSSL::SSL::SSLContext.new.tap do |context|
      context.cert = certificate
      context.key = key
    end
  end
end
