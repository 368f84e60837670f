# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"
require "io/nonblock"
require "pty"
require "tmpdir"

# IO#nonblock?, #nonblock= and #nonblock: sockets and pipes do not block from the start.
class NonblockModeTest < NonblockTest
  include SocketHelpers

  native_only

  OPENED = {
    pipe: ->(test) { test.track(IO.pipe) },
    unix: ->(test) { test.unix_sockets },
    tcp: ->(test) { test.tcp_sockets },
    datagrams: ->(test) { test.track(UNIXSocket.pair(:DGRAM)) },
    seqpacket: ->(test) { test.track(UNIXSocket.pair(:SEQPACKET)) },
    udp: ->(test) { test.track([UDPSocket.new, UDPSocket.new(:INET6)]) },
    socket: ->(test) { test.track([Socket.new(:INET, :STREAM), Socket.new(:UNIX, :DGRAM)]) },
    server: ->(test) { [test.tcp_server] },
    popen: ->(test) { test.track([IO.popen("true", "r+"), IO.popen("true")]) }
  }.freeze

  OPENED.each do |kind, open|
    define_method("test_#{kind}_does_not_block_until_told") do
      open.(self).each do |io|
        assert_predicate io, :nonblock?
        io.nonblock = false
        refute_predicate io, :nonblock?
        io.nonblock = true
        assert_predicate io, :nonblock?
      end
    end

    define_method("test_duplicates_of_#{kind}_have_its_mode") do
      open.(self).each do |io|
        copy = track(io.dup)
        assert_predicate copy, :nonblock?
        io.nonblock = false
        refute_predicate track(io.dup), :nonblock?
      end
    end
  end

  def test_what_is_opened_by_name_blocks
    Dir.mktmpdir do |dir|
      File.mkfifo(fifo = File.join(dir, "fifo"))
      [[__FILE__, "r"], ["/dev/null", "w"], [fifo, "r+"]].each do |path, mode|
        File.open(path, mode) do |file|
          refute_predicate file, :nonblock?, path
          file.nonblock = true
          assert_predicate file, :nonblock?, path
          file.nonblock = false
          refute_predicate file, :nonblock?, path
        end
      end
    end
  end

  def test_a_terminal_blocks
    track(PTY.open).each { |io| refute_predicate io, :nonblock? }
  end

  def test_the_mode_that_a_duplicate_got_is_the_descriptors
    ours, theirs = unix_sockets
    copy = track(IO.for_fd(track(ours.dup).fileno, autoclose: false))
    copy.nonblock = true
    copy.nonblock = false
    refute_predicate copy, :nonblock?
    theirs.write("hello")
    assert_equal "hello", ours.readpartial(10)
  end

  # A program would read EAGAIN from it.
  def test_a_new_stream_is_given_on_blocking
    OPENED.fetch_values(:pipe, :unix, :tcp).each do |open|
      reader, writer = open.(self)
      output = IO.popen(["cat", { in: reader.fileno }])
      reader.close
      writer.write("hello")
      writer.close
      assert_equal "hello", finished(background { output.read })
      output.close
    end
  end

  def test_reading_waits_in_either_mode
    OPENED.fetch_values(:pipe, :unix, :tcp).product([true, false]).each do |open, mode|
      reader, writer = open.(self)
      reader.nonblock = mode
      waiting = waiting { [reader.readpartial(1), reader.read(1), reader.gets] }
      writer.write("abc\n")
      assert_equal %W[a b c\n], finished(waiting)
    end
  end

  def test_read_nonblock_does_not_wait_in_either_mode
    OPENED.fetch_values(:pipe, :unix, :tcp).product([true, false]).each do |open, mode|
      reader, = open.(self)
      reader.nonblock = mode
      assert_same :wait_readable, reader.read_nonblock(1, exception: false)
    end
  end

  def test_the_mode_of_a_block
    reader, = track(IO.pipe)
    assert_equal [reader, true], (reader.nonblock { |io| [io, io.nonblock?] })
    refute(reader.nonblock(false, &:nonblock?))
    assert_predicate reader, :nonblock?
    assert_raises(KeyError) { reader.nonblock(false) { raise KeyError } }
    assert_predicate reader, :nonblock?
    assert_raises(LocalJumpError) { reader.nonblock(false) }
    assert_predicate reader, :nonblock?
  end

  def test_a_stream_closed_in_the_block
    reader, = track(IO.pipe)
    assert_raises(Errno::EBADF) { reader.nonblock(false, &:close) }
  end

  def test_a_closed_stream
    reader, = track(IO.pipe)
    reader.close
    [-> { reader.nonblock? }, -> { reader.nonblock = true }, -> { reader.nonblock { 1 } }]
      .each { |call| assert_equal "closed stream", assert_raises(IOError, &call).message }
  end
end
