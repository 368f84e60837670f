# frozen_string_literal: true

# Documentation of the methods that are bound in Java without a wrapper in Ruby.
class IO
  ##
  # :singleton-method: select
  # :call-seq:
  #   IO.select(read_ios, write_ios = nil, error_ios = nil, timeout = nil) -> array or nil
  #
  # Waits until some of the streams (or objects with +to_io+) are ready, and returns the ready ones
  # in three arrays, in the order given. Bytes that Ruby holds in a buffer make a stream readable;
  # for everything else the kernel is asked with poll(2), so a stream that is reported as readable
  # can be read without waiting, and urgent data shows in the third list. Returns +nil+ after
  # +timeout+ seconds; +nil+ and Float::INFINITY wait for ever.
  #
  # Thread#kill, Thread#raise, Timeout and closing one of the streams in another thread end the
  # wait. A Fiber scheduler with +io_select+ answers in its place.
  #
  # Raises IOError for a closed stream, TypeError for what is no list or stream, ArgumentError for a
  # negative timeout.
  #
  #   r, w = IO.pipe
  #   IO.select([r], [w], nil, 0)  #=> [[], [w], []]

  ##
  # :method: wait_readable
  # :call-seq:
  #   wait_readable(timeout = nil) -> self, true or nil
  #
  # Waits until the stream can be read without waiting, or +timeout+ seconds (IO#timeout without
  # one) have passed, which gives +nil+. Returns +true+ at once if bytes are buffered.
  #
  # Raises IOError when the stream is closed, also by another thread during the wait, or not opened
  # for reading, ArgumentError for a negative timeout, and RangeError for one out of range.
  #
  #   r, w = IO.pipe
  #   r.wait_readable(0)  #=> nil
  #   w << "hello"
  #   r.wait_readable(0)  #=> r

  ##
  # :method: wait_writable
  # :call-seq:
  #   wait_writable(timeout = nil) -> self or nil
  #
  # Waits until something can be written without waiting; see #wait_readable.
  #
  #   r, w = IO.pipe
  #   w.wait_writable(0)  #=> w

  ##
  # :method: wait_priority
  # :call-seq:
  #   wait_priority(timeout = nil) -> self, true, false or nil
  #
  # Waits for urgent data, as Socket::MSG_OOB sends; see #wait_readable. Returns +false+ if
  # something else ended the wait, such as the end of the stream.
  #
  #   socket.wait_priority(1)  #=> nil

  ##
  # :method: wait
  # :call-seq:
  #   wait(events, timeout) -> integer, false or nil
  #   wait(*modes, timeout = nil) -> self, true, false or nil
  #
  # The first form waits for a mask of IO::READABLE, IO::WRITABLE and IO::PRIORITY and returns the
  # mask of what is ready; before Ruby 3.2 it returns the stream. The second takes +:r+, +:read+,
  # +:readable+, +:w+, +:write+, +:writable+, +:rw+, +:read_write+ and +:readable_writable+ in any
  # order with the timeout; without a mode it waits for reading.
  #
  # Raises ArgumentError for an unknown mode, a second timeout or a mask that is not positive, and
  # what #wait_readable raises.
  #
  #   r, w = IO.pipe
  #   w.wait(IO::READABLE | IO::WRITABLE, 0)  #=> 4
  #   w.wait(:rw, 0)                          #=> w

  ##
  # :method: nread
  # :call-seq:
  #   nread -> integer
  #
  # How many bytes can be read without waiting: those buffered, else those that ioctl(2) tells of.
  # Only before Ruby 4.0.
  #
  # Raises IOError when the stream is closed or not opened for reading.
  #
  #   r, w = IO.pipe
  #   w << "hello"
  #   r.nread  #=> 5

  ##
  # :method: ready?
  # :call-seq:
  #   ready? -> true or false
  #
  # Whether something can be read without waiting. Only before Ruby 4.0.
  #
  # Raises IOError when the stream is closed or not opened for reading.
  #
  #   r, w = IO.pipe
  #   r.ready?  #=> false

  ##
  # :method: sysread
  # :call-seq:
  #   sysread(maxlen, buf = nil) -> string
  #
  # Reads at most +maxlen+ bytes with one system call, waiting until there are some. The result is
  # a new binary string or +buf+, whose content is replaced.
  #
  # Raises IOError when bytes are buffered ("sysread for buffered IO") or the stream is closed,
  # EOFError at end of file, IO::TimeoutError after IO#timeout, and the Errno of any failure.
  #
  #   r, w = IO.pipe
  #   w << "hello"
  #   r.sysread(3)  #=> "hel"

  ##
  # :method: readpartial
  # :call-seq:
  #   readpartial(maxlen, buf = nil) -> string
  #
  # Like #sysread, but bytes that were buffered come first, alone.
  #
  #   r, w = IO.pipe
  #   w << "one\ntwo"
  #   r.gets             #=> "one\n"
  #   r.readpartial(10)  #=> "two"

  ##
  # :method: syswrite
  # :call-seq:
  #   syswrite(object) -> integer
  #
  # Writes +object+ (its +to_s+) with one system call, past Ruby's buffer and unconverted, waiting
  # until something can be written, and returns how many bytes were taken.
  #
  # Raises IOError when the stream is closed or not opened for writing, IO::TimeoutError after
  # IO#timeout, and the Errno of any failure, such as Errno::EPIPE.
  #
  #   r, w = IO.pipe
  #   w.syswrite("hello")  #=> 5

  ##
  # :method: write
  # :call-seq:
  #   write(*objects) -> integer
  #
  # Writes the objects (their +to_s+) one behind the other and returns the number of bytes. Where
  # the stream neither buffers nor converts, they go to the kernel as one, as a single message on
  # datagram sockets; a wait for room can be interrupted. Other streams write as JRuby does.
  #
  # Raises what #syswrite raises.
  #
  #   r, w = IO.pipe
  #   w.write("a", 1, :b)  #=> 3
end
