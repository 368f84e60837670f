# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"
require "io/nonblock"
require "open3"

# A program that is started gets standard streams that block, whatever mode they had.
class ChildStreamsTest < NonblockTest
  include SocketHelpers

  native_only

  PAIRS = {
    pipe: ->(test) { test.track(IO.pipe) },
    unix: ->(test) { test.unix_sockets },
    tcp: ->(test) { test.tcp_sockets }
  }.freeze

  PAIRS.each do |kind, pair|
    define_method("test_a_program_waits_for_its_input_from_#{kind}") do
      reader, writer = pair.(self)
      assert_same :wait_readable, reader.read_nonblock(1, exception: false)
      reader.nonblock = true
      output = IO.popen(["cat", { in: reader }])
      reader.close
      writer.write("hello")
      writer.close
      assert_equal "hello", finished(background { output.read })
      output.close
    end
  end

  STARTS = {
    spawn: ->(options) { Process.wait(spawn("true", options)) },
    process_spawn: ->(options) { Process.wait(Process.spawn("true", options)) },
    system: ->(options) { system("true", **options) },
    popen: ->(options) { IO.popen(["true"], **options).close },
    open3: ->(options) { Open3.capture2("true", **options) }
  }.freeze

  STARTS.each do |name, start|
    define_method("test_#{name}_makes_a_standard_stream_block") do
      ours, theirs = unix_sockets.each { |io| io.nonblock = true }
      start.({ err: ours, 5 => theirs })
      assert_equal [false, true], [ours, theirs].map(&:nonblock?)
    end
  end

  def test_every_way_to_name_a_standard_stream
    [:in, :out, :err, 0, 1, 2, $stdin, $stdout, %i[out err], [1, :err]].each do |key|
      ours, = unix_sockets.each { |io| io.nonblock = true }
      Process.wait(spawn("true", key => ours))
      refute_predicate ours, :nonblock?, key.inspect
    end
  end

  def test_the_stream_goes_on_without_blocking
    ours, theirs = track(IO.pipe)
    ours.read_nonblock(1, exception: false)
    system("true", in: ours)
    assert_same :wait_readable, ours.read_nonblock(1, exception: false)
    theirs.write("hello")
    assert_equal "hello", ours.read_nonblock(10)
  end

  def test_a_closed_stream_is_refused
    ours, = unix_sockets
    ours.close
    assert_raises(IOError) { spawn("true", in: ours) }
  end
end
