# frozen_string_literal: true

require "zlib"

module Torture
  # The bytes that are sent: every position has its own, so that loss and disorder show.
  class Source
    BLOCK = Torture.random(7).bytes(1_000_003)

    attr_reader :sum, :left

    def initialize(bytes)
      @left = bytes
      @at = 0
      @sum = 0
    end

    def next(length)
      part = BLOCK.byteslice(@at, [length, @left].min)
      @at = (@at + part.bytesize) % BLOCK.bytesize
      @left -= part.bytesize
      @sum = Zlib.crc32(part, @sum)
      part
    end
  end

  # What both ends do: read and write with every call that there is.
  class EchoEnd
    STREAM = 64 * 1024
    MESSAGE = 32 * 1024
    MESSAGES = %i[unix_dgram unix_seqpacket udp].freeze

    def initialize(kind, writer, reader, bytes)
      @writer = writer
      @reader = reader
      @bytes = bytes
      @messages = MESSAGES.include?(kind)
      @longest = @messages ? MESSAGE : STREAM
      @random = Torture.random(kind.hash % 1000)
      @buffer = String.new(capacity: @longest)
    end

    private

    def read
      case @random.rand(@reader.is_a?(BasicSocket) ? 6 : 3)
      when 0 then @reader.readpartial(@longest, @buffer)
      when 1 then @reader.sysread(@longest, @buffer)
      when 2 then waiting_read
      when 3 then @reader.recv(@longest, 0, @buffer)
      when 4 then @random.rand(8).zero? ? @reader.recvmsg(@longest).first : read
      else @reader.recv_nonblock(@longest, 0, @buffer, exception: false)
           .then { |got| got == :wait_readable ? waiting_read : got }
      end
    end

    def waiting_read
      while (got = @reader.read_nonblock(@longest, @buffer, exception: false)) == :wait_readable
        IO.select([@reader])
      end
      got
    end

    def write(data)
      case @random.rand(@writer.is_a?(BasicSocket) ? 4 : 3)
      when 0 then @writer.write(data)
      when 1 then rest(data) { |left| @writer.syswrite(left) }
      when 2 then rest(data) { |left| waiting_write(left) }
      else rest(data) { |left| @writer.send(left, 0) }
      end
    end

    def rest(data)
      data = data.byteslice(yield(data)..) until data.empty?
    end

    def waiting_write(data)
      while (written = @writer.write_nonblock(data, exception: false)) == :wait_writable
        @writer.wait_writable
      end
      written
    end
  end

  # Sends, and checks what comes back. No more than a window is under way, as UDP has no other
  # limit: what comes back acknowledges.
  class NearEnd < EchoEnd
    WINDOW = 64 * 1024

    attr_reader :received

    def initialize(kind, *)
      super
      @source = Source.new(@bytes)
      @received = 0
      @back = 0
      @lock = Mutex.new
      @room = ConditionVariable.new
      @window = kind == :udp ? WINDOW : @bytes
    end

    def sent = @source.sum

    def send_all
      while @source.left.positive?
        part = @source.next(length)
        under_way = @bytes - @source.left
        @lock.synchronize { @room.wait(@lock) until under_way - @back <= @window }
        write(part)
      end
    end

    # Mostly long parts, some of a few bytes.
    def length
      @random.rand(16).zero? ? @random.rand(1..100) : @random.rand(@longest / 2..@longest)
    end

    def receive_all
      while @back < @bytes
        got = read
        @received = Zlib.crc32(got, @received)
        @lock.synchronize do
          @back += got.bytesize
          @room.signal
        end
      end
    end
  end

  # Sends back what it reads.
  class FarEnd < EchoEnd
    attr_reader :seen

    def run
      @seen = 0
      left = @bytes
      while left.positive?
        got = read
        @seen = Zlib.crc32(got, @seen)
        left -= got.bytesize
        write(got)
      end
    end
  end

  # A file has no other end: what is written is read from it.
  class FileEnds < EchoEnd
    ROUND = 1 << 24

    def initialize(reader, writer, bytes)
      super(:file, writer, reader, bytes)
    end

    def run
      source = Source.new(@bytes)
      received = 0
      while source.left.positive?
        start = source.left
        write(source.next(STREAM)) while start - source.left < ROUND && source.left.positive?
        left = start - source.left
        while left.positive?
          got = read
          received = Zlib.crc32(got, received)
          left -= got.bytesize
        end
        @writer.truncate(0)
        @reader.sysseek(0)
      end
      [source.sum, received]
    end
  end
end
