# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

# The names and addresses of this host, which need no name server.
class HostNamesTest < NonblockTest
  include SocketHelpers

  native_only

  INET = [127, 0, 0, 1].pack("C4")
  INET6 = [0, 0, 0, 1].pack("N4")

  def test_getaddrinfo_gives_addresses_for_names
    assert_equal [["AF_INET", 80, "127.0.0.1", "127.0.0.1"]],
                 addresses("127.0.0.1", Socket::AF_INET)
    assert_equal [["AF_INET6", 80, "::1", "::1"]], addresses("::1", Socket::AF_INET6)
    assert_equal [["AF_INET6", 80, "::1", "::1"]], addresses(nil, Socket::AF_INET6)
    assert_equal [["AF_INET6", 80, "::", "::"]],
                 addresses(nil, Socket::AF_INET6, nil, Socket::AI_PASSIVE)
  end

  def test_getaddrinfo_looks_names_up
    name = Addrinfo.tcp("127.0.0.1", 80).getnameinfo.first
    assert_equal [["AF_INET", 80, name, "127.0.0.1"]], addresses("127.0.0.1", nil, true)
    assert_equal [["AF_INET", 80, name, "127.0.0.1"]], addresses("127.0.0.1", nil, :hostname)
    assert_equal [["AF_INET", 80, "127.0.0.1", "127.0.0.1"]], addresses("127.0.0.1", nil, :numeric)
    assert_raises(ArgumentError) { addresses("127.0.0.1", nil, :other) }
  end

  def test_addresses_without_a_name_stand_for_themselves
    name = Socket.getaddrinfo("::1", 80, nil, :STREAM, nil, nil, true)[0][2]
    assert_equal Addrinfo.tcp("::1", 80).getnameinfo.first.sub("0:0:0:0:0:0:0:1", "::1"), name
    refute_match(/0:0:0/, name)
  end

  def test_getnameinfo_gives_short_addresses
    flags = Socket::NI_NUMERICHOST | Socket::NI_NUMERICSERV
    assert_equal %w[::1 80], Socket.getnameinfo(["AF_INET6", 80, "::1"], flags)
    assert_equal %w[127.0.0.1 80], Socket.getnameinfo(["AF_INET", 80, "127.0.0.1"], flags)
  end

  # rubocop:disable Lint/DeprecatedClassMethods
  def test_gethostbyname
    assert_equal ["::1", Socket::AF_INET6, INET6],
                 Socket.gethostbyname("::1").values_at(0, 2, 3)
    assert_equal [Socket::AF_INET, INET], Socket.gethostbyname("127.0.0.1").values_at(2, 3)
    assert_equal ["::1", Socket::AF_INET6, "::1"],
                 TCPSocket.gethostbyname("::1").values_at(0, 2, 3)
  end

  def test_gethostbyaddr_checks_the_family
    assert_equal [Socket::AF_INET, INET], Socket.gethostbyaddr(INET).values_at(2, 3)
    assert_raises(SocketError) { Socket.gethostbyaddr(INET, Socket::AF_INET6) }
  end
  # rubocop:enable Lint/DeprecatedClassMethods

  def test_tcp_socket_without_a_host_finds_either_family
    need_host("::1")
    server = tcp_server("::1")
    client = track(TCPSocket.new(nil, server.addr[1]))
    assert_equal "::1", client.peeraddr.last
  end

  private

  def addresses(host, family, reverse_lookup = nil, flags = nil)
    Socket.getaddrinfo(host, 80, family, :STREAM, nil, flags, reverse_lookup)
      .map { |address| address.first(4) }
  end
end
