# frozen_string_literal: true

require_relative "test_helper"
require_relative "socket_helpers"
require "io/nonblock"
require "pty"
require "stringio"
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

  # Calls that wait keep the mode that a pipe was told, and that of a FIFO and a terminal.
  BLOCKING = {
    pipe: ->(test) { test.track(IO.pipe).each { |io| io.nonblock = false } },
    fifo: lambda do |test|
      File.mkfifo(path = File.join(test.directory, "fifo"))
      reader = test.background { File.open(path) }
      writer = test.track(File.open(path, "w"))
      [test.track(reader.value), writer]
    end,
    terminal: ->(test) { test.track(PTY.open) },
    unix: ->(test) { test.unix_sockets.each { |io| io.nonblock = false } },
    tcp: ->(test) { test.tcp_sockets.each { |io| io.nonblock = false } }
  }.freeze

  CALLS = [
    ->(reader, writer) { writer.write("hello\n") && writer.flush && reader.readpartial(10) },
    ->(reader, writer) { writer.syswrite("hello\n") && reader.sysread(10) },
    ->(reader, writer) { writer.puts("hello") || (writer.flush && reader.gets) },
    ->(reader, writer) { (writer << "hello\n").flush && reader.wait_readable(5).getc },
    lambda do |reader, writer|
      IO.copy_stream(StringIO.new("hello\n"), writer)
      writer.flush
      IO.select([reader], nil, nil, 5).flatten.first.each_line { |line| break line }
    end
  ].freeze

  BLOCKING.each do |kind, open|
    define_method("test_waiting_calls_leave_#{kind}_blocking") do
      CALLS.each do |call|
        reader, writer = open.(self)
        call.(reader, writer)
        assert_equal [false, false], [reader, writer].map(&:nonblock?)
        File.unlink(File.join(directory, "fifo")) if kind == :fifo
      end
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
