package nonblockio;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** The ranges on both sides of each border. */
class InetRangesTest {
  private static byte[] inet(String host) throws UnknownHostException {
    return SocketAddresses.inet(InetAddress.getByName(host), 0);
  }

  private static byte[] inet6(int... tail) throws UnknownHostException {
    byte[] ip = new byte[16];
    for (int i = 0; i < tail.length; i++) {
      ip[16 - tail.length + i] = (byte) tail[i];
    }
    return SocketAddresses.inet(Inet6Address.getByAddress(null, ip, -1), 0);
  }

  private static byte[] inet6(String host) throws UnknownHostException {
    return SocketAddresses.inet(InetAddress.getByName(host), 0);
  }

  @Test
  void privateAddresses() throws UnknownHostException {
    String[] within = {"10.0.0.0", "10.255.1.1", "172.16.0.1", "172.31.255.1", "192.168.0.1"};
    String[] outside = {"9.255.0.1", "11.0.0.1", "172.15.0.1", "172.32.0.1", "192.169.0.1"};
    for (String host : within) {
      assertEquals(true, InetRanges.inetPrivate(inet(host)), host);
    }
    for (String host : outside) {
      assertEquals(false, InetRanges.inetPrivate(inet(host)), host);
    }
  }

  @Test
  void firstBytes() throws UnknownHostException {
    assertEquals(true, InetRanges.inet(inet("239.1.2.3"), 0xe000, 0xf000));
    assertEquals(false, InetRanges.inet(inet("240.1.2.3"), 0xe000, 0xf000));
    assertEquals(false, InetRanges.inet(inet6("ff02::1"), 0xff00, 0xff00));
    assertEquals(true, InetRanges.inet6(inet6("febf::1"), 0xfe80, 0xffc0));
    assertEquals(false, InetRanges.inet6(inet6("fec0::1"), 0xfe80, 0xffc0));
    assertEquals(true, InetRanges.inet6(inet6("ff15::1"), 0xff05, 0xff0f));
  }

  @Test
  void addressesOfZeros() throws UnknownHostException {
    assertEquals("unspecified", kind(inet6(0)));
    assertEquals("loopback", kind(inet6(1)));
    assertEquals("compatible", kind(inet6(2)));
    assertEquals("compatible", kind(inet6(1, 2, 3, 4)));
    assertEquals("mapped", kind(inet6(0xff, 0xff, 1, 2, 3, 4)));
    assertEquals("other", kind(inet6(1, 0xff, 0xff, 1, 2, 3, 4)));
    assertEquals("other", kind(inet("0.0.0.0")));
  }

  private static String kind(byte[] address) {
    StringBuilder kinds = new StringBuilder();
    kinds.append(InetRanges.unspecified(address) ? "unspecified" : "");
    kinds.append(InetRanges.loopback(address) ? "loopback" : "");
    kinds.append(InetRanges.mapped(address) ? "mapped" : "");
    kinds.append(InetRanges.compatible(address) ? "compatible" : "");
    return kinds.length() == 0 ? "other" : kinds.toString();
  }
}
