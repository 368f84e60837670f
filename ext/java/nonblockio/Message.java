package nonblockio;

/**
 * A thread's own struct msghdr in native memory, with one iovec and room for an address and for
 * control data. What a call left in it is to be read before anything else runs on the thread.
 */
final class Message {
  /** The room for control data that is always there; more belongs to one call. */
  static final int CONTROL_ROOM = 8 * 1024;

  /** A name longer than any address: the system call refuses it. */
  private static final int NAME_ROOM = 2 * SocketAddresses.LONGEST;

  private static final int IOVEC = 64;
  private static final int NAME_LENGTH = 80;
  private static final int NAME = 96;
  private static final int CONTROL = NAME + NAME_ROOM;

  private static final int POINTER = Platform.POINTER;
  private static final int MSG_NAMELEN = POINTER;
  private static final int MSG_IOV = 2 * POINTER;
  private static final int MSG_IOVLEN = 3 * POINTER;
  private static final int MSG_CONTROL = 4 * POINTER;
  private static final int MSG_CONTROLLEN = 5 * POINTER;

  private static final ThreadLocal<Message> CURRENT = ThreadLocal.withInitial(Message::new);

  private final Scratch.Memory memory = new Scratch.Memory(CONTROL + CONTROL_ROOM);
  private Scratch.Memory largeControl;
  private int controlRoom;

  static Message current() {
    return CURRENT.get();
  }

  long address() {
    return memory.address;
  }

  /** Room for an address, as getsockname(2) wants it. */
  long nameRoom() {
    memory.bytes.putInt(NAME_LENGTH, SocketAddresses.LONGEST);
    return memory.address + NAME;
  }

  long nameLength() {
    return memory.address + NAME_LENGTH;
  }

  /** The address that getsockname(2) left in the room. */
  byte[] namedAddress() {
    return SocketAddresses.read(memory, NAME, memory.bytes.getInt(NAME_LENGTH));
  }

  private int putName(byte[] address) {
    int length = Math.min(address.length, NAME_ROOM);
    memory.put(NAME, address, 0, length);
    return length;
  }

  void forReceive(long data, int length, int controlLength) {
    header(data, length);
    pointer(0, memory.address + NAME);
    memory.bytes.putInt(MSG_NAMELEN, SocketAddresses.LONGEST);
    control(controlLength);
  }

  void forSend(long data, int length, byte[] address, byte[] control) {
    header(data, length);
    if (address != null) {
      memory.bytes.putInt(MSG_NAMELEN, putName(address));
      pointer(0, memory.address + NAME);
    }
    control(control.length);
    controlMemory().put(controlOffset(), control, 0, control.length);
  }

  private void header(long data, int length) {
    for (int i = 0; i < IOVEC; i += 8) {
      memory.bytes.putLong(i, 0);
    }
    pointer(MSG_IOV, memory.address + IOVEC);
    length(MSG_IOVLEN, 1);
    pointer(IOVEC, data);
    pointer(IOVEC + POINTER, length);
  }

  private void control(int length) {
    controlRoom = length;
    largeControl = length > CONTROL_ROOM ? new Scratch.Memory(length) : null;
    if (length > 0) {
      pointer(MSG_CONTROL, controlMemory().address + controlOffset());
      length(MSG_CONTROLLEN, length);
    }
  }

  /** The sender that recvmsg(2) left. */
  byte[] sender() {
    return SocketAddresses.read(memory, NAME, memory.bytes.getInt(MSG_NAMELEN));
  }

  int flags() {
    return memory.bytes.getInt(Platform.MSGHDR_FLAGS);
  }

  /** The length of the control data that recvmsg(2) left, never more than there was room. */
  int controlLength() {
    long length =
        Platform.MSGHDR_LENGTH == 8
            ? memory.bytes.getLong(MSG_CONTROLLEN)
            : memory.bytes.getInt(MSG_CONTROLLEN);
    return (int) Math.max(0, Math.min(length, controlRoom));
  }

  Scratch.Memory controlMemory() {
    return largeControl == null ? memory : largeControl;
  }

  int controlOffset() {
    return largeControl == null ? CONTROL : 0;
  }

  /** Lets go of control memory that was for one call. */
  void release() {
    largeControl = null;
  }

  private void pointer(int index, long value) {
    if (POINTER == 8) {
      memory.bytes.putLong(index, value);
    } else {
      memory.bytes.putInt(index, (int) value);
    }
  }

  private void length(int index, int value) {
    if (Platform.MSGHDR_LENGTH == 8) {
      memory.bytes.putLong(index, value);
    } else {
      memory.bytes.putInt(index, value);
    }
  }
}
