package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.anno.JRubyMethod;
import org.jruby.exceptions.RaiseException;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** The private methods under bind, connect and connect_nonblock of Socket. */
public final class ConnectMethods {
  private static final long PAUSE_MILLIS = 10;

  private ConnectMethods() {}

  /** MRI: sock_bind. */
  @JRubyMethod(name = "__bind", visibility = Visibility.PRIVATE)
  public static IRubyObject bind(ThreadContext context, IRubyObject self, IRubyObject address) {
    byte[] bytes = SocketAddresses.bytes(context, address);
    int result = SocketCalls.make((RubyIO) self, fd -> bind(fd, bytes));
    if (result < 0) {
      throw failure(context.runtime, -result, "bind(2)", bytes);
    }
    return context.runtime.newFixnum(result);
  }

  static int bind(int fd, byte[] address) {
    Scratch.Memory memory = memory(address);
    return Backend.syscalls().bind(fd, memory.address, address.length);
  }

  /** MRI: sock_connect. */
  @JRubyMethod(name = "__connect", visibility = Visibility.PRIVATE)
  public static IRubyObject connect(ThreadContext context, IRubyObject self, IRubyObject address) {
    byte[] bytes = SocketAddresses.bytes(context, address);
    int result = await(context, (RubyIO) self, bytes);
    if (result < 0) {
      throw failure(context.runtime, -result, "connect(2)", bytes);
    }
    return context.runtime.newFixnum(result);
  }

  /** MRI: sock_connect_nonblock. */
  @JRubyMethod(name = "__connect_nonblock", visibility = Visibility.PRIVATE)
  public static IRubyObject connectNonblock(
      ThreadContext context, IRubyObject self, IRubyObject address, IRubyObject exception) {
    byte[] bytes = SocketAddresses.bytes(context, address);
    RubyIO socket = (RubyIO) self;
    BlockingMode.leave(socket, socket.getOpenFileChecked());
    int result = attempt(context.runtime, socket, bytes);
    if (result == -Platform.EINPROGRESS) {
      return Errnos.inProgress(context, exception != context.fals, "connect(2) would block");
    }
    if (result < 0 && !(result == -Platform.EISCONN && exception == context.fals)) {
      throw failure(context.runtime, -result, "connect(2)", bytes);
    }
    return context.runtime.newFixnum(0);
  }

  /** Connects, waiting until that succeeds or fails: 0 or -errno. MRI: rsock_connect. */
  static int await(ThreadContext context, RubyIO socket, byte[] address) {
    int result = attempt(context.runtime, socket, address);
    while (Platform.wouldBlock(-result)) {
      pause(context);
      result = attempt(context.runtime, socket, address);
    }
    while (result == -Platform.EINPROGRESS || result == -Platform.EALREADY) {
      Waiter.await(context, socket, socket.getOpenFileChecked(), Platform.POLLOUT);
      result = SocketCalls.make(socket, ConnectMethods::progress);
    }
    return result;
  }

  /** A full queue of a UNIX server, which no poll(2) waits for. */
  private static void pause(ThreadContext context) {
    try {
      context.getThread().sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      context.pollThreadEvents();
    }
    context.pollThreadEvents();
  }

  /** How far a connection is: 0, -EALREADY or the -errno of its failure. */
  private static int progress(int fd) {
    int error = SocketOptions.integer(fd, Platform.SOL_SOCKET, Platform.SO_ERROR);
    if (error != 0) {
      return error < 0 ? error : -error;
    }
    return SocketNames.peer(fd) == null ? -Platform.EALREADY : 0;
  }

  /** One connect(2) that does not wait: 0 or -errno. */
  private static int attempt(Ruby runtime, RubyIO socket, byte[] address) {
    OpenFile fptr = socket.getOpenFileChecked();
    return SocketCalls.make(
        socket,
        fd -> {
          int result = attempt(fd, address);
          if (result == 0 || result == -Platform.EINPROGRESS) {
            JavaChannels.connected(runtime, fptr, fd, address);
          }
          return result;
        });
  }

  private static int attempt(int fd, byte[] address) {
    Syscalls syscalls = Backend.syscalls();
    Scratch.Memory memory = memory(address);
    int flags = syscalls.fcntl(fd, Platform.F_GETFL, 0);
    boolean blocking = flags >= 0 && (flags & Platform.O_NONBLOCK) == 0;
    if (blocking) {
      syscalls.fcntl(fd, Platform.F_SETFL, flags | Platform.O_NONBLOCK);
    }
    int result = syscalls.connect(fd, memory.address, address.length);
    if (blocking) {
      syscalls.fcntl(fd, Platform.F_SETFL, flags);
    }
    return result == -Platform.EINTR ? -Platform.EINPROGRESS : result;
  }

  private static Scratch.Memory memory(byte[] address) {
    Scratch.Memory memory = Scratch.memory(address.length);
    memory.put(0, address, 0, address.length);
    return memory;
  }

  /** MRI: rsock_syserr_fail_raddrinfo_or_sockaddr. */
  private static RaiseException failure(Ruby runtime, int errno, String call, byte[] address) {
    IRubyObject text =
        KernelAddrinfo.of(runtime, address, 0).inspect_sockaddr(runtime.getCurrentContext());
    return Errnos.failure(runtime, errno, call + " for " + text);
  }
}
