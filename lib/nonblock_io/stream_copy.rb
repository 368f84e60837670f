# frozen_string_literal: true

module NonblockIO
  # IO.copy_stream where one end is a pipe, socket or terminal. MRI: copy_stream_body.
  class StreamCopy # :nodoc:
    SIZE = 16 * 1024

    # The IO behind a file's object that is none itself, such as a Tempfile; else the argument.
    def self.end_of(argument)
      path?(argument) && argument.respond_to?(:to_io) ? argument.to_io : argument
    end

    # Whether JRuby's own way, from channel to channel, would wait out of reach of other threads.
    # It keeps what it does well: sending files.
    def self.handles?(source, target)
      waits?(source) || (waits?(target) && !source.is_a?(IO) && !path?(source))
    end

    def self.path?(argument)
      argument.is_a?(String) || (!argument.is_a?(IO) && argument.respond_to?(:to_path))
    end

    def self.waits?(stream)
      stream.is_a?(IO) && !stream.closed? && !stream.stat.file?
    end
    private_class_method :waits?

    def initialize(source, length, offset)
      @source = source
      @left = length if length && length >= 0
      @offset = offset if offset && offset >= 0
      @total = 0
    end

    def to(target)
      refuse_offset if @offset
      return File.open(target, "wb") { |file| to(file) } if StreamCopy.path?(target)

      [@source, target].grep(IO).each(&:binmode)
      target.flush if raw?(target)
      buffer = String.new(capacity: SIZE)
      write(target, buffer) while (@left.nil? || @left.positive?) && read(buffer)
      @total
    end

    private

    def refuse_offset
      raise Errno::ESPIPE, "pread" if @source.is_a?(IO)

      raise ArgumentError, "cannot specify src_offset for non-IO"
    end

    # Bytes go from descriptor to descriptor past the conversions of either end.
    def raw?(target)
      @source.is_a?(IO) && target.is_a?(IO)
    end

    # False at the end of the source.
    def read(buffer)
      size = [SIZE, @left].compact.min
      if @source.is_a?(IO) || @source.respond_to?(:readpartial)
        named("read") { @source.readpartial(size, buffer) }
      else
        !@source.read(size, buffer).nil? && !buffer.empty?
      end
    rescue EOFError
      false
    end

    def write(target, buffer)
      written = raw?(target) ? write_whole(target, buffer) : CInteger.long(target.write(buffer))
      @total += written
      @left -= written if @left
    end

    def write_whole(target, buffer)
      written = 0
      while written < buffer.bytesize
        rest = written.zero? ? buffer : buffer.byteslice(written..)
        written += named("write") { target.syswrite(rest) }
      end
      written
    end

    def named(call)
      yield
    rescue SystemCallError => e
      raise e.class, call
    end
  end
end

class IO
  class << self
    alias __copy_stream copy_stream
    private :__copy_stream

    # :call-seq:
    #   copy_stream(src, dst, copy_length = nil, src_offset = nil) -> bytes
    #
    # Copies from one IO, path or object with +readpartial+ or +read+ to an IO, path or object with
    # +write+: all there is or +copy_length+ bytes, from +src_offset+ on if that is given. What the
    # source has buffered comes first. While it waits for a pipe, socket or terminal, Timeout,
    # Thread#kill, Thread#raise and closing the stream in another thread end it; only copying a file
    # into a socket, which JRuby does, cannot be ended.
    #
    # Returns the number of bytes copied. Raises IOError for a stream that is closed or not open in
    # that direction, ArgumentError for an offset into something that is no IO, Errno::ESPIPE for
    # one into a pipe or socket, and the Errno of read(2) and write(2), such as Errno::ECONNRESET
    # and Errno::EPIPE.
    #
    #   r, w = IO.pipe
    #   w.write("hello world")
    #   IO.copy_stream(r, $stdout, 5)  #=> 5, prints "hello"
    def copy_stream(src, dst, copy_length = nil, src_offset = nil)
      length = copy_length && NonblockIO::CInteger.long(copy_length)
      offset = src_offset && NonblockIO::CInteger.long(src_offset)
      source = NonblockIO::StreamCopy.end_of(src)
      target = NonblockIO::StreamCopy.end_of(dst)
      if NonblockIO::StreamCopy.handles?(source, target)
        NonblockIO::StreamCopy.new(source, length, offset).to(target)
      else
        __copy_stream(src, dst, length, offset)
      end
    end
  end
end
