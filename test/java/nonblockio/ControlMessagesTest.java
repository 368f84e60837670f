package nonblockio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ControlMessagesTest {
  private static final int ROOM = 4096;

  private final Scratch.Memory memory = new Scratch.Memory(ROOM);

  private static ControlMessages.Control control(int level, int type, int length) {
    byte[] data = new byte[length];
    Arrays.fill(data, (byte) type);
    return new ControlMessages.Control(level, type, data);
  }

  private List<ControlMessages.Control> read(byte[] bytes, int offset) {
    memory.put(offset, bytes, 0, bytes.length);
    return ControlMessages.read(memory, offset, bytes.length);
  }

  private void putLength(int at, long length) {
    if (Platform.MSGHDR_LENGTH == 8) {
      memory.bytes.putLong(at, length);
    } else {
      memory.bytes.putInt(at, (int) length);
    }
  }

  @Test
  void whatIsWrittenIsRead() {
    List<ControlMessages.Control> written = new ArrayList<>();
    for (int length = 0; length < 20; length++) {
      written.add(control(length, length + 1, length));
    }
    List<ControlMessages.Control> read = read(ControlMessages.write(written), 64);
    assertEquals(written.size(), read.size());
    for (int i = 0; i < read.size(); i++) {
      assertEquals(i, read.get(i).level);
      assertEquals(i + 1, read.get(i).type);
      assertArrayEquals(written.get(i).data, read.get(i).data);
    }
  }

  @Test
  void nothingIsNoMessage() {
    assertEquals(0, ControlMessages.write(Collections.emptyList()).length);
    for (int length = 0; length < Platform.CMSG_HEADER; length++) {
      assertTrue(ControlMessages.read(memory, 0, length).isEmpty());
    }
  }

  @Test
  void aMessageCutOffEndsWhereTheRoomEnds() {
    byte[] bytes = ControlMessages.write(Collections.singletonList(control(1, 1, 64)));
    List<ControlMessages.Control> read = read(Arrays.copyOf(bytes, bytes.length - 30), 0);
    assertEquals(1, read.size());
    assertEquals(34, read.get(0).data.length);
  }

  @Test
  void hostileLengthsReadNothingOutOfBounds() {
    int header = ControlMessages.write(Collections.singletonList(control(1, 1, 0))).length;
    long[] lengths = {
      0,
      1,
      header - 1,
      1 << 20,
      Integer.MAX_VALUE,
      Integer.MIN_VALUE,
      -1,
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      0xffff_fff0L
    };
    for (long length : lengths) {
      for (int start : new int[] {0, ROOM - 200}) {
        putLength(start, length);
        for (ControlMessages.Control each : ControlMessages.read(memory, start, 200)) {
          assertTrue(each.data.length <= 200 - header);
        }
      }
    }
  }

  @Test
  void lengthsBeyondTheMemoryStopAtItsEnd() {
    putLength(ROOM - 32, 1 << 20);
    List<ControlMessages.Control> read = ControlMessages.read(memory, ROOM - 32, 4000);
    assertEquals(1, read.size());
    assertTrue(read.get(0).data.length < 32);
  }

  @Test
  void randomBytesEnd() {
    Random random = new Random(1);
    byte[] bytes = new byte[300];
    for (int i = 0; i < 5_000; i++) {
      random.nextBytes(bytes);
      for (int at = 0; at + 8 <= bytes.length; at += 8) {
        if (random.nextInt(3) == 0) {
          Arrays.fill(bytes, at, at + 8, (byte) 0);
          bytes[at] = (byte) random.nextInt(60);
        }
      }
      int total = 0;
      for (ControlMessages.Control each : read(bytes, 8)) {
        total += each.data.length;
      }
      assertTrue(total <= bytes.length);
    }
  }

  @Test
  void onlyRightsHoldDescriptors() {
    ControlMessages.Control rights =
        new ControlMessages.Control(Platform.SOL_SOCKET, Platform.SCM_RIGHTS, new byte[11]);
    assertTrue(rights.rights());
    assertEquals(2, rights.descriptors().length);
    assertFalse(control(Platform.SOL_SOCKET, 2, 4).rights());
    assertFalse(control(Platform.SOL_SOCKET + 1, Platform.SCM_RIGHTS, 4).rights());
  }
}
