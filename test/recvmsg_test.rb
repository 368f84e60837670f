# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

module RecvmsgContract
  # Linux reports back that it was asked for close-on-exec descriptors.
  MSG_CMSG_CLOEXEC = 0x4000_0000

  def test_gives_data_address_and_flags
    left, right = unix_sockets
    left.write("hello")
    data, address, flags, *controls = recvmsg(right)
    assert_binary "hello", data
    assert_instance_of Addrinfo, address
    assert_equal [0, []], [flags & ~MSG_CMSG_CLOEXEC, controls]
  end

  def test_gives_the_sender
    receiver, sender = udp_sockets
    sender.send("hello", 0)
    _, address, = recvmsg(receiver)
    assert_equal ["127.0.0.1", sender.addr[1]], [address.ip_address, address.ip_port]
    assert_equal [Socket::SOCK_DGRAM, 0], [address.socktype, address.protocol]
  end

  def test_gives_the_sender_over_ipv6
    need_host("::1")
    receiver, sender = udp_sockets("::1")
    sender.send("hello", 0)
    _, address, = recvmsg(receiver)
    assert_equal ["::1", sender.addr[1]], [address.ip_address, address.ip_port]
    assert_equal Socket::AF_INET6, address.afamily
  end

  def test_gives_a_unix_sender
    receiver = named_dgram("receiver")
    sender = named_dgram("sender")
    sender.send("hello", 0, receiver.local_address)
    data, address, = recvmsg(receiver)
    assert_equal ["hello", unix_path("sender")], [data, address.unix_path]
  end

  def test_a_nameless_unix_sender
    left, right = unix_sockets(:DGRAM)
    left.send("hello", 0)
    _, address, = recvmsg(right)
    assert_equal Socket::AF_UNSPEC, address.afamily
  end

  def test_shows_that_data_was_dropped
    receiver, sender = udp_sockets
    sender.send("longer than asked", 0)
    sender.send("next", 0)
    data, _, flags = recvmsg(receiver, 6)
    assert_equal ["longer", Socket::MSG_TRUNC], [data, flags & Socket::MSG_TRUNC]
    data, _, flags = recvmsg(receiver, 6)
    assert_equal ["next", 0], [data, flags & Socket::MSG_TRUNC]
  end

  def test_grows_until_the_datagram_fits
    left, right = unix_sockets(:DGRAM)
    data = Random.new(1).bytes(100_000)
    left.setsockopt(:SOCKET, :SNDBUF, 300_000)
    left.send(data, 0)
    received, _, flags = recvmsg(right)
    assert_equal data, received
    assert_equal 0, flags & Socket::MSG_TRUNC
  end

  def test_grows_for_one_message_only
    receiver, sender = udp_sockets
    sender.send("a" * 10_000, 0)
    sender.send("b", 0)
    assert_equal ["a" * 10_000, "b"], [recvmsg(receiver).first, recvmsg(receiver).first]
  end

  def test_a_length_without_a_control_length
    receiver, sender = udp_sockets
    sender.send("hello", 0)
    assert_equal "hel", recvmsg(receiver, 3, 0, nil).first
  end

  def test_keeps_empty_datagrams
    receiver, sender = udp_sockets
    sender.send("", 0)
    data, address, = recvmsg(receiver)
    assert_equal ["", sender.addr[1]], [data, address.ip_port]
  end

  def test_peeks
    receiver, sender = udp_sockets
    sender.send("hello", 0)
    assert_equal "hello", recvmsg(receiver, nil, Socket::MSG_PEEK).first
    assert_equal "hel", recvmsg(receiver, 3, Socket::MSG_PEEK).first
    assert_equal "hello", recvmsg(receiver, nil, 0).first
  end

  def test_refuses_flags_and_lengths_that_are_not_integers
    receiver, sender = udp_sockets
    sender.send("hello", 0)
    assert_raises(TypeError) { recvmsg(receiver, nil, nil) }
    assert_raises(TypeError) { recvmsg(receiver, "1") }
    assert_raises(TypeError) { recvmsg(receiver, 1, 0, "1") }
  end

  def test_end_of_stream
    left, right = unix_sockets
    left.close
    result = recvmsg(right)
    RUBY_VERSION < "3.3" ? assert_equal("", result.first) : assert_nil(result)
  end

  def test_timestamps
    receiver, sender = udp_sockets
    receiver.setsockopt(:SOCKET, :TIMESTAMP, true)
    before = Time.now
    sender.send("hello", 0)
    control = recvmsg(receiver)[3]
    assert control.cmsg_is?(:SOCKET, :TIMESTAMP)
    assert_in_delta before.to_f, control.timestamp.to_f, 5
  end

  def test_nanosecond_timestamps
    linux_only
    receiver, sender = udp_sockets
    receiver.setsockopt(:SOCKET, :TIMESTAMPNS, true)
    sender.send("hello", 0)
    control = recvmsg(receiver)[3]
    assert control.cmsg_is?(:SOCKET, :TIMESTAMPNS)
    assert_in_delta Time.now.to_f, control.timestamp.to_f, 5
  end

  def test_the_address_a_datagram_came_to
    linux_only
    receiver, sender = udp_sockets
    receiver.setsockopt(:IP, :PKTINFO, true)
    sender.send("hello", 0)
    control = recvmsg(receiver)[3]
    assert_equal [Socket::AF_INET, true], [control.family, control.cmsg_is?(:IP, :PKTINFO)]
    destination, index, local = control.ip_pktinfo
    assert_equal %w[127.0.0.1 127.0.0.1], [destination.ip_address, local.ip_address]
    assert_operator index, :>, 0
  end

  def test_the_address_an_ipv6_datagram_came_to
    need_host("::1")
    receiver, sender = udp_sockets("::1")
    receiver.setsockopt(:IPV6, :RECVPKTINFO, true)
    sender.send("hello", 0)
    control = recvmsg(receiver)[3]
    assert_equal [Socket::AF_INET6, true], [control.family, control.cmsg_is?(:IPV6, :PKTINFO)]
    assert_equal "::1", control.ipv6_pktinfo_addr.ip_address
    assert_operator control.ipv6_pktinfo_ifindex, :>, 0
  end

  def test_several_controls
    linux_only
    receiver, sender = udp_sockets
    receiver.setsockopt(:IP, :PKTINFO, true)
    receiver.setsockopt(:IP, :RECVTTL, true)
    receiver.setsockopt(:SOCKET, :TIMESTAMP, true)
    sender.setsockopt(:IP, :TTL, 7)
    sender.send("hello", 0)
    controls = recvmsg(receiver).drop(3)
    assert_equal [:PKTINFO, :TIMESTAMP, :TTL], control_names(controls)
    assert_equal 7, controls.find { |control| control.cmsg_is?(:IP, :TTL) }.int
  end

  def test_reports_that_nobody_listens
    receiver, sender = udp_sockets
    receiver.close
    sender.send("a", 0)
    assert_errno(Errno::ECONNREFUSED, "recvmsg(2)") { recvmsg(sender) }
  end

  def test_a_reset_is_an_error
    connection = reset_connection
    assert_errno(Errno::ECONNRESET, "recvmsg(2)") { recvmsg(connection) }
  end

  def test_refuses_buffered_bytes
    left, right = unix_sockets
    left.write("one\ntwo")
    right.gets
    assert_raises_with(IOError, "recvmsg for buffered IO") { right.recvmsg }
  end

  def test_refuses_a_closed_socket
    socket = bound_udp
    socket.close
    assert_raises_with(IOError, "closed stream") { socket.recvmsg_nonblock }
  end

  private

  def control_names(controls)
    controls.map { |control| control.inspect[/(?:IP|SOCKET) (\w+)/, 1].to_sym }.sort
  end
