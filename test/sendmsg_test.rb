# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

module SendmsgContract
  def test_counts_bytes
    left, right = unix_sockets
    assert_equal 6, sendmsg(left, "äöü")
    assert_binary "äöü", right.recv(10)
  end

  def test_sends_over_tcp
    ours, theirs = tcp_sockets
    assert_equal 5, sendmsg(ours, "hello")
    assert_equal "hello", theirs.recv(10)
  end

  def test_udp_sends_to_where_it_is_connected
    receiver, sender = udp_sockets
    assert_equal 5, sendmsg(sender, "hello", 0, nil)
    assert_equal "hello", receiver.recv(10)
  end

  def test_takes_a_packed_address
    receiver = bound_udp
    address = Socket.sockaddr_in(receiver.addr[1], "127.0.0.1")
    assert_equal 5, sendmsg(bound_udp, "hello", 0, address)
    assert_equal "hello", receiver.recv(10)
  end

  def test_takes_an_addrinfo
    receiver = bound_socket
    sender = bound_socket
    assert_equal 5, sendmsg(sender, "hello", 0, receiver.local_address)
    data, address = receiver.recvfrom(10)
    assert_equal ["hello", sender.local_address.ip_port], [data, address.ip_port]
  end

  def test_takes_an_ipv6_address
    need_host("::1")
    receiver = bound_socket("::1")
    assert_equal 5, sendmsg(bound_socket("::1"), "hello", 0, receiver.local_address)
    assert_equal "hello", receiver.recv(10)
  end

  def test_sends_empty_messages
    receiver, sender = udp_sockets
    assert_equal 0, sendmsg(sender, "")
    assert_equal "", receiver.recv(10)
  end

  def test_sends_unix_messages_whole
    left, right = unix_sockets(:SEQPACKET)
    assert_equal [0, 5], [sendmsg(left, ""), sendmsg(left, "hello")]
    assert_equal [NonblockTest::END_OF_STREAM, "hello"], [right.recv(10), right.recv(10)]
  end

  def test_sends_to_a_unix_path
    receiver = named_dgram("receiver")
    sender = track(Socket.new(:UNIX, :DGRAM))
    assert_equal 5, sendmsg(sender, "hello", 0, receiver.local_address)
    assert_equal "hello", receiver.recv(10)
  end

  def test_flags
    ours, theirs = tcp_sockets
    assert_equal 1, sendmsg(ours, "a", Socket::MSG_OOB)
    wait_until("the urgent byte came") { theirs.recv_nonblock(1, Socket::MSG_OOB) rescue nil }
  end

  def test_flags_may_be_nil
    left, right = unix_sockets
    assert_equal 1, sendmsg(left, "a", nil)
    assert_equal "a", right.recv(1)
  end

  def test_controls_as_objects_and_arrays
    left, right = unix_sockets
    object = Socket::AncillaryData.unix_rights($stdin)
    array = [:SOCKET, :RIGHTS, [$stdin.fileno, $stdout.fileno].pack("ii")]
    assert_equal 1, sendmsg(left, "a", 0, nil, object)
    assert_equal 1, sendmsg(left, "b", 0, nil, array)
    assert_equal [1, 2], Array.new(2) { right.recvmsg(1)[3].data.unpack("i*").size }
  end

  def test_several_controls
    linux_only
    left, right = unix_sockets
    right.setsockopt(:SOCKET, :PASSCRED, true)
    rights = Socket::AncillaryData.unix_rights($stdin)
    credentials = [:SOCKET, :CREDENTIALS, [Process.pid, Process.uid, Process.gid].pack("iii")]
    assert_equal 1, sendmsg(left, "a", 0, nil, rights, credentials)
    controls = right.recvmsg.drop(3)
    assert_equal %w[CREDENTIALS RIGHTS], controls.map { |c| c.inspect[/SOCKET (\w+)/, 1] }.sort
  end

  def test_a_source_address
    linux_only
    receiver = bound_udp
    sender = track(UDPSocket.new)
    source = Socket::AncillaryData.ip_pktinfo(Addrinfo.ip("127.0.0.2"), 0)
    sendmsg(sender, "a", 0, Addrinfo.udp("127.0.0.1", receiver.addr[1]), source)
    assert_equal "127.0.0.2", receiver.recvfrom(1).last[3]
  end

  def test_a_source_address_over_ipv6
    need_host("::1")
    receiver = bound_udp("::1")
    source = Socket::AncillaryData.ipv6_pktinfo(Addrinfo.ip("::1"), 0)
    address = Addrinfo.udp("::1", receiver.addr[1])
    sendmsg(track(UDPSocket.new(:INET6)), "a", 0, address, source)
    assert_equal "::1", receiver.recvfrom(1).last[3]
  end

  def test_errors_are_errnos
    receiver, sender = udp_sockets
    assert_errno(Errno::EMSGSIZE, "sendmsg(2)") { sendmsg(sender, "a" * 70_000) }
    receiver.close
    sendmsg(sender, "a")
    assert_errno(Errno::ECONNREFUSED, "sendmsg(2)") { sendmsg(sender, "b") }
    assert_errno(Errno::EDESTADDRREQ, "sendmsg(2)") { sendmsg(bound_udp, "a") }
  end

  def test_no_signal_when_the_peer_is_gone
    left, right = unix_sockets
    right.close
    assert_errno(Errno::EPIPE, "sendmsg(2)") { sendmsg(left, "a") }
  end

  def test_refuses_bad_controls
    left, = unix_sockets
    assert_raises_with(ArgumentError, "an element of controls should be 3-elements array") do
      sendmsg(left, "a", 0, nil, [1, 2])
    end
    assert_raises_with(SocketError, "unknown UNIX control message: FOO") do
      sendmsg(left, "a", 0, nil, [:SOCKET, :FOO, ""])
    end
    assert_raises_with(SocketError, "unknown protocol level: IP") do
      sendmsg(left, "a", 0, nil, [:IP, :TTL, ""])
    end
    assert_raises(NoMethodError) { sendmsg(left, "a", 0, nil, Object.new) }
    assert_raises(TypeError) { sendmsg(left, "a", 0, nil, [:SOCKET, :RIGHTS, 1]) }
  end

  def test_refuses_a_closed_descriptor
    left, = unix_sockets
    rights = [:SOCKET, :RIGHTS, [closed_descriptor].pack("i")]
    assert_errno(Errno::EBADF, "sendmsg(2)") { sendmsg(left, "a", 0, nil, rights) }
  end

  def test_refuses_what_is_not_a_string
    left, = unix_sockets
    assert_raises(TypeError) { sendmsg(left, nil) }
    assert_raises(TypeError) { sendmsg(left, "a", 0, 1) }
  end

  def test_refuses_a_closed_socket
    left, = unix_sockets
    left.close
    assert_raises_with(IOError, "closed stream") { sendmsg(left, "a") }
  end

  private

  def closed_descriptor
    File.open(File::NULL) { |file| file.fileno }
  end
