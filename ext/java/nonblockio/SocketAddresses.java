package nonblockio;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jruby.Ruby;
import org.jruby.RubyString;
import org.jruby.ext.socket.Addrinfo;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.ByteList;

/**
 * The bytes of struct sockaddr, and the packed strings and Addrinfo objects Ruby has for them.
 *
 * <p>JRuby packs addresses in a layout of its own: the family in network order, and no flow
 * information before an IPv6 address. Both layouts are taken; strings are given in JRuby's, which
 * is the one that the rest of JRuby reads.
 */
final class SocketAddresses {
  /** sizeof(struct sockaddr_storage): room for any address. */
  static final int LONGEST = 128;

  static final int INET_SIZE = 16;
  static final int INET6_SIZE = 28;
  static final int PORT = 2;
  static final int INET_ADDRESS = 4;
  static final int INET6_ADDRESS = 8;
  static final int INET6_SCOPE = 24;
  static final int UNIX_PATH = 2;

  private static final int JRUBY_ADDRESS = 4;
  private static final int JRUBY_UNIX_SIZE = 110;

  private SocketAddresses() {}

  /** The platform's bytes of an Addrinfo or packed string. MRI: SockAddrStringValue. */
  static byte[] bytes(ThreadContext context, IRubyObject address) {
    if (address instanceof KernelAddrinfo) {
      return ((KernelAddrinfo) address).bytes();
    }
    if (address instanceof Addrinfo) {
      return bytes(context, (Addrinfo) address);
    }
    return bytes(address.convertToString().getBytes());
  }

  /** JRuby's own are those of interfaces, of which the JDK numbers every one. */
  private static byte[] bytes(ThreadContext context, Addrinfo address) {
    InetSocketAddress ip = address.getInetSocketAddress();
    if (ip != null) {
      int family = (int) address.afamily(context).convertToInteger().getLongValue();
      byte[] bytes = inet(family, ip.getAddress(), ip.getPort());
      if (bytes.length > INET6_SCOPE && !ip.getAddress().isLinkLocalAddress()) {
        Arrays.fill(bytes, INET6_SCOPE, INET6_SIZE, (byte) 0);
      }
      return bytes;
    }
    if (address.getUnixSocketAddress() == null) {
      return bytes(((RubyString) address.to_sockaddr(context)).getBytes());
    }
    String path = address.getUnixSocketAddress().path();
    return unix(context.runtime, path.getBytes(StandardCharsets.UTF_8));
  }

  /** The platform's bytes of an address packed in either layout, whole or not. */
  static byte[] bytes(byte[] packed) {
    if (!jrubyLayout(packed)) {
      return packed;
    }
    int family = packed[1];
    if (family == Platform.AF_UNIX) {
      return unix(Arrays.copyOfRange(packed, UNIX_PATH, trimmed(packed, packed.length)));
    }
    if (family != Platform.AF_INET && family != Platform.AF_INET6) {
      return packed;
    }
    ByteBuffer bytes = header(family, packed.length);
    bytes.position(2);
    bytes.put(packed, 2, packed.length - 2);
    if (family == Platform.AF_INET6 && packed.length >= INET6_SIZE) {
      Arrays.fill(bytes.array(), JRUBY_ADDRESS, INET6_ADDRESS, (byte) 0);
      System.arraycopy(packed, JRUBY_ADDRESS, bytes.array(), INET6_ADDRESS, 16);
    }
    return bytes.array();
  }

  /** Whether the family stands in network order, where no platform has it (or it is the same). */
  private static boolean jrubyLayout(byte[] packed) {
    return packed.length >= 2 && packed[0] == 0 && packed[1] > 0;
  }

  /** The length up to the last byte of a path that is not NUL. */
  private static int trimmed(byte[] address, int length) {
    int end = length;
    while (end > UNIX_PATH && address[end - 1] == 0) {
      end--;
    }
    return Math.max(end, UNIX_PATH);
  }

  /** struct sockaddr_in or sockaddr_in6; an IPv4 address in the latter is mapped. */
  static byte[] inet(int family, InetAddress host, int port) {
    byte[] address = host.getAddress();
    int scope = host instanceof Inet6Address ? ((Inet6Address) host).getScopeId() : 0;
    if (family == Platform.AF_INET6 && address.length == 4) {
      byte[] mapped = new byte[16];
      mapped[10] = mapped[11] = (byte) 0xff;
      System.arraycopy(address, 0, mapped, 12, 4);
      address = mapped;
    }
    return inet(family, address, port, scope);
  }

  /** The same for a host whose own family it is. */
  static byte[] inet(InetAddress host, int port) {
    return inet(host instanceof Inet4Address ? Platform.AF_INET : Platform.AF_INET6, host, port);
  }

  private static byte[] inet(int family, byte[] address, int port, int scope) {
    boolean long6 = address.length == 16;
    ByteBuffer bytes = header(family, long6 ? INET6_SIZE : INET_SIZE);
    bytes.put(PORT, (byte) (port >> 8)).put(PORT + 1, (byte) port);
    System.arraycopy(
        address, 0, bytes.array(), long6 ? INET6_ADDRESS : INET_ADDRESS, address.length);
    if (long6) {
      bytes.putInt(INET6_SCOPE, scope);
    }
    return bytes.array();
  }

  /** struct sockaddr_un of a path, which MRI limits with the same words. */
  static byte[] unix(Ruby runtime, byte[] path) {
    if (path.length > Platform.SUN_PATH_SIZE) {
      throw runtime.newArgumentError("too long unix socket path" + excess(path.length, ""));
    }
    return unix(path);
  }

