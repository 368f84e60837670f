# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"

# Ten thousand messages with descriptors, most of which nobody takes; none may stay open.
class DescriptorPassingLeakTest < NonblockTest
  include SocketHelpers

  native_only

  ROUNDS = 1_000
  COUNT = 3
  # The JVM opens and closes a few of its own; a path that leaves one leaves a hundred and more.
  SLACK = 10

  PATHS = {
    not_asked_for: ->(right) { right.recvmsg },
    not_asked_for_nonblocking: ->(right) { right.recvmsg_nonblock },
    asked_for_and_closed: lambda do |right|
      right.recvmsg(scm_rights: true)[3].unix_rights.each(&:close)
    end,
    peeked: lambda do |right|
      right.recvmsg(nil, Socket::MSG_PEEK)
      right.recvmsg
    end,
    peeked_with_lengths: lambda do |right|
      right.recvmsg(1, Socket::MSG_PEEK, 100)
      right.recvmsg(1, 0, 100)
    end,
    cut_off: ->(right) { right.recvmsg(1, 0, 24) },
    cut_off_and_asked_for: lambda do |right|
      controls = right.recvmsg(1, 0, 24, scm_rights: true).drop(3)
      controls.each { |control| control.unix_rights.each(&:close) }
    end,
    no_room: ->(right) { right.recvmsg(1, 0, 0, scm_rights: true) },
    received_without_controls: ->(right) { right.recv(1) },
    received_with_recvfrom: ->(right) { right.recvfrom(1) }
  }.freeze

  def setup
    linux_only "only Linux lists the open descriptors"
    @left, @right = unix_sockets
    @message = Socket::AncillaryData.unix_rights(*[$stdin] * COUNT)
  end

  def test_no_path_leaves_descriptors_open
    warm_up
    before = open_descriptors
    PATHS.each do |name, path|
      ROUNDS.times { exchange(path) }
      assert_none_left(before, name)
    end
  end

  def test_errors_leave_no_descriptors_open
    warm_up
    before = open_descriptors
    ROUNDS.times do
      assert_equal :wait_readable, @right.recvmsg_nonblock(scm_rights: true, exception: false)
      assert_raises(TypeError) { @right.recvmsg(nil, nil, scm_rights: true) }
      assert_raises(SocketError) { @left.sendmsg("a", 0, nil, [:SOCKET, :FOO, ""]) }
      assert_raises(SystemCallError) { @left.sendmsg("a", 0, nil, [:SOCKET, :RIGHTS, "\xFF" * 4]) }
    end
    assert_none_left(before)
  end

  def test_messages_that_nobody_receives
    before = open_descriptors
    100.times do
      left, right = UNIXSocket.pair
      10.times { left.sendmsg("a", 0, nil, @message) }
      left.close
      right.close
    end
    assert_none_left(before)
  end

  private

  def warm_up
    PATHS.each_value { |path| exchange(path) }
  end

  def exchange(path)
    @left.sendmsg("a", 0, nil, @message)
    path.call(@right)
  end

  def assert_none_left(before, path = nil)
    growth = open_descriptors - before
    assert_operator growth, :<, SLACK, "#{growth} more descriptors are open #{path}"
  end

  def open_descriptors
    Dir.children("/proc/self/fd").size
  end
end