end

class SendmsgTest < NonblockTest
  native_only

  include SocketHelpers
  include SendmsgContract

  native_only

  def sendmsg(socket, *arguments)
    socket.sendmsg(*arguments)
  end

  def test_waits_for_room
    left, right = unix_sockets
    data = "a" * 500_000
    thread = waiting { left.sendmsg(data) while true }
    received = 0
    received += right.recv(65_536).bytesize while received < 2 * data.bytesize
    thread.kill
    finished(thread)
  end
end

class SendmsgNonblockTest < NonblockTest
  native_only

  include SocketHelpers
  include SendmsgContract

  native_only

  def sendmsg(socket, *arguments)
    socket.sendmsg_nonblock(*arguments)
  end

  def test_no_room
    left, = unix_sockets
    fill(left)
    error = assert_raises(IO::EAGAINWaitWritable) { left.sendmsg_nonblock("a") }
    assert_equal "Resource temporarily unavailable - sendmsg(2) would block", error.message
  end

  def test_no_room_as_a_symbol
    left, = unix_sockets
    fill(left)
    assert_equal :wait_writable, left.sendmsg_nonblock("a", 0, nil, exception: false)
    rights = Socket::AncillaryData.unix_rights($stdin)
    assert_equal :wait_writable, left.sendmsg_nonblock("a", 0, nil, rights, exception: false)
  end

  def test_sends_what_fits
    left, right = unix_sockets
    sent = left.sendmsg_nonblock("a" * 10_000_000)
    assert_operator sent, :<, 10_000_000
    received = 0
    received += right.recv(1_000_000).bytesize while received < sent
    assert_equal sent, received
  end

  private

  def fill(socket)
    loop { return if socket.sendmsg_nonblock("a" * 10_000, exception: false) == :wait_writable }
  end
end
