# frozen_string_literal: true

# Documentation of methods that are bound in Java without a wrapper in Ruby.
class IO
  ##
  # :method: read_nonblock
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

  ##
  # :method: write_nonblock
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

  ##
  # :method: nonblock?
  # :call-seq:
  #   nonblock? -> true or false
  #
  # Returns whether the stream is in non-blocking mode, as sockets and what IO.pipe and IO.popen
  # open are from the start. Their descriptors get O_NONBLOCK only when a call needs it, so that a
  # program that is given one does not see EAGAIN.
  #
  # Raises IOError when the stream is closed.
  #
  #   r, w = IO.pipe
  #   r.nonblock?  #=> true

  ##
  # :method: nonblock=
  # :call-seq:
  #   nonblock = boolean
  #
  # Sets or clears O_NONBLOCK, which duplicates of the descriptor share. Reads and writes wait in
  # either mode, apart from the calls with "nonblock" in their names.
  #
  # Raises IOError when the stream is closed.
  #
  #   $stdin.nonblock = true

  ##
  # :method: nonblock
  # :call-seq:
  #   nonblock(mode = true) {|io| ... } -> the block's value
  #
  # Has the stream in non-blocking mode, or in blocking mode for +false+, while the block runs.
  #
  # Raises IOError when the stream is closed and LocalJumpError without a block.
  #
  #   $stdin.nonblock { |io| io.sysread(10) }
end
