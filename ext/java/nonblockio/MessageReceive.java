package nonblockio;

import java.util.Collections;
import java.util.List;
import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.RubyString;
import org.jruby.ext.socket.RubyUDPSocket;

/**
 * One attempt of recvmsg(2) under the socket's lock, and what came. Without a length the room grows
 * until the next message fits, which is peeked at for that. MRI: bsock_recvmsg_internal.
 */
final class MessageReceive {
  private static final int FIRST_ROOM = 4 * 1024;
  static final int LONGEST_ROOM = 1 << 30;

  /** No datagram over IP is longer, so that none needs to be peeked at. */
  private static final int LONGEST_IP_DATAGRAM = 64 * 1024;

  /** Control data so much shorter than its room was not cut off for want of room. */
  private static final int BIG_ENOUGH = 64 * 1024;

  private final int flags;
  private final boolean dataGrows;
  private final boolean controlGrows;
  private int dataRoom;
  private int controlRoom;
  private Scratch.Memory memory;

  RubyString data;
  byte[] sender;
  int type;
  int socketFamily = Platform.AF_UNSPEC;
  int messageFlags;
  List<ControlMessages.Control> controls = Collections.emptyList();

  /** Negative lengths grow. */
  MessageReceive(int dataLength, int controlLength, int flags) {
    this.flags = flags;
    dataGrows = dataLength < 0;
    controlGrows = controlLength < 0;
    dataRoom = dataGrows ? FIRST_ROOM : dataLength;
    controlRoom = controlGrows ? Message.CONTROL_ROOM : controlLength;
  }

  /** n >= 0 or -errno; 0 at the end of a stream and for an empty datagram. */
  int attempt(Ruby runtime, RubyIO socket, int fd) {
    type = SocketTraits.type(socket, fd);
    boolean datagrams = socket instanceof RubyUDPSocket;
    if (datagrams && dataGrows) {
      dataRoom = LONGEST_IP_DATAGRAM;
    }
    boolean growing = (dataGrows || controlGrows) && !datagrams && type != Platform.SOCK_STREAM;
    Message message = Message.current();
    try {
      int n = growing ? grow(message, fd) : call(message, fd, flags);
      if (n >= 0) {
        take(runtime, message, fd, Math.min(n, dataRoom));
      }
      return n;
    } catch (OutOfMemoryError e) {
      ControlMessages.discard(controls, peeked());
      throw Errnos.noMemory(runtime);
    } finally {
      memory = null;
      message.release();
    }
  }

  private int call(Message message, int fd, int bits) {
    memory = Scratch.memory(dataRoom);
    message.forReceive(memory.address, dataRoom, controlRoom);
    int all = bits | Platform.MSG_DONTWAIT | Platform.MSG_CMSG_CLOEXEC;
    return Backend.syscalls().recvmsg(fd, message.address(), all);
  }

  private int grow(Message message, int fd) {
    while (true) {
      int n = call(message, fd, flags | Platform.MSG_PEEK);
      if (n < 0) {
        return n;
      }
      boolean grown = grown(message);
      if (!grown && (flags & Platform.MSG_PEEK) != 0) {
        return n;
      }
      ControlMessages.discard(controls(message), true);
      if (!grown) {
        return call(message, fd, flags);
      }
    }
  }

  private boolean grown(Message message) {
    boolean grown = false;
    if (dataGrows && cut(message, Platform.MSG_TRUNC) && dataRoom < LONGEST_ROOM) {
      dataRoom *= 2;
      grown = true;
    }
    boolean wantsRoom = message.controlLength() > controlRoom - BIG_ENOUGH;
    if (controlGrows && cut(message, Platform.MSG_CTRUNC) && wantsRoom) {
      controlRoom *= 2;
      grown = true;
    }
    return grown;
  }

  private static boolean cut(Message message, int flag) {
    return (message.flags() & flag) != 0;
  }

  private static List<ControlMessages.Control> controls(Message message) {
    return ControlMessages.read(
        message.controlMemory(), message.controlOffset(), message.controlLength());
  }

  private void take(Ruby runtime, Message message, int fd, int length) {
    controls = controls(message);
    ControlMessages.closeOnExec(controls);
    sender = message.sender();
    messageFlags = message.flags();
    byte[] bytes = new byte[length];
    memory.get(0, bytes, 0, length);
    data = Buffer.fresh(runtime, bytes);
    if (!controls.isEmpty()) {
      int family = SocketAddresses.family(sender);
      socketFamily = family == Platform.AF_UNSPEC ? SocketTraits.family(fd) : family;
    }
  }

  /** MRI: rsock_is_dgram tells an empty message from the end. */
  boolean ended(int n) {
    return n == 0 && Semantics.RECV_NIL_AT_END && type != Platform.SOCK_DGRAM;
  }

  boolean peeked() {
    return (flags & Platform.MSG_PEEK) != 0;
  }
}
