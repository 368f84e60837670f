package nonblockio;

import java.util.Arrays;
import org.jruby.RubyIO;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.ByteList;
import org.jruby.util.io.OpenFile;

/** Private methods of BasicSocket over one system call that never waits. */
public final class SocketCalls {
  private static final int SHUT_RD = 0;
  private static final int SHUT_WR = 1;
  private static final int SHORTEST_STRUCTURE = 256;

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

  /**
   * {@code argument} is a number or a string that the call may fill. MRI: rb_io_ioctl, which makes
   * the string as long as any structure may be.
   */
  @JRubyMethod(name = "__ioctl", visibility = Visibility.PRIVATE)
  public static IRubyObject ioctl(
      ThreadContext context, IRubyObject self, IRubyObject request, IRubyObject argument) {
    RubyIO socket = (RubyIO) self;
    long command = RubyNumeric.num2long(request);
    Syscalls syscalls = Backend.syscalls();
    int result;
    if (argument instanceof RubyString) {
      RubyString string = (RubyString) argument;
      string.modify();
      byte[] bytes = Arrays.copyOf(string.getBytes(), room(command, string.size()));
      Scratch.Memory memory = Scratch.memory(bytes.length);
      memory.put(0, bytes, 0, bytes.length);
      result = make(socket, fd -> syscalls.ioctl(fd, command, memory.address));
      memory.get(0, bytes, 0, bytes.length);
      string.setValue(new ByteList(bytes, string.getEncoding(), false));
    } else {
      long number = RubyNumeric.num2long(argument);
      result = make(socket, fd -> syscalls.ioctl(fd, command, number));
    }
    if (result < 0) {
      String path = socket.getOpenFileChecked().getPath();
      throw Errnos.failure(context.runtime, -result, "finish_narg", path);
    }
    return context.runtime.newFixnum(result);
  }

  private static int room(long command, int size) {
    int structure = (int) (command >> 16) & 0x3fff;
    return Math.max(size, Math.max(SHORTEST_STRUCTURE, structure) + 1);
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
