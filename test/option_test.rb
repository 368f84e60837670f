# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

class OptionTest < NonblockTest
  include SocketHelpers

  native_only

  def test_takes_integers_and_names
    expected = [Socket::AF_INET, Socket::IPPROTO_TCP, Socket::TCP_NODELAY]
    [expected, %i[INET TCP NODELAY], %w[AF_INET IPPROTO_TCP TCP_NODELAY]].each do |form|
      option = option(*form, "")
      assert_equal expected, [option.family, option.level, option.optname]
    end
  end

  def test_unknown_names
    {
      [:INET, :SOCKET, :FOO] => "unknown socket level option name: FOO",
      [:UNIX, :SOCKET, :FOO] => "unknown socket level option name: FOO",
      [:INET, :IP, :FOO] => "unknown IP level option name: FOO",
      [:INET, :IPV6, :FOO] => "unknown IPv6 level option name: FOO",
      [:INET, :TCP, :FOO] => "unknown TCP level option name: FOO",
      [:INET, :UDP, :FOO] => "unknown UDP level option name: FOO",
      [:UNIX, :TCP, :NODELAY] => "unknown protocol level: TCP"
    }.each do |names, message|
      assert_raises_with(SocketError, message) { option(*names, "") }
    end
    assert_raises(TypeError) { option(:UNIX, 0, :TTL, "") }
    assert_raises(TypeError) { option(:INET, :SOCKET, :TYPE, 1) }
  end

  def test_data
    string = "data"
    assert_same string, option(:INET, :IP, :TTL, string).data
    assert_same string, option(:INET, :IP, :TTL, string).to_s
  end

  def test_int
    option = Socket::Option.int(:INET, :SOCKET, :KEEPALIVE, -5)
    assert_instance_of Socket::Option, option
    assert_equal [[-5].pack("i"), -5, true], [option.data, option.int, option.bool]
    assert_raises(RangeError) { Socket::Option.int(:INET, :SOCKET, :KEEPALIVE, 2**31) }
    assert_raises(TypeError) { Socket::Option.int(:INET, :SOCKET, :KEEPALIVE, "1") }
  end

  def test_byte
    option = Socket::Option.byte(:INET, :SOCKET, :KEEPALIVE, 200)
    assert_equal ["\xC8".b, 200, true], [option.data, option.byte, option.bool]
    assert_equal 44, Socket::Option.byte(:INET, :SOCKET, :KEEPALIVE, 300).byte
  end

  def test_bool
    option = Socket::Option.bool(:INET, :SOCKET, :KEEPALIVE, :anything)
    assert_equal [1, true], [option.int, option.bool]
    option = Socket::Option.bool(:INET, :SOCKET, :KEEPALIVE, nil)
    assert_equal [0, false], [option.int, option.bool]
  end

  def test_values_of_another_length
    message = "size differ.  expected as sizeof(int)=4 but 2"
    assert_raises_with(TypeError, message) { option(:INET, :IP, :TTL, "ab").int }
    assert_raises_with(TypeError, message) { option(:INET, :IP, :TTL, "ab").bool }
    message = "size differ.  expected as sizeof(char)=1 but 2"
    assert_raises_with(TypeError, message) { option(:INET, :IP, :TTL, "ab").byte }
  end

  def test_linger
    option = Socket::Option.linger(true, 10)
    assert_equal [Socket::AF_UNSPEC, Socket::SOL_SOCKET, Socket::SO_LINGER],
                 [option.family, option.level, option.optname]
    assert_equal [[1, 10].pack("ii"), [true, 10]], [option.data, option.linger]
    assert_equal [false, 0], Socket::Option.linger(nil, 0).linger
    assert_equal [true, 3], Socket::Option.linger(1, 3).linger
    assert_equal [2, 3], Socket::Option.linger(2, 3).linger
  end

  def test_linger_of_another_option
    assert_raises_with(TypeError, "linger socket option expected") do
      Socket::Option.int(:INET, :SOCKET, :KEEPALIVE, 1).linger
    end
    assert_raises_with(TypeError, "size differ.  expected as sizeof(struct linger)=8 but 4") do
      Socket::Option.int(:INET, :SOCKET, :LINGER, 1).linger
    end
  end

  def test_multicast
    assert_equal 10, Socket::Option.ipv4_multicast_ttl(10).ipv4_multicast_ttl
    assert_equal 1, Socket::Option.ipv4_multicast_loop(1).ipv4_multicast_loop
    assert_raises_with(TypeError, "ipv4_multicast_ttl socket option expected") do
      Socket::Option.ipv4_multicast_loop(1).ipv4_multicast_ttl
    end
    assert_raises_with(TypeError, "ipv4_multicast_loop socket option expected") do
      Socket::Option.ipv4_multicast_ttl(1).ipv4_multicast_loop
    end
  end

  def test_unpack
    assert_equal [1, 10], Socket::Option.linger(true, 10).unpack("ii")
  end

  def test_inspect_names
    assert_words "INET SOCKET KEEPALIVE \"\"", :INET, :SOCKET, :KEEPALIVE, ""
    assert_words "UNSPEC SOCKET LINGER on 10sec", :UNSPEC, :SOCKET, :LINGER, [1, 10].pack("ii")
    assert_words "INET TCP NODELAY 1", :INET, :TCP, :NODELAY, [1].pack("i")
    assert_words "UNIX level:9999 optname:77 \"\"", :UNIX, 9999, 77, ""
    assert_words "INET level:9999 optname:77 \"\"", :INET, 9999, 77, ""
    assert_words "INET IP optname:7777 \"\"", :INET, :IP, 7777, ""
    assert_words "family:9999 SOCKET optname:7777 \"\"", 9999, :SOCKET, 7777, ""
  end

  def test_inspect_socket_values
    assert_words "INET SOCKET RCVBUF -7", :INET, :SOCKET, :RCVBUF, [-7].pack("i")
    assert_words "INET SOCKET TYPE SOCK_STREAM", :INET, :SOCKET, :TYPE, [1].pack("i")
    assert_words "INET SOCKET TYPE 99", :INET, :SOCKET, :TYPE, [99].pack("i")
    assert_words "INET SOCKET LINGER off 0sec", :INET, :SOCKET, :LINGER, [0, 0].pack("ii")
    assert_words "INET SOCKET LINGER on(2) 3sec", :INET, :SOCKET, :LINGER, [2, 3].pack("ii")
    assert_words "INET SOCKET RCVTIMEO 1.500000sec",
                 :INET, :SOCKET, :RCVTIMEO, [1, 500_000].pack("l!l!")
    assert_words "INET SOCKET KEEPALIVE \"ab\"", :INET, :SOCKET, :KEEPALIVE, "ab"
  end

  def test_inspect_errors
    linux_only
    assert_words "INET SOCKET ERROR Connection refused (111)",
                 :INET, :SOCKET, :ERROR, [111].pack("i")
    assert_words "INET SOCKET ERROR Success (0)", :INET, :SOCKET, :ERROR, [0].pack("i")
    assert_words "INET SOCKET ERROR Unknown error 9999 (9999)",
                 :INET, :SOCKET, :ERROR, [9999].pack("i")
  end

  def test_inspect_credentials
    linux_only
    assert_words "UNIX SOCKET PEERCRED pid=1 euid=2 egid=3 (ucred)",
                 :UNIX, :SOCKET, :PEERCRED, [1, 2, 3].pack("iII")
  end

  def test_inspect_multicast
    assert_words "INET IP MULTICAST_IF 127.0.0.1",
                 :INET, :IP, :MULTICAST_IF, [127, 0, 0, 1].pack("C4")
    groups = [224, 0, 0, 1, 127, 0, 0, 1]
    assert_words "INET IP ADD_MEMBERSHIP 224.0.0.1 127.0.0.1",
                 :INET, :IP, :ADD_MEMBERSHIP, groups.pack("C8")
    assert_words "INET IP DROP_MEMBERSHIP 224.0.0.1 127.0.0.1 ifindex:9999",
                 :INET, :IP, :DROP_MEMBERSHIP, [*groups, 9999].pack("C8I")
    assert_equal "#<Socket::Option: INET IP MULTICAST_TTL 10>",
                 Socket::Option.ipv4_multicast_ttl(10).inspect
  end

  def test_inspect_ipv6
    assert_words "INET6 IPV6 V6ONLY 1", :INET6, :IPV6, :V6ONLY, [1].pack("i")
    assert_words "INET6 IPV6 MULTICAST_LOOP 4294967295",
                 :INET6, :IPV6, :MULTICAST_LOOP, [-1].pack("i")
    assert_words "INET6 IPV6 MULTICAST_IF 9999", :INET6, :IPV6, :MULTICAST_IF, [9999].pack("I")
    assert_words "INET6 IPV6 JOIN_GROUP ff02::1 interface:9999",
                 :INET6, :IPV6, :JOIN_GROUP, [0xff02, 0, 0, 0, 0, 0, 0, 1, 9999].pack("n8I")
  end

  private

  def option(*arguments)
    Socket::Option.new(*arguments)
  end

  def assert_words(words, *arguments)
    assert_equal "#<Socket::Option: #{words}>", option(*arguments).inspect
  end
end
