package nonblockio;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jnr.constants.platform.Sock;
import jnr.unixsocket.UnixSocketAddress;
import org.jruby.Ruby;
import org.jruby.RubyString;
import org.jruby.ext.socket.Addrinfo;
import org.jruby.ext.socket.SocketType;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/**
 * An Addrinfo of bytes that the kernel gave. It keeps them, and so knows what JRuby's own loses:
 * that there is no address at all, mapped IPv4 addresses, interfaces, the bytes of a path, and that
 * the protocol is unspecified. MRI: rsock_io_socket_addrinfo.
 */
final class KernelAddrinfo extends Addrinfo {
  private static final long serialVersionUID = 1;

  private static final int MAPPED = SocketAddresses.INET6_ADDRESS + 12;

  private final byte[] bytes;
  private final int family;
  private final int type;

  private KernelAddrinfo(Ruby runtime, byte[] bytes, int type) {
    super(runtime, runtime.getClass("Addrinfo"));
    this.bytes = bytes;
    this.family = Platform.AF_UNSPEC;
    this.type = type;
  }

  private KernelAddrinfo(
      Ruby runtime, byte[] bytes, SocketAddress address, int type, SocketType socketType) {
    super(runtime, runtime.getClass("Addrinfo"), address, Sock.valueOf(type), socketType);
    this.bytes = bytes;
    this.family = SocketAddresses.family(bytes);
    this.type = type;
  }

  static Addrinfo of(Ruby runtime, byte[] bytes, int type) {
    int family = SocketAddresses.family(bytes);
    if (family == Platform.AF_INET || family == Platform.AF_INET6) {
      SocketAddress address = inet(bytes);
      return new KernelAddrinfo(runtime, bytes, address, type, SocketType.SOCKET);
    }
    if (family != Platform.AF_UNIX) {
      return new KernelAddrinfo(runtime, bytes, type);
    }
    byte[] path = SocketAddresses.path(runtime, bytes).getBytes();
    SocketAddress address = new UnixSocketAddress(new String(path, StandardCharsets.UTF_8));
    return new KernelAddrinfo(runtime, bytes, address, type, SocketType.UNIX);
  }

  static InetSocketAddress inet(byte[] bytes) {
    try {
      byte[] ip = SocketAddresses.ip(bytes);
      int scope = ip.length == 4 ? 0 : SocketAddresses.scope(bytes);
      InetAddress host =
          ip.length == 4
              ? InetAddress.getByAddress(ip)
              : Inet6Address.getByAddress(null, ip, scope == 0 ? -1 : scope);
      return new InetSocketAddress(host, SocketAddresses.port(bytes));
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public IRubyObject afamily(ThreadContext context) {
    return context.runtime.newFixnum(family);
  }

  @Override
  public IRubyObject pfamily(ThreadContext context) {
    return context.runtime.newFixnum(family);
  }

  @Override
  public IRubyObject socktype(ThreadContext context) {
    return context.runtime.newFixnum(type);
  }

  @Override
  public IRubyObject protocol(ThreadContext context) {
    return context.runtime.newFixnum(0);
  }

  @Override
  public IRubyObject to_sockaddr(ThreadContext context) {
    return SocketAddresses.packed(context.runtime, bytes);
  }

  @Override
  public IRubyObject unix_path(ThreadContext context) {
    return family == Platform.AF_UNIX
        ? SocketAddresses.path(context.runtime, bytes)
        : super.unix_path(context);
  }

  @Override
  public IRubyObject ip_address(ThreadContext context) {
    return ip() ? Buffer.fresh(context.runtime, InetText.of(bytes)) : super.ip_address(context);
  }

  @Override
  public IRubyObject inspect_sockaddr(ThreadContext context) {
    if (ip()) {
      String host = new String(InetText.of(bytes), StandardCharsets.US_ASCII);
      int port = SocketAddresses.port(bytes);
      String text = family == Platform.AF_INET6 && port != 0 ? '[' + host + ']' : host;
      return context.runtime.newString(port == 0 ? text : text + ':' + port);
    }
    if (family == Platform.AF_UNIX) {
      return unixText(context);
    }
    if (bytes.length == 0) {
      return context.runtime.newString("empty-sockaddr");
    }
    return context.runtime.newString("unknown address family " + SocketAddresses.family(bytes));
  }

  /** Paths that cannot be taken for a name or an address stand for themselves. */
  private IRubyObject unixText(ThreadContext context) {
    RubyString path = SocketAddresses.path(context.runtime, bytes);
    byte[] name = path.getBytes();
    boolean printable = true;
    for (byte each : name) {
      printable &= each > ' ' && each < 0x7f;
    }
    if (printable && name.length > 0) {
      return name[0] == '/' ? path : context.runtime.newString("UNIX " + path);
    }
    StringBuilder text = new StringBuilder("UNIX");
    for (byte each : name) {
      text.append(String.format(":%02x", each));
    }
    String empty = "empty-path-AF_UNIX-sockaddr";
    return context.runtime.newString(name.length == 0 ? empty : text.toString());
  }

  @Override
  public IRubyObject inspect(ThreadContext context) {
    if (ip()) {
      return super.inspect(context);
    }
    String name = type == 0 ? "" : " " + Sock.valueOf(type).name();
    return context.runtime.newString("#<Addrinfo: " + inspect_sockaddr(context) + name + ">");
  }

  @Override
  public IRubyObject ipv6_v4mapped_p(ThreadContext context) {
    return context.runtime.newBoolean(mapped());
  }

  @Override
  public IRubyObject ipv6_to_ipv4(ThreadContext context) {
    if (!mapped()) {
      return super.ipv6_to_ipv4(context);
    }
    byte[] v4 = Arrays.copyOfRange(bytes, MAPPED, MAPPED + 4);
    try {
      byte[] inet = SocketAddresses.inet(InetAddress.getByAddress(v4), 0);
      return of(context.runtime, inet, type);
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private boolean mapped() {
    if (family != Platform.AF_INET6) {
      return false;
    }
    for (int i = SocketAddresses.INET6_ADDRESS; i < MAPPED - 2; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return bytes[MAPPED - 2] == -1 && bytes[MAPPED - 1] == -1;
  }

  private boolean ip() {
    return family == Platform.AF_INET || family == Platform.AF_INET6;
  }

  @Override
  public String toString() {
    return inspect_sockaddr(getRuntime().getCurrentContext()).toString();
  }
}
