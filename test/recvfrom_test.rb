# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class RecvfromTest < NonblockTest
  native_only

  include SocketHelpers

  test_over_ip :udp_gives_the_data_and_the_sender do |_, host|
    receiver, sender = udp_sockets(host)
    sender.send("hello", 0)
    data, address = receiver.recvfrom(100)
    assert_binary "hello", data
    assert_equal [family_name(host), sender.addr[1], host, host], address
  end

  test_over_ip :socket_gives_the_sender_as_an_addrinfo do |_, host|
    receiver = bound_socket(host)
    sender = bound_socket(host)
    sender.send("hello", 0, receiver.local_address)
    data, address = receiver.recvfrom(100)
    assert_binary "hello", data
    assert_instance_of Addrinfo, address
    assert_equal [host, sender.local_address.ip_port], [address.ip_address, address.ip_port]
    assert_equal Socket::SOCK_DGRAM, address.socktype
  end

  def test_udp_looks_the_name_up_when_asked
    receiver, sender = udp_sockets
    receiver.do_not_reverse_lookup = false
    sender.send("a", 0)
    name = Socket.getnameinfo(["AF_INET", 0, "127.0.0.1"]).first
    assert_equal [name, "127.0.0.1"], receiver.recvfrom(1).last.last(2)
  end

  def test_udp_takes_the_global_flag_when_made
    previous = BasicSocket.do_not_reverse_lookup
    BasicSocket.do_not_reverse_lookup = true
    receiver, sender = udp_sockets
    sender.send("a", 0)
    assert_equal %w[127.0.0.1 127.0.0.1], receiver.recvfrom(1).last.last(2)
  ensure
    BasicSocket.do_not_reverse_lookup = previous
  end

  def test_keeps_empty_datagrams
    receiver, sender = udp_sockets
    sender.send("", 0)
    sender.send("after", 0)
    data, address = receiver.recvfrom(10)
    assert_equal ["", sender.addr[1]], [data, address[1]]
    assert_equal "after", receiver.recvfrom(10).first
  end

  def test_drops_what_does_not_fit
    receiver, sender = udp_sockets
    sender.send("longer than asked", 0)
    sender.send("next", 0)
    assert_equal "longer", receiver.recvfrom(6).first
    assert_equal "next", receiver.recvfrom(6).first
  end

  def test_a_length_of_zero_takes_the_datagram
    receiver, sender = udp_sockets
    sender.send("gone", 0)
    sender.send("next", 0)
    assert_equal "", receiver.recvfrom(0).first
    assert_equal "next", receiver.recvfrom(10).first
  end

  def test_peeks
    receiver, sender = udp_sockets
    sender.send("hello", 0)
    assert_equal "hel", receiver.recvfrom(3, Socket::MSG_PEEK).first
    assert_equal "hello", receiver.recvfrom(10).first
  end

  def test_receives_the_largest_datagram
    receiver, sender = udp_sockets
    data = Random.new(1).bytes(65_507)
    sender.setsockopt(:SOCKET, :SNDBUF, 200_000)
    sender.send(data, 0)
    assert_equal data, receiver.recvfrom(65_536).first
  end

  def test_waits_for_a_datagram
    receiver, sender = udp_sockets
    thread = waiting { receiver.recvfrom(10) }
    sender.send("late", 0)
    assert_equal "late", finished(thread).first
  end

  def test_reports_that_nobody_listens
    receiver, sender = udp_sockets
    receiver.close
    sender.send("a", 0)
    assert_errno(Errno::ECONNREFUSED, "recvfrom(2)") { sender.recvfrom(1) }
  end

  def test_tcp_gives_no_sender
    linux_only "elsewhere a connection has a sender"
    ours, theirs = tcp_sockets
    theirs.write("hello")
    assert_equal ["hello", nil], await(ours).recvfrom(10)
  end

  def test_tcp_end_of_stream
    ours, theirs = tcp_sockets
    theirs.close
    expected = RUBY_VERSION < "3.3" ? ["", nil] : nil
    result = ours.recvfrom(10)
    expected ? assert_equal(expected, result) : assert_nil(result)
  end

  def test_tcp_reset_is_an_error
    assert_errno(Errno::ECONNRESET, "recvfrom(2)") { reset_connection.recvfrom(10) }
  end

  def test_socket_over_tcp_gives_an_addrinfo
    server = bound_socket("127.0.0.1", :STREAM)
    server.listen(1)
    client = track(Socket.tcp("127.0.0.1", server.local_address.ip_port))
    ours = track(server.accept.first)
    client.write("hello")
    data, address = await(ours).recvfrom(10)
    assert_equal "hello", data
    assert_instance_of Addrinfo, address
  end

  def test_unix_stream_gives_a_nameless_sender
    left, right = unix_sockets
    left.write("hello")
    assert_equal ["hello", ["AF_UNIX", ""]], right.recvfrom(10)
  end

  def test_unix_stream_sender_with_a_name
    server = track(UNIXServer.new(unix_path))
    client = track(UNIXSocket.new(unix_path))
    client.write("hello")
    assert_equal ["hello", ["AF_UNIX", ""]], track(server.accept).recvfrom(10)
  end

  def test_unix_end_of_stream
    left, right = unix_sockets
    left.close
    expected = RUBY_VERSION < "3.3" ? ["", ["AF_UNIX", ""]] : nil
    result = right.recvfrom(10)
    expected ? assert_equal(expected, result) : assert_nil(result)
  end

  def test_unix_datagrams_of_a_pair
    left, right = unix_sockets(:DGRAM)
    left.send("", 0)
    left.send("two", 0)
    assert_equal ["", ["AF_UNIX", ""]], right.recvfrom(10)
    assert_equal "two", right.recvfrom(10).first
  end

  def test_named_unix_datagrams
    receiver = named_dgram("receiver")
    sender = named_dgram("sender")
    sender.send("hello", 0, receiver.local_address)
    data, address = receiver.recvfrom(10)
    assert_equal ["hello", unix_path("sender")], [data, address.unix_path]
    assert_equal Socket::SOCK_DGRAM, address.socktype
  end

  def test_refuses_buffered_bytes
    left, right = unix_sockets
    left.write("one\ntwo")
    assert_equal "one\n", right.gets
    assert_raises_with(IOError, "recv for buffered IO") { right.recvfrom(10) }
  end

  def test_refuses_a_closed_socket
    socket = bound_udp
    socket.close
    assert_raises_with(IOError, "closed stream") { socket.recvfrom(10) }
  end

  def test_refuses_a_negative_length
    assert_raises(ArgumentError) { bound_udp.recvfrom(-1) }
  end

  def test_closing_wakes_the_waiting_thread
    socket = bound_udp
    thread = waiting { assert_raises(IOError) { socket.recvfrom(10) } }
    socket.close
    assert_match(/closed/, finished(thread).message)
  end

  def test_can_be_interrupted
    socket = bound_udp
    thread = waiting { assert_raises(Timeout::Error) { socket.recvfrom(10) } }
    thread.raise(Timeout::Error, "stop")
    assert_equal "stop", finished(thread).message
    refute_predicate socket, :closed?
  end
end
