# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class AncillaryDataTest < NonblockTest
  include SocketHelpers

  native_only

  def test_takes_integers_and_names
    expected = [Socket::AF_INET6, Socket::IPPROTO_IPV6, Socket::IPV6_PKTINFO]
    forms = [expected, %i[INET6 IPV6 PKTINFO], %w[INET6 IPV6 PKTINFO],
             %w[AF_INET6 IPPROTO_IPV6 IPV6_PKTINFO], %i[PF_INET6 IPPROTO_IPV6 IPV6_PKTINFO]]
    forms.each do |form|
      data = ancillary(*form, "")
      assert_equal expected, [data.family, data.level, data.type]
    end
  end

  def test_takes_names_by_conversion
    name = Object.new
    def name.to_str = "INET"
    assert_equal Socket::AF_INET, ancillary(name, :IP, :TTL, "").family
  end

  def test_names_depend_on_the_level
    assert_equal Socket::SCM_RIGHTS, ancillary(:UNIX, :SOCKET, :RIGHTS, "").type
    assert_equal Socket::IP_TTL, ancillary(:INET, :IP, :TTL, "").type
    assert_equal Socket::TCP_NODELAY, ancillary(:INET, :TCP, :NODELAY, "").type
    assert_equal Socket::SCM_RIGHTS, ancillary(:INET, :SOCKET, :RIGHTS, "").type
  end

  def test_keeps_the_data_as_it_is
    string = "data"
    assert_same string, ancillary(:INET, :IP, :TTL, string).data
  end

  def test_unknown_names
    {
      [:FOO, :IP, :TTL] => "unknown socket domain: FOO",
      [:INET, :FOO, :TTL] => "unknown protocol level: FOO",
      [:UNIX, :IP, :TTL] => "unknown protocol level: IP",
      [:INET, "SOL_IP", :TTL] => "unknown protocol level: SOL_IP",
      [:UNIX, :SOCKET, :FOO] => "unknown UNIX control message: FOO",
      [:INET, :IP, :FOO] => "unknown IP control message: FOO",
      [:INET, :IPV6, :FOO] => "unknown IPv6 control message: FOO",
      [:INET, :TCP, :FOO] => "unknown TCP control message: FOO",
      [:INET, :UDP, :FOO] => "unknown UDP control message: FOO"
    }.each do |names, message|
      assert_raises_with(SocketError, message) { ancillary(*names, "") }
    end
  end

  def test_what_is_neither_name_nor_integer
    assert_raises_with(TypeError, "no implicit conversion from nil to integer") do
      ancillary(nil, :IP, :TTL, "")
    end
    assert_raises_with(TypeError, "no implicit conversion of Object into Integer") do
      ancillary(Object.new, :IP, :TTL, "")
    end
    assert_raises_with(TypeError, "no implicit conversion of Symbol into Integer") do
      ancillary(:UNIX, 0, :TTL, "")
    end
    assert_raises_with(TypeError, "no implicit conversion of nil into String") do
      ancillary(:INET, :IP, :TTL, nil)
    end
  end

  def test_integers_out_of_range
    assert_raises(RangeError) { ancillary(2**31, 0, 0, "") }
    assert_raises(RangeError) { ancillary(0, 0, 2**70, "") }
    assert_equal 1, ancillary(1.9, 0, 0, "").family
  end

  def test_int
    data = Socket::AncillaryData.int(:INET, :IP, :TTL, -3)
    assert_instance_of Socket::AncillaryData, data
    assert_equal [[-3].pack("i"), -3], [data.data, data.int]
    assert_raises(RangeError) { Socket::AncillaryData.int(:INET, :IP, :TTL, 2**31) }
  end

  def test_int_of_another_length
    assert_raises_with(TypeError, "size differ.  expected as sizeof(int)=4 but 3") do
      ancillary(:INET, :IP, :TTL, "abc").int
    end
  end

  def test_cmsg_is
    data = ancillary(:INET6, :IPV6, :PKTINFO, "")
    assert data.cmsg_is?(:IPV6, :PKTINFO)
    assert data.cmsg_is?(Socket::IPPROTO_IPV6, Socket::IPV6_PKTINFO)
    refute data.cmsg_is?(:IP, :TTL)
    refute data.cmsg_is?(:SOCKET, :RIGHTS)
    assert_raises(SocketError) { data.cmsg_is?(:IPV6, :FOO) }
    assert_raises(SocketError) { ancillary(:UNIX, :SOCKET, :RIGHTS, "").cmsg_is?(:IP, :TTL) }
  end

  def test_unix_rights
    data = Socket::AncillaryData.unix_rights($stdin, $stderr)
    assert_equal [Socket::AF_UNIX, Socket::SOL_SOCKET, Socket::SCM_RIGHTS],
                 [data.family, data.level, data.type]
    assert_equal [$stdin.fileno, $stderr.fileno], data.data.unpack("i*")
    assert_equal [$stdin, $stderr], data.unix_rights
    assert_equal [], Socket::AncillaryData.unix_rights.unix_rights
  end

  def test_unix_rights_takes_open_ios_only
    assert_raises_with(TypeError, "IO expected") { Socket::AncillaryData.unix_rights(1) }
    assert_raises_with(TypeError, "IO expected") { Socket::AncillaryData.unix_rights($stdin, nil) }
    closed = File.open(File::NULL).tap(&:close)
    assert_raises_with(IOError, "closed stream") { Socket::AncillaryData.unix_rights(closed) }
  end

  def test_unix_rights_of_other_data
    assert_nil Socket::AncillaryData.int(:UNIX, :SOCKET, :RIGHTS, 0).unix_rights
    assert_raises_with(TypeError, "SCM_RIGHTS ancillary data expected") do
      ancillary(:INET, :IP, :TTL, "").unix_rights
    end
  end

  def test_ip_pktinfo
    linux_only
    data = Socket::AncillaryData.ip_pktinfo(Addrinfo.ip("127.0.0.1"), 7, Addrinfo.ip("10.0.0.2"))
    assert_equal [Socket::AF_INET, Socket::IPPROTO_IP, Socket::IP_PKTINFO],
                 [data.family, data.level, data.type]
    assert_equal [7, 10, 0, 0, 2, 127, 0, 0, 1], data.data.unpack("IC8")
    destination, index, local = data.ip_pktinfo
    assert_equal ["127.0.0.1", 7, "10.0.0.2"], [destination.ip_address, index, local.ip_address]
    [destination, local].each do |address|
      assert_equal [0, 0, 0], [address.ip_port, address.socktype, address.protocol]
    end
  end

  def test_ip_pktinfo_of_a_packed_address
    linux_only
    packed = Socket.sockaddr_in(5, "127.0.0.1")
    destination, index, local = Socket::AncillaryData.ip_pktinfo(packed, 4_294_967_295).ip_pktinfo
    assert_equal ["127.0.0.1", 4_294_967_295, "127.0.0.1"],
                 [destination.ip_address, index, local.ip_address]
  end

  def test_ip_pktinfo_refuses_other_addresses
    linux_only
    here = Addrinfo.ip("127.0.0.1")
    other = Addrinfo.ip("::1")
    {
      "addr size different to AF_INET sockaddr" => [other, 0],
      "addr is not AF_INET sockaddr" => ["x" * 16, 0],
      "spec_dat size different to AF_INET sockaddr" => [here, 0, other],
      "spec_dst is not AF_INET sockaddr" => [here, 0, "x" * 16]
    }.each do |message, arguments|
      assert_raises_with(ArgumentError, message) { Socket::AncillaryData.ip_pktinfo(*arguments) }
    end
    assert_raises(TypeError) { Socket::AncillaryData.ip_pktinfo(here, nil) }
    assert_raises(RangeError) { Socket::AncillaryData.ip_pktinfo(here, 2**32) }
  end

  def test_ip_pktinfo_of_other_data
    linux_only
    assert_raises_with(TypeError, "IP_PKTINFO ancillary data expected") do
      ancillary(:INET, :IP, :PKTINFO, "short").ip_pktinfo
    end
  end

  def test_ipv6_pktinfo
    data = Socket::AncillaryData.ipv6_pktinfo(Addrinfo.ip("::1"), 7)
    assert_equal [Socket::AF_INET6, Socket::IPPROTO_IPV6, Socket::IPV6_PKTINFO],
                 [data.family, data.level, data.type]
    assert_equal [0, 0, 0, 0, 0, 0, 0, 1, 7], data.data.unpack("n8I")
    address, index = data.ipv6_pktinfo
    assert_equal ["::1", 7, 0], [address.ip_address, index, address.socktype]
    assert_equal "::1", data.ipv6_pktinfo_addr.ip_address
    assert_equal 7, data.ipv6_pktinfo_ifindex
  end

  def test_ipv6_pktinfo_refuses_other_addresses
    {
      "addr size different to AF_INET6 sockaddr" => Addrinfo.ip("127.0.0.1"),
      "addr is not AF_INET6 sockaddr" => "x" * 28
    }.each do |message, address|
      assert_raises_with(ArgumentError, message) { Socket::AncillaryData.ipv6_pktinfo(address, 0) }
    end
  end

  def test_ipv6_pktinfo_of_other_data
    data = ancillary(:INET6, :IPV6, :PKTINFO, "short")
    %i[ipv6_pktinfo ipv6_pktinfo_addr ipv6_pktinfo_ifindex].each do |name|
      assert_raises_with(TypeError, "IPV6_PKTINFO ancillary data expected") { data.send(name) }
    end
  end

  def test_timestamps
    data = ancillary(:INET, :SOCKET, :TIMESTAMP, [1_234_567_890, 98_765].pack("l!l!"))
    assert_equal [1_234_567_890, 98_765_000], [data.timestamp.to_i, data.timestamp.nsec]
    linux_only
    data = ancillary(:INET, :SOCKET, :TIMESTAMPNS, [1_234_567_890, 98_765].pack("l!l!"))
    assert_equal [1_234_567_890, 98_765], [data.timestamp.to_i, data.timestamp.nsec]
  end

  def test_timestamp_of_other_data
    [[:INET, :SOCKET, :TIMESTAMP, "short"], [:INET, :IP, :TTL, "a" * 16]].each do |other|
      assert_raises_with(TypeError, "timestamp ancillary data expected") do
        ancillary(*other).timestamp
      end
    end
  end

  private

  def ancillary(*arguments)
    Socket::AncillaryData.new(*arguments)
  end
end
