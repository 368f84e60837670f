# frozen_string_literal: true

require_relative "test_helper"

# No call leaves a descriptor behind. Others in the process may open a few meanwhile, so every
# step runs often enough for a leak to stand out.
class DescriptorLeakTest < NonblockTest
  native_only
  FOLDER = "/proc/self/fd"
  ROUNDS = 200
  SLACK = 50

  def setup
    skip "no #{FOLDER} here" unless File.directory?(FOLDER)
  end

  def test_pairs_closed_by_their_block
    assert_no_leak { UNIXSocket.pair { |one, _| one.write_nonblock("x") } }
    assert_no_leak { Socket.pair(:UNIX, :DGRAM) { |one, _| one.write_nonblock("x") } }
  end

  def test_pairs_closed_by_a_failing_block
    assert_no_leak do
      UNIXSocket.pair(:SEQPACKET) { raise "stop" }
    rescue RuntimeError
      nil
    end
  end

  def test_pairs_closed_by_hand
    assert_no_leak { UNIXSocket.pair(:DGRAM).each(&:close) }
    assert_no_leak { Socket.pair(:UNIX, :SEQPACKET).each(&:close) }
  end

  def test_pairs_that_cannot_be_made
    assert_no_leak do
      assert_raises(SocketError) { UNIXSocket.pair(:FOO) }
      assert_raises(SystemCallError) { UNIXSocket.pair(:STREAM, 17) }
      assert_raises(SystemCallError) { Socket.pair(:INET, :STREAM) }
    end
  end

  def test_calls_that_find_nothing
    reader, writer = track(UNIXSocket.pair(:DGRAM))
    assert_no_leak do
      reader.recv_nonblock(5, exception: false)
      reader.read_nonblock(5, exception: false)
      writer.write_nonblock("x")
      reader.recv(5)
    end
  end

  def test_waits_for_data
    reader, writer = track(UNIXSocket.pair)
    assert_no_leak do
      thread = background { reader.recv(5) }
      writer.write("x")
      assert_equal "x", finished(thread)
    end
  end

  def test_waits_that_are_interrupted
    reader, = track(UNIXSocket.pair)
    assert_no_leak(50) do
      thread = waiting { reader.recv(5) }
      thread.kill
      finished(thread)
    end
  end

  private

  def assert_no_leak(rounds = ROUNDS)
    10.times { yield }
    before = open_descriptors
    rounds.times { yield }
    growth = open_descriptors - before
    assert_operator growth, :<, [SLACK, rounds / 2].min, "#{growth} more descriptors are open"
  end

  def open_descriptors
    Dir.children(FOLDER).size
  end
end
