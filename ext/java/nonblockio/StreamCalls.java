package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.RubyString;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.ByteList;
import org.jruby.util.io.OpenFile;

/** The order of steps of every call that reads or writes a stream's bytes. */
final class StreamCalls {
  /** How a reading call treats buffered bytes and an empty stream. */
  enum Reading {
    NONBLOCK("io_read_nonblock"),
    NONBLOCK_SYMBOL("io_read_nonblock"),
    PARTIAL("io_getpartial"),
    SYSTEM("rb_io_sysread");

    final String function;

    Reading(String function) {
      this.function = function;
    }

    static Reading nonblock(boolean exception) {
      return exception ? NONBLOCK : NONBLOCK_SYMBOL;
    }
  }

  /** How a writing call treats a full stream and the bytes it did not take. */
  enum Writing {
    NONBLOCK("io_write_nonblock"),
    NONBLOCK_SYMBOL("io_write_nonblock"),
    SYSTEM("rb_io_syswrite"),
    WHOLE("io_write");

    final String function;

    Writing(String function) {
      this.function = function;
    }

    static Writing nonblock(boolean exception) {
      return exception ? NONBLOCK : NONBLOCK_SYMBOL;
    }
  }

  private StreamCalls() {}

  static IRubyObject read(
      ThreadContext context,
      RubyIO io,
      IRubyObject maxlen,
      IRubyObject buf,
      Reading how,
      boolean socket) {
    Ruby runtime = context.runtime;
    boolean waits = how == Reading.PARTIAL || how == Reading.SYSTEM;
    boolean bySize = how == Reading.SYSTEM || (socket && !waits);
    long length = Buffer.length(context, maxlen, bySize);
    RubyString string = Buffer.callers(buf);
    OpenFile fptr = io.getOpenFileChecked();
    if (!socket && !waits) {
      BlockingMode.leave(io, fptr);
    }
    while (true) {
      int n;
      boolean locked = fptr.lock();
      try {
        if (!socket || waits) {
          fptr.checkByteReadable(context);
        }
        int fd = Descriptor.fd(fptr);
        if (length == 0) {
          return how == Reading.SYSTEM && string != null ? string : Buffer.empty(runtime, string);
        }
        if (fd < 0) {
          return ChannelMethods.of(runtime).read(context, io, maxlen, buf, how);
        }
        if (how == Reading.SYSTEM && fptr.READ_DATA_BUFFERED()) {
          throw runtime.newIOError("sysread for buffered IO");
        }
        int attempt = Descriptor.attempt(fptr, fd, length, socket);
        byte[] bytes = Buffer.space(runtime, string, attempt);
        int offset = Buffer.offset(string);
        n =
            fptr.READ_DATA_BUFFERED()
                ? fptr.readBufferedData(bytes, offset, attempt)
                : Descriptor.read(fptr, fd, bytes, offset, attempt, socket);
        if (n > 0) {
          return Buffer.filled(runtime, string, bytes, offset, n);
        }
      } finally {
        if (locked) {
          fptr.unlock();
        }
      }
      if (n == 0) {
        return endOfFile(context, string, how);
      }
      if (!Platform.wouldBlock(-n)) {
        String function = socket && !waits ? "rsock_read_nonblock" : how.function;
        throw Errnos.failure(runtime, -n, function, fptr.getPath());
      }
      if (!waits) {
        return Errnos.waitReadable(context, how == Reading.NONBLOCK, "read would block");
      }
      Waiter.await(context, io, fptr, Platform.POLLIN);
    }
  }

  /** MRI: rb_eof_error, or nil; the caller's buffer is emptied. */
  private static IRubyObject endOfFile(ThreadContext context, RubyString string, Reading how) {
    if (string != null) {
      Buffer.empty(context.runtime, string);
    }
    if (how == Reading.NONBLOCK_SYMBOL) {
      return context.nil;
    }
    throw context.runtime.newEOFError("end of file reached");
  }

  static IRubyObject write(
      ThreadContext context, RubyIO io, IRubyObject object, Writing how, boolean socket) {
    Ruby runtime = context.runtime;
    RubyString string = object instanceof RubyString ? (RubyString) object : object.asString();
    RubyIO writer = io.GetWriteIO();
    OpenFile fptr = writer.getOpenFileChecked();
    boolean waits = how == Writing.SYSTEM || how == Writing.WHOLE;
    if (!socket && !waits) {
      BlockingMode.leave(writer, fptr);
    }
    int written = 0;
    while (true) {
      int n;
      boolean locked = fptr.lock();
      try {
        fptr.checkWritable(context);
        if (how != Writing.SYSTEM) {
          Descriptor.flush(context, fptr);
        }
        int fd = Descriptor.fd(fptr);
        if (fd < 0) {
          return ChannelMethods.of(runtime).write(context, io, string, how);
        }
        ByteList list = string.getByteList();
        int left = Math.max(0, list.realSize() - written);
        n = Descriptor.write(fptr, fd, list.unsafeBytes(), list.begin() + written, left, socket);
        if (n >= 0) {
          written += n;
          if (how != Writing.WHOLE || n >= left) {
            return runtime.newFixnum(written);
          }
          continue;
        }
      } finally {
        if (locked) {
          fptr.unlock();
        }
      }
      if (!Platform.wouldBlock(-n)) {
        String function = socket && !waits ? "rsock_write_nonblock" : how.function;
        throw Errnos.failure(runtime, -n, function, fptr.getPath());
      }
      if (!waits) {
        return Errnos.waitWritable(context, how == Writing.NONBLOCK, "write would block");
      }
      Waiter.await(context, writer, fptr, Platform.POLLOUT);
    }
  }
}
