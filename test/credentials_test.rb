# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class CredentialsTest < NonblockTest
  include SocketHelpers

  native_only

  def setup
    linux_only
  end

  def test_the_kernel_adds_credentials
    left, right = unix_sockets
    right.setsockopt(:SOCKET, :PASSCRED, true)
    left.write("a")
    control = right.recvmsg[3]
    assert control.cmsg_is?(:SOCKET, :CREDENTIALS)
    assert_equal own, control.data.unpack("iII")
  end

  def test_sends_its_own_credentials
    left, right = unix_sockets
    right.setsockopt(:SOCKET, :PASSCRED, true)
    left.sendmsg("a", 0, nil, credentials(*own))
    control = right.recvmsg[3]
    pid, uid, gid = own
    assert_equal own, control.data.unpack("iII")
    assert_match(/UNIX SOCKET CREDENTIALS pid=#{pid} uid=#{uid} gid=#{gid} \(ucred\)/,
                 control.inspect)
  end

  def test_refuses_those_of_another_process
    left, = unix_sockets
    assert_raises(Errno::ESRCH, Errno::EPERM) do
      left.sendmsg("a", 0, nil, credentials(2**30, Process.uid, Process.gid))
    end
  end

  def test_refuses_the_wrong_length
    left, = unix_sockets
    bad = Socket::AncillaryData.new(:UNIX, :SOCKET, :CREDENTIALS, "short")
    assert_errno(Errno::EINVAL, "sendmsg(2)") { left.sendmsg("a", 0, nil, bad) }
  end

  def test_datagrams
    left, right = unix_sockets(:DGRAM)
    right.setsockopt(:SOCKET, :PASSCRED, true)
    left.send("a", 0)
    assert_equal own, right.recvmsg_nonblock[3].data.unpack("iII")
  end

  def test_the_peer_of_a_pair
    left, = unix_sockets
    assert_equal [Process.euid, Process.egid], left.getpeereid
    assert_equal own, left.getsockopt(:SOCKET, :PEERCRED).unpack("iII")
  end

  def test_the_peer_of_a_connection
    server = track(UNIXServer.new(unix_path))
    client = track(UNIXSocket.new(unix_path))
    accepted = track(server.accept)
    assert_equal [[Process.euid, Process.egid]] * 2, [client.getpeereid, accepted.getpeereid]
  end

  def test_an_ip_socket_has_no_such_peer
    refute_respond_to tcp_server, :getpeereid
    refute_respond_to bound_udp, :getpeereid
  end

  private

  def own
    [Process.pid, Process.uid, Process.gid]
  end

  def credentials(*ids)
    Socket::AncillaryData.new(:UNIX, :SOCKET, :CREDENTIALS, ids.pack("iII"))
  end
end
