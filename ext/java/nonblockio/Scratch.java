package nonblockio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/**
 * A thread's own working memory for one call: a Java array and native memory, each kept up to
 * {@link #KEPT} bytes; what is larger belongs to that one call. It goes with the thread.
 */
final class Scratch {
  static final int KEPT = 64 * 1024;
  private static final int SMALLEST = 4 * 1024;
  private static final ThreadLocal<Scratch> CURRENT = ThreadLocal.withInitial(Scratch::new);

  private byte[] array = new byte[0];
  private Memory memory;

  static byte[] array(int size) {
    Scratch own = CURRENT.get();
    if (size <= own.array.length) {
      return own.array;
    }
    byte[] larger = new byte[capacityFor(size)];
    if (larger.length <= KEPT) {
      own.array = larger;
    }
    return larger;
  }

  static Memory memory(int size) {
    Scratch own = CURRENT.get();
    if (own.memory != null && size <= own.memory.size) {
      return own.memory;
    }
    Memory larger = new Memory(capacityFor(size));
    if (larger.size <= KEPT) {
      own.memory = larger;
    }
    return larger;
  }

  private static int capacityFor(int size) {
    return size > KEPT ? size : Math.max(SMALLEST, Integer.highestOneBit(size - 1) << 1);
  }

  /** Native memory that lives as long as this object is reachable. */
  static final class Memory {
    final ByteBuffer bytes;
    final long address;
    final int size;

    Memory(int size) {
      this.size = size;
      bytes = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
      address = Pointer.wrap(Runtime.getSystemRuntime(), bytes).address();
    }

    void get(int index, byte[] target, int offset, int length) {
      bytes.position(index);
      bytes.get(target, offset, length);
    }

    void put(int index, byte[] source, int offset, int length) {
      bytes.position(index);
      bytes.put(source, offset, length);
    }
  }
}
