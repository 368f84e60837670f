package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** The private methods of BasicSocket under its receiving and non-blocking methods. */
public final class SocketMethods {
  private SocketMethods() {}

  /** MRI: rsock_read_nonblock. */
  @JRubyMethod(name = "__read_nonblock", visibility = Visibility.PRIVATE)
  public static IRubyObject readNonblock(
      ThreadContext context,
      IRubyObject self,
      IRubyObject maxlen,
      IRubyObject buf,
      IRubyObject exception) {
    StreamCalls.Reading how = StreamCalls.Reading.nonblock(exception != context.fals);
    return StreamCalls.read(context, (RubyIO) self, maxlen, buf, how, true);
  }

  /** MRI: rsock_write_nonblock. */
  @JRubyMethod(name = "__write_nonblock", visibility = Visibility.PRIVATE)
  public static IRubyObject writeNonblock(
      ThreadContext context, IRubyObject self, IRubyObject string, IRubyObject exception) {
    StreamCalls.Writing how = StreamCalls.Writing.nonblock(exception != context.fals);
    return StreamCalls.write(context, (RubyIO) self, string, how, true);
  }

  /** MRI: rsock_s_recvfrom with RECV_RECV. */
  @JRubyMethod(name = "__recv", visibility = Visibility.PRIVATE)
  public static IRubyObject recv(
      ThreadContext context,
      IRubyObject self,
      IRubyObject maxlen,
      IRubyObject flags,
      IRubyObject buf) {
    int bits = flags.isNil() ? 0 : RubyNumeric.num2int(flags);
    return receive(context, (RubyIO) self, maxlen, bits, buf, true, true);
  }

  /** MRI: rsock_s_recvfrom_nonblock with RECV_RECV. */
  @JRubyMethod(name = "__recv_nonblock", required = 4, visibility = Visibility.PRIVATE)
  public static IRubyObject recvNonblock(
      ThreadContext context, IRubyObject self, IRubyObject[] args) {
    boolean exception = args[3] != context.fals;
    int bits = RubyNumeric.num2int(args[1]);
    return receive(context, (RubyIO) self, args[0], bits, args[2], exception, false);
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
