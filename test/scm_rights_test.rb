# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class ScmRightsTest < NonblockTest
  include SocketHelpers

  native_only

  def test_passes_a_file
    received = pass(file_with("content")).first
    assert_equal "content", received.read
  end

  def test_passes_both_ends_of_a_pipe
    ours, theirs = track(*IO.pipe)
    reader, writer = pass(ours, theirs)
    theirs.write("to the passed end")
    assert_equal "to the passed end", reader.readpartial(100)
    writer.syswrite("from the passed end")
    assert_equal "from the passed end", ours.readpartial(100)
  end

  def test_gives_an_io_for_a_file_and_a_socket_for_a_socket
    received = pass(file_with(""), unix_sockets.first, bound_udp, tcp_server)
    assert_equal [IO, Socket, Socket, Socket], received.map(&:class)
  end

  def test_received_sockets_are_usable
    ours, theirs = tcp_sockets
    received = pass(ours).first
    theirs.write("hello\n")
    assert_equal "hello\n", received.gets
    received.write("answer\n")
    assert_equal "answer\n", theirs.gets
    assert_equal theirs.local_address.ip_port, received.remote_address.ip_port
  end

  def test_received_listening_sockets_accept
    server = tcp_server
    received = pass(server).first
    client = track(TCPSocket.new("127.0.0.1", server.addr[1]))
    connection, address = received.accept
    track(connection).write("hello")
    assert_equal "hello", client.readpartial(10)
    assert_equal client.addr[1], address.ip_port
  end

  def test_received_datagram_sockets_keep_boundaries
    receiver, sender = udp_sockets
    received = pass(receiver).first
    sender.send("one", 0)
    sender.send("two", 0)
    assert_equal %w[one two], [received.recv(10), received.recv(10)]
  end

  def test_each_descriptor_is_its_own
    file = file_with("content")
    received = pass(file).first
    refute_equal file.fileno, received.fileno
    file.close
    assert_equal "content", received.read
  end

  def test_descriptors_are_close_on_exec
    assert_equal [true, true], pass(file_with(""), bound_udp).map(&:close_on_exec?)
  end

  def test_the_array_is_frozen
    left, right = unix_sockets
    left.sendmsg("a", 0, nil, Socket::AncillaryData.unix_rights($stdin))
    rights = receive(right)[3].unix_rights
    track(*rights)
    assert_predicate rights, :frozen?
  end

  def test_closes_descriptors_nobody_asked_for
    assert_keeps_descriptors do |left, right|
      left.sendmsg("a", 0, nil, rights(3))
      control = right.recvmsg[3]
      assert control.cmsg_is?(:SOCKET, :RIGHTS)
      assert_nil control.unix_rights
      assert_equal 3, control.data.unpack("i*").size
    end
  end

  def test_closes_descriptors_that_recv_cannot_give
    assert_keeps_descriptors do |left, right|
      left.sendmsg("a", 0, nil, rights(3))
      assert_equal "a", right.recv(1)
    end
  end

  def test_closes_peeked_descriptors_nobody_asked_for
    assert_keeps_descriptors do |left, right|
      left.sendmsg("a", 0, nil, rights(3))
      3.times { assert_equal "a", right.recvmsg(nil, Socket::MSG_PEEK).first }
      right.recvmsg
    end
  end

  def test_peeking_gives_descriptors_each_time
    left, right = unix_sockets
    left.sendmsg("a", 0, nil, Socket::AncillaryData.unix_rights(file_with("content")))
    peeked = receive(right, nil, Socket::MSG_PEEK)[3].unix_rights
    received = receive(right)[3].unix_rights
    track(*peeked, *received)
    assert_equal [1, 1], [peeked.size, received.size]
    refute_equal peeked.first.fileno, received.first.fileno
    assert_equal "content", received.first.read
  end

  def test_grows_until_the_controls_fit
    left, right = unix_sockets
    left.sendmsg("a", 0, nil, rights(100))
    received = track(*receive(right)[3].unix_rights)
    assert_equal 100, received.size
  end

  def test_cut_off_descriptors_are_closed
    linux_only
    assert_keeps_descriptors do |left, right|
      left.sendmsg("a", 0, nil, rights(10))
      _, _, flags, control = right.recvmsg(10, 0, 32, scm_rights: true)
      assert_equal Socket::MSG_CTRUNC, flags & Socket::MSG_CTRUNC
      control.unix_rights.each(&:close)
    end
  end

  def test_no_room_for_controls
    linux_only
    assert_keeps_descriptors do |left, right|
      left.sendmsg("a", 0, nil, rights(2))
      data, _, flags, *controls = right.recvmsg(10, 0, 0, scm_rights: true)
      assert_equal ["a", Socket::MSG_CTRUNC, []], [data, flags & Socket::MSG_CTRUNC, controls]
    end
  end

  def test_datagrams_carry_descriptors
    left, right = unix_sockets(:DGRAM)
    left.sendmsg("", 0, nil, Socket::AncillaryData.unix_rights(file_with("content")))
    data, _, _, control = receive(right)
    assert_equal "", data
    assert_equal "content", track(*control.unix_rights).read
  end

  def test_nonblocking
    left, right = unix_sockets
    left.sendmsg_nonblock("a", 0, nil, Socket::AncillaryData.unix_rights(file_with("content")))
    control = await(right).recvmsg_nonblock(scm_rights: true)[3]
    assert_equal "content", track(*control.unix_rights).read
  end

  def test_send_io_and_recv_io
    left, right = unix_sockets
    left.send_io(file_with("content"))
    assert_equal "content", track(right.recv_io).read
    left.send_io(unix_sockets.first)
    assert_instance_of UNIXSocket, track(right.recv_io(UNIXSocket))
  end

  private

  def file_with(content)
    path = File.join(directory, "file")
    File.write(path, content)
    track(File.open(path))
  end

  # Sends the objects over a UNIX socket and returns what arrives.
  def pass(*ios)
    left, right = unix_sockets
    left.sendmsg("a", 0, nil, Socket::AncillaryData.unix_rights(*ios))
    receive(right)[3].unix_rights.each { |io| track(io) }
  end

  def receive(socket, *arguments)
    socket.recvmsg(*arguments, scm_rights: true)
  end

  def rights(count)
    Socket::AncillaryData.unix_rights(*[$stdin] * count)
  end

  def assert_keeps_descriptors
    skip "no /proc here" unless File.directory?("/proc/self/fd")
    left, right = unix_sockets
    before = Dir.children("/proc/self/fd").size
    yield left, right
    # What other threads of the process hold comes and goes; what leaks stays.
    wait_until("the descriptors are closed") { Dir.children("/proc/self/fd").size <= before }
  end
end
