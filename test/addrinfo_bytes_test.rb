# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

# Packed addresses of any length and family, whole or not: what Addrinfo and Socket say of them.
class AddrinfoBytesTest < NonblockTest
  include SocketHelpers

  native_only

  INET = [Socket::AF_INET, 80, 127, 0, 0, 1].pack("SnC4x8").freeze
  INET6 = [Socket::AF_INET6, 80, 0, 0, 0, 0, 1, 0].pack("SnNN4L").freeze
  MAPPED = [Socket::AF_INET6, 80, 0, 0, 0, 0xffff, 0x7f000001, 0].pack("SnNN4L").freeze
  UNIX = [Socket::AF_UNIX, "/tmp/a"].pack("Sa*").freeze
  ABSTRACT = [Socket::AF_UNIX, "\0abc"].pack("Sa*").freeze
  UNKNOWN = [99, "abc"].pack("Sa*").freeze

  TEXTS = {
    "" => "empty-sockaddr",
    "\2" => "too-short-sockaddr",
    "\0\0" => "UNSPEC",
    INET[0, 2] => "?.?.?.?:? (2 bytes for 16 bytes sockaddr_in)",
    INET[0, 4] => "?.?.?.?:? (4 bytes for 16 bytes sockaddr_in)",
    INET[0, 7] => "127.0.0.?:80 (7 bytes for 16 bytes sockaddr_in)",
    INET => "127.0.0.1:80",
    "#{INET}x" => "127.0.0.1:80 (17 bytes for 16 bytes sockaddr_in)",
    INET6[0, 27] => "too-short-AF_INET6-sockaddr 27 bytes",
    INET6 => "[::1]:80",
    "#{INET6}x" => "[::1]:80(sockaddr 1 bytes too long)",
    MAPPED => "[::ffff:127.0.0.1]:80",
    UNIX[0, 2] => "empty-path-AF_UNIX-sockaddr",
    UNIX => "/tmp/a",
    "#{UNIX}\0b" => "UNIX:2f:74:6d:70:2f:61:00:62",
    ABSTRACT => "UNIX:00:61:62:63",
    UNKNOWN => "unknown address family 99"
  }.freeze

  def before_setup
    super
    linux_only("the layouts are those of Linux")
  end

  def test_inspect
    TEXTS.each { |packed, text| assert_equal "#<Addrinfo: #{text}>", Addrinfo.new(packed).inspect }
  end

  def test_inspect_with_types
    {
      [1] => " PF_UNIX",
      [0] => "",
      [:INET, :STREAM] => " TCP",
      [:INET, :DGRAM, 17] => " UDP",
      [:INET, :STREAM, 17] => " SOCK_STREAM IPPROTO_UDP",
      [nil, :STREAM] => " SOCK_STREAM",
      [:INET, 0, 6] => " IPPROTO_TCP",
      [:INET6, :SEQPACKET, 199] => " PF_INET6 SOCK_SEQPACKET UNKNOWN_PROTOCOL(199)",
      [77, 55, 199] => " PF_???(77) SOCK_???(55) UNKNOWN_PROTOCOL(199)"
    }.each do |types, text|
      assert_equal "#<Addrinfo: 127.0.0.1:80#{text}>", Addrinfo.new(INET, *types).inspect
    end
  end

  def test_families
    assert_equal [0, 0, 0, 0], numbers(Addrinfo.new(""))
    assert_equal [0, 2, 1, 6], numbers(Addrinfo.new("", :INET, :STREAM, 6))
    assert_equal [2, 0, 0, 0], numbers(Addrinfo.new(INET[0, 2]))
    assert_equal [99, 0, 0, 0], numbers(Addrinfo.new(UNKNOWN))
    assert_equal [true, true, false, false], kinds(INET[0, 2])
    assert_equal [true, false, true, false], kinds(INET6[0, 2])
    assert_equal [false, false, false, true], kinds(UNIX)
    assert_equal [false, false, false, false], kinds("")
  end

  def test_mapped
    address = Addrinfo.new(MAPPED)
    assert_predicate address, :ipv6_v4mapped?
    refute_predicate address, :ipv4_loopback?
    assert_equal "::ffff:127.0.0.1", address.ip_address
    assert_equal "#<Addrinfo: 127.0.0.1>", address.ipv6_to_ipv4.inspect
    assert_equal [80, "::ffff:127.0.0.1"], Socket.unpack_sockaddr_in(MAPPED)
    assert_equal %w[::ffff:127.0.0.1 80], Socket.getnameinfo(MAPPED, 3)
  end

  def test_short_addresses_have_no_name
    [INET[0, 2], INET[0, 15], INET6[0, 27]].each do |packed|
      address = Addrinfo.new(packed)
      assert_no_name { address.ip_address }
      assert_no_name { address.getnameinfo }
      assert_no_name { Socket.unpack_sockaddr_in(packed) }
      assert_no_name { Socket.getnameinfo(packed) }
      assert_no_name { Marshal.dump(address) }
      size = /\Aunexpected sockaddr size for IPv[46]\z/
      assert_raises_with(SocketError, size) { address.ip_port }
    end
    assert_no_name { Addrinfo.new("").getnameinfo }
    assert_raises_with(SocketError, "unknown address family: 99") do
      Marshal.dump(Addrinfo.new(UNKNOWN))
    end
  end

  def test_unpacking
    assert_raises_with(ArgumentError, "too short sockaddr") { Socket.unpack_sockaddr_in("") }
    assert_raises_with(ArgumentError, "too short sockaddr") { Socket.unpack_sockaddr_un("\1") }
    assert_raises_with(ArgumentError, "not an AF_INET/AF_INET6 sockaddr") do
      Socket.unpack_sockaddr_in(UNIX)
    end
    assert_raises_with(ArgumentError, "not an AF_UNIX sockaddr") { Socket.unpack_sockaddr_un(INET) }
    assert_raises(TypeError) { Socket.unpack_sockaddr_in(nil) }
    assert_raises(TypeError) { Socket.unpack_sockaddr_un(1) }
    assert_equal [80, "127.0.0.1"], Socket.unpack_sockaddr_in("#{INET}x")
  end

  def test_unix_names
    ["", "/tmp/a", "\0abc", "/tmp/a\0b"].each do |name|
      assert_equal name, Socket.unpack_sockaddr_un(Socket.sockaddr_un(name))
      assert_equal name, Addrinfo.unix(name).unix_path
    end
    assert_equal ABSTRACT.bytesize, Socket.sockaddr_un("\0abc").bytesize
    long = [Socket::AF_UNIX, "/" * 109].pack("Sa*")
    assert_raises_with(TypeError, "too long sockaddr_un - 111 longer than 110") do
      Socket.unpack_sockaddr_un(long)
    end
    message = "too long AF_UNIX path (109 bytes given but 108 bytes max)"
    assert_raises_with(SocketError, message) { Addrinfo.new(long).unix_path }
    assert_raises(TypeError) { Socket.sockaddr_un(nil) }
    assert_raises(TypeError) { Addrinfo.unix(1) }
  end

  def test_packing_and_unpacking_agree
    TEXTS.each_key do |packed|
      once = Addrinfo.new(packed)
      again = Addrinfo.new(once.to_sockaddr)
      assert_equal once.inspect, again.inspect
    end
  end

  def test_calls_on_sockets
    TEXTS.each do |packed, text|
      next if [INET, "#{INET}x", "\0\0"].include?(packed)

      %i[bind connect connect_nonblock].each do |name|
        error = assert_raises(SystemCallError) { socket(:STREAM).public_send(name, packed) }
        assert_includes error.message, "(2) for #{text}"
      end
      assert_raises(SystemCallError) { socket(:DGRAM).send("a", 0, packed) }
    end
    assert_raises(Errno::EINVAL) { socket(:DGRAM).send("a", 0, INET.ljust(200, "\0")) }
  end

  def test_other_objects
    [nil, 1, :a, Addrinfo.new(INET), Object.new].each do |value|
      assert_raises(TypeError) { Addrinfo.new(value) }
    end
    assert_raises_with(TypeError, "uninitialized socket address") { Addrinfo.allocate.inspect }
    assert_raises_with(TypeError, "already initialized socket address") do
      Addrinfo.new(INET).__send__(:initialize, INET)
    end
  end

  def test_packet_addresses
    packed = [17, 3, 1, 772, 4, 6, "abcdef"].pack("SnlSCCa*")
    name = Socket.getifaddrs.find { |address| address.ifindex == 1 }&.name || "ifindex=1"
    text = "PACKET[protocol=3 #{name} hatype=772 OUTGOING hwaddr=61:62:63:64:65:66]"
    assert_equal text, Addrinfo.new(packed).inspect_sockaddr
    text = "PACKET[protocol=3 #{name} hatype=772 OUTGOING halen=6 hwaddr=61:62:63:64 " \
           "(16 bytes for 20 bytes sockaddr_ll)]"
    assert_equal text, Addrinfo.new(packed[0, 16]).inspect_sockaddr
  end

  private

  def numbers(address)
    [address.afamily, address.pfamily, address.socktype, address.protocol]
  end

  def kinds(packed)
    address = Addrinfo.new(packed)
    [address.ip?, address.ipv4?, address.ipv6?, address.unix?]
  end

  def socket(type)
    track(Socket.new(:INET, type))
  end

  def assert_no_name(&block)
    error = assert_raises(SocketError, &block)
    assert_equal "getnameinfo: ai_family not supported", error.message
  end
end
