# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class RecvfromNonblockTest < NonblockTest
  native_only

  include SocketHelpers

  test_over_ip :udp_gives_the_data_and_the_sender do |_, host|
    receiver, sender = udp_sockets(host)
    sender.send("hello", 0)
    data, address = await(receiver).recvfrom_nonblock(100)
    assert_binary "hello", data
    assert_equal [family_name(host), sender.addr[1], host, host], address
  end

  test_over_ip :socket_gives_the_sender_as_an_addrinfo do |_, host|
    receiver = bound_socket(host)
    sender = bound_socket(host)
    sender.send("hello", 0, receiver.local_address)
    data, address = await(receiver).recvfrom_nonblock(100)
    assert_equal ["hello", host, sender.local_address.ip_port],
                 [data, address.ip_address, address.ip_port]
    assert_equal [Socket::SOCK_DGRAM, 0], [address.socktype, address.protocol]
  end

  def test_fills_the_buffer
    receiver, sender = udp_sockets
    sender.send("hello", 0)
    buffer = +"something longer"
    data, address = await(receiver).recvfrom_nonblock(100, 0, buffer)
    assert_same buffer, data
    assert_equal "hello", buffer
    assert_equal sender.addr[1], address[1]
  end

  def test_socket_fills_the_buffer
    receiver = bound_socket
    bound_socket.send("hello", 0, receiver.local_address)
    buffer = +""
    assert_same buffer, await(receiver).recvfrom_nonblock(100, 0, buffer).first
    assert_equal "hello", buffer
  end

  def test_leaves_the_buffer_when_nothing_came
    buffer = +"kept"
    assert_equal :wait_readable, bound_udp.recvfrom_nonblock(10, 0, buffer, exception: false)
    assert_equal "kept", buffer
  end

  def test_refuses_a_frozen_buffer
    receiver, sender = udp_sockets
    sender.send("a", 0)
    assert_raises(FrozenError) { await(receiver).recvfrom_nonblock(10, 0, "frozen".freeze) }
  end

  def test_nothing_there
    error = assert_raises(IO::EAGAINWaitReadable) { bound_udp.recvfrom_nonblock(10) }
    assert_equal "Resource temporarily unavailable - recvfrom(2) would block", error.message
    assert_raises(IO::EAGAINWaitReadable) { bound_socket.recvfrom_nonblock(10) }
  end

  def test_nothing_there_as_a_symbol
    assert_equal :wait_readable, bound_udp.recvfrom_nonblock(10, exception: false)
    assert_equal :wait_readable, bound_socket.recvfrom_nonblock(10, exception: false)
  end

  def test_keeps_empty_datagrams
    receiver, sender = udp_sockets
    sender.send("", 0)
    data, address = await(receiver).recvfrom_nonblock(10)
    assert_equal ["", sender.addr[1]], [data, address[1]]
    assert_equal :wait_readable, receiver.recvfrom_nonblock(10, exception: false)
  end

  def test_drops_what_does_not_fit
    receiver, sender = udp_sockets
    sender.send("longer than asked", 0)
    sender.send("next", 0)
    assert_equal "longer", await(receiver).recvfrom_nonblock(6).first
    assert_equal "next", await(receiver).recvfrom_nonblock(6).first
  end

  def test_peeks
    receiver, sender = udp_sockets
    sender.send("hello", 0)
    assert_equal "hel", await(receiver).recvfrom_nonblock(3, Socket::MSG_PEEK).first
    assert_equal "hello", receiver.recvfrom_nonblock(10).first
  end

  def test_reports_that_nobody_listens
    receiver, sender = udp_sockets
    receiver.close
    sender.send("a", 0)
    assert_errno(Errno::ECONNREFUSED, "recvfrom(2)") { await(sender).recvfrom_nonblock(1) }
  end

  def test_named_unix_datagrams
    receiver = named_dgram("receiver")
    sender = named_dgram("sender")
    sender.send("hello", 0, receiver.local_address)
    data, address = await(receiver).recvfrom_nonblock(10)
    assert_equal ["hello", unix_path("sender")], [data, address.unix_path]
  end

  def test_end_of_stream
    server = bound_socket("127.0.0.1", :STREAM)
    server.listen(1)
    client = track(Socket.tcp("127.0.0.1", server.local_address.ip_port))
    ours = track(server.accept.first)
    client.close
    result = await(ours).recvfrom_nonblock(10)
    RUBY_VERSION < "3.3" ? assert_equal("", result.first) : assert_nil(result)
  end

  def test_refuses_buffered_bytes
    left, right = track(*Socket.pair(:UNIX, :STREAM))
    left.write("one\ntwo")
    right.gets
    assert_raises_with(IOError, "recvfrom for buffered IO") { right.recvfrom_nonblock(10) }
  end

  def test_refuses_a_closed_socket
    socket = bound_udp
    socket.close
    assert_raises_with(IOError, "closed stream") { socket.recvfrom_nonblock(10) }
  end

  def test_a_blocking_call_after_it_waits
    receiver, sender = udp_sockets
    assert_equal :wait_readable, receiver.recvfrom_nonblock(10, exception: false)
    thread = waiting { receiver.recvfrom(10) }
    sender.send("late", 0)
    assert_equal "late", finished(thread).first
  end
end
