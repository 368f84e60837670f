# frozen_string_literal: true

require_relative "test_helper"

module PairContract
  def test_a_pair_is_connected_both_ways
    one, two = track(make)
    assert_equal 3, one.send("one", 0)
    assert_equal "one", two.recv(100)
    assert_equal 3, two.send("two", 0)
    assert_equal "two", one.recv(100)
  end

  def test_the_ends_are_instances_of_the_receiver
    track(make).each { |end_| assert_instance_of receiver, end_ }
  end

  def test_a_subclass_makes_instances_of_itself
    @receiver = Class.new(receiver)
    ends = track(make)
    assert_equal [@receiver, @receiver], ends.map(&:class)
    ends.first.write("hello")
    assert_equal "hello", ends.last.recv(100)
  end

  def test_the_ends_are_binary_and_unbuffered_and_open_both_ways
    track(make).each do |socket|
      assert_predicate socket, :sync
      assert_predicate socket, :binmode?
      refute_predicate socket, :closed?
      assert_equal Encoding::BINARY, socket.external_encoding
      assert_kind_of Integer, socket.fileno
    end
  end

  def test_the_ends_are_closed_in_child_processes
    track(make).each do |socket|
      assert_predicate socket, :close_on_exec?
      info = "/proc/self/fdinfo/#{socket.fileno}"
      next unless File.exist?(info)

      flags = File.read(info)[/^flags:\s*(\d+)/, 1].to_i(8)
      refute_equal 0, flags & 0o2000000
    end
  end

  def test_a_block_gets_both_ends_and_gives_its_value
    ends = nil
    value = make do |one, two|
      ends = [one, two]
      one.write("hello")
      two.recv(100)
    end
    assert_equal "hello", value
    assert_equal [true, true], ends.map(&:closed?)
  end

  def test_a_block_with_one_parameter_gets_an_array
    make { |ends| assert_equal [receiver, receiver], ends.map(&:class) }
  end

  def test_a_block_that_raises_closes_both_ends
    ends = nil
    assert_raises_with(RuntimeError, "stop") do
      make do |pair|
        ends = pair
        raise "stop"
      end
    end
    assert_equal [true, true], ends.map(&:closed?)
  end

  def test_a_block_that_breaks_closes_both_ends
    ends = nil
    value = make do |pair|
      ends = pair
      break :out
    end
    assert_equal :out, value
    assert_equal [true, true], ends.map(&:closed?)
  end

  def test_a_block_may_close_the_ends_itself
    assert_equal :done, (make { |one, two| [one, two].each(&:close) && :done })
    assert_equal :done, (make { |one, _| one.close || :done })
  end

  def test_select_sees_data
    one, two = track(make)
    assert_nil IO.select([one, two], nil, nil, 0)
    one.write("hello")
    assert_equal [[two], [], []], IO.select([one, two], nil, nil, 5)
    assert_equal [[], [one, two], []], IO.select(nil, [one, two], nil, 5)
  end

  def test_puts_and_gets
    one, two = track(make)
    one.puts("hello")
    assert_equal "hello\n", two.gets
  end

  def test_close_write_and_close_read
    one, two = track(make)
    one.write("last")
    one.close_write
    refute_predicate one, :closed?
    assert_equal "last", two.recv(100)
    assert_raises_with(IOError, "not opened for writing") { one.write_nonblock("x") }
    one.close_read
    assert_predicate one, :closed?
  end

  TYPES = { STREAM: Socket::SOCK_STREAM, DGRAM: Socket::SOCK_DGRAM,
            SEQPACKET: Socket::SOCK_SEQPACKET }.freeze

  TYPES.each do |name, number|
    define_method("test_every_way_to_name_#{name}") do
      short = name.to_s
      convertible = Object.new.tap { |object| object.define_singleton_method(:to_str) { short } }
      integral = Object.new.tap { |object| object.define_singleton_method(:to_int) { number } }
      [number, short, name, "SOCK_#{short}", :"SOCK_#{short}", convertible, integral].each do |type|
        assert_equal name, type_of(*track(make(type))), "made of #{type.inspect}"
      end
    end
  end

  def test_datagrams_keep_their_boundaries
    one, two = track(make(:DGRAM))
    ["one", "", "three"].each { |message| one.send(message, 0) }
    assert_equal ["one", "", "three"], Array.new(3) { two.recv(100) }
  end

  def test_packets_keep_their_boundaries_and_end
    one, two = track(make(:SEQPACKET))
    %w[one two].each { |message| one.send(message, 0) }
    one.close
    assert_equal %w[one two], Array.new(2) { two.recv(100) }
    assert_value NonblockTest::END_OF_STREAM, two.recv(100)
  end

  def test_streams_have_no_boundaries
    one, two = track(make(:STREAM))
    %w[one two].each { |message| one.send(message, 0) }
    assert_equal "onetwo", two.recv(100)
  end

  def test_unknown_names_of_types
    ["FOO", :FOO, "sock_stream", "SOCK_"].each do |type|
      assert_raises_with(SocketError, "unknown socket type: #{type}") { make(type) }
    end
  end

  def test_types_that_are_no_types
    assert_raises_with(TypeError, "no implicit conversion from nil to integer") { make(nil) }
    assert_raises_with(TypeError, "no implicit conversion of Object into Integer") do
      make(Object.new)
    end
    assert_raises_with(RangeError, /too big to convert to/) { make(2**40) }
  end

  def test_types_that_the_system_refuses
    assert_errno(Errno::ESOCKTNOSUPPORT, "socketpair(2)") { make(:RDM) }
    assert_errno(Errno::EINVAL, "socketpair(2)") { make(99) }
  end

  def test_protocols
    track(make(:STREAM, 0))
    track(make(:STREAM, nil))
    track(make(:DGRAM, Socket::PF_UNIX))
    assert_errno(Errno::EPROTONOSUPPORT, "socketpair(2)") { make(:STREAM, 17) }
    assert_raises_with(TypeError, "no implicit conversion of String into Integer") do
      make(:STREAM, "0")
    end
  end

  private

  # Told apart by what becomes of two messages, and of the end of the other side.
  def type_of(one, two)
    2.times { one.send("x", 0) }
    return :STREAM if two.recv(10) == "xx"

    two.recv(10)
    one.close
    two.recv_nonblock(10, exception: false) == :wait_readable ? :DGRAM : :SEQPACKET
  end
