# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class SendTest < NonblockTest
  native_only

  include SocketHelpers

  def test_sends_over_tcp
    ours, theirs = tcp_sockets
    assert_equal 5, ours.send("hello", 0)
    assert_equal "hello", theirs.recv(10)
  end

  def test_sends_over_unix
    left, right = unix_sockets
    assert_equal 5, left.send("hello", 0)
    assert_equal "hello", right.recv(10)
  end

  def test_counts_bytes
    left, right = unix_sockets
    assert_equal 6, left.send("äöü", 0)
    assert_binary "äöü", right.recv(10)
  end

  test_over_ip :udp_sends_to_where_it_is_connected do |_, host|
    receiver, sender = udp_sockets(host)
    assert_equal 5, sender.send("hello", 0)
    assert_equal "hello", receiver.recv(10)
  end

  test_over_ip :udp_sends_to_a_host_and_port do |_, host|
    receiver = bound_udp(host)
    sender = bound_udp(host)
    assert_equal 5, sender.send("hello", 0, host, receiver.addr[1])
    assert_equal "hello", receiver.recv(10)
    assert_equal 5, sender.send("again", 0, host, receiver.addr[1].to_s)
    assert_equal "again", receiver.recv(10)
  end

  test_over_ip :udp_sends_to_a_packed_address do |_, host|
    receiver = bound_udp(host)
    address = Socket.sockaddr_in(receiver.addr[1], host)
    assert_equal 5, bound_udp(host).send("hello", 0, address)
    assert_equal "hello", receiver.recv(10)
  end

  test_over_ip :udp_sends_to_an_addrinfo do |_, host|
    receiver = bound_udp(host)
    assert_equal 5, bound_udp(host).send("hello", 0, Addrinfo.udp(host, receiver.addr[1]))
    assert_equal "hello", receiver.recv(10)
  end

  test_over_ip :socket_sends_to_an_address do |_, host|
    receiver = bound_socket(host)
    sender = bound_socket(host)
    assert_equal 5, sender.send("hello", 0, receiver.local_address)
    assert_equal 5, sender.send("again", 0, receiver.getsockname)
    assert_equal %w[hello again], [receiver.recv(10), receiver.recv(10)]
  end

  def test_takes_no_destination_as_nil
    receiver, sender = udp_sockets
    assert_equal 5, sender.send("hello", 0, nil)
    assert_equal "hello", receiver.recv(10)
  end

  def test_a_destination_beats_the_connection
    receiver, sender = udp_sockets
    other = bound_udp
    sender.send("hello", 0, "127.0.0.1", other.addr[1])
    assert_equal "hello", other.recv(10)
    assert_equal :wait_readable, receiver.recv_nonblock(10, exception: false)
  end

  def test_sends_to_a_host_name
    receiver = bound_udp
    skip "localhost has no IPv4 address" unless localhost_over_ipv4?
    assert_equal 5, track(UDPSocket.new).send("hello", 0, "localhost", receiver.addr[1])
    assert_equal "hello", receiver.recv(10)
  end

  def test_an_unknown_host_is_a_socket_error
    assert_raises(SocketError) { bound_udp.send("a", 0, "no-such-host.invalid", 1) }
  end

  def test_sends_empty_messages
    receiver, sender = udp_sockets
    assert_equal 0, sender.send("", 0)
    assert_equal 0, sender.send("", 0, "127.0.0.1", receiver.addr[1])
    assert_equal "", receiver.recv(10)
    assert_equal "", receiver.recv(10)
  end

  def test_an_empty_message_over_tcp_is_nothing
    ours, theirs = tcp_sockets
    assert_equal 0, ours.send("", 0)
    assert_equal :wait_readable, theirs.recv_nonblock(10, exception: false)
  end

  def test_a_message_too_long
    _, sender = udp_sockets
    assert_errno(Errno::EMSGSIZE, "send(2)") { sender.send("a" * 70_000, 0) }
  end

  def test_a_message_too_long_with_a_host
    receiver, sender = udp_sockets
    port = receiver.addr[1]
    error = assert_raises(Errno::EMSGSIZE) { sender.send("a" * 70_000, 0, "127.0.0.1", port) }
    assert_match(/sendto\(2\) for "?127.0.0.1"? port #{port}/, error.message)
  end

  def test_reports_that_nobody_listens
    receiver, sender = udp_sockets
    receiver.close
    sender.send("a", 0)
    assert_errno(Errno::ECONNREFUSED, "send(2)") { sender.send("b", 0) }
    assert_equal 1, sender.send("c", 0)
  end

  def test_needs_a_destination
    socket = bound_udp
    assert_errno(Errno::EDESTADDRREQ, "send(2)") { socket.send("a", 0) }
  end

  def test_refuses_an_address_of_another_family
    need_host("::1")
    socket = bound_udp
    address = Socket.sockaddr_in(1, "::1")
    assert_errno(Errno::EAFNOSUPPORT, "sendto(2)") { socket.send("a", 0, address) }
  end

  def test_no_signal_when_the_peer_is_gone
    left, right = unix_sockets
    right.close
    assert_errno(Errno::EPIPE, "send(2)") { left.send("a", 0) }
  end

  def test_out_of_band_data
    ours, theirs = tcp_sockets
    ours.send("a", Socket::MSG_OOB)
    wait_until("the urgent byte came") { theirs.recv_nonblock(1, Socket::MSG_OOB) rescue nil }
  end

  def test_waits_for_room
    left, right = unix_sockets
    data = "a" * 1_000_000
    thread = waiting { write_all(left, data) }
    assert_equal data.bytesize, read_all(right, data.bytesize)
    finished(thread)
  end

  def test_unix_datagrams
    left, right = unix_sockets(:DGRAM)
    assert_equal 0, left.send("", 0)
    assert_equal 5, left.send("hello", 0)
    assert_equal ["", "hello"], [right.recv(10), right.recv(10)]
  end

  def test_unix_datagrams_by_name
    receiver = named_dgram("receiver")
    sender = track(Socket.new(:UNIX, :DGRAM))
    sender.send("one", 0, Addrinfo.unix(unix_path("receiver"), :DGRAM))
    sender.send("two", 0, Socket.sockaddr_un(unix_path("receiver")))
    assert_equal %w[one two], [receiver.recv(10), receiver.recv(10)]
  end

  def test_unix_datagrams_without_a_receiver
    socket = track(Socket.new(:UNIX, :DGRAM))
    nowhere = Addrinfo.unix(unix_path("nowhere"), :DGRAM)
    assert_errno(Errno::ENOENT, "sendto(2)") { socket.send("a", 0, nowhere) }
    named_dgram("closed").close
    closed = Addrinfo.unix(unix_path("closed"), :DGRAM)
    assert_errno(Errno::ECONNREFUSED, "sendto(2)") { socket.send("a", 0, closed) }
  end

  def test_refuses_what_is_not_a_string
    left, = unix_sockets
    assert_raises(TypeError) { left.send(nil, 0) }
    assert_raises(TypeError) { left.send("a", nil) }
    assert_raises(TypeError) { left.send("a", 0, 1) }
    assert_raises(ArgumentError) { left.send("a") }
  end

  def test_refuses_a_closed_socket
    left, = unix_sockets
    left.close
    assert_raises_with(IOError, "closed stream") { left.send("a", 0) }
  end

  private

  def localhost_over_ipv4?
    Addrinfo.getaddrinfo("localhost", nil, :INET, :DGRAM).any?
  rescue SocketError
    false
  end

  def write_all(socket, data)
    data = data.byteslice(socket.send(data, 0)..) until data.empty?
  end

  def read_all(socket, bytes)
    received = 0
    received += socket.recv(65_536).bytesize until received == bytes
    received
  end
end
