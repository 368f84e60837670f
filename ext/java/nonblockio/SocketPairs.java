package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyNumeric;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;

/** socketpair(2) and the private singleton method of Socket and UNIXSocket over it. */
public final class SocketPairs {
  private SocketPairs() {}

  /** MRI: rsock_sock_s_socketpair. */
  @JRubyMethod(name = "__socketpair", meta = true, visibility = Visibility.PRIVATE)
  public static IRubyObject socketpair(
      ThreadContext context,
      IRubyObject self,
      IRubyObject domain,
      IRubyObject type,
      IRubyObject protocol) {
    Ruby runtime = context.runtime;
    if (Backend.syscalls() == null) {
      return ChannelMethods.of(runtime).socketpair(context, (RubyClass) self, domain, type);
    }
    int[] pair = new int[2];
    int result =
        open(
            RubyNumeric.num2int(domain),
            RubyNumeric.num2int(type),
            RubyNumeric.num2int(protocol),
            pair);
    if (result < 0) {
      throw Errnos.failure(runtime, -result, "socketpair(2)");
    }
    return runtime.newArray(
        Sockets.wrap(context, (RubyClass) self, pair[0]),
        Sockets.wrap(context, (RubyClass) self, pair[1]));
  }

  /** Fills {@code pair} with two close-on-exec descriptors; 0 or -errno. */
  static int open(int domain, int type, int protocol, int[] pair) {
    Syscalls syscalls = Backend.syscalls();
    Scratch.Memory memory = Scratch.memory(8);
    int result =
        syscalls.socketpair(domain, type | Platform.SOCK_CLOEXEC, protocol, memory.address);
    if (result < 0) {
      return result;
    }
    for (int i = 0; i < 2; i++) {
      pair[i] = memory.bytes.getInt(4 * i);
      if (Platform.SOCK_CLOEXEC == 0) {
        syscalls.fcntl(pair[i], Platform.F_SETFD, Platform.FD_CLOEXEC);
      }
    }
    return 0;
  }
}
