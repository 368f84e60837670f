package nonblockio;

import org.jruby.RubyIO;
import org.jruby.runtime.ThreadContext;
import org.jruby.util.io.ChannelFD;
import org.jruby.util.io.FilenoUtil;
import org.jruby.util.io.OpenFile;

/**
 * The real descriptor of a Ruby IO and single attempts on it, made under {@code OpenFile.lock}: the
 * only class that touches RubyIO and OpenFile.
 */
final class Descriptor {
  /** The most that one call takes from a stream: longer lengths only ask for "at most". */
  private static final int LONGEST_CALL = 4 * 1024 * 1024;

  private Descriptor() {}

  /**
   * The descriptor, or -1 where JRuby's own methods have to answer. The lock is held. The JDK
   * closes a channel by itself when it is used on an interrupted thread: the number may then be
   * another stream's.
   */
  static int fd(OpenFile fptr) {
    ChannelFD channel = open(fptr);
    if (!channel.ch.isOpen()) {
      throw Errnos.failure(fptr.io.getRuntime(), Platform.EBADF, null);
    }
    int fd = channel.realFileno;
    return Backend.syscalls() == null || FilenoUtil.isFake(fd) ? -1 : fd;
  }

  /** Not every close takes the lock: a JVM that ends closes what is open. */
  private static ChannelFD open(OpenFile fptr) {
    ChannelFD channel = fptr.fd();
    if (channel == null) {
      throw fptr.io.getRuntime().newIOError("closed stream");
    }
    return channel;
  }

  /** MRI: rb_io_flush before write_nonblock. */
  static void flush(ThreadContext context, OpenFile fptr) {
    if (fptr.io_fflush(context) < 0) {
      throw Errnos.failure(context.runtime, fptr.errno().intValue(), fptr.getPath());
    }
  }

  /** MRI: rb_io_read_pending. */
  static boolean buffered(OpenFile fptr) {
    return fptr.READ_DATA_PENDING() || fptr.READ_CHAR_PENDING();
  }

  static int read(OpenFile fptr, int fd, byte[] bytes, int offset, int length, boolean socket) {
    Syscalls syscalls = Backend.syscalls();
    if (socket) {
      return syscalls.recv(fd, bytes, offset, length, 0);
    }
    int restore = BlockingMode.withoutWaiting(syscalls, fptr, open(fptr));
    int n = syscalls.read(fd, bytes, offset, length);
    BlockingMode.restore(syscalls, fd, restore);
    return n;
  }

  /**
   * What one call would write, made of calls that copy no more than fits: a stream takes little of
   * long data at a time.
   */
  static int write(OpenFile fptr, int fd, byte[] bytes, int offset, int length, boolean socket) {
    int longest = part(fd, length);
    int written = 0;
    do {
      int part = Math.min(length - written, longest);
      int n = writeOnce(fptr, fd, bytes, offset + written, part, socket);
      if (n < 0) {
        return written > 0 ? written : n;
      }
      written += n;
      if (n < part) {
        break;
      }
    } while (written < length);
    return written;
  }

  /** How much of long data to pass at a time; a message is not to be divided. */
  static int part(int fd, int length) {
    if (length <= Scratch.KEPT) {
      return length;
    }
    int type = type(fd);
    boolean divisible = type == Platform.SOCK_STREAM || type == -Platform.ENOTSOCK;
    return divisible ? Scratch.KEPT : length;
  }

  private static int writeOnce(
      OpenFile fptr, int fd, byte[] bytes, int offset, int length, boolean socket) {
    Syscalls syscalls = Backend.syscalls();
    if (socket) {
      return syscalls.send(fd, bytes, offset, length, Platform.MSG_NOSIGNAL);
    }
    int restore = BlockingMode.withoutWaiting(syscalls, fptr, open(fptr));
    int n = syscalls.write(fd, bytes, offset, length);
    BlockingMode.restore(syscalls, fd, restore);
    return n;
  }

  /** The length of one receiving call: a message or file is taken whole, a stream in parts. */
  static int attempt(OpenFile fptr, int fd, long length, boolean socket) {
    if (length <= LONGEST_CALL) {
      return (int) length;
    }
    int whole = socket ? nextMessage(fd) : fptr.remainSize();
    return (int) Math.min(length, Math.max(LONGEST_CALL, whole));
  }

  private static int nextMessage(int fd) {
    if (type(fd) == Platform.SOCK_STREAM) {
      return 0;
    }
    byte[] none = Scratch.array(1);
    return Backend.syscalls().recv(fd, none, 0, 0, Platform.MSG_PEEK | Platform.MSG_TRUNC);
  }

  static boolean writeBuffered(RubyIO io) {
    return io.GetWriteIO().getOpenFileChecked().wbuf.len != 0;
  }

  /** Whether what is written goes to a pipe or socket at once and as it is. */
  static boolean writtenThrough(ThreadContext context, RubyIO io) {
    OpenFile fptr = io.GetWriteIO().getOpenFileInitialized();
    ChannelFD channel = fptr.fd();
    return fptr.isSync()
        && channel != null
        && (channel.chSelect != null || WaitingChannel.on(channel))
        && !fptr.needsWriteConversion(context);
  }

  /** How many bytes the kernel holds for reading, or -errno. */
  static int available(OpenFile fptr) {
    Scratch.Memory memory = Scratch.memory(4);
    int result = Backend.syscalls().ioctl(fd(fptr), Platform.FIONREAD, memory.address);
    return result < 0 ? result : memory.bytes.getInt(0);
  }

  /** SO_TYPE, or -errno. */
  static int type(int fd) {
    return SocketOptions.integer(fd, Platform.SOL_SOCKET, Platform.SO_TYPE);
  }
}
