package nonblockio;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import jnr.constants.platform.AddressFamily;

/**
 * What Addrinfo#inspect says of the platform's bytes, whole or not. MRI: rsock_inspect_sockaddr.
 */
final class AddressText {
  private static final int PACKET_SIZE = 20;
  private static final int PACKET_INDEX = 4;
  private static final int PACKET_HARDWARE = 8;
  private static final int PACKET_TYPE = 10;
  private static final int PACKET_LENGTH = 11;
  private static final int PACKET_ADDRESS = 12;
  private static final String[] PACKET_TYPES = {
    "HOST", "BROADCAST", "MULTICAST", "OTHERHOST", "OUTGOING"
  };

  private AddressText() {}

  static String of(byte[] address) {
    if (address.length < 2) {
      return address.length == 0 ? "empty-sockaddr" : "too-short-sockaddr";
    }
    int family = SocketAddresses.declared(address);
    if (family == Platform.AF_UNIX) {
      return unix(SocketAddresses.path(address));
    }
    if (family == Platform.AF_UNSPEC) {
      return "UNSPEC";
    }
    if (family == Platform.AF_INET) {
      return inet(address);
    }
    if (family == Platform.AF_INET6) {
      return inet6(address);
    }
    if (family == Platform.AF_PACKET) {
      return packet(address);
    }
    AddressFamily known = AddressFamily.valueOf(family);
    return known == AddressFamily.__UNKNOWN_CONSTANT__
        ? "unknown address family " + family
        : known.name() + " address format unknown";
  }

  private static String inet(byte[] address) {
    StringBuilder text = new StringBuilder();
    for (int at = SocketAddresses.INET_ADDRESS; at < SocketAddresses.INET_ADDRESS + 4; at++) {
      text.append(at == SocketAddresses.INET_ADDRESS ? "" : ".");
      text.append(at < address.length ? Integer.toString(address[at] & 0xff) : "?");
    }
    if (address.length <= SocketAddresses.PORT + 2) {
      text.append(":?");
    } else if (SocketAddresses.port(address) != 0) {
      text.append(':').append(SocketAddresses.port(address));
    }
    return text + size(address, SocketAddresses.INET_SIZE, "sockaddr_in");
  }

  private static String size(byte[] address, int size, String type) {
    return address.length == size
        ? ""
        : " (" + address.length + " bytes for " + size + " bytes " + type + ")";
  }

  private static String inet6(byte[] address) {
    int excess = address.length - SocketAddresses.INET6_SIZE;
    if (excess < 0) {
      return "too-short-AF_INET6-sockaddr " + address.length + " bytes";
    }
    String host = new String(InetText.of(address), StandardCharsets.US_ASCII);
    int port = SocketAddresses.port(address);
    String text = port == 0 ? host : '[' + host + "]:" + port;
    return excess == 0 ? text : text + "(sockaddr " + excess + " bytes too long)";
  }

  /** Paths that cannot be taken for a name or an address stand for themselves. */
  private static String unix(byte[] path) {
    if (path.length == 0) {
      return "empty-path-AF_UNIX-sockaddr";
    }
    boolean printable = true;
    for (byte each : path) {
      printable &= each > ' ' && each < 0x7f;
    }
    if (printable) {
      String name = new String(path, StandardCharsets.US_ASCII);
      return path[0] == '/' ? name : "UNIX " + name;
    }
    StringBuilder text = new StringBuilder("UNIX");
    hexadecimal(text, ":", path, 0, path.length);
    return text.toString();
  }

  /** struct sockaddr_ll, of which Linux alone has addresses. */
  private static String packet(byte[] address) {
    ByteBuffer fields = ByteBuffer.allocate(Math.max(address.length, PACKET_SIZE));
    fields.put(address, 0, address.length);
    StringBuilder text = new StringBuilder("PACKET[");
    if (address.length >= PACKET_INDEX) {
      text.append("protocol=").append(fields.getShort(2) & 0xffff);
    }
    fields.order(ByteOrder.nativeOrder());
    if (address.length >= PACKET_HARDWARE) {
      text.append(' ').append(interfaceName(fields.getInt(PACKET_INDEX)));
    }
    if (address.length >= PACKET_TYPE) {
      text.append(" hatype=").append(fields.getShort(PACKET_HARDWARE) & 0xffff);
    }
    if (address.length > PACKET_TYPE) {
      int type = address[PACKET_TYPE] & 0xff;
      text.append(' ').append(type < PACKET_TYPES.length ? PACKET_TYPES[type] : "pkttype=" + type);
    }
    int length = fields.get(PACKET_LENGTH) & 0xff;
    boolean whole = address.length == PACKET_ADDRESS + length;
    if (address.length > PACKET_LENGTH && !whole) {
      text.append(" halen=").append(length);
    }
    if (address.length > PACKET_ADDRESS) {
      text.append(" hwaddr");
      int end = Math.min(address.length, PACKET_ADDRESS + length);
      hexadecimal(text, "=", address, PACKET_ADDRESS, Math.min(end, PACKET_ADDRESS + 1));
      hexadecimal(text, ":", address, PACKET_ADDRESS + 1, end);
    }
    return text
        + (whole ? "" : " (" + address.length + " bytes for " + PACKET_SIZE + " bytes sockaddr_ll)")
        + "]";
  }

  private static String interfaceName(int index) {
    try {
      NetworkInterface known = NetworkInterface.getByIndex(index);
      return known == null ? "ifindex=" + index : known.getName();
    } catch (SocketException | IllegalArgumentException unknown) {
      return "ifindex=" + index;
    }
  }

  private static void hexadecimal(
      StringBuilder text, String separator, byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      text.append(separator).append(String.format("%02x", bytes[i]));
    }
  }
}
