# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"
require_relative "io_kinds"
require "io/nonblock"
require "stringio"

# IO#nonblock?, #nonblock= and #nonblock: what has no name in the file system does not block from
# the start.
module NonblockModeContract
  BLOCKING = %i[fifo file pty].freeze

  def test_the_mode_from_the_start
    expected = !BLOCKING.include?(kind.name)
    assert_equal [expected], pair.map(&:nonblock?).uniq
  end

  def test_the_mode_that_it_is_told
    [false, true, false].each do |mode|
      pair.each { |io| io.nonblock = mode }
      assert_equal [mode], pair.map(&:nonblock?).uniq
    end
  end
end

# Calls that wait find what is there in either mode, and keep a blocking one.
module NonblockModeReadContract
  CALLS = {
    readpartial: ->(reader) { reader.readpartial(10) },
    sysread: ->(reader) { reader.sysread(10) },
    read: ->(reader) { reader.read(6) },
    gets: ->(reader) { reader.gets },
    select: ->(reader) { IO.select([reader], nil, nil, 5) && reader.readpartial(10) },
    wait: ->(reader) { reader.wait_readable(5).readpartial(10) }
  }.freeze

  CALLS.each do |name, call|
    [true, false].each do |mode|
      define_method("test_#{name}_finds_in_mode_#{mode}") do
        pair.each { |io| io.nonblock = mode }
        deliver("hello\n")
        assert_equal "hello\n", call.(reader)
        assert_equal [false], pair.map(&:nonblock?).uniq unless mode
      end

      define_method("test_#{name}_waits_in_mode_#{mode}") do
        pair.each { |io| io.nonblock = mode }
        reading = waiting { call.(reader) }
        writer.write("hello\n")
        assert_equal "hello\n", finished(reading)
        assert_equal [false], pair.map(&:nonblock?).uniq unless mode
      end
    end
  end

  def test_copy_stream_keeps_it_blocking
    pair.each { |io| io.nonblock = false }
    IO.copy_stream(StringIO.new("hello\n"), writer)
    writer.flush
    assert_equal 6, IO.copy_stream(reader, File::NULL, 6)
    assert_equal [false], pair.map(&:nonblock?).uniq
  end
end

IOKinds.contract("NonblockMode") do
  native_only
  include NonblockModeContract
end

IOKinds.contract("NonblockModeRead", :stream, :idle) do
  native_only
  include NonblockModeReadContract
end

class NonblockModeTest < NonblockTest
  include SocketHelpers

  native_only

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

  def test_the_mode_that_a_duplicate_got_is_the_descriptors
    ours, theirs = unix_sockets
    copy = track(IO.for_fd(track(ours.dup).fileno, autoclose: false))
    copy.nonblock = true
    copy.nonblock = false
    refute_predicate copy, :nonblock?
    theirs.write("hello")
    assert_equal "hello", ours.readpartial(10)
  end

  def test_sockets_that_are_opened_or_accepted
    server = tcp_server
    udp = track(UDPSocket.new(:INET6))
    [server, udp, track(Socket.new(:UNIX, :DGRAM)), *tcp_sockets].each do |socket|
      assert_predicate socket, :nonblock?
    end
  end

  def test_copies_have_the_mode
    [IO.pipe, UNIXSocket.pair].each do |reader, writer|
      track(reader, writer).first.nonblock = false
      assert_equal [false, true], track(reader.dup, writer.dup).map(&:nonblock?)
    end
  end

  # A program would read EAGAIN from it.
  def test_a_new_stream_is_given_on_blocking
    [IO.pipe, UNIXSocket.pair, tcp_sockets].each do |reader, writer|
      output = IO.popen(["cat", { in: reader.fileno }])
      reader.close
      writer.write("hello")
      writer.close
      assert_equal "hello", finished(background { output.read })
      output.close
    end
  end

  def test_a_program_is_given_a_pipe_that_was_told_to_block
    reader, writer = track(IO.pipe)
    writer.nonblock = false
    writer.write("x")
    pid = spawn("head -c 1000000 /dev/zero >&7", 7 => writer)
    wait_until("the pipe is full") { writer.wait_writable(0).nil? }
    writer.close
    assert_equal 1_000_001, finished(background { reader.read }).bytesize
    Process.wait(pid)
    assert_predicate $?, :success?
  end

  def test_read_nonblock_does_not_wait_in_either_mode
    [IO.pipe, UNIXSocket.pair, tcp_sockets].product([true, false]).each do |ios, mode|
      reader, = track(ios)
      reader.nonblock = mode
      assert_same :wait_readable, reader.read_nonblock(1, exception: false)
    end
  end

  def test_calls_that_never_wait_end_the_mode
    reader, writer = track(IO.pipe).each { |io| io.nonblock = false }
    assert_same :wait_readable, reader.read_nonblock(1, exception: false)
    writer.write_nonblock("x")
    assert_equal [true, true], [reader, writer].map(&:nonblock?)
    server = tcp_server.tap { |socket| socket.nonblock = false }
    server.accept_nonblock(exception: false)
    client = track(Socket.new(:INET, :STREAM)).tap { |socket| socket.nonblock = false }
    client.connect_nonblock(server.local_address, exception: false)
    assert_equal [true, true], [server, client].map(&:nonblock?)
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
