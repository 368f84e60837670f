package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.ext.socket.RubyTCPSocket;
import org.jruby.ext.socket.RubyUDPSocket;
import org.jruby.runtime.ThreadContext;
import org.jruby.util.io.OpenFile;

/** What a socket is: its descriptor, type and family. The lock is held. */
final class SocketTraits {
  private SocketTraits() {}

  /** The descriptor; a socket without a real one cannot do what only system calls can. */
  static int descriptor(Ruby runtime, OpenFile fptr) {
    int fd = Descriptor.fd(fptr);
    if (fd < 0) {
      throw runtime.newNotImplementedError("this socket has no descriptor");
    }
    return fd;
  }

  /** SO_TYPE, asked of the kernel only where the class leaves it open. */
  static int type(RubyIO socket, int fd) {
    if (socket instanceof RubyUDPSocket) {
      return Platform.SOCK_DGRAM;
    }
    return socket instanceof RubyTCPSocket ? Platform.SOCK_STREAM : Descriptor.type(fd);
  }

  /** The same for a socket whose lock is not held. */
  static int family(ThreadContext context, RubyIO socket) {
    OpenFile fptr = socket.getOpenFileChecked();
    boolean locked = fptr.lock();
    try {
      return family(descriptor(context.runtime, fptr));
    } finally {
      if (locked) {
        fptr.unlock();
      }
    }
  }

  /** MRI: rsock_getfamily. */
  static int family(int fd) {
    Message message = Message.current();
    int result = Backend.syscalls().getsockname(fd, message.nameRoom(), message.nameLength());
    return result < 0 ? Platform.AF_UNSPEC : SocketAddresses.family(message.namedAddress());
  }
}
