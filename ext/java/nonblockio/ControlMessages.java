package nonblockio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A sequence of struct cmsghdr, and the descriptors in it. */
final class ControlMessages {
  private static final int HEADER = align(Platform.CMSG_HEADER);
  private static final int LEVEL = Platform.CMSG_HEADER - 8;
  private static final int TYPE = LEVEL + 4;

  private ControlMessages() {}

  /** One control message, out of native memory. */
  static final class Control {
    final int level;
    final int type;
    final byte[] data;

    Control(int level, int type, byte[] data) {
      this.level = level;
      this.type = type;
      this.data = data;
    }

    boolean rights() {
      return level == Platform.SOL_SOCKET && type == Platform.SCM_RIGHTS;
    }

    int[] descriptors() {
      int[] descriptors = new int[data.length / 4];
      ByteBuffer.wrap(data).order(ByteOrder.nativeOrder()).asIntBuffer().get(descriptors);
      return descriptors;
    }
  }

  /** The messages in {@code length} bytes from {@code start}; the last may be cut off. */
  static List<Control> read(Scratch.Memory memory, int start, int length) {
    List<Control> controls = new ArrayList<>();
    int limit = Math.min(start + length, memory.size);
    int at = start;
    while (limit - at >= HEADER) {
      long size = size(memory.bytes, at);
      if (size < HEADER && size >= 0) {
        break;
      }
      int end = size < 0 || size > limit - at ? limit : at + (int) size;
      byte[] data = new byte[end - at - HEADER];
      memory.get(at + HEADER, data, 0, data.length);
      controls.add(
          new Control(memory.bytes.getInt(at + LEVEL), memory.bytes.getInt(at + TYPE), data));
      if (end == limit) {
        break;
      }
      at = start + align(end - start);
    }
    return controls;
  }

  private static long size(ByteBuffer bytes, int at) {
    return Platform.MSGHDR_LENGTH == 8 ? bytes.getLong(at) : bytes.getInt(at);
  }

  /** The bytes of the messages, each with its padding. */
  static byte[] write(List<Control> controls) {
    int length = 0;
    for (Control control : controls) {
      length += space(control.data.length);
    }
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
    int at = 0;
    for (Control control : controls) {
      if (Platform.MSGHDR_LENGTH == 8) {
        bytes.putLong(at, length(control.data.length));
      } else {
        bytes.putInt(at, length(control.data.length));
      }
      bytes.putInt(at + LEVEL, control.level).putInt(at + TYPE, control.type);
      System.arraycopy(control.data, 0, bytes.array(), at + HEADER, control.data.length);
      at += space(control.data.length);
    }
    return bytes.array();
  }

  /** CMSG_LEN: what a message says of its own length. */
  static int length(int data) {
    return HEADER + data;
  }

  /** CMSG_SPACE: the room that a message takes. */
  static int space(int data) {
    return HEADER + align(data);
  }

  private static int align(int length) {
    return length + Platform.CMSG_ALIGNMENT - 1 & -Platform.CMSG_ALIGNMENT;
  }

  /** Marks the descriptors close-on-exec, where the call itself could not be told to. */
  static void closeOnExec(List<Control> controls) {
    if (Platform.MSG_CMSG_CLOEXEC != 0) {
      return;
    }
    for (Control control : controls) {
      if (control.rights()) {
        for (int fd : control.descriptors()) {
          Backend.syscalls().fcntl(fd, Platform.F_SETFD, Platform.FD_CLOEXEC);
        }
      }
    }
  }

  /** Closes the descriptors that nobody will get. MRI: discard_cmsg. */
  static void discard(List<Control> controls, boolean peeked) {
    if (peeked && !Platform.PEEKED_RIGHTS_ARE_OPEN) {
      return;
    }
    for (Control control : controls) {
      if (control.rights()) {
        for (int fd : control.descriptors()) {
          Backend.syscalls().close(fd);
        }
      }
    }
  }
}
