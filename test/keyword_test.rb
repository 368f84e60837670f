# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"
require "delegate"

# The keyword of the non-blocking calls, in every way that Ruby passes one.
class KeywordTest < NonblockTest
  include SocketHelpers

  native_only

  def self.ruby2_keywords_forward(io, name, *args) = io.public_send(name, *args)
  singleton_class.send(:ruby2_keywords, :ruby2_keywords_forward)

  def self.forward(io, name, *args, **keywords) = io.public_send(name, *args, **keywords)

  def self.pass(io, name, ...) = io.public_send(name, ...)

  def self.literally(io, name)
    case name
    when :read_nonblock then io.read_nonblock(1, exception: false)
    when :recv_nonblock then io.recv_nonblock(1, exception: false)
    else io.write_nonblock("x", exception: false)
    end
  end

  WAYS = {
    literal: ->(io, name, _) { KeywordTest.literally(io, name) },
    double_splat: ->(io, name, arg) { io.public_send(name, arg, **{ exception: false }) },
    splat: ->(io, *args) { io.public_send(*args.first(2), exception: false) },
    send: ->(io, name, arg) { io.__send__(name, arg, exception: false) },
    method: ->(io, name, arg) { io.method(name).call(arg, exception: false) },
    proc: ->(io, name, arg) { io.method(name).to_proc.(arg, exception: false) },
    bind: ->(io, name, arg) { io.method(name).unbind.bind_call(io, arg, exception: false) },
    delegator: lambda do |io, name, arg|
      SimpleDelegator.new(io).public_send(name, arg, exception: false)
    end,
    keywords: ->(io, name, arg) { KeywordTest.forward(io, name, arg, exception: false) },
    ruby2_keywords: lambda do |io, name, arg|
      KeywordTest.ruby2_keywords_forward(io, name, arg, exception: false)
    end,
    dots: ->(io, name, arg) { KeywordTest.pass(io, name, arg, exception: false) }
  }.freeze

  WAYS.each do |way, call|
    define_method("test_exception_by_#{way}") do
      calls.each do |io, name, argument, answer|
        3.times { assert_same answer, call.(io, name, argument), name }
      end
    end
  end

  def test_no_keywords
    calls.each do |io, name, argument|
      assert_raises(IO::WaitReadable, IO::WaitWritable) { io.public_send(name, argument, **{}) }
      assert_raises(IO::WaitReadable, IO::WaitWritable) do
        KeywordTest.ruby2_keywords_forward(io, name, argument)
      end
    end
  end

  def test_a_hash_is_no_keyword
    reader, = track(IO.pipe)
    ours, = unix_sockets
    calls = [[reader, :read_nonblock, 1], [ours, :read_nonblock, 1], [ours, :recv_nonblock, 1, 0]]
    calls.each do |io, name, *args|
      message = "no implicit conversion of Hash into String"
      assert_raises_with(TypeError, message) { io.public_send(name, *args, { exception: false }) }
    end
  end

  def test_unknown_ones_beside_it
    message = %(unknown keywords: :wait, "x")
    calls.each do |io, name, argument|
      assert_raises_with(ArgumentError, message) do
        io.public_send(name, argument, exception: false, wait: 1, "x" => 2)
      end
    end
  end

  def test_an_override_that_calls_super
    reader, writer = track(IO.pipe)
    reader.singleton_class.define_method(:read_nonblock) { |*args, **opts| [super(*args, **opts)] }
    assert_equal [:wait_readable], reader.read_nonblock(1, exception: false)
    writer.write("ab")
    assert_equal ["a"], reader.read_nonblock(1)
    assert_equal ["b"], reader.read_nonblock(1, +"")
  end

  def test_an_alias
    reader, = track(IO.pipe)
    reader.singleton_class.alias_method(:try_to_read, :read_nonblock)
    assert_same :wait_readable, reader.try_to_read(1, exception: false)
  end

  private

  # A stream that would wait, the call, its argument and its answer.
  def calls
    reader, = track(IO.pipe)
    _, writer = track(IO.pipe)
    full, = unix_sockets
    empty, = unix_sockets
    [writer, full].each { |io| fill(io) }
    [[reader, :read_nonblock, 1, :wait_readable], [writer, :write_nonblock, "x", :wait_writable],
     [empty, :read_nonblock, 1, :wait_readable], [empty, :recv_nonblock, 1, :wait_readable],
     [full, :write_nonblock, "x", :wait_writable]]
  end

  def fill(io)
    nil until io.write_nonblock("x" * 65_536, exception: false) == :wait_writable
    nil until io.write_nonblock("x", exception: false) == :wait_writable
  end
end
