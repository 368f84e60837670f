package nonblockio;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jnr.constants.platform.NameInfo;
import jnr.constants.platform.Sock;
import jnr.unixsocket.UnixSocketAddress;
import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyObject;
import org.jruby.RubyString;
import org.jruby.ext.socket.Addrinfo;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/**
 * An Addrinfo of bytes that the kernel gave. It keeps them, and so knows what JRuby's own loses:
 * that there is no address at all, mapped IPv4 addresses, interfaces, the bytes of a path, and that
 * the protocol is unspecified. MRI: rsock_io_socket_addrinfo.
 */
final class KernelAddrinfo extends RangedAddrinfo {
  private static final long serialVersionUID = 1;

  private static final WithoutLookUp<KernelAddrinfo> MAKER =
      new WithoutLookUp<>(KernelAddrinfo.class, RubyObject.class);

  private int type;

  KernelAddrinfo(Ruby runtime, RubyClass addrinfo) {
    super(runtime, addrinfo);
  }

  static Addrinfo of(Ruby runtime, byte[] bytes, int type) {
    KernelAddrinfo made = MAKER.allocate(runtime, runtime.getClass("Addrinfo"));
    made.bytes = bytes;
    made.type = type;
    return made;
  }

  byte[] bytes() {
    return bytes.clone();
  }

  private int family() {
    return SocketAddresses.family(bytes);
  }

  private boolean unix() {
    return family() == Platform.AF_UNIX;
  }

  /** AF_UNSPEC for an address of another kind, which JRuby has no sockets for. */
  @Override
  public IRubyObject afamily(ThreadContext context) {
    boolean known = unix() || InetRanges.ip(bytes);
    return context.runtime.newFixnum(known ? family() : Platform.AF_UNSPEC);
  }

  @Override
  public IRubyObject pfamily(ThreadContext context) {
    return afamily(context);
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
  public IRubyObject unix_p(ThreadContext context) {
    return context.runtime.newBoolean(unix());
  }

  @Override
  public IRubyObject to_sockaddr(ThreadContext context) {
    return SocketAddresses.packed(context.runtime, bytes);
  }

  @Override
  public IRubyObject unix_path(ThreadContext context) {
    return unix() ? SocketAddresses.path(context.runtime, bytes) : super.unix_path(context);
  }

  @Override
  public IRubyObject ip_address(ThreadContext context) {
    return InetRanges.ip(bytes)
        ? Buffer.fresh(context.runtime, InetText.of(bytes))
        : super.ip_address(context);
  }

  @Override
  public IRubyObject ip_port(ThreadContext context) {
    return InetRanges.ip(bytes) ? context.runtime.newFixnum(getPort()) : super.ip_port(context);
  }

  @Override
  public IRubyObject inspect_sockaddr(ThreadContext context) {
    if (InetRanges.ip(bytes)) {
      String host = new String(InetText.of(bytes), StandardCharsets.US_ASCII);
      int port = getPort();
      String text = InetRanges.inet6(bytes) && port != 0 ? '[' + host + ']' : host;
      return context.runtime.newString(port == 0 ? text : text + ':' + port);
    }
    if (unix()) {
      return unixText(context);
    }
    if (bytes.length == 0) {
      return context.runtime.newString("empty-sockaddr");
    }
    return context.runtime.newString("unknown address family " + family());
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
    String address = inspect_sockaddr(context).toString();
    return context.runtime.newString("#<Addrinfo: " + address + typeText() + ">");
  }

  private String typeText() {
    boolean ip = InetRanges.ip(bytes);
    if (ip && type == Platform.SOCK_STREAM) {
      return " TCP";
    }
    if (ip && type == Platform.SOCK_DGRAM) {
      return " UDP";
    }
    return type == 0 ? "" : " " + Sock.valueOf(type).name();
  }

  @Override
  public IRubyObject ipv6_to_ipv4(ThreadContext context) {
    if (!InetRanges.mapped(bytes) && !InetRanges.compatible(bytes)) {
      return context.nil;
    }
    byte[] ip = SocketAddresses.ip(bytes);
    byte[] v4 = Arrays.copyOfRange(ip, ip.length - 4, ip.length);
    return of(context.runtime, SocketAddresses.inet(SocketAddresses.host(v4, 0), 0), type);
  }

  @Override
  public IRubyObject canonname(ThreadContext context) {
    return context.nil;
  }

  /** MRI: addrinfo_getnameinfo. */
  @Override
  public IRubyObject getnameinfo(ThreadContext context, int flags) {
    if (!InetRanges.ip(bytes)) {
      IRubyObject host = context.runtime.getClass("Socket").callMethod(context, "gethostname");
      return context.runtime.newArray(host, unix_path(context));
    }
    boolean numeric = (flags & NameInfo.NI_NUMERICHOST.intValue()) != 0;
    IRubyObject host = numeric ? ip_address(context) : AddressArrays.host(context.runtime, bytes);
    boolean datagram = type == Platform.SOCK_DGRAM || (flags & NameInfo.NI_DGRAM.intValue()) != 0;
    IRubyObject service =
        (flags & NameInfo.NI_NUMERICSERV.intValue()) != 0
            ? context.nil
            : SocketNames.service(context, getPort(), datagram ? "udp" : "tcp");
    return context.runtime.newArray(
        host, service.isNil() ? context.runtime.newString(Integer.toString(getPort())) : service);
  }

  @Override
  public int getPort() {
    return InetRanges.ip(bytes) ? SocketAddresses.port(bytes) : -1;
  }

  @Override
  public InetAddress getInetAddress() {
    return InetRanges.ip(bytes) ? SocketAddresses.host(bytes) : null;
  }

  @Override
  public InetSocketAddress getInetSocketAddress() {
    return InetRanges.ip(bytes) ? new InetSocketAddress(getInetAddress(), getPort()) : null;
  }

  @Override
  public UnixSocketAddress getUnixSocketAddress() {
    if (!unix()) {
      return null;
    }
    byte[] path = SocketAddresses.path(getRuntime(), bytes).getBytes();
    return new UnixSocketAddress(new String(path, StandardCharsets.UTF_8));
  }

  @Override
  public SocketAddress getSocketAddress() {
    return unix() ? getUnixSocketAddress() : getInetSocketAddress();
  }

  @Override
  public String toString() {
    return inspect_sockaddr(getRuntime().getCurrentContext()).toString();
  }
}