end

{ "UnixPair" => :pair, "UnixSocketpair" => :socketpair }.each do |prefix, name|
  Object.const_set("#{prefix}Test", Class.new(NonblockTest) do
    native_only
    include PairContract

    define_method(:make) { |*arguments, &block| receiver.public_send(name, *arguments, &block) }

    def receiver
      @receiver ||= UNIXSocket
    end

    def test_is_a_stream_unless_said_otherwise
      assert_equal :STREAM, type_of(*track(make))
    end

    def test_number_of_arguments
      message = "wrong number of arguments (given 3, expected 0..2)"
      assert_raises_with(ArgumentError, message) { make(:STREAM, 0, 0) }
    end

    def test_the_ends_have_no_path
      socket = track(make).first
      assert_equal "", socket.path
      assert_equal ["AF_UNIX", ""], socket.addr
    end
  end)
end

{ "SocketPair" => :pair, "SocketSocketpair" => :socketpair }.each do |prefix, name|
  Object.const_set("#{prefix}Test", Class.new(NonblockTest) do
    native_only
    include PairContract

    define_method(:make) do |type = :STREAM, *rest, &block|
      receiver.public_send(name, :UNIX, type, *rest, &block)
    end
    define_method(:named) { |*arguments, &block| Socket.public_send(name, *arguments, &block) }

    def receiver
      @receiver ||= Socket
    end

    def test_every_way_to_name_the_domain
      [:UNIX, "UNIX", :AF_UNIX, "AF_UNIX", :PF_UNIX, "PF_UNIX", :LOCAL, "AF_LOCAL", "PF_LOCAL",
       Socket::AF_UNIX, Socket::PF_UNIX].each do |domain|
        named(domain, :STREAM) do |one, two|
          one.write("x")
          assert_equal "x", two.recv(1)
        end
      end
    end

    def test_unknown_names_of_domains
      ["FOO", :FOO, "STREAM"].each do |domain|
        message = "unknown socket domain: #{domain}"
        assert_raises_with(SocketError, message) { named(domain, :STREAM) }
      end
    end

    def test_domains_that_are_no_domains
      message = "no implicit conversion from nil to integer"
      assert_raises_with(TypeError, message) { named(nil, :STREAM) }
    end

    def test_domains_that_the_system_refuses
      [:INET, :INET6].each do |domain|
        error = assert_raises(SystemCallError) { named(domain, :STREAM) }
        assert_equal Errno::EOPNOTSUPP::Errno, error.errno
        assert_equal Errno::EOPNOTSUPP.new("socketpair(2)").message, error.message
      end
      assert_errno(Errno::EAFNOSUPPORT, "socketpair(2)") { named(999, :STREAM) }
    end

    def test_number_of_arguments
      least = RUBY_ENGINE == "jruby" ? 1 : 2
      { [] => 0, [:UNIX, :STREAM, 0, 0] => 4 }.each do |arguments, given|
        message = "wrong number of arguments (given #{given}, expected #{least}..3)"
        assert_raises_with(ArgumentError, message) { named(*arguments) }
      end
    end
  end)
end
