package nonblockio;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.jruby.Ruby;
import org.jruby.exceptions.RaiseException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SocketAddressesTest {
  private static final int PORT = 0x1234;
  private static Ruby runtime;

  @BeforeAll
  static void startRuntime() {
    runtime = Ruby.newInstance();
  }

  private static byte[] inet(String host) throws UnknownHostException {
    return SocketAddresses.inet(InetAddress.getByName(host), PORT);
  }

  private static byte[] packed(byte[] address) {
    return SocketAddresses.packed(runtime, address).getBytes();
  }

  private static String text(byte[] address) {
    return new String(InetText.of(address), StandardCharsets.US_ASCII);
  }

  @Test
  void anIpv4AddressHasThePlatformsLayout() throws UnknownHostException {
    byte[] address = inet("192.0.2.1");
    assertEquals(SocketAddresses.INET_SIZE, address.length);
    assertEquals(Platform.AF_INET, SocketAddresses.family(address));
    assertEquals(PORT, SocketAddresses.port(address));
    assertArrayEquals(new byte[] {(byte) 192, 0, 2, 1}, SocketAddresses.ip(address));
    assertEquals("192.0.2.1", text(address));
  }

  @Test
  void anIpv6AddressHasThePlatformsLayout() throws UnknownHostException {
    byte[] address = inet("2001:db8::1");
    assertEquals(SocketAddresses.INET6_SIZE, address.length);
    assertEquals(Platform.AF_INET6, SocketAddresses.family(address));
    assertEquals(PORT, SocketAddresses.port(address));
    assertEquals(16, SocketAddresses.ip(address).length);
    assertEquals("2001:db8::1", text(address));
  }

  @Test
  void jrubysLayoutIsTakenAndGiven() throws UnknownHostException {
    for (String host : new String[] {"192.0.2.1", "2001:db8::1", "::1", "0.0.0.0"}) {
      byte[] address = inet(host);
      byte[] packed = packed(address);
      assertEquals(0, packed[0]);
      assertEquals(SocketAddresses.family(address), packed[1]);
      assertArrayEquals(address, SocketAddresses.bytes(packed));
    }
  }

  @Test
  void thePlatformsLayoutStaysAsItIs() throws UnknownHostException {
    byte[] address = inet("2001:db8::1");
    assertSame(address, SocketAddresses.bytes(address));
  }

  @Test
  void anIpv4AddressIsMappedForAnIpv6Socket() throws UnknownHostException {
    byte[] address =
        SocketAddresses.inet(Platform.AF_INET6, InetAddress.getByName("192.0.2.1"), PORT);
    assertEquals("::ffff:192.0.2.1", text(address));
  }

  @Test
  void textsAreThoseOfInetNtop() throws UnknownHostException {
    String[] texts = {
      "::",
      "::1",
      "1::",
      "2001:db8:0:1:1:1:1:1",
      "2001:0:0:1::1",
      "1:2:3:4:5:6:7:8",
      "fe80::1:0:0:1",
      "255.255.255.255",
      "0.0.0.0",
      "10.9.100.7",
      "ff02::1"
    };
    for (String text : texts) {
      assertEquals(text, text(inet(text)));
    }
    assertEquals("::102:304:0:1", text(inet("0:0:0:0:102:304:0:1")));
    assertEquals("::1.2.3.4", text(inet("0:0:0:0:0:0:102:304")));
  }

  @Test
  void pathsEndAtNulAndAbstractNamesBeginWithOne() {
    byte[] named = SocketAddresses.unix(runtime, bytes("/tmp/socket"));
    assertEquals("/tmp/socket", SocketAddresses.path(runtime, named).toString());
    assertArrayEquals(named, SocketAddresses.bytes(packed(named)));
    byte[] nameless = SocketAddresses.unix(runtime, new byte[0]);
    assertEquals(SocketAddresses.UNIX_PATH, nameless.length);
    assertEquals("", SocketAddresses.path(runtime, nameless).toString());
    byte[] hidden = SocketAddresses.unix(runtime, bytes("\0name"));
    assertEquals(SocketAddresses.UNIX_PATH + 5, hidden.length);
    assertEquals("\0name", SocketAddresses.path(runtime, hidden).toString());
    assertArrayEquals(hidden, SocketAddresses.bytes(packed(hidden)));
  }

  @Test
  void aPathMayFillItsRoomAndNoMore() {
    byte[] path = new byte[Platform.SUN_PATH_SIZE];
    Arrays.fill(path, (byte) 'a');
    byte[] address = SocketAddresses.unix(runtime, path);
    assertEquals(SocketAddresses.UNIX_PATH + path.length, address.length);
    assertArrayEquals(path, SocketAddresses.path(runtime, address).getBytes());
    byte[] longer = Arrays.copyOf(path, path.length + 1);
    assertThrows(RaiseException.class, () -> SocketAddresses.unix(runtime, longer));
  }

  @Test
  void cutAddressesHaveNoFamily() throws UnknownHostException {
    for (String host : new String[] {"192.0.2.1", "2001:db8::1"}) {
      byte[] whole = inet(host);
      int needed = whole.length == 16 ? 8 : 24;
      for (int length = 0; length < needed; length++) {
        byte[] cut = Arrays.copyOf(whole, length);
        assertEquals(Platform.AF_UNSPEC, SocketAddresses.family(cut));
        assertEquals(length, packed(cut).length);
      }
    }
  }

  @Test
  void anyBytesMakeAnAddrinfo() {
    runtime.getLoadService().require("socket");
    Random random = new Random(1);
    int[] families = {0, 1, 2, 10, 17, 30, 255};
    for (int i = 0; i < 2_000; i++) {
      byte[] address = new byte[random.nextInt(SocketAddresses.LONGEST)];
      random.nextBytes(address);
      if (address.length > 1) {
        int family = families[random.nextInt(families.length)];
        address[0] = (byte) (Platform.SOCKADDR_HAS_LENGTH ? address.length : family);
        address[1] = (byte) (Platform.SOCKADDR_HAS_LENGTH ? family : 0);
      }
      KernelAddrinfo.of(runtime, address, 2).inspect(runtime.getCurrentContext());
      byte[] packed = packed(address);
      assertTrue(SocketAddresses.bytes(packed).length <= SocketAddresses.LONGEST);
    }
  }

  @Test
  void lengthsBeyondTheRoomAreCut() {
    Scratch.Memory memory = new Scratch.Memory(4096);
    assertEquals(SocketAddresses.LONGEST, SocketAddresses.read(memory, 0, 1 << 30).length);
    assertEquals(0, SocketAddresses.read(memory, 0, -1).length);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
