# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"
require_relative "io_kinds"

# No program that is started gets a descriptor that was not meant for it.
module CloseOnExecContract
  include SocketHelpers

  def test_it_is_close_on_exec
    linux_only
    assert_equal [true], pair.map { |io| close_on_exec?(io) }.uniq
  end

  def test_its_copies_are_close_on_exec
    linux_only
    copies = pair.uniq.flat_map { |io| [io.dup, io.clone] }
    assert_equal [true], copies.map { |io| close_on_exec?(io) }.uniq
  ensure
    # Closing one of several waits for the program.
    Process.kill(:KILL, reader.pid) if kind.name == :popen
    track(copies)
  end

  private

  # As the kernel sees it.
  def close_on_exec?(io)
    flags = File.read("/proc/self/fdinfo/#{io.fileno}")[/^flags:\s*([0-7]+)/, 1]
    Integer(flags, 8).anybits?(0o2000000)
  end
end

IOKinds.contract("CloseOnExec") do
  native_only
  include CloseOnExecContract
end

# Sockets that no contract meets, and what it is good for.
class CloseOnExecTest < NonblockTest
  include CloseOnExecContract

  native_only

  def kind = IOKinds::KINDS.first

  def pair
    @pair ||= track(TCPServer.new("127.0.0.1", 0), UNIXServer.new(unix_path),
                    Socket.new(:INET, :STREAM))
  end

  def test_a_program_does_not_keep_a_connection_open
    ours, theirs = unix_sockets
    copy = ours.dup
    reader, writer = track(IO.pipe)
    pid = spawn("cat", in: reader)
    [ours, copy].each(&:close)
    assert_equal "", finished(background { theirs.read })
  ensure
    writer&.close
    Process.wait(pid) if pid
  end
end
