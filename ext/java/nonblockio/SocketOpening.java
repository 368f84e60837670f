package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyFile;
import org.jruby.RubyIO;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.ByteList;
import org.jruby.util.StringSupport;
import org.jruby.util.io.ChannelFD;
import org.jruby.util.io.OpenFile;

/** The private methods under Socket.new, UNIXSocket.new, UNIXServer.new and for_fd. */
public final class SocketOpening {
  private static final int LONGEST_QUEUE = 4096;

  private SocketOpening() {}

  /** MRI: sock_initialize. */
  @JRubyMethod(name = "__open", visibility = Visibility.PRIVATE)
  public static IRubyObject open(
      ThreadContext context,
      IRubyObject self,
      IRubyObject domain,
      IRubyObject type,
      IRubyObject protocol) {
    int fd =
        socket(
            RubyNumeric.num2int(domain), RubyNumeric.num2int(type), RubyNumeric.num2int(protocol));
    SocketCalls.checked(context, fd, "socket(2)");
    Sockets.initialize(context.runtime, (RubyIO) self, fd);
    return self;
  }

  /** MRI: rsock_init_unixsock with server == 0. */
  @JRubyMethod(name = "__open_client", visibility = Visibility.PRIVATE)
  public static IRubyObject openClient(ThreadContext context, IRubyObject self, IRubyObject path) {
    RubyString name = path(context, path);
    byte[] address = SocketAddresses.unix(context.runtime, name.getBytes());
    RubyIO socket = openUnix(context, self, name);
    boolean connected = false;
    try {
      int result = ConnectMethods.await(context, socket, address);
      checked(context, result, "connect(2)", name);
      connected = true;
      return self;
    } finally {
      if (!connected) {
        socket.close(context);
      }
    }
  }

  /** MRI: rsock_init_unixsock with server == 1. */
  @JRubyMethod(name = "__open_server", visibility = Visibility.PRIVATE)
  public static IRubyObject openServer(ThreadContext context, IRubyObject self, IRubyObject path) {
    RubyString name = path(context, path);
    byte[] address = SocketAddresses.unix(context.runtime, name.getBytes());
    RubyIO socket = openUnix(context, self, name);
    boolean listening = false;
    try {
      int bound = SocketCalls.make(socket, fd -> ConnectMethods.bind(fd, address));
      checked(context, bound, "connect(2)", name);
      int result = SocketCalls.make(socket, fd -> Backend.syscalls().listen(fd, LONGEST_QUEUE));
      checked(context, result, "listen(2)", name);
      socket.getOpenFileChecked().setPath(name.decodeString());
      socket.setInternalVariable(SocketNames.PATH, name.newFrozen());
      listening = true;
      return self;
    } finally {
      if (!listening) {
        socket.close(context);
      }
    }
  }

  /** MRI: unixsock_path_value. */
  private static RubyString path(ThreadContext context, IRubyObject path) {
    if (path instanceof RubyString) {
      ByteList bytes = ((RubyString) path).getByteList();
      if (Platform.LINUX && (bytes.realSize() == 0 || bytes.get(0) == 0)) {
        return (RubyString) path;
      }
      if (bytes.indexOf(0) >= 0) {
        throw context.runtime.newArgumentError("path name contains null byte");
      }
    }
    return StringSupport.checkEmbeddedNulls(context.runtime, RubyFile.get_path(context, path));
  }

  private static RubyIO openUnix(ThreadContext context, IRubyObject self, RubyString name) {
    int fd = socket(Platform.AF_UNIX, Platform.SOCK_STREAM, 0);
    checked(context, fd, "socket(2)", name);
    Sockets.initialize(context.runtime, (RubyIO) self, fd);
    return (RubyIO) self;
  }

  private static void checked(ThreadContext context, int result, String call, RubyString path) {
    SocketCalls.checked(context, result, call + " for " + path);
  }

  /** A close-on-exec descriptor, or -errno. MRI: rsock_socket. */
  private static int socket(int domain, int type, int protocol) {
    Syscalls syscalls = Backend.syscalls();
    int fd = syscalls.socket(domain, type | Platform.SOCK_CLOEXEC, protocol);
    if (fd >= 0 && Platform.SOCK_CLOEXEC == 0) {
      syscalls.fcntl(fd, Platform.F_SETFD, Platform.FD_CLOEXEC);
    }
    return fd;
  }

  /** MRI: bsock_s_for_fd. */
  @JRubyMethod(name = "__for_fd", meta = true, visibility = Visibility.PRIVATE)
  public static IRubyObject forFd(ThreadContext context, IRubyObject self, IRubyObject descriptor) {
    Ruby runtime = context.runtime;
    int fd = RubyNumeric.num2int(descriptor);
    int type = Descriptor.type(fd);
    if (type == -Platform.ENOTSOCK) {
      throw Errnos.failure(runtime, Platform.EBADF, "not a socket file descriptor");
    }
    SocketCalls.checked(context, type, "fstat(2)");
    ChannelFD owner = runtime.getFilenoUtil().getWrapperFromFileno(fd);
    RubyIO socket = Sockets.wrap(context, (RubyClass) self, fd);
    if (owner != null && owner.chNative == null) {
      socket.setInternalVariable(SocketNames.JAVAS, true);
    }
    byte[] peer = SocketNames.peer(fd);
    if (peer != null) {
      OpenFile fptr = socket.getOpenFileChecked();
      JavaChannels.connected(runtime, fptr, fd, peer);
    }
    return socket;
  }
}
