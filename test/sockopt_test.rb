# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class SockoptTest < NonblockTest
  include SocketHelpers

  native_only

  # One open socket of each class; what the tests set has to work on all of them.
  def each_socket
    unix = unix_sockets
    [tcp_sockets.first, tcp_server, bound_udp, unix.first, track(UNIXServer.new(unix_path)),
     bound_socket, track(Socket.new(:UNIX, :STREAM))].each { |socket| yield socket }
  end

  def test_socket_level_on_every_class
    each_socket do |socket|
      assert_equal 0, socket.setsockopt(:SOCKET, :KEEPALIVE, true)
      option = socket.getsockopt(:SOCKET, :KEEPALIVE)
      assert_instance_of Socket::Option, option
      assert_equal [true, Socket::SOL_SOCKET, Socket::SO_KEEPALIVE],
                   [option.bool, option.level, option.optname]
    end
  end

  def test_the_family_is_the_sockets
    assert_equal Socket::AF_UNIX, unix_sockets.first.getsockopt(:SOCKET, :TYPE).family
    assert_equal Socket::AF_INET, bound_udp.getsockopt(:SOCKET, :TYPE).family
    need_host("::1")
    assert_equal Socket::AF_INET6, bound_udp("::1").getsockopt(:SOCKET, :TYPE).family
  end

  def test_names_strings_and_numbers
    socket = bound_udp
    [[:SOCKET, :BROADCAST], %w[SOCKET BROADCAST], %w[SOL_SOCKET SO_BROADCAST],
     %i[SOL_SOCKET SO_BROADCAST], [Socket::SOL_SOCKET, Socket::SO_BROADCAST]].each do |name|
      [1, 0].each do |value|
        socket.setsockopt(*name, value)
        assert_equal value, socket.getsockopt(*name).int
      end
    end
  end

  def test_values_of_each_kind
    socket = tcp_sockets.first
    values = { true => true, false => false, 1 => true, 0 => false, [1].pack("i") => true }
    values.each do |given, read|
      socket.setsockopt(:TCP, :NODELAY, given)
      assert_equal read, socket.getsockopt(:TCP, :NODELAY).bool
    end
  end

  def test_an_option_object
    socket = tcp_sockets.first
    assert_equal 0, socket.setsockopt(Socket::Option.linger(true, 7))
    assert_equal [true, 7], socket.getsockopt(:SOCKET, :LINGER).linger
    socket.setsockopt(Socket::Option.bool(:INET, :TCP, :NODELAY, true))
    assert socket.getsockopt(:TCP, :NODELAY).bool
  end

  def test_linger_as_bytes
    socket = unix_sockets.first
    socket.setsockopt(:SOCKET, :LINGER, [1, 5].pack("ii"))
    assert_equal [1, 5], socket.getsockopt(:SOCKET, :LINGER).unpack("ii")
  end

  def test_timeouts
    each_socket do |socket|
      value = [2, 500_000].pack("l!l!")
      socket.setsockopt(:SOCKET, :RCVTIMEO, value)
      socket.setsockopt(:SOCKET, :SNDTIMEO, value)
      assert_equal value, socket.getsockopt(:SOCKET, :RCVTIMEO).data
      assert_equal value, socket.getsockopt(:SOCKET, :SNDTIMEO).data
    end
  end

  def test_buffer_sizes_are_the_kernels
    linux_only "only Linux doubles the size"
    each_socket do |socket|
      socket.setsockopt(:SOCKET, :RCVBUF, 10_000)
      assert_equal 20_000, socket.getsockopt(:SOCKET, :RCVBUF).int
    end
  end

  def test_type_and_error
    { tcp_server => :SOCK_STREAM, bound_udp => :SOCK_DGRAM,
      unix_sockets(:SEQPACKET).first => :SOCK_SEQPACKET }.each do |socket, type|
      assert_equal Socket.const_get(type), socket.getsockopt(:SOCKET, :TYPE).int
    end
    assert_equal 0, tcp_server.getsockopt(:SOCKET, :ERROR).int
  end

  def test_accepting
    linux_only
    assert tcp_server.getsockopt(:SOCKET, :ACCEPTCONN).bool
    refute bound_udp.getsockopt(:SOCKET, :ACCEPTCONN).bool
  end

  def test_ip_level
    socket = bound_udp
    socket.setsockopt(:IP, :TTL, 33)
    assert_equal 33, socket.getsockopt(:IP, :TTL).int
    socket.setsockopt(Socket::IPPROTO_IP, "IP_TOS", 16)
    assert_equal 16, socket.getsockopt("IPPROTO_IP", :TOS).int
    socket.setsockopt(Socket::Option.ipv4_multicast_ttl(9))
    assert_equal 9, socket.getsockopt(:IP, :MULTICAST_TTL).ipv4_multicast_ttl
  end

  def test_ipv6_level
    need_host("::1")
    socket = bound_udp("::1")
    socket.setsockopt(:IPV6, :UNICAST_HOPS, 33)
    assert_equal 33, socket.getsockopt(:IPV6, :UNICAST_HOPS).int
    socket = track(Socket.new(:INET6, :STREAM))
    socket.ipv6only!
    assert socket.getsockopt(:IPV6, :V6ONLY).bool
  end

  def test_tcp_level
    linux_only
    socket = tcp_sockets.first
    { KEEPIDLE: 33, KEEPINTVL: 11, KEEPCNT: 5, USER_TIMEOUT: 4000 }.each do |name, value|
      socket.setsockopt(:TCP, name, value)
      assert_equal value, socket.getsockopt(:TCP, name).int
    end
    socket.setsockopt(:TCP, :CORK, true)
    assert socket.getsockopt(:TCP, :CORK).bool
  end

  def test_tcp_info
    linux_only
    ours, theirs = tcp_sockets
    established, close_wait = 1, 8
    assert_equal established, ours.getsockopt(:TCP, :INFO).unpack("C").first
    theirs.close
    wait_until("the peer's close came") do
      ours.getsockopt(Socket::IPPROTO_TCP, Socket::TCP_INFO).unpack("C").first == close_wait
    end
    assert_operator ours.getsockopt(:TCP, :INFO).data.bytesize, :>=, 100
  end

  def test_strings
    linux_only
    socket = tcp_sockets.first
    socket.setsockopt(:TCP, :CONGESTION, "reno")
    assert_equal "reno", socket.getsockopt(:TCP, :CONGESTION).unpack("Z*").first
  end

  def test_several_sockets_on_a_port
    linux_only
    first = track(Socket.new(:INET, :STREAM))
    second = track(Socket.new(:INET, :STREAM))
    [first, second].each { |socket| socket.setsockopt(:SOCKET, :REUSEPORT, true) }
    first.bind(Addrinfo.tcp("127.0.0.1", 0))
    assert_equal 0, second.bind(first.local_address)
  end

  def test_errors
    socket = bound_udp
    assert_errno(Errno::ENOPROTOOPT, "getsockopt(2)") { socket.getsockopt(:SOCKET, 9999) }
    assert_errno(Errno::ENOPROTOOPT, "setsockopt(2)") { socket.setsockopt(:SOCKET, 9999, 1) }
    assert_errno(Errno::EINVAL, "setsockopt(2)") { socket.setsockopt(:SOCKET, :BROADCAST, "") }
  end

  def test_unknown_names
    socket = bound_udp
    assert_raises_with(SocketError, "unknown protocol level: FOO") { socket.getsockopt(:FOO, 1) }
    assert_raises_with(SocketError, "unknown socket level option name: FOO") do
      socket.setsockopt(:SOCKET, :FOO, 1)
    end
    assert_raises_with(SocketError, "unknown protocol level: TCP") do
      unix_sockets.first.setsockopt(:TCP, :NODELAY, 1)
    end
  end

  def test_wrong_arguments
    socket = bound_udp
    assert_raises(TypeError) { socket.setsockopt(:SOCKET, :BROADCAST, nil) }
    assert_raises(TypeError) { socket.setsockopt(:SOCKET, nil, 1) }
    assert_raises(ArgumentError) { socket.setsockopt(:SOCKET, :BROADCAST) }
    assert_raises(ArgumentError) { socket.getsockopt(:SOCKET) }
  end

  def test_closed
    socket = bound_udp
    socket.close
    assert_raises_with(IOError, "closed stream") { socket.getsockopt(:SOCKET, :TYPE) }
    assert_raises_with(IOError, "closed stream") { socket.setsockopt(:SOCKET, :BROADCAST, 1) }
  end
end
