# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

# UDPSocket#connect and #bind without a port, ioctl on sockets, the addresses of interfaces.
class SocketDetailsTest < NonblockTest
  include SocketHelpers

  native_only

  FIONREAD = 0x541B
  SIOCGIFADDR = 0x8915

  def before_setup
    super
    linux_only("the numbers are those of Linux")
  end

  def test_udp_connect
    socket = track(UDPSocket.new)
    assert_equal 0, socket.connect("127.0.0.1", nil)
    assert_equal 0, socket.connect("127.0.0.1", 9)
    assert_equal 0, socket.connect("127.0.0.1", 10)
    assert_equal 10, socket.peeraddr[1]
  end

  def test_udp_connect_refused
    assert_errno(Errno::EACCES, "connect(2) for \"255.255.255.255\" port 9") do
      track(UDPSocket.new).connect("255.255.255.255", 9)
    end
  end

  def test_udp_bind
    socket = track(UDPSocket.new)
    assert_equal 0, socket.bind("", 0)
    assert_equal "0.0.0.0", socket.addr[3]
    other = track(UDPSocket.new)
    assert_equal 0, other.bind(nil, 0)
    assert_equal "127.0.0.1", other.addr[3]
  end

  def test_ioctl_fills_strings
    left, right = unix_sockets
    left << "xyz"
    ["", "\0" * 4, "\0" * 300].each do |text|
      string = text.dup
      assert_equal 0, right.ioctl(FIONREAD, string)
      assert_equal [3, [257, text.size].max], [string.unpack1("i"), string.bytesize]
    end
    structure = ["lo", "z"].pack("a16a24")
    assert_equal 0, track(UDPSocket.new).ioctl(SIOCGIFADDR, structure)
    assert_equal ["lo", Socket::AF_INET, 127, 0, 0, 1], structure.unpack("Z16Sx2C4")
  end

  def test_ioctl_fails
    left, = unix_sockets
    assert_errno(Errno::EFAULT) { left.ioctl(FIONREAD) }
    assert_errno(Errno::ENOTTY) { left.ioctl(1, 0) }
    assert_raises(FrozenError) { left.ioctl(FIONREAD, "") }
    assert_raises(TypeError) { left.ioctl(nil, 0) }
    assert_raises(TypeError) { left.ioctl(FIONREAD, :a) }
    left.close
    assert_raises(IOError) { left.ioctl(FIONREAD, 0) }
  end

  def test_interfaces
    addresses = Socket.getifaddrs.filter_map(&:addr)
    assert_equal [2, 10, 17] | addresses.map(&:afamily), [2, 10, 17]
    addresses.each { |address| assert_equal address.afamily, address.pfamily }
    loopback = Socket.ip_address_list.find(&:ipv4_loopback?)
    assert_equal [2, 2, 0, 0, "#<Addrinfo: 127.0.0.1>"],
                 [loopback.afamily, loopback.pfamily, loopback.socktype, loopback.protocol,
                  loopback.inspect]
  end
end
