package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.RubyString;

/**
 * One attempt to receive with the sender under the socket's lock, and what came. It is recvmsg(2)
 * that does it, because jnr-ffi fails to call functions of six arguments, as recvfrom(2) is one.
 */
final class DatagramReceive {
  private final RubyString callers;

  /** The data, or null at the end of a stream where that is nil. */
  RubyString data;

  byte[] sender;
  int type;

  /** {@code callers} is the string to fill, null for a new one. */
  DatagramReceive(RubyString callers) {
    this.callers = callers;
  }

  /** n >= 0 or -errno; less than 0 leaves the caller's string as it was. */
  int attempt(Ruby runtime, RubyIO socket, int fd, int length, int flags) {
    Message message = Message.current();
    Scratch.Memory memory = memory(runtime, length);
    message.forReceive(memory.address, length, 0);
    int n = Backend.syscalls().recvmsg(fd, message.address(), flags | Platform.MSG_DONTWAIT);
    if (n > 0) {
      fill(runtime, memory, Math.min(n, length));
    }
    if (n >= 0) {
      sender = message.sender();
      type = SocketTraits.type(socket, fd);
    }
    if (n == 0 && !(Semantics.RECV_NIL_AT_END && type != Platform.SOCK_DGRAM)) {
      data = Buffer.empty(runtime, callers);
    }
    return n;
  }

  private static Scratch.Memory memory(Ruby runtime, int size) {
    try {
      return Scratch.memory(size);
    } catch (OutOfMemoryError e) {
      throw Errnos.noMemory(runtime);
    }
  }

  private void fill(Ruby runtime, Scratch.Memory memory, int length) {
    if (callers == null) {
      byte[] bytes = new byte[length];
      memory.get(0, bytes, 0, length);
      data = Buffer.fresh(runtime, bytes);
      return;
    }
    byte[] bytes = Buffer.space(runtime, callers, length);
    int offset = Buffer.offset(callers);
    memory.get(0, bytes, offset, length);
    data = Buffer.filled(runtime, callers, bytes, offset, length);
  }
}
