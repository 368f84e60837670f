package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyIO;
import org.jruby.RubyModule;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** The receiving methods of BasicSocket, non-blocking ones included. */
final class SocketMethods {
  private SocketMethods() {}

  static void define(RubyClass socket) {
    IOMethods.define(socket, true);
    socket.addMethod("recv_nonblock", new RecvNonblock(socket));
    socket.addMethod("recv", new Recv(socket));
  }

  /** MRI: rsock_s_recvfrom_nonblock with RECV_RECV. */
  private static final class RecvNonblock extends WrapperMethod {
    RecvNonblock(RubyModule owner) {
      super(owner, "recv_nonblock", 1, "maxlen", "flags", "buf", "exception:");
    }

    @Override
    protected IRubyObject run(
        ThreadContext context,
        IRubyObject self,
        IRubyObject maxlen,
        IRubyObject flags,
        IRubyObject buf,
        IRubyObject exception) {
      int bits = flags == null ? 0 : RubyNumeric.num2int(flags);
      IRubyObject target = buf == null ? context.nil : buf;
      boolean raises = exception != context.fals;
      return receive(context, (RubyIO) self, maxlen, bits, target, raises, false);
    }
  }

  /** MRI: rsock_s_recvfrom with RECV_RECV. */
  private static final class Recv extends WrapperMethod {
    Recv(RubyModule owner) {
      super(owner, "recv", 1, "maxlen", "flags", "buf");
    }

    @Override
    protected IRubyObject run(
        ThreadContext context,
        IRubyObject self,
        IRubyObject maxlen,
        IRubyObject flags,
        IRubyObject buf,
        IRubyObject exception) {
      int bits = flags == null || flags.isNil() ? 0 : RubyNumeric.num2int(flags);
      IRubyObject target = buf == null ? context.nil : buf;
      return receive(context, (RubyIO) self, maxlen, bits, target, true, true);
    }
  }

  private static IRubyObject receive(
      ThreadContext context,
      RubyIO io,
      IRubyObject maxlen,
      int flags,
      IRubyObject buf,
      boolean exception,
      boolean wait) {
    Ruby runtime = context.runtime;
    long length = Buffer.checked(context, RubyNumeric.num2int(maxlen), true);
    RubyString string = Buffer.callers(buf);
    OpenFile fptr = io.getOpenFileChecked();
    while (true) {
      int n;
      boolean locked = fptr.lock();
      try {
        int fd = Descriptor.fd(fptr);
        if (Descriptor.buffered(fptr)) {
          throw runtime.newIOError(wait ? "recv for buffered IO" : "recvfrom for buffered IO");
        }
        if (fd < 0) {
          return ChannelMethods.of(runtime).recv(context, io, maxlen, flags, buf, exception, wait);
        }
        int attempt = Descriptor.attempt(fptr, fd, length, true);
        byte[] bytes = Buffer.space(runtime, string, attempt);
        int offset = Buffer.offset(string);
        n = Backend.syscalls().recv(fd, bytes, offset, attempt, flags);
        if (n > 0) {
          return Buffer.filled(runtime, string, bytes, offset, Math.min(n, attempt));
        }
        if (n == 0) {
          return endOfStream(context, string, fd);
        }
      } finally {
        if (locked) {
          fptr.unlock();
        }
      }
      IRubyObject refused =
          Receiving.refused(context, io, fptr, -n, "recvfrom(2)", exception, wait);
      if (refused != null) {
        return refused;
      }
    }
  }

  /** Since Ruby 3.3 the end of a stream is nil; before, and for datagrams, it is "". */
  private static IRubyObject endOfStream(ThreadContext context, RubyString string, int fd) {
    if (Semantics.RECV_NIL_AT_END && Descriptor.type(fd) != Platform.SOCK_DGRAM) {
      return context.nil;
    }
    return Buffer.empty(context.runtime, string);
  }
}
