package nonblockio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jruby.Ruby;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MessageTest {
  private static final byte[] NONE = {};

  private final int[] pair = new int[2];
  private final List<Integer> open = new ArrayList<>();
  private final Scratch.Memory data = new Scratch.Memory(4096);
  private final Message message = Message.current();

  @BeforeAll
  static void chooseBackend() {
    Backend.choose(Ruby.newInstance());
  }

  @BeforeEach
  void openPair() {
    assertEquals(0, SocketPairs.open(Platform.AF_UNIX, Platform.SOCK_DGRAM, 0, pair));
    open.addAll(Arrays.asList(pair[0], pair[1]));
  }

  @AfterEach
  void close() {
    message.release();
    open.forEach(fd -> Backend.syscalls().close(fd));
  }

  private int send(int length, byte[] control) {
    message.forSend(data.address, length, null, control);
    return Backend.syscalls().sendmsg(pair[0], message.address(), Platform.MSG_DONTWAIT);
  }

  private int receive(int length, int controlLength) {
    message.forReceive(data.address, length, controlLength);
    int flags = Platform.MSG_DONTWAIT | Platform.MSG_CMSG_CLOEXEC;
    return Backend.syscalls().recvmsg(pair[1], message.address(), flags);
  }

  private List<ControlMessages.Control> controls() {
    List<ControlMessages.Control> controls =
        ControlMessages.read(
            message.controlMemory(), message.controlOffset(), message.controlLength());
    for (ControlMessages.Control control : controls) {
      if (control.rights()) {
        for (int fd : control.descriptors()) {
          open.add(fd);
        }
      }
    }
    return controls;
  }

  private byte[] rights(int count) {
    byte[] descriptors = new byte[4 * count];
    for (int i = 0; i < count; i++) {
      ByteBuffer.wrap(descriptors).order(ByteOrder.nativeOrder()).putInt(4 * i, pair[0]);
    }
    return ControlMessages.write(
        Collections.singletonList(
            new ControlMessages.Control(Platform.SOL_SOCKET, Platform.SCM_RIGHTS, descriptors)));
  }

  @Test
  void dataArrives() {
    data.put(0, new byte[] {1, 2, 3}, 0, 3);
    assertEquals(3, send(3, NONE));
    data.put(0, new byte[3], 0, 3);
    assertEquals(3, receive(10, 0));
    byte[] got = new byte[3];
    data.get(0, got, 0, 3);
    assertArrayEquals(new byte[] {1, 2, 3}, got);
    assertEquals(Platform.AF_UNSPEC, SocketAddresses.family(message.sender()));
    assertEquals(0, message.controlLength());
  }

  @Test
  void truncationShows() {
    send(5, NONE);
    assertEquals(2, receive(2, 0));
    assertTrue((message.flags() & Platform.MSG_TRUNC) != 0);
  }

  @Test
  void descriptorsArrive() {
    send(1, rights(3));
    assertEquals(1, receive(1, 100));
    assertEquals(3, controls().get(0).descriptors().length);
  }

  @Test
  void controlDataLargerThanTheRoomHasItsOwn() {
    send(1, rights(200));
    assertEquals(1, receive(1, 2 * Message.CONTROL_ROOM));
    assertEquals(200, controls().get(0).descriptors().length);
  }

  @Test
  void cutOffControlDataShows() {
    send(1, rights(50));
    assertEquals(1, receive(1, 40));
    assertTrue((message.flags() & Platform.MSG_CTRUNC) != 0);
    assertTrue(message.controlLength() <= 40);
    controls();
  }

  @Test
  void anAddressTooLongIsForTheKernelToRefuse() {
    message.forSend(data.address, 1, new byte[100_000], NONE);
    assertTrue(Backend.syscalls().sendmsg(pair[0], message.address(), 0) < 0);
    assertEquals(1, send(1, NONE));
  }

  @Test
  void eachThreadHasItsOwn() throws InterruptedException {
    AtomicReference<Message> other = new AtomicReference<>();
    Thread thread = new Thread(() -> other.set(Message.current()));
    thread.start();
    thread.join();
    assertNotSame(message, other.get());
  }
}
