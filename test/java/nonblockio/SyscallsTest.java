package nonblockio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import jnr.constants.platform.Errno;
import org.jruby.Ruby;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One contract for every implementation of {@link Syscalls}. */
class SyscallsTest {
  private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);
  private static final int EAGAIN = Errno.EAGAIN.intValue();

  private final List<Integer> open = new ArrayList<>();
  private Syscalls syscalls;

  static Stream<Syscalls> implementations() throws ReflectiveOperationException {
    if (!System.getProperty("java.specification.version").matches("2[2-9]|[3-9]\\d")) {
      return Stream.of(new JnrSyscalls());
    }
    Class<?> linkage = Class.forName("nonblockio.FfmLinkage");
    Object ffm = linkage.getMethod("link", Ruby.class).invoke(null, Ruby.newInstance());
    return Stream.of(new JnrSyscalls(), (Syscalls) ffm);
  }

  @AfterEach
  void close() {
    open.forEach(fd -> syscalls.close(fd));
  }

  private int[] pair(Syscalls tested, int type) {
    syscalls = tested;
    Scratch.Memory memory = Scratch.memory(8);
    assertEquals(0, syscalls.socketpair(Platform.AF_UNIX, type, 0, memory.address));
    int[] pair = {memory.bytes.getInt(0), memory.bytes.getInt(4)};
    open.addAll(Arrays.asList(pair[0], pair[1]));
    return pair;
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void sendAndRecvMoveBytesAtAnOffset(Syscalls tested) {
    int[] pair = pair(tested, Platform.SOCK_STREAM);
    assertEquals(3, tested.send(pair[0], HELLO, 1, 3, 0));
    byte[] got = new byte[7];
    assertEquals(3, tested.recv(pair[1], got, 2, 5, 0));
    assertArrayEquals(new byte[] {0, 0, 'e', 'l', 'l', 0, 0}, got);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void writeAndReadMoveBytesAtAnOffset(Syscalls tested) {
    int[] pair = pair(tested, Platform.SOCK_STREAM);
    assertEquals(3, tested.write(pair[0], HELLO, 1, 3));
    byte[] got = new byte[7];
    assertEquals(3, tested.read(pair[1], got, 2, 5));
    assertArrayEquals(new byte[] {0, 0, 'e', 'l', 'l', 0, 0}, got);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void recvNeverWaits(Syscalls tested) {
    int[] pair = pair(tested, Platform.SOCK_STREAM);
    byte[] got = HELLO.clone();
    assertEquals(-EAGAIN, tested.recv(pair[1], got, 0, 5, 0));
    assertArrayEquals(HELLO, got);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void sendNeverWaitsAndTellsHowMuchFit(Syscalls tested) {
    int[] pair = pair(tested, Platform.SOCK_STREAM);
    byte[] much = new byte[1 << 20];
    long sent = 0;
    int n;
    while ((n = tested.send(pair[0], much, 0, much.length, 0)) > 0) {
      sent += n;
      assertTrue(sent < 1 << 28, "a socket buffer is bounded");
    }
    assertEquals(-EAGAIN, n);
    long received = 0;
    while ((n = tested.recv(pair[1], much, 0, much.length, 0)) > 0) {
      received += n;
    }
    assertEquals(sent, received);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void theEndOfAStreamIsZero(Syscalls tested) {
    int[] pair = pair(tested, Platform.SOCK_STREAM);
    assertEquals(0, tested.shutdown(pair[0], 1));
    assertEquals(0, tested.recv(pair[1], new byte[5], 0, 5, 0));
    assertEquals(0, tested.read(pair[1], new byte[5], 0, 5));
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void errorsAreNegativeErrnos(Syscalls tested) {
    int ebadf = -Errno.EBADF.intValue();
    byte[] bytes = new byte[1];
    assertEquals(ebadf, tested.read(-1, bytes, 0, 1));
    assertEquals(ebadf, tested.write(-1, bytes, 0, 1));
    assertEquals(ebadf, tested.recv(-1, bytes, 0, 1, 0));
    assertEquals(ebadf, tested.send(-1, bytes, 0, 1, 0));
    assertEquals(ebadf, tested.close(-1));
    assertEquals(ebadf, tested.fcntl(-1, Platform.F_GETFL, 0));
    assertEquals(ebadf, tested.listen(-1, 1));
    assertEquals(ebadf, tested.shutdown(-1, 1));
    int unsupported = tested.socket(-1, Platform.SOCK_STREAM, 0);
    assertEquals(-Errno.EAFNOSUPPORT.intValue(), unsupported);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void aBrokenPipeIsAnErrnoAndNoSignal(Syscalls tested) {
    int[] pair = pair(tested, Platform.SOCK_STREAM);
    assertEquals(0, tested.close(pair[1]));
    open.remove((Integer) pair[1]);
    int epipe = -Errno.EPIPE.intValue();
    assertEquals(epipe, tested.send(pair[0], HELLO, 0, 5, Platform.MSG_NOSIGNAL));
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void flagsReachTheKernel(Syscalls tested) {
    int[] pair = pair(tested, Platform.SOCK_DGRAM);
    assertEquals(5, tested.send(pair[0], HELLO, 0, 5, 0));
    byte[] got = new byte[2];
    assertEquals(2, tested.recv(pair[1], got, 0, 2, Platform.MSG_PEEK));
    assertEquals(2, tested.recv(pair[1], got, 0, 2, 0));
    assertEquals(-EAGAIN, tested.recv(pair[1], got, 0, 2, 0));
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void dataLongerThanTheKeptScratchArrives(Syscalls tested) {
    int[] pair = pair(tested, Platform.SOCK_DGRAM);
    byte[] message = new byte[Scratch.KEPT + 1000];
    Arrays.fill(message, (byte) 'x');
    assertEquals(message.length, tested.send(pair[0], message, 0, message.length, 0));
    byte[] got = new byte[message.length];
    assertEquals(message.length, tested.recv(pair[1], got, 0, got.length, 0));
    assertArrayEquals(message, got);
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void pollTellsWhatIsReady(Syscalls tested) {
    int[] pair = pair(tested, Platform.SOCK_STREAM);
    Scratch.Memory polled = new Scratch.Memory(8);
    polled.bytes.putInt(0, pair[1]).putShort(4, Platform.POLLIN);
    assertEquals(0, tested.poll(polled.address, 1, 0));
    assertEquals(5, tested.send(pair[0], HELLO, 0, 5, 0));
    assertEquals(1, tested.poll(polled.address, 1, 0));
    assertEquals(Platform.POLLIN, polled.bytes.getShort(6));
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void socketOptionsAreReadAndSet(Syscalls tested) {
    int[] pair = pair(tested, Platform.SOCK_STREAM);
    Scratch.Memory memory = new Scratch.Memory(16);
    memory.bytes.putInt(8, 4);
    int level = Platform.SOL_SOCKET;
    long length = memory.address + 8;
    assertEquals(0, tested.getsockopt(pair[0], level, Platform.SO_TYPE, memory.address, length));
    assertEquals(Platform.SOCK_STREAM, memory.bytes.getInt(0));
  }

  @ParameterizedTest
  @MethodSource("implementations")
  void scratchGrowsAndStaysBounded(Syscalls tested) {
    byte[] small = Scratch.array(10);
    assertTrue(small.length >= 10 && small.length <= Scratch.KEPT);
    byte[] large = Scratch.array(Scratch.KEPT * 4);
    assertEquals(Scratch.KEPT * 4, large.length);
    assertTrue(Scratch.array(10).length <= Scratch.KEPT);
    assertEquals(Scratch.memory(100).address, Scratch.memory(50).address);
  }
}
