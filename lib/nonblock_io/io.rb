# frozen_string_literal: true

class IO
  # :call-seq:
  #   read_nonblock(maxlen, buf = nil, exception: true) -> string, symbol or nil
  #
  # Reads at most +maxlen+ bytes with read(2) without waiting; bytes that were already buffered
  # come first. The result is a new binary string or +buf+, whose content is replaced.
  #
  # Returns +:wait_readable+ when nothing is there and +nil+ at end of file if +exception+ is
  # +false+; +buf+ keeps its content in the first case.
  #
  # Raises IO::EAGAINWaitReadable when nothing is there, EOFError at end of file, IOError when the
  # stream is closed, not opened for reading or holds decoded characters, ArgumentError for a
  # negative length, NoMemoryError for one too large to allocate, FrozenError for a frozen +buf+,
  # and the Errno of any other failure.
  #
  #   r, w = IO.pipe
  #   r.read_nonblock(5, exception: false)  #=> :wait_readable
  #   w << "hello"
  #   r.read_nonblock(5)                    #=> "hello"
  def read_nonblock(maxlen, buf = nil, exception: true)
    __read_nonblock(maxlen, buf, exception)
  end

  # :call-seq:
  #   write_nonblock(string, exception: true) -> integer or symbol
  #
  # Writes +string+ (or its +to_s+) with write(2) without waiting, after what was buffered, and
  # returns how many bytes were taken: fewer than given when a pipe or socket fills up.
  #
  # Returns +:wait_writable+ when nothing could be written and +exception+ is +false+.
  #
  # Raises IO::EAGAINWaitWritable when nothing could be written, IOError when the stream is closed
  # or not opened for writing, and the Errno of any other failure, such as Errno::EPIPE.
  #
  #   r, w = IO.pipe
  #   w.write_nonblock("hello")  #=> 5
  def write_nonblock(string, exception: true)
    __write_nonblock(string, exception)
  end
end
