package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.anno.JRubyMethod;
import org.jruby.ext.socket.RubySocket;
import org.jruby.ext.socket.RubyTCPServer;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** The private methods under accept, accept_nonblock and sysaccept of every kind of server. */
public final class AcceptMethods {
  private static final String CALL = "accept(2)";

  /** A connection, or the -errno why there is none. */
  private static final class Accepted {
    int fd;
    byte[] peer;
    int type;
  }

  private AcceptMethods() {}

  /** MRI: sock_accept, tcp_accept, unix_accept. */
  @JRubyMethod(name = "__accept", visibility = Visibility.PRIVATE)
  public static IRubyObject accept(ThreadContext context, IRubyObject self) {
    Accepted accepted = await(context, (RubyIO) self);
    return result(context, self, accepted, socket(context, self, accepted));
  }

  /** MRI: sock_accept_nonblock, tcp_accept_nonblock, unix_accept_nonblock. */
  @JRubyMethod(name = "__accept_nonblock", visibility = Visibility.PRIVATE)
  public static IRubyObject acceptNonblock(
      ThreadContext context, IRubyObject self, IRubyObject exception) {
    RubyIO server = (RubyIO) self;
    BlockingMode.leave(server, server.getOpenFileChecked());
    Accepted accepted = attempt(server);
    if (accepted.fd >= 0) {
      return result(context, self, accepted, socket(context, self, accepted));
    }
    if (Platform.wouldBlock(-accepted.fd) || Platform.connectionLost(-accepted.fd)) {
      return Errnos.waitReadable(context, exception != context.fals, CALL + " would block");
    }
    throw Errnos.failure(context.runtime, -accepted.fd, CALL);
  }

  /** MRI: sock_sysaccept, tcp_sysaccept, unix_sysaccept. */
  @JRubyMethod(name = "__sysaccept", visibility = Visibility.PRIVATE)
  public static IRubyObject sysaccept(ThreadContext context, IRubyObject self) {
    Accepted accepted = await(context, (RubyIO) self);
    return result(context, self, accepted, context.runtime.newFixnum(accepted.fd));
  }

  private static Accepted await(ThreadContext context, RubyIO server) {
    while (true) {
      Accepted accepted = attempt(server);
      if (accepted.fd >= 0) {
        return accepted;
      }
      if (!Platform.wouldBlock(-accepted.fd) && accepted.fd != -Platform.EINTR) {
        throw Errnos.failure(context.runtime, -accepted.fd, CALL);
      }
      Waiter.await(context, server, server.getOpenFileChecked(), Platform.POLLIN);
    }
  }

  private static Accepted attempt(RubyIO server) {
    Accepted accepted = new Accepted();
    accepted.fd = SocketCalls.make(server, listener -> attempt(listener, accepted));
    return accepted;
  }

  private static int attempt(int listener, Accepted accepted) {
    Syscalls syscalls = Backend.syscalls();
    int flags = syscalls.fcntl(listener, Platform.F_GETFL, 0);
    if (flags >= 0 && (flags & Platform.O_NONBLOCK) == 0) {
      syscalls.fcntl(listener, Platform.F_SETFL, flags | Platform.O_NONBLOCK);
    }
    Scratch.Memory memory = Scratch.memory(SocketAddresses.LONGEST + 4);
    memory.bytes.putInt(SocketAddresses.LONGEST, SocketAddresses.LONGEST);
    int fd = syscalls.accept(listener, memory.address, memory.address + SocketAddresses.LONGEST);
    if (fd >= 0) {
      int length = memory.bytes.getInt(SocketAddresses.LONGEST);
      accepted.peer = SocketAddresses.read(memory, 0, length);
      accepted.type = Descriptor.type(listener);
      syscalls.fcntl(fd, Platform.F_SETFD, Platform.FD_CLOEXEC);
      if (Platform.ACCEPT_INHERITS_FLAGS) {
        syscalls.fcntl(fd, Platform.F_SETFL, flags & ~Platform.O_NONBLOCK);
      }
    }
    return fd;
  }

  private static IRubyObject socket(ThreadContext context, IRubyObject server, Accepted accepted) {
    Ruby runtime = context.runtime;
    String name =
        server instanceof RubySocket
            ? "Socket"
            : server instanceof RubyTCPServer ? "TCPSocket" : "UNIXSocket";
    RubyIO socket = Sockets.wrap(context, runtime.getClass(name), accepted.fd);
    SocketNames.inherit((RubyIO) server, socket);
    OpenFile fptr = socket.getOpenFileChecked();
    JavaChannels.connected(runtime, fptr, accepted.fd, accepted.peer);
    return socket;
  }

  /** Socket's methods tell the client's address too. */
  private static IRubyObject result(
      ThreadContext context, IRubyObject server, Accepted accepted, IRubyObject connection) {
    if (!(server instanceof RubySocket)) {
      return connection;
    }
    IRubyObject address = KernelAddrinfo.of(context.runtime, accepted.peer, accepted.type);
    return context.runtime.newArray(connection, address);
  }
}