  private static String excess(int length, String space) {
    return String.format(
        " (%d%sbytes given but %d%sbytes max)", length, space, Platform.SUN_PATH_SIZE, space);
  }

  private static byte[] unix(byte[] path) {
    boolean named = path.length > 0 && path[0] != 0 && path.length < Platform.SUN_PATH_SIZE;
    ByteBuffer bytes = header(Platform.AF_UNIX, UNIX_PATH + path.length + (named ? 1 : 0));
    System.arraycopy(path, 0, bytes.array(), UNIX_PATH, path.length);
    return bytes.array();
  }

  private static ByteBuffer header(int family, int size) {
    ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.nativeOrder());
    if (Platform.SOCKADDR_HAS_LENGTH) {
      bytes.put(0, (byte) size).put(1, (byte) family);
    } else {
      bytes.putShort(0, (short) family);
    }
    return bytes;
  }

  /** The family that the platform's bytes name; AF_UNSPEC (0) where there are none. */
  static int declared(byte[] address) {
    if (address.length < 2) {
      return Platform.AF_UNSPEC;
    }
    return Platform.SOCKADDR_HAS_LENGTH
        ? address[1] & 0xff
        : ByteBuffer.wrap(address).order(ByteOrder.nativeOrder()).getShort(0) & 0xffff;
  }

  /** The same, but AF_UNSPEC where the bytes are too few for it. */
  static int family(byte[] address) {
    int family = declared(address);
    boolean cut =
        (family == Platform.AF_INET && address.length < INET_ADDRESS + 4)
            || (family == Platform.AF_INET6 && address.length < INET6_ADDRESS + 16);
    return cut ? Platform.AF_UNSPEC : family;
  }

  static byte[] withPort(byte[] address, int port) {
    byte[] changed = address.clone();
    changed[PORT] = (byte) (port >> 8);
    changed[PORT + 1] = (byte) port;
    return changed;
  }

  static int port(byte[] address) {
    return ((address[PORT] & 0xff) << 8) | (address[PORT + 1] & 0xff);
  }

  /** The interface of an IPv6 address, 0 for none. */
  static int scope(byte[] address) {
    return address.length < INET6_SIZE
        ? 0
        : ByteBuffer.wrap(address).order(ByteOrder.nativeOrder()).getInt(INET6_SCOPE);
  }

  /** The 4 or 16 bytes of an IP address. */
  static byte[] ip(byte[] address) {
    return family(address) == Platform.AF_INET6
        ? Arrays.copyOfRange(address, INET6_ADDRESS, INET6_ADDRESS + 16)
        : Arrays.copyOfRange(address, INET_ADDRESS, INET_ADDRESS + 4);
  }

  static InetAddress host(byte[] address) {
    return host(ip(address), scope(address));
  }

  /** The host of 4 or 16 bytes; those of IPv6 stay IPv6, which {@code getByAddress} may change. */
  static InetAddress host(byte[] ip, int scope) {
    try {
      return ip.length == 4
          ? InetAddress.getByAddress(ip)
          : Inet6Address.getByAddress(null, ip, scope == 0 ? -1 : scope);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  /** The path or abstract name of a UNIX address. MRI: rai_get_unixpath. */
  static byte[] path(byte[] address) {
    int end = trimmed(address, address.length);
    return end <= UNIX_PATH ? ByteList.NULL_ARRAY : Arrays.copyOfRange(address, UNIX_PATH, end);
  }

  /** MRI: rsock_unixpath_str. */
  static RubyString path(Ruby runtime, byte[] address) {
    return Buffer.fresh(runtime, path(address));
  }

  /** The same, but SocketError for more than a struct sockaddr_un holds. */
  static RubyString checkedPath(Ruby runtime, byte[] address) {
    byte[] path = path(address);
    if (path.length > Platform.SUN_PATH_SIZE) {
      throw runtime.newRaiseException(
          runtime.getClass("SocketError"), "too long AF_UNIX path" + excess(path.length, " "));
    }
    return Buffer.fresh(runtime, path);
  }

  /** The packed string in JRuby's layout; what is no whole address stays as it is. */
  static RubyString packed(Ruby runtime, byte[] address) {
    int family = declared(address);
    boolean inet6 = family == Platform.AF_INET6 && address.length >= INET6_SIZE;
    if (family == Platform.AF_UNIX) {
      boolean named = address.length > UNIX_PATH && address[UNIX_PATH] != 0;
      int size = named ? Math.max(JRUBY_UNIX_SIZE, address.length) : address.length;
      byte[] packed = Arrays.copyOf(address, size);
      return headed(runtime, packed, family);
    }
    if (!inet6 && (family != Platform.AF_INET || address.length < INET_SIZE)) {
      return Buffer.fresh(runtime, address.clone());
    }
    byte[] packed = address.clone();
    if (inet6) {
      System.arraycopy(address, INET6_ADDRESS, packed, JRUBY_ADDRESS, 16);
      Arrays.fill(packed, JRUBY_ADDRESS + 16, INET6_SCOPE, (byte) 0);
    }
    return headed(runtime, packed, family);
  }

  private static RubyString headed(Ruby runtime, byte[] packed, int family) {
    packed[0] = 0;
    packed[1] = (byte) family;
    return Buffer.fresh(runtime, packed);
  }

  /** The first {@code length} bytes at {@code index}, as far as there is memory. */
  static byte[] read(Scratch.Memory memory, int index, int length) {
    byte[] address = new byte[Math.max(0, Math.min(length, LONGEST))];
    memory.get(index, address, 0, address.length);
    return address;
  }
}
