# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"
require "pty"

# No program that is started gets a descriptor that was not meant for it.
class CloseOnExecTest < NonblockTest
  include SocketHelpers

  native_only

  OPENED = {
    pipe: ->(test) { test.track(IO.pipe) },
    file: ->(test) { [test.track(File.open(__FILE__))] },
    popen: ->(test) { [test.track(IO.popen("true", "r+"))] },
    terminal: ->(test) { test.track(PTY.open) },
    unix: ->(test) { test.unix_sockets },
    datagrams: ->(test) { test.track(UNIXSocket.pair(:DGRAM)) },
    seqpacket: ->(test) { test.track(UNIXSocket.pair(:SEQPACKET)) },
    tcp: ->(test) { test.tcp_sockets },
    tcp_server: ->(test) { [test.tcp_server] },
    udp: ->(test) { test.udp_sockets },
    unix_server: ->(test) { [test.track(UNIXServer.new(test.unix_path))] },
    socket: ->(test) { [test.track(Socket.new(:INET, :STREAM))] }
  }.freeze

  OPENED.each do |kind, open|
    define_method("test_#{kind}_is_close_on_exec") do
      linux_only
      assert_equal [true], open.(self).map { |io| close_on_exec?(io) }.uniq
    end

    define_method("test_copies_of_#{kind}_are_close_on_exec") do
      linux_only
      copies = open.(self).flat_map { |io| [track(io.dup), track(io.clone)] }
      assert_equal [true], copies.map { |io| close_on_exec?(io) }.uniq
    end
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

  private

  # As the kernel sees it.
  def close_on_exec?(io)
    flags = File.read("/proc/self/fdinfo/#{io.fileno}")[/^flags:\s*([0-7]+)/, 1]
    Integer(flags, 8).anybits?(0o2000000)
  end
end
