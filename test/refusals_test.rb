# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

# What the socket methods refuse, in MRI's words.
class RefusalsTest < NonblockTest
  include SocketHelpers

  native_only

  BIG = RUBY_VERSION < "3.4" ? "`unsigned long long'" : "'unsigned long long'"
  NEGATIVE = "negative string size (or size too big)"

  def test_recvmsg_lengths
    _, right = unix_sockets
    [-1, 2**63, 2**64 - 1].each do |length|
      assert_raises_with(ArgumentError, NEGATIVE) { right.recvmsg(length) }
      assert_raises_with(ArgumentError, NEGATIVE) { right.recvmsg(nil, 0, length) }
    end
    assert_raises_with(RangeError, "bignum too big to convert into #{BIG}") { right.recvmsg(2**64) }
    assert_raises_with(TypeError, "no implicit conversion from string") { right.recvmsg("3") }
    assert_raises_with(TypeError, "no implicit conversion from boolean") { right.recvmsg(true) }
  end

  def test_recv_io_without_a_file
    left, right = unix_sockets
    left.close
    message = /\Afile descriptor was not passed \(msg_controllen=0 smaller than/
    assert_raises_with(SocketError, message) { right.recv_io }
  end

  def test_recv_io_with_two_files
    linux_only "the length is Linux's"
    left, right = unix_sockets
    left.sendmsg("a", 0, nil, Socket::AncillaryData.unix_rights($stdin, $stdin))
    message = "file descriptor was not passed (cmsg_len=24, 20 expected)"
    assert_raises_with(SocketError, message) { right.recv_io }
  end

  def test_recv_io_of_another_kind
    left, right = unix_sockets
    File.open(File::NULL) { |file| left.send_io(file) }
    assert_errno(Errno::EBADF, "not a socket file descriptor") { right.recv_io(TCPSocket) }
  end

  def test_send_io_numbers
    left, = unix_sockets
    assert_raises_with(RangeError, /\Ainteger 1099511627776 too big/) { left.send_io(2**40) }
    assert_errno(Errno::EBADF, "sendmsg(2)") { left.send_io(99_999) }
  end

  def test_empty_destination
    receiver, sender = udp_sockets
    assert_errno(Errno::EINVAL, "sendto(2)") { sender.send("a", 0, "") }
    assert_equal 1, sender.sendmsg("b", 0, "")
    assert_equal "b", await(receiver).recv(9)
    left, right = unix_sockets(:DGRAM)
    assert_equal 1, left.send("c", 0, "")
    assert_equal "c", right.recv(9)
  end

  def test_paths_with_nul
    assert_raises_with(ArgumentError, "path name contains null byte") { UNIXServer.new("a\0b") }
    assert_raises_with(ArgumentError, "path name contains null byte") { UNIXSocket.new("a\0b") }
  end

  def test_server_paths_keep_their_encoding
    path = unix_path("sé")
    server = track(UNIXServer.new(path))
    assert_equal path, server.path
    assert_equal Encoding::UTF_8, server.path.encoding
    assert_binary path.b, server.addr.last
    assert_binary "", track(UNIXSocket.new(path)).path
    server.close
    assert_raises(IOError) { server.path }
  end

  def test_udp_sockets_of_descriptors
    receiver = bound_udp
    socket = track(UDPSocket.for_fd(descriptor(:INET, :DGRAM)))
    assert_equal 0, socket.bind("127.0.0.1", 0)
    assert_equal 0, socket.connect("127.0.0.1", receiver.addr[1])
    assert_equal 1, socket.send("a", 0)
    assert_equal ["a", socket.addr], await(receiver).recvfrom(9)
    port = receiver.addr[1]
    other = track(UDPSocket.for_fd(descriptor(:INET, :DGRAM)))
    detail = "bind(2) for \"127.0.0.1\" port #{port}"
    assert_errno(Errno::EADDRINUSE, detail) { other.bind("127.0.0.1", port) }
  end

  def test_udp_sockets_of_other_families
    message = "Address family for hostname not supported"
    socket = track(UDPSocket.new)
    [-> { socket.bind("::1", 0) }, -> { socket.connect("::1", 9) }].each do |call|
      assert_equal message, assert_raises(SocketError, &call).message[/: (.*)/, 1]
    end
    assert_raises_with(SocketError, "unknown socket domain: XX") { UDPSocket.new("XX") }
  end

  private

  def descriptor(family, type)
    socket = Socket.new(family, type)
    socket.autoclose = false
    socket.fileno
  end
end
