package nonblockio;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * {@link Syscalls} over the Foreign Function and Memory API for the calls that hot paths make; the
 * others stay jnr's. A socket call that cannot wait reads and writes the Java array itself ({@link
 * Linker.Option#critical}); what can wait uses ordinary downcalls over native scratch.
 */
final class FfmSyscalls extends JnrSyscalls {
  /** Longer data is copied, so that no critical call keeps the collector waiting for long. */
  private static final int LONGEST_CRITICAL = 64 * 1024;

  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
  private static final Linker.Option CRITICAL = Linker.Option.critical(true);
  private static final ValueLayout POINTER = ValueLayout.ADDRESS;

  private static final MethodHandle READ =
      link("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG), ERRNO);
  private static final MethodHandle WRITE =
      link("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG), ERRNO);
  private static final MethodHandle RECV = array("recv");
  private static final MethodHandle SEND = array("send");
  private static final MethodHandle RECVMSG =
      link("recvmsg", of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT), ERRNO);
  private static final MethodHandle SENDMSG =
      link("sendmsg", of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT), ERRNO);
  private static final MethodHandle POLL =
      link("poll", of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT), ERRNO);

  private static final ThreadLocal<MemorySegment> CAPTURED =
      ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(Linker.Option.captureStateLayout()));

  private static FunctionDescriptor of(MemoryLayout result, MemoryLayout... arguments) {
    return FunctionDescriptor.of(result, arguments);
  }

  private static MethodHandle array(String name) {
    return link(name, of(JAVA_LONG, JAVA_INT, POINTER, JAVA_LONG, JAVA_INT), ERRNO, CRITICAL);
  }

  private static MethodHandle link(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    MemorySegment address = Linker.nativeLinker().defaultLookup().find(name).orElseThrow();
    return FfmLinkage.downcallHandle(descriptor, options).bindTo(address);
  }

  @Override
  public int read(int fd, byte[] bytes, int offset, int length) {
    Scratch.Memory memory = Scratch.memory(length);
    MemorySegment captured = CAPTURED.get();
    long n;
    try {
      n = (long) READ.invokeExact(captured, fd, memory.address, (long) length);
    } catch (Throwable t) {
      throw impossible(t);
    }
    if (n > 0) {
      memory.get(0, bytes, offset, (int) n);
    }
    return result(n, captured);
  }

  @Override
  public int write(int fd, byte[] bytes, int offset, int length) {
    Scratch.Memory memory = Scratch.memory(length);
    memory.put(0, bytes, offset, length);
    MemorySegment captured = CAPTURED.get();
    try {
      return result(
          (long) WRITE.invokeExact(captured, fd, memory.address, (long) length), captured);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  @Override
  public int recv(int fd, byte[] bytes, int offset, int length, int flags) {
    if (length > LONGEST_CRITICAL) {
      return super.recv(fd, bytes, offset, length, flags);
    }
    MemorySegment captured = CAPTURED.get();
    MemorySegment data = segment(bytes, offset, length);
    try {
      return result(
          (long) RECV.invokeExact(captured, fd, data, (long) length, flags | Platform.MSG_DONTWAIT),
          captured);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  @Override
  public int send(int fd, byte[] bytes, int offset, int length, int flags) {
    if (length > LONGEST_CRITICAL) {
      return super.send(fd, bytes, offset, length, flags);
    }
    MemorySegment captured = CAPTURED.get();
    MemorySegment data = segment(bytes, offset, length);
    try {
      return result(
          (long) SEND.invokeExact(captured, fd, data, (long) length, flags | Platform.MSG_DONTWAIT),
          captured);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  @Override
  public int recvmsg(int fd, long header, int flags) {
    MemorySegment captured = CAPTURED.get();
    try {
      return result((long) RECVMSG.invokeExact(captured, fd, header, flags), captured);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  @Override
  public int sendmsg(int fd, long header, int flags) {
    MemorySegment captured = CAPTURED.get();
    try {
      return result((long) SENDMSG.invokeExact(captured, fd, header, flags), captured);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  @Override
  public int poll(long descriptors, int count, int timeoutMillis) {
    MemorySegment captured = CAPTURED.get();
    try {
      int n = (int) POLL.invokeExact(captured, descriptors, count, timeoutMillis);
      return result(n, captured);
    } catch (Throwable t) {
      throw impossible(t);
    }
  }

  private static MemorySegment segment(byte[] bytes, int offset, int length) {
    MemorySegment whole = MemorySegment.ofArray(bytes);
    return offset == 0 ? whole : whole.asSlice(offset, length);
  }

  private static int result(long n, MemorySegment captured) {
    return n >= 0 ? (int) n : -captured.get(JAVA_INT, 0);
  }

  private static Error impossible(Throwable t) {
    return t instanceof Error error
        ? error
        : new AssertionError("a downcall throws no exception", t);
  }
}
