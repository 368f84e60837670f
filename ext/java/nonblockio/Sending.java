package nonblockio;

import org.jruby.RubyIO;
import org.jruby.RubyString;
import org.jruby.runtime.ThreadContext;
import org.jruby.util.ByteList;
import org.jruby.util.io.OpenFile;

/** A message to send: its bytes, and a destination and control data if there are any. */
final class Sending {
  /** The most that one call gives to a stream: it takes a part of longer data anyway. */
  private static final int LONGEST_CALL = 4 * 1024 * 1024;

  private static final byte[] NONE = {};
  private static final long PAUSE_NANOS = 1_000_000;

  private final RubyString string;
  int flags;
  byte[] destination;
  byte[] control;

  Sending(RubyString string) {
    this.string = string;
  }

  /** n >= 0 or -errno; with {@code wait} never EAGAIN. */
  int send(ThreadContext context, RubyIO io, boolean wait) {
    OpenFile fptr = io.getOpenFileChecked();
    for (int attempts = 0; ; attempts++) {
      int n = attempt(context, io, fptr);
      if (!wait || n >= 0 || !Platform.wouldBlock(-n)) {
        return n;
      }
      if (attempts > 0 && destination != null) {
        Waiter.poll(context, fptr, Platform.POLLERR, PAUSE_NANOS);
      }
      Waiter.await(context, io, fptr, Platform.POLLOUT);
    }
  }

  private int attempt(ThreadContext context, RubyIO io, OpenFile fptr) {
    boolean locked = fptr.lock();
    try {
      int fd = SocketTraits.descriptor(context.runtime, fptr);
      ByteList bytes = string.getByteList();
      int length = bytes.realSize();
      if (length > LONGEST_CALL && SocketTraits.type(io, fd) == Platform.SOCK_STREAM) {
        length = LONGEST_CALL;
      }
      return call(fd, bytes, length);
    } catch (OutOfMemoryError e) {
      throw Errnos.noMemory(context.runtime);
    } finally {
      if (locked) {
        fptr.unlock();
      }
    }
  }

  private int call(int fd, ByteList bytes, int length) {
    Syscalls syscalls = Backend.syscalls();
    int bits = flags | Platform.MSG_NOSIGNAL;
    if (destination == null && control == null) {
      return syscalls.send(fd, bytes.unsafeBytes(), bytes.begin(), length, bits);
    }
    bits |= Platform.MSG_DONTWAIT;
    Scratch.Memory memory = Scratch.memory(length);
    memory.put(0, bytes.unsafeBytes(), bytes.begin(), length);
    Message message = Message.current();
    try {
      message.forSend(memory.address, length, destination, control == null ? NONE : control);
      return syscalls.sendmsg(fd, message.address(), bits);
    } finally {
      message.release();
    }
  }
}
