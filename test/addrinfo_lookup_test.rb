# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

# Hosts and services as Addrinfo's constructors take them. No name server is asked.
class AddrinfoLookupTest < NonblockTest
  include SocketHelpers

  native_only

  ERROR = RUBY_VERSION < "3.3" ? "SocketError" : "Socket::ResolutionError"
  UNKNOWN_NAME = "Name or service not known"
  UNKNOWN_SERVICE = "Servname not supported for ai_socktype"
  OTHER_FAMILY = "Address family for hostname not supported"

  def before_setup
    super
    linux_only("the messages are those of glibc")
  end

  def test_tcp_and_udp
    assert_inspect "127.0.0.1:80 TCP", Addrinfo.tcp("127.0.0.1", "80")
    assert_inspect "127.0.0.1:80 TCP (:http)", Addrinfo.tcp("127.0.0.1", "http")
    assert_inspect "0.0.0.0:80 TCP ()", Addrinfo.tcp("", 80)
    assert_inspect "0.0.0.0:80 UDP (<any>)", Addrinfo.udp("<any>", 80)
    assert_inspect "255.255.255.255:80 UDP (<broadcast>)", Addrinfo.udp("<broadcast>", 80)
    assert_inspect "127.0.0.1:80 TCP", Addrinfo.tcp(0x7f000001, 80)
    assert_inspect "127.0.0.1:4464 TCP (:70000)", Addrinfo.tcp("127.0.0.1", 70_000)
    assert_inspect "[::ffff:127.0.0.1]:80 TCP", Addrinfo.tcp("::ffff:127.0.0.1", 80)
    assert_inspect "[::127.0.0.1]:80 TCP", Addrinfo.tcp("::127.0.0.1", 80)
    assert_inspect "[::1%1]:80 TCP", Addrinfo.tcp("::1%1", 80)
    assert_equal [Socket::SOCK_DGRAM, Socket::IPPROTO_UDP],
                 [Addrinfo.udp("::1", 1).socktype, Addrinfo.udp("::1", 1).protocol]
  end

  def test_scopes
    name = Socket.getifaddrs.find { |address| address.ifindex == 1 }&.name || "1"
    [name, "1"].each do |scope|
      assert_includes Addrinfo.tcp("fe80::1%#{scope}", 80).inspect, "[fe80::1%#{name}]:80 TCP"
    end
    assert_unresolved(UNKNOWN_NAME) { Addrinfo.tcp("fe80::1%nope", 80) }
  end

  def test_ip
    address = Addrinfo.ip("127.0.0.1")
    assert_inspect "127.0.0.1", address
    assert_equal [Socket::AF_INET, 0, 0, 0],
                 [address.pfamily, address.socktype, address.protocol, address.ip_port]
    assert_inspect "0.0.0.1", Addrinfo.ip(1)
    assert_unresolved(UNKNOWN_NAME) { Addrinfo.ip(nil) }
  end

  def test_unknown_hosts_and_services
    ["[::1]", "bad host!", "a" * 64].each do |host|
      assert_unresolved(UNKNOWN_NAME) { Addrinfo.tcp(host, 80) }
    end
    assert_unresolved(UNKNOWN_NAME) { Addrinfo.tcp(nil, nil) }
    ["nosuch", -1, "-1"].each do |service|
      assert_unresolved(UNKNOWN_SERVICE) { Addrinfo.tcp("127.0.0.1", service) }
    end
    assert_unresolved(OTHER_FAMILY) { Addrinfo.getaddrinfo("127.0.0.1", 80, :INET6) }
    assert_unresolved(OTHER_FAMILY) { Addrinfo.getaddrinfo("::1", 80, :INET) }
    assert_unresolved("ai_family not supported") { Addrinfo.getaddrinfo("::1", 80, :UNIX) }
    assert_unresolved("ai_socktype not supported") { Addrinfo.getaddrinfo("::1", 80, nil, 99) }
    assert_unresolved("Bad value for ai_flags") do
      Addrinfo.getaddrinfo(nil, 80, nil, :STREAM, nil, Socket::AI_CANONNAME)
    end
    assert_unresolved(UNKNOWN_NAME) do
      Addrinfo.getaddrinfo("localhost", 80, nil, :STREAM, nil, Socket::AI_NUMERICHOST)
    end
  end

  def test_hostile_arguments
    [["a\0b", 80], ["127.0.0.1", "8\0"]].each do |arguments|
      assert_raises_with(ArgumentError, "string contains null byte") { Addrinfo.tcp(*arguments) }
    end
    assert_raises_with(ArgumentError, "hostname too long (2000)") { Addrinfo.tcp("a" * 2000, 80) }
    assert_raises_with(ArgumentError, "service name too long (40)") do
      Addrinfo.tcp("::1", "a" * 40)
    end
    assert_raises_with(SocketError, "newline at the end of hostname") { Addrinfo.tcp("::1\n", 80) }
    assert_raises(RangeError) { Addrinfo.tcp(2**40, 80) }
    [:a, 1.5, [], Object.new].each do |value|
      assert_raises(TypeError) { Addrinfo.tcp(value, 80) }
      assert_raises(TypeError) { Addrinfo.tcp("127.0.0.1", value) }
    end
    assert_raises(SocketError) { Addrinfo.getaddrinfo("::1", 80, :FOO) }
    assert_raises(SocketError) { Addrinfo.getaddrinfo("::1", 80, nil, :FOO) }
    assert_raises(TypeError) { Addrinfo.getaddrinfo("::1", 80, nil, nil, :tcp) }
  end

  def test_types_and_protocols
    assert_equal [[1, 6], [2, 17], [3, 0]], types
    assert_equal [[2, 17], [3, 17]], types(nil, Socket::IPPROTO_UDP)
    assert_equal [[1, 6]], types(:STREAM)
    assert_equal [[5, 132]], types(:SEQPACKET)
    assert_unresolved("ai_socktype not supported") { types(:STREAM, Socket::IPPROTO_UDP) }
    assert_equal [%w[AF_INET6 ::1], %w[AF_INET 127.0.0.1]], hosts(nil)
    assert_equal [%w[AF_INET 0.0.0.0], %w[AF_INET6 ::]], hosts(Socket::AI_PASSIVE)
    found = Addrinfo.getaddrinfo("127.0.0.1", 80, :INET6, :STREAM, nil, Socket::AI_V4MAPPED)
    assert_equal ["::ffff:127.0.0.1"], found.map(&:ip_address)
  end

  def test_arrays
    assert_inspect "127.0.0.1:80 (hostname)", Addrinfo.new(["AF_INET", 80, "hostname", "127.0.0.1"])
    assert_inspect "127.0.0.1:80 SOCK_RAW UNKNOWN_PROTOCOL(199)",
                   Addrinfo.new(["AF_INET", 80, nil, "127.0.0.1"], nil, :RAW, 199)
    assert_inspect "[::ffff:127.0.0.1]:80", Addrinfo.new(["AF_INET6", 80, nil, "::ffff:127.0.0.1"])
    assert_inspect "/a SOCK_STREAM", Addrinfo.new(["AF_UNIX", "/a"], :INET, :DGRAM)
    assert_unresolved(UNKNOWN_NAME) { Addrinfo.new(["AF_INET", 80, nil, "localhost"]) }
    assert_unresolved(OTHER_FAMILY) { Addrinfo.new(["AF_INET", 80, nil, "::1"]) }
    assert_unresolved(OTHER_FAMILY) { Addrinfo.new(["AF_INET6", 80, nil, "127.0.0.1"], 0) }
    [["AF_INET"], [], [nil, 1, 2, 3], [:INET, 80, nil, "::1"], ["AF_INET", "80", nil, "127.0.0.1"],
     ["AF_INET", 80, nil, nil], ["AF_UNIX"], ["AF_UNIX", 1]].each do |array|
      assert_raises(TypeError, array.inspect) { Addrinfo.new(array) }
    end
    assert_raises_with(SocketError, "unknown address family: AF_FOO") { Addrinfo.new(["AF_FOO"]) }
    assert_raises_with(SocketError, "unexpected address family") { Addrinfo.new(["AF_PACKET"]) }
  end

  def test_marshal_load_refuses_other_arrays
    inet = ["AF_INET", ["127.0.0.1", "80"], "PF_INET", "SOCK_STREAM", 0, nil, nil]
    assert_inspect "127.0.0.1:80 TCP", loaded(*inet)
    {
      0 => "address family", 2 => "protocol family", 3 => "socktype", 4 => "protocol"
    }.each do |index, what|
      fields = inet.dup.tap { |array| array[index] = "FOO" }
      assert_raises_with(TypeError, "unexpected #{what}") { loaded(*fields) }
    end
    assert_raises(TypeError) { Addrinfo.allocate.marshal_load(nil) }
    assert_raises(TypeError) { loaded("AF_INET", nil, "PF_INET", 0, 0) }
    assert_unresolved(UNKNOWN_NAME) { loaded("AF_INET", %w[nohost 80], "PF_INET", 0, 0) }
    assert_raises(SocketError) { loaded("AF_UNIX", "a" * 200, "PF_UNIX", 0, 0) }
    assert_raises(TypeError) { Addrinfo.tcp("127.0.0.1", 80).marshal_load(inet) }
  end

  def test_packed
    assert_equal [80, "127.0.0.1"], unpacked("http", "127.0.0.1")
    assert_equal [0, "127.0.0.1"], unpacked(nil, "127.0.0.1")
    assert_equal [80, "0.0.0.0"], unpacked(80, "")
    assert_equal [80, "::ffff:1.2.3.4"], unpacked(80, "::ffff:1.2.3.4")
    assert_unresolved(UNKNOWN_NAME) { Socket.sockaddr_in(nil, nil) }
    assert_unresolved(UNKNOWN_SERVICE) { Socket.sockaddr_in("nosuch", "localhost") }
    assert_raises(TypeError) { Socket.sockaddr_in(:a, "::1") }
  end

  def test_names
    assert_equal %w[127.0.0.1 80], Socket.getnameinfo(["AF_INET", 80, nil, "127.0.0.1"], 3)
    assert_unresolved(OTHER_FAMILY) { Socket.getnameinfo(["AF_INET6", 80, "127.0.0.1"]) }
    assert_raises(ArgumentError) { Socket.getnameinfo(["AF_INET", 80]) }
    assert_raises_with(TypeError, "expecting String or Array") { Socket.getnameinfo(1) }
    tftp = Socket.sockaddr_in(69, "127.0.0.1")
    assert_equal "tftp", Socket.getnameinfo(tftp, Socket::NI_DGRAM)[1]
    error = assert_raises(SocketError) { Socket.getnameinfo(tftp, 1 << 20) }
    assert_equal "getnameinfo: Bad value for ai_flags", error.message
  end

  # The error since Ruby 3.3, which says which failure it is.
  def test_resolution_error
    {
      Socket::EAI_NONAME => -> { TCPSocket.new("bad host!", 80) },
      Socket::EAI_SERVICE => -> { TCPServer.new("127.0.0.1", "nosuch") },
      Socket::EAI_FAMILY => -> { Socket.getnameinfo("") }
    }.each do |code, call|
      error = assert_raises(SocketError, &call)
      assert_equal ERROR, error.class.name
      assert_equal code, error.error_code unless RUBY_VERSION < "3.3"
    end
  end

  def test_sockets_name_the_failure
    {
      TCPSocket => UNKNOWN_NAME, TCPServer => UNKNOWN_NAME
    }.each { |type, message| assert_unresolved(message) { type.new("bad host!", 80) } }
    assert_unresolved(UNKNOWN_SERVICE) { TCPSocket.new("127.0.0.1", "nosuch") }
    udp = track(UDPSocket.new)
    assert_unresolved(UNKNOWN_NAME) { udp.bind(nil, nil) }
    assert_unresolved(UNKNOWN_NAME) { udp.connect("bad host!", 9) }
    assert_unresolved(OTHER_FAMILY) { udp.connect("::1", 9) }
  end

  private

  def assert_inspect(expected, address)
    assert_equal "#<Addrinfo: #{expected}>", address.inspect
  end

  def assert_unresolved(message, &block)
    error = assert_raises(SocketError, &block)
    function = RUBY_VERSION < "3.4" ? "getaddrinfo" : "getaddrinfo(3)"
    assert_equal "#{function}: #{message}", error.message
    assert_equal ERROR, error.class.name
  end

  def types(*arguments)
    Addrinfo.getaddrinfo("127.0.0.1", 80, nil, *arguments)
      .map { |address| [address.socktype, address.protocol] }
  end

  def hosts(flags)
    Addrinfo.getaddrinfo(nil, 80, nil, :STREAM, nil, flags)
      .map { |address| [address.ipv6? ? "AF_INET6" : "AF_INET", address.ip_address] }
  end

  def loaded(*fields)
    Addrinfo.allocate.tap { |address| address.marshal_load(fields) }
  end

  def unpacked(port, host)
    Socket.unpack_sockaddr_in(Socket.sockaddr_in(port, host))
  end
end