end

class RecvmsgTest < NonblockTest
  native_only

  include SocketHelpers
  include RecvmsgContract

  native_only

  def recvmsg(socket, *arguments, **options)
    socket.recvmsg(*arguments, **options)
  end

  def test_waits_for_a_message
    receiver, sender = udp_sockets
    thread = waiting { receiver.recvmsg }
    sender.send("late", 0)
    assert_equal "late", finished(thread).first
  end

  def test_can_be_interrupted
    socket = bound_udp
    thread = waiting { assert_raises(Timeout::Error) { socket.recvmsg } }
    thread.raise(Timeout::Error, "stop")
    assert_equal "stop", finished(thread).message
  end

  def test_closing_wakes_the_waiting_thread
    socket = bound_udp
    thread = waiting { assert_raises(IOError) { socket.recvmsg } }
    socket.close
    assert_match(/closed/, finished(thread).message)
  end
end

class RecvmsgNonblockTest < NonblockTest
  native_only

  include SocketHelpers
  include RecvmsgContract

  native_only

  def recvmsg(socket, *arguments, **options)
    await(socket).recvmsg_nonblock(*arguments, **options)
  end

  def test_nothing_there
    error = assert_raises(IO::EAGAINWaitReadable) { bound_udp.recvmsg_nonblock }
    assert_equal "Resource temporarily unavailable - recvmsg(2) would block", error.message
  end

  def test_nothing_there_as_a_symbol
    assert_equal :wait_readable, bound_udp.recvmsg_nonblock(exception: false)
    assert_equal :wait_readable, bound_udp.recvmsg_nonblock(1, 0, 1, exception: false)
  end

  def test_a_blocking_call_after_it_waits
    receiver, sender = udp_sockets
    assert_equal :wait_readable, receiver.recvmsg_nonblock(exception: false)
    thread = waiting { receiver.recvmsg }
    sender.send("late", 0)
    assert_equal "late", finished(thread).first
  end
end
