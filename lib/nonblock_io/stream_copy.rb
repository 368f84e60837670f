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
