# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

# A server of both families shows IPv4 clients by mapped addresses, one of IPv4 does not.
class MappedAddressTest < NonblockTest
  include SocketHelpers

  native_only

  MAPPED = "::ffff:127.0.0.1"

  def before_setup
    super
    linux_only("elsewhere servers of :: are of one family")
    need_host("::1")
  end

  def test_accepted_from_ipv4
    %i[accept accept_nonblock].each do |accept|
      client, connection = connected("::", "127.0.0.1", accept)
      assert_inet6 connection
      assert_inet client
    end
  end

  def test_connected_to_a_mapped_address
    client, connection = connected("::", MAPPED)
    assert_inet6 connection
    assert_inet6 client
  end

  def test_ipv4_only
    ["127.0.0.1", "0.0.0.0", nil, ""].each do |host|
      client, connection = connected(host, "127.0.0.1")
      assert_inet connection
      assert_inet client
    end
  end

  private

  def connected(server_host, host, accept = :accept)
    server = track(TCPServer.new(server_host, 0))
    client = track(TCPSocket.new(host, server.addr[1]))
    await(server)
    [client, track(server.public_send(accept))]
  end

  def assert_inet6(socket)
    expected = ["AF_INET6", MAPPED, MAPPED]
    assert_equal [expected, expected], arrays(socket)
    [socket.local_address, socket.remote_address].each do |address|
      assert_predicate address, :ipv6_v4mapped?
      assert_equal MAPPED, address.ip_address
      assert_equal "#<Addrinfo: [#{MAPPED}]:#{address.ip_port} TCP>", address.inspect
      assert_equal "#<Addrinfo: 127.0.0.1 TCP>", address.ipv6_to_ipv4.inspect
    end
    assert_includes socket.inspect, "AF_INET6, #{MAPPED}, "
    assert_equal MAPPED, Socket.unpack_sockaddr_in(socket.getpeername)[1]
  end

  def assert_inet(socket)
    expected = ["AF_INET", "127.0.0.1", "127.0.0.1"]
    assert_equal [expected, expected], arrays(socket)
    assert_equal %w[127.0.0.1 127.0.0.1],
                 [socket.local_address, socket.remote_address].map(&:ip_address)
  end

  def arrays(socket)
    [socket.addr(false), socket.peeraddr(false)].map { |array| array.values_at(0, 2, 3) }
  end
end
