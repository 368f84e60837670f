package nonblockio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import jnr.ffi.Pointer;
import org.jruby.Ruby;
import org.jruby.exceptions.RaiseException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Bytes as a kernel might leave them, and as none would: random and with hostile lengths. The seed
 * is printed; -Dnonblock.io.seed repeats it.
 */
class FuzzTest {
  private static final int ROUNDS = 5_000;
  private static final int ROOM = 4096;
  private static final byte GUARD = 0x5a;
  private static final long[] LENGTHS = {
    0,
    1,
    8,
    15,
    16,
    17,
    28,
    110,
    128,
    129,
    4096,
    65536,
    1 << 30,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    -1,
    0xffff_ffffL,
    0x1_0000_0000L,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };

  private static Ruby runtime;
  private static long seed;

  private final Random random = new Random(seed);

  @BeforeAll
  static void start() {
    runtime = Ruby.newInstance();
    runtime.getLoadService().require("socket");
    Backend.choose(runtime);
    seed = Long.getLong("nonblock.io.seed", System.nanoTime());
    System.out.println("FuzzTest: -Dnonblock.io.seed=" + seed);
  }

  private long length() {
    return random.nextInt(3) == 0
        ? LENGTHS[random.nextInt(LENGTHS.length)]
        : random.nextInt(300) - 20;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Memory with random bytes up to {@code end} and guards behind. */
  private Scratch.Memory guarded(int end) {
    Scratch.Memory memory = new Scratch.Memory(ROOM);
    byte[] all = bytes(ROOM);
    Arrays.fill(all, end, ROOM, GUARD);
    memory.put(0, all, 0, ROOM);
    return memory;
  }

  private void putControlLength(Scratch.Memory memory, int at, long length) {
    if (Platform.MSGHDR_LENGTH == 8) {
      memory.bytes.putLong(at, length);
    } else {
      memory.bytes.putInt(at, (int) length);
    }
  }

  @Test
  void controlMessagesStayInTheirBounds() {
    for (int i = 0; i < ROUNDS; i++) {
      int start = 8 * random.nextInt(64);
      int length = random.nextInt(400);
      Scratch.Memory memory = guarded(start + length);
      for (int at = start; at + 16 <= start + length; at += 8 * (1 + random.nextInt(6))) {
        putControlLength(memory, at, length());
      }
      List<ControlMessages.Control> controls = ControlMessages.read(memory, start, length);
      int total = 0;
      for (ControlMessages.Control control : controls) {
        total += Platform.CMSG_HEADER + control.data.length;
        assertTrue(control.descriptors().length <= control.data.length / 4);
      }
      assertTrue(total <= length, "more than there was");
    }
  }

  @Test
  void controlMessagesAtTheEndOfMemory() {
    for (int i = 0; i < ROUNDS; i++) {
      int start = ROOM - random.nextInt(64);
      Scratch.Memory memory = guarded(ROOM);
      if (start + 8 <= ROOM) {
        putControlLength(memory, start, length());
      }
      for (int length : new int[] {0, 15, 16, 64, 4096, Integer.MAX_VALUE - ROOM}) {
        for (ControlMessages.Control control : ControlMessages.read(memory, start, length)) {
          assertTrue(control.data.length <= ROOM - start);
        }
      }
    }
  }

  @Test
  void addressLengthsAreThoseOfTheRoom() {
    for (int i = 0; i < ROUNDS; i++) {
      int length = (int) length();
      byte[] address = SocketAddresses.read(guarded(ROOM), random.nextInt(64), length);
      assertEquals(Math.max(0, Math.min(length, SocketAddresses.LONGEST)), address.length);
    }
  }

  @Test
  void theMessageHeaderIsNotTrusted() {
    Message message = Message.current();
    Scratch.Memory data = new Scratch.Memory(64);
    for (int i = 0; i < ROUNDS; i++) {
      int room = random.nextInt(3) == 0 ? 2 * Message.CONTROL_ROOM : random.nextInt(200);
      message.forReceive(data.address, 64, room);
      Pointer header = Pointer.wrap(jnr.ffi.Runtime.getSystemRuntime(), message.address());
      header.putInt(Platform.POINTER, (int) length());
      if (Platform.MSGHDR_LENGTH == 8) {
        header.putLong(5L * Platform.POINTER, length());
      } else {
        header.putInt(5L * Platform.POINTER, (int) length());
      }
      assertTrue(message.controlLength() >= 0 && message.controlLength() <= room);
      assertTrue(message.sender().length <= SocketAddresses.LONGEST);
      for (ControlMessages.Control control :
          ControlMessages.read(
              message.controlMemory(), message.controlOffset(), message.controlLength())) {
        assertTrue(control.data.length <= room);
      }
    }
    message.release();
  }

  /** An address of any length whose family is one that is known, most of the time. */
  private byte[] address() {
    byte[] address = bytes(random.nextInt(SocketAddresses.LONGEST + 1));
    int[] families = {Platform.AF_INET, Platform.AF_INET6, Platform.AF_UNIX, 0, 17};
    if (address.length > 1 && random.nextInt(5) > 0) {
      int family = families[random.nextInt(families.length)];
      address[0] = (byte) (Platform.SOCKADDR_HAS_LENGTH ? address.length : family);
      address[1] = (byte) (Platform.SOCKADDR_HAS_LENGTH ? family : 0);
    }
    return address;
  }

  @Test
  void anyAddressHasATextAndAPackedForm() {
    for (int i = 0; i < ROUNDS; i++) {
      byte[] address = address();
      byte[] copy = address.clone();
      int family = SocketAddresses.family(address);
      boolean ip = family == Platform.AF_INET || family == Platform.AF_INET6;
      byte[] packed = SocketAddresses.packed(runtime, address).getBytes();
      assertEquals(family, SocketAddresses.family(SocketAddresses.bytes(packed)));
      if (ip) {
        assertTrue(SocketAddresses.port(address) >= 0);
        assertEquals(family == Platform.AF_INET ? 4 : 16, SocketAddresses.ip(address).length);
        String text = new String(InetText.of(address), StandardCharsets.US_ASCII);
        assertTrue(text.matches("[0-9a-f.:]+(%.+)?"), text);
      }
      if (family == Platform.AF_UNIX) {
        byte[] path = SocketAddresses.path(runtime, address).getBytes();
        assertTrue(path.length <= address.length - SocketAddresses.UNIX_PATH);
        AddressArrays.unix(runtime, address);
      }
      AddressArrays.ip(runtime.getCurrentContext(), address, true);
      assertTrue(Arrays.equals(copy, address), "the address was written to");
    }
  }

  @Test
  void anyPackedStringIsAnAddressOrRefused() {
    for (int i = 0; i < ROUNDS; i++) {
      byte[] packed = bytes(random.nextInt(200));
      if (packed.length > 1 && random.nextInt(4) > 0) {
        packed[0] = 0;
        packed[1] = (byte) new int[] {1, 2, 10, 30, 17}[random.nextInt(5)];
      }
      SocketAddresses.bytes(packed);
      byte[] path = bytes(random.nextInt(200));
      try {
        assertTrue(SocketAddresses.unix(runtime, path).length >= path.length);
      } catch (RaiseException e) {
        assertEquals("ArgumentError", e.getException().getMetaClass().getName());
        assertTrue(path.length > Platform.SUN_PATH_SIZE);
      }
    }
  }

  @Test
  void controlMessagesSurviveWritingAndReading() {
    for (int i = 0; i < 2_000; i++) {
      ControlMessages.Control[] written = new ControlMessages.Control[random.nextInt(6)];
      for (int at = 0; at < written.length; at++) {
        byte[] data = bytes(random.nextInt(100));
        written[at] = new ControlMessages.Control(random.nextInt(), random.nextInt(), data);
      }
      byte[] bytes = ControlMessages.write(Arrays.asList(written));
      Scratch.Memory memory = guarded(0);
      memory.put(0, bytes, 0, bytes.length);
      List<ControlMessages.Control> read = ControlMessages.read(memory, 0, bytes.length);
      assertEquals(written.length, read.size());
      for (int at = 0; at < written.length; at++) {
        assertTrue(Arrays.equals(written[at].data, read.get(at).data));
        assertEquals(written[at].level, read.get(at).level);
        assertEquals(written[at].type, read.get(at).type);
      }
    }
  }
}
