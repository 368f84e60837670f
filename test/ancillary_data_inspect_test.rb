# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class AncillaryDataInspectTest < NonblockTest
  include SocketHelpers

  native_only

  NO_INTERFACE = 9_999

  def test_names
    assert_words "INET6 IPV6 PKTINFO \"\"", :INET6, :IPV6, :PKTINFO, ""
    assert_words "INET TCP NODELAY \"\"", :INET, :TCP, :NODELAY, ""
    assert_words "UNIX SOCKET RIGHTS \"\"", :UNIX, :SOCKET, :RIGHTS, ""
    assert_words "INET SOCKET RIGHTS \"\"", :INET, :SOCKET, :RIGHTS, ""
  end

  def test_one_name_where_several_share_a_number
    linux_only
    assert_words "INET IP TOS \"\"", :INET, :IP, 1, ""
    assert_words "INET IP TTL \"\"", :INET, :IP, 2, ""
    assert_words "INET IP RECVRETOPTS \"\"", :INET, :IP, 7, ""
    assert_words "UNIX SOCKET RIGHTS \"\"", :LOCAL, :SOCKET, :RIGHTS, ""
  end

  def test_numbers_without_a_name
    assert_words "UNIX cmsg_level:9999 cmsg_type:77 \"\"", :UNIX, 9999, 77, ""
    assert_words "INET cmsg_level:9999 cmsg_type:77 \"\"", :INET, 9999, 77, ""
    assert_words "INET IP cmsg_type:7777 \"\"", :INET, :IP, 7777, ""
    assert_words "INET SOCKET cmsg_type:7777 \"\"", :INET, :SOCKET, 7777, ""
    assert_words "family:9999 SOCKET RIGHTS \"\"", 9999, :SOCKET, :RIGHTS, ""
  end

  def test_data_without_words_is_dumped
    assert_words "INET IP TTL \"\\x03\\xFF\\u3042\"", :INET, :IP, :TTL, "\x03\xFF\u3042"
    assert_words "INET IP TTL \"\\x03\\xFF\"", :INET, :IP, :TTL, "\x03\xFF".b
  end

  def test_subclasses
    subclass = Class.new(Socket::AncillaryData)
    self.class.const_set(:Subclass, subclass)
    assert_equal "#<AncillaryDataInspectTest::Subclass: INET IP TTL \"\">",
                 subclass.new(:INET, :IP, :TTL, "").inspect
  end

  def test_rights
    assert_words "UNIX SOCKET RIGHTS 3 4", :UNIX, :SOCKET, :RIGHTS, [3, 4].pack("ii")
    assert_words "UNIX SOCKET RIGHTS \"abc\"", :UNIX, :SOCKET, :RIGHTS, "abc"
  end

  def test_credentials
    linux_only
    assert_words "UNIX SOCKET CREDENTIALS pid=1 uid=2 gid=3 (ucred)",
                 :UNIX, :SOCKET, :CREDENTIALS, [1, 2, 3].pack("iII")
    assert_words "UNIX SOCKET CREDENTIALS pid=4294967295 uid=2 gid=3 (ucred)",
                 :UNIX, :SOCKET, :CREDENTIALS, [-1, 2, 3].pack("iII")
    assert_words "UNIX SOCKET CREDENTIALS \"abc\"", :UNIX, :SOCKET, :CREDENTIALS, "abc"
  end

  def test_timestamps
    time = Time.local(2009, 2, 13, 23, 31, 30)
    assert_words "INET SOCKET TIMESTAMP 2009-02-13 23:31:30.098765",
                 :INET, :SOCKET, :TIMESTAMP, [time.to_i, 98_765].pack("l!l!")
    assert_words "INET SOCKET TIMESTAMP \"abc\"", :INET, :SOCKET, :TIMESTAMP, "abc"
    linux_only
    assert_words "INET SOCKET TIMESTAMPNS 2009-02-13 23:31:30.000098765",
                 :INET, :SOCKET, :TIMESTAMPNS, [time.to_i, 98_765].pack("l!l!")
    assert_words "INET SOCKET TIMESTAMPING \"abc\"", :INET, :SOCKET, :TIMESTAMPING, "abc"
  end

  def test_ip_pktinfo
    linux_only
    data = [NO_INTERFACE, 10, 0, 0, 2, 127, 0, 0, 1].pack("IC8")
    assert_words "INET IP PKTINFO 127.0.0.1 ifindex:#{NO_INTERFACE} spec_dst:10.0.0.2",
                 :INET, :IP, :PKTINFO, data
    data = [loopback.ifindex, 10, 0, 0, 2, 127, 0, 0, 1].pack("IC8")
    assert_words "INET IP PKTINFO 127.0.0.1 #{loopback.name} spec_dst:10.0.0.2",
                 :INET, :IP, :PKTINFO, data
    assert_words "INET IP PKTINFO \"abc\"", :INET, :IP, :PKTINFO, "abc"
    assert_words "INET IP PKTINFO 127.0.0.1 ifindex:-1 spec_dst:10.0.0.2",
                 :INET, :IP, :PKTINFO, [-1, 10, 0, 0, 2, 127, 0, 0, 1].pack("iC8")
  end

  def test_ipv6_pktinfo
    {
      [0, 0, 0, 0, 0, 0, 0, 1] => "::1",
      [0] * 8 => "::",
      [0xfe80, 0, 0, 0, 0, 0, 0, 1] => "fe80::1",
      [1, 0, 2, 0, 0, 3, 0, 0] => "1:0:2::3:0:0",
      [1, 0, 0, 2, 3, 0, 0, 4] => "1::2:3:0:0:4",
      [1, 0, 2, 3, 4, 5, 6, 7] => "1:0:2:3:4:5:6:7",
      [0, 0, 0, 0, 0, 0xffff, 0x7f00, 1] => "::ffff:127.0.0.1",
      [0, 0, 0, 0, 0, 0, 0x7f00, 1] => "::127.0.0.1",
      [1, 2, 3, 4, 5, 6, 0, 0] => "1:2:3:4:5:6::"
    }.each do |groups, text|
      assert_words "INET6 IPV6 PKTINFO #{text} ifindex:#{NO_INTERFACE}",
                   :INET6, :IPV6, :PKTINFO, [*groups, NO_INTERFACE].pack("n8I")
    end
  end

  def test_ipv6_pktinfo_with_an_interface
    assert_words "INET6 IPV6 PKTINFO ::1 #{loopback.name}",
                 :INET6, :IPV6, :PKTINFO, [0, 0, 0, 0, 0, 0, 0, 1, loopback.ifindex].pack("n8I")
    assert_words "INET6 IPV6 PKTINFO \"abc\"", :INET6, :IPV6, :PKTINFO, "abc"
  end

  def test_addresses_of_other_families_are_dumped
    linux_only
    assert_words "UNIX cmsg_level:0 cmsg_type:8 \"aaaaaaaaaaaa\"", :UNIX, 0, 8, "a" * 12
  end

  private

  def assert_words(words, *arguments)
    assert_equal "#<Socket::AncillaryData: #{words}>", Socket::AncillaryData.new(*arguments).inspect
  end

  def loopback
    @loopback ||= Socket.getifaddrs.find { |address| address.name.start_with?("lo") }
  end
end
