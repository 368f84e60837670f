package nonblockio;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.jruby.Ruby;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WaiterTest {
  /** More than are kept, so that the descriptors of some are closed. */
  private static final int MANY = 40;

  private final List<Integer> open = new ArrayList<>();

  @BeforeAll
  static void chooseBackend() {
    Backend.choose(Ruby.newInstance());
  }

  @AfterEach
  void close() {
    open.forEach(fd -> Backend.syscalls().close(fd));
  }

  @Test
  void aLateWakeUpReachesNoOtherStream() {
    List<Waiter> waiters = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      waiters.add(Waiter.acquire());
    }
    waiters.forEach(Waiter::release);
    int[] pair = new int[2];
    for (int i = 0; i < MANY; i++) {
      assertEquals(0, SocketPairs.open(Platform.AF_UNIX, Platform.SOCK_STREAM, 0, pair));
      open.add(pair[0]);
      open.add(pair[1]);
    }
    waiters.forEach(waiter -> waiter.wakeup(null, null));
    byte[] got = new byte[1];
    for (int fd : open) {
      assertEquals(-Platform.EAGAIN, Backend.syscalls().recv(fd, got, 0, 1, 0));
    }
  }
}
