package nonblockio;

import org.jruby.RubyIO;
import org.jruby.RubyNumeric;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** Private methods of BasicSocket over one system call that never waits. */
public final class SocketCalls {
  private static final int SHUT_RD = 0;
  private static final int SHUT_WR = 1;

  private SocketCalls() {}

  /** A system call on a descriptor: n >= 0 or -errno. */
  interface Call {
    int on(int fd);
  }

  /** Makes the call under the socket's lock. */
  static int make(RubyIO socket, Call call) {
    OpenFile fptr = socket.getOpenFileChecked();
    boolean locked = fptr.lock();
    try {
      int fd = Descriptor.fd(fptr);
      return fd < 0 ? -Platform.EBADF : call.on(fd);
    } finally {
      if (locked) {
        fptr.unlock();
      }
    }
  }

  static int checked(ThreadContext context, int result, String name) {
    if (result < 0) {
      throw Errnos.failure(context.runtime, -result, name);
    }
    return result;
  }

  /** MRI: rsock_sys_fail_path. */
  static int checked(ThreadContext context, int result, String name, RubyIO socket) {
    String path = socket.getOpenFileChecked().getPath();
    return checked(context, result, path == null ? name : name + " for " + path);
  }

  /** MRI: sock_listen. */
  @JRubyMethod(name = "__listen", visibility = Visibility.PRIVATE)
  public static IRubyObject listen(ThreadContext context, IRubyObject self, IRubyObject backlog) {
    int length = RubyNumeric.num2int(backlog);
    int result = make((RubyIO) self, fd -> Backend.syscalls().listen(fd, length));
    return context.runtime.newFixnum(checked(context, result, "listen(2)"));
  }

  /** MRI: bsock_shutdown. */
  @JRubyMethod(name = "__shutdown", visibility = Visibility.PRIVATE)
  public static IRubyObject shutdown(ThreadContext context, IRubyObject self, IRubyObject how) {
    int direction = RubyNumeric.num2int(how);
    int result = make((RubyIO) self, fd -> Backend.syscalls().shutdown(fd, direction));
    return context.runtime.newFixnum(checked(context, result, "shutdown(2)"));
  }

  /** MRI: bsock_close_read. */
  @JRubyMethod(name = "__close_read", visibility = Visibility.PRIVATE)
  public static IRubyObject closeRead(ThreadContext context, IRubyObject self) {
    return closeHalf(context, (RubyIO) self, SHUT_RD, OpenFile.READABLE, OpenFile.WRITABLE);
  }

  /** MRI: bsock_close_write. */
  @JRubyMethod(name = "__close_write", visibility = Visibility.PRIVATE)
  public static IRubyObject closeWrite(ThreadContext context, IRubyObject self) {
    return closeHalf(context, (RubyIO) self, SHUT_WR, OpenFile.WRITABLE, OpenFile.READABLE);
  }

  private static IRubyObject closeHalf(
      ThreadContext context, RubyIO socket, int direction, int half, int otherHalf) {
    OpenFile fptr = socket.getOpenFileChecked();
    boolean locked = fptr.lock();
    try {
      int fd = Descriptor.fd(fptr);
      if ((fptr.getMode() & otherHalf) != 0) {
        Backend.syscalls().shutdown(fd, direction);
        fptr.setMode(fptr.getMode() & ~half);
        return context.nil;
      }
    } finally {
      if (locked) {
        fptr.unlock();
      }
    }
    return socket.close(context);
  }
}
