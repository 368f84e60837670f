# frozen_string_literal: true

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
