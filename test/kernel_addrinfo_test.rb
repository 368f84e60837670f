# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

# What an Addrinfo says that came from the system.
class KernelAddrinfoTest < NonblockTest
  include SocketHelpers

  native_only

  PREDICATES = %i[
    ip? ipv4? ipv6? unix? ipv4_private? ipv4_loopback? ipv4_multicast? ipv6_unspecified?
    ipv6_loopback? ipv6_multicast? ipv6_linklocal? ipv6_sitelocal? ipv6_unique_local?
    ipv6_v4mapped? ipv6_v4compat? ipv6_mc_nodelocal? ipv6_mc_linklocal? ipv6_mc_sitelocal?
    ipv6_mc_orglocal? ipv6_mc_global?
  ].freeze

  def test_ipv4
    address = udp_address("127.0.0.1")
    assert_predicates %i[ip? ipv4? ipv4_loopback?], address
    assert_numbers :INET, :DGRAM, address
    assert_equal ["127.0.0.1", address.ip_port], address.ip_unpack
    assert_equal "#<Addrinfo: 127.0.0.1:#{address.ip_port} UDP>", address.inspect
    assert_nil address.canonname
    assert_nil address.ipv6_to_ipv4
  end

  def test_ipv6
    need_host("::1")
    address = udp_address("::1")
    assert_predicates %i[ip? ipv6? ipv6_loopback?], address
    assert_numbers :INET6, :DGRAM, address
    assert_equal "[::1]:#{address.ip_port}", address.inspect_sockaddr
    assert_nil address.ipv6_to_ipv4
  end

  def test_unspecified_ipv6
    need_host("::1")
    assert_predicates %i[ip? ipv6? ipv6_unspecified?], udp_address("::")
  end

  def test_mapped_ipv4
    need_host("::1")
    receiver = track(Socket.new(:INET6, :DGRAM))
    receiver.setsockopt(:IPV6, :V6ONLY, false)
    receiver.bind(Addrinfo.udp("::", 0))
    sender = track(Socket.new(:INET, :DGRAM))
    sender.bind(Addrinfo.udp("127.0.0.1", 0))
    sender.send("a", 0, Addrinfo.udp("127.0.0.1", receiver.local_address.ip_port))
    address = await(receiver).recvmsg[1]
    assert_predicates %i[ip? ipv6? ipv6_v4mapped?], address
    assert_equal "::ffff:127.0.0.1", address.ip_address
    assert_equal "#<Addrinfo: 127.0.0.1 UDP>", address.ipv6_to_ipv4.inspect
  end

  def test_unix
    address = named_dgram("socket").local_address
    assert_predicates %i[unix?], address
    assert_numbers :UNIX, :DGRAM, address
    assert_equal unix_path, address.unix_path
    assert_equal [Socket.gethostname, unix_path], address.getnameinfo
    assert_equal "#<Addrinfo: #{unix_path} SOCK_DGRAM>", address.inspect
    assert_raises_with(SocketError, "need IPv4 or IPv6 address") { address.ip_address }
    assert_raises_with(SocketError, "need IPv4 or IPv6 address") { address.ip_port }
  end

  def test_no_address
    left, right = unix_sockets
    left << "a"
    address = right.recvmsg[1]
    assert_predicates [], address
    assert_equal Socket::AF_UNSPEC, address.afamily
    assert_raises_with(SocketError, "need AF_UNIX address") { address.unix_path }
  end

  def test_names
    address = udp_address("127.0.0.1")
    numeric = address.getnameinfo(Socket::NI_NUMERICHOST | Socket::NI_NUMERICSERV)
    assert_equal ["127.0.0.1", address.ip_port.to_s], numeric
    assert_equal Addrinfo.udp("127.0.0.1", 0).getnameinfo(Socket::NI_NUMERICSERV).first,
                 address.getnameinfo.first
  end

  def test_connects_and_sends
    receiver = bound_socket
    address = udp_address("127.0.0.1", receiver)
    address.connect { |socket| socket.send("a", 0) }
    assert_equal "a", await(receiver).recv(9)
    track(Socket.new(:INET, :DGRAM)).send("b", 0, address)
    assert_equal "b", await(receiver).recv(9)
  end

  def test_survives_marshalling
    address = udp_address("127.0.0.1")
    copy = Marshal.load(Marshal.dump(address))
    assert_equal address.ip_unpack, copy.ip_unpack
    assert_numbers :INET, :DGRAM, copy
  end

  private

  def udp_address(host, socket = bound_socket(host))
    socket.local_address
  end

  def assert_predicates(expected, address)
    assert_equal expected, PREDICATES.select { |name| address.public_send(name) }
  end

  def assert_numbers(family, type, address)
    family = Socket.const_get(:"AF_#{family}")
    assert_equal [family, family, Socket.const_get(:"SOCK_#{type}"), 0],
                 [address.afamily, address.pfamily, address.socktype, address.protocol]
  end
end
