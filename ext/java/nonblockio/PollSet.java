package nonblockio;

/** An array of pollfd in native memory: which descriptors to ask for which events, and answers. */
final class PollSet {
  /** What select(2) calls readable and writable. */
  static final int READABLE = Platform.POLLIN | Platform.POLLHUP | Platform.POLLERR;

  static final int WRITABLE = Platform.POLLOUT | Platform.POLLERR;
  private static final int POLLFD = 8;

  private Scratch.Memory memory;
  private int count;

  /** A set in memory of its own. */
  PollSet() {
    this(new Scratch.Memory(2 * POLLFD));
  }

  private PollSet(Scratch.Memory memory) {
    this.memory = memory;
  }

  /** A set for one call that does not wait. */
  static PollSet scratch(int capacity) {
    return new PollSet(Scratch.memory(Math.max(1, capacity) * POLLFD));
  }

  /** Empties a set of its own memory and makes room; large memory is not kept. */
  void clear(int capacity) {
    count = 0;
    int size = capacity * POLLFD;
    if (size > memory.size || memory.size > Scratch.KEPT) {
      memory = new Scratch.Memory(size);
    }
  }

  void add(int fd, short events) {
    int at = count++ * POLLFD;
    memory.bytes.putInt(at, fd);
    memory.bytes.putShort(at + 4, events);
    memory.bytes.putShort(at + 6, (short) 0);
  }

  int count() {
    return count;
  }

  /** Asks for more events of a descriptor that is in the set. */
  void ask(int index, short events) {
    int at = index * POLLFD + 4;
    memory.bytes.putShort(at, (short) (memory.bytes.getShort(at) | events));
  }

  /** poll(2): how many are ready, or -errno. */
  int poll(int timeoutMillis) {
    return Backend.syscalls().poll(memory.address, count, timeoutMillis);
  }

  short ready(int index) {
    return memory.bytes.getShort(index * POLLFD + 6);
  }

  boolean readable(int index) {
    return (ready(index) & READABLE) != 0;
  }

  boolean writable(int index) {
    return (ready(index) & WRITABLE) != 0;
  }

  boolean urgent(int index) {
    return (ready(index) & Platform.POLLPRI) != 0;
  }

  boolean invalid(int index) {
    return (ready(index) & Platform.POLLNVAL) != 0;
  }
}
