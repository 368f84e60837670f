package nonblockio;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** The text of an IP address, as inet_ntop(3) and getnameinfo(3) have it. */
final class InetText {
  private static final int GROUPS = 8;

  private InetText() {}

  /** The text of a sockaddr's host, with the interface where an IPv6 address has one. */
  static byte[] of(byte[] address) {
    if (SocketAddresses.family(address) == Platform.AF_INET) {
      return v4(address, SocketAddresses.INET_ADDRESS);
    }
    String text = v6(address, SocketAddresses.INET6_ADDRESS);
    int scope = SocketAddresses.scope(address);
    return (scope == 0 ? text : text + '%' + zone(scope, address))
        .getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] v4(byte[] bytes, int offset) {
    int[] parts = new int[4];
    int length = 3;
    for (int i = 0; i < 4; i++) {
      parts[i] = bytes[offset + i] & 0xff;
      length += parts[i] > 99 ? 3 : parts[i] > 9 ? 2 : 1;
    }
    byte[] text = new byte[length];
    int at = 0;
    for (int i = 0; i < 4; i++) {
      if (i > 0) {
        text[at++] = '.';
      }
      at = decimal(text, at, parts[i]);
    }
    return text;
  }

  private static int decimal(byte[] text, int start, int number) {
    int at = start;
    if (number > 99) {
      text[at++] = (byte) ('0' + number / 100);
    }
    if (number > 9) {
      text[at++] = (byte) ('0' + number / 10 % 10);
    }
    text[at++] = (byte) ('0' + number % 10);
    return at;
  }

  static String v6(byte[] bytes, int offset) {
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = ((bytes[offset + 2 * i] & 0xff) << 8) | (bytes[offset + 2 * i + 1] & 0xff);
    }
    int start = 0;
    int length = 0;
    for (int i = 0, run = 0; i < GROUPS; i++) {
      run = groups[i] == 0 ? run + 1 : 0;
      if (run > length) {
        length = run;
        start = i + 1 - run;
      }
    }
    boolean embedsV4 = start == 0 && (length == 6 || (length == 5 && groups[5] == 0xffff));
    return v6(groups, start, length < 2 ? 0 : length, embedsV4 ? v4(bytes, offset + 12) : null);
  }

  private static String v6(int[] groups, int start, int length, byte[] v4) {
    StringBuilder text = new StringBuilder(39);
    int end = v4 == null ? GROUPS : GROUPS - 2;
    for (int i = 0; i < end; i++) {
      if (length > 0 && i == start) {
        text.append("::");
        i += length - 1;
        continue;
      }
      if (i > 0 && (i != start + length || length == 0)) {
        text.append(':');
      }
      text.append(Integer.toHexString(groups[i]));
    }
    if (v4 != null) {
      text.append(length == 6 ? "" : ":").append(new String(v4, StandardCharsets.US_ASCII));
    }
    return text.toString();
  }

  /** A link-local address names its interface; others number it. */
  private static String zone(int scope, byte[] address) {
    int first = address[SocketAddresses.INET6_ADDRESS] & 0xff;
    int second = address[SocketAddresses.INET6_ADDRESS + 1] & 0xff;
    boolean linkLocal = first == 0xfe && (second & 0xc0) == 0x80;
    boolean multicastLinkLocal = first == 0xff && (second & 0x0f) == 0x02;
    if (linkLocal || multicastLinkLocal) {
      try {
        NetworkInterface known = NetworkInterface.getByIndex(scope);
        if (known != null) {
          return known.getName();
        }
      } catch (SocketException | IllegalArgumentException unknown) {
        return Integer.toUnsignedString(scope);
      }
    }
    return Integer.toUnsignedString(scope);
  }
}
