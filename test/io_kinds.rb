# frozen_string_literal: true

# Every kind of stream that the methods meet. A contract module is run against each of them.
#
# Traits: :stream or :message (what one read returns), :socket, :datagram (no end of file),
# :idle (a read can find nothing), :eof (the writer's end reaches the reader), :fill (a writer
# meets EAGAIN when the reader does not read), :select (IO.select takes it on every Ruby),
# :native (needs a native backend on JRuby), :native_fill (does when it is full), :plain (one of
# each sort, for what depends on the call more than on the stream), :tcp.
class IOKind
  attr_reader :name

  def initialize(name, traits, builder)
    @name = name
    @traits = traits
    @builder = builder
  end

  def has?(*traits)
    (traits - @traits).empty?
  end

  def build(test)
    test.instance_exec(&@builder)
  end

  def constant
    name.to_s.split("_").map(&:capitalize).join
  end
end

module IOKinds
  KINDS = []

  class << self
    def define(name, *traits, &builder)
      KINDS << IOKind.new(name, traits, builder)
    end

    # One test class for each kind that has the traits; the block adds to the class.
    def contract(prefix, *traits, without: [], &block)
      KINDS.each do |kind|
        next if !kind.has?(*traits) || without.any? { |trait| kind.has?(trait) }

        Object.const_set("#{prefix}#{kind.constant}Test", test_class(kind, &block))
      end
    end

    private

    def test_class(kind, &block)
      Class.new(NonblockTest) do
        include IOKindTest
        native_only if kind.has?(:native)
        define_method(:kind) { kind }
        define_method(:before_setup) do
          super()
          pair
        end
        class_eval(&block)
      end
    end
  end

  PIPE = %i[stream idle eof fill select].freeze
  SOCKET = %i[stream socket idle eof fill select].freeze
  MESSAGE = %i[message socket idle fill select native].freeze

  define(:pipe, :plain, *PIPE) { IO.pipe }
  define(:pipe_subclass, *PIPE) { Class.new(IO).pipe }
  define(:pipe_dup, :native_fill, *PIPE) { IO.pipe.map { |io| io.dup.tap { io.close } } }
  define(:pipe_for_fd, *PIPE) { IO.pipe.zip(%w[r w]).map { |io, mode| for_fd(IO, io, mode) } }
  define(:fifo, :plain, :native_fill, *PIPE - [:select]) { fifo }
  define(:popen, :plain, :stream, :idle, :eof, :select) { [IO.popen("cat", "r+")] * 2 }
  define(:file, :plain, :stream) { [File.open(path, "ab"), File.open(path, "rb")].reverse }
  define(:pty, :plain, :stream, :idle, :select) { pty }

  define(:tcp, :plain, :tcp, *SOCKET) { tcp_pair }
  define(:tcp_client, :tcp, *SOCKET) { tcp_pair.reverse }
  define(:tcp_dup, :native_fill, *SOCKET) { tcp_pair.map { |io| io.dup.tap { io.close } } }
  define(:unix, :plain, *SOCKET) { UNIXSocket.pair }
  define(:unix_server, *SOCKET) { unix_server_pair }
  define(:unix_dup, :native, *SOCKET) { UNIXSocket.pair.map { |io| io.dup.tap { io.close } } }
  define(:unix_for_fd, *SOCKET) { UNIXSocket.pair.map { |io| for_fd(UNIXSocket, io) } }
  define(:unix_subclass, *SOCKET) { Class.new(UNIXSocket).pair }
  define(:socket_pair, *SOCKET) { Socket.pair(:UNIX, :STREAM) }
  define(:io_for_socket, *SOCKET - [:socket]) do
    UNIXSocket.pair.map { |io| for_fd(IO, io, "r+").tap { |made| made.sync = true } }
  end

  define(:udp, :plain, *MESSAGE - [:native, :fill], :datagram) { udp_pair }
  define(:unix_dgram, :plain, *MESSAGE, :datagram) { UNIXSocket.pair(:DGRAM) }
  define(:unix_seqpacket, :plain, *MESSAGE, :eof) { UNIXSocket.pair(:SEQPACKET) }
  define(:socket_dgram, *MESSAGE, :datagram) { Socket.pair(:UNIX, :DGRAM) }
  define(:socket_seqpacket, *MESSAGE, :eof) { Socket.pair(:UNIX, :SEQPACKET) }
end

# What a contract needs: a reader and a writer of the kind, and the builders of the kinds.
module IOKindTest
  def reader
    pair.first
  end

  def writer
    pair.last
  end

  def pair
    @pair ||= kind.build(self).tap do |ios|
      track(ios)
      ios.last.sync = true
    end
  end

  # Writes the data and returns once it can be read.
  def deliver(*data)
    data.each { |part| writer.write(part) }
    settle
  end

  # The writer's end, seen by the reader.
  def finish
    writer.equal?(reader) ? writer.close_write : writer.close
    settle
  end

  def settle
    kind.has?(:select) ? await(reader) : reader
  end

  # Reads until all bytes came, on streams that may deliver them in parts.
  def read_all(bytes, io = reader)
    data = String.new(encoding: Encoding::BINARY)
    wait_until("#{bytes} bytes came") do
      part = io.read_nonblock(bytes - data.bytesize, exception: false)
      data << part if part.is_a?(String)
      data.bytesize >= bytes || part.nil?
    end
    data
  end

  def path
    File.join(directory, "file")
  end

  def for_fd(klass, io, *mode)
    io.autoclose = false
    (@originals ||= []) << io
    klass.for_fd(io.fileno, *mode)
  end

  def fifo
    name = File.join(directory, "fifo")
    File.mkfifo(name)
    opening = background { File.open(name, "w") }
    [File.open(name, "r"), finished(opening)]
  rescue NotImplementedError
    skip "no named pipes here"
  end

  def pty
    require "pty"
    require "io/console"
    controller, terminal = track(*PTY.open)
    terminal.raw!
    [controller, terminal]
  rescue LoadError, NotImplementedError
    skip "no pseudo terminals here"
  end

  def tcp_pair
    server = track(TCPServer.new("127.0.0.1", 0))
    client = TCPSocket.new("127.0.0.1", server.addr[1])
    [server.accept, client]
  end

  def unix_server_pair
    server = track(UNIXServer.new(File.join(directory, "socket")))
    client = UNIXSocket.new(server.path)
    [server.accept, client]
  end

  def udp_pair
    sockets = Array.new(2) { UDPSocket.new }
    sockets.each { |socket| socket.bind("127.0.0.1", 0) }
    sockets.zip(sockets.reverse) { |one, other| one.connect("127.0.0.1", other.addr[1]) }
    sockets
  end
end
