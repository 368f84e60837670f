package nonblockio;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jnr.unixsocket.UnixSocketAddress;
import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyNumeric;
import org.jruby.RubyObject;
import org.jruby.exceptions.RaiseException;
import org.jruby.ext.socket.Addrinfo;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.ByteList;

/**
 * An Addrinfo over the kernel's bytes of its address. It keeps them, and so knows what JRuby's own
 * loses: that there is no address at all, or half of one, mapped IPv4 addresses, interfaces, the
 * bytes of a path, and that the protocol is unspecified. MRI: rb_addrinfo_t.
 */
final class KernelAddrinfo extends RangedAddrinfo {
  private static final long serialVersionUID = 1;

  private static final WithoutLookUp<KernelAddrinfo> MAKER =
      new WithoutLookUp<>(KernelAddrinfo.class, RubyObject.class);

  private int protocolFamily;
  private int type;
  private int protocol;
  private transient IRubyObject canonicalName;
  private transient IRubyObject inspectName;

  KernelAddrinfo(Ruby runtime, RubyClass addrinfo) {
    super(runtime, addrinfo);
  }

  /** What {@code Addrinfo.allocate} makes: an object without an address yet. */
  static KernelAddrinfo allocate(Ruby runtime, RubyClass addrinfo) {
    KernelAddrinfo made = MAKER.allocate(runtime, addrinfo);
    made.canonicalName = made.inspectName = runtime.getNil();
    return made;
  }

  /** MRI: rsock_io_socket_addrinfo. */
  static Addrinfo of(Ruby runtime, byte[] bytes, int type) {
    return of(runtime, bytes, SocketAddresses.declared(bytes), type, 0);
  }

  static KernelAddrinfo of(Ruby runtime, byte[] bytes, int family, int type, int protocol) {
    KernelAddrinfo made = allocate(runtime, runtime.getClass("Addrinfo"));
    made.fill(bytes, family, type, protocol);
    return made;
  }

  void fill(byte[] address, int family, int socketType, int transport) {
    bytes = address;
    protocolFamily = family;
    type = socketType;
    protocol = transport;
  }

  void name(IRubyObject canonical, IRubyObject inspected) {
    canonicalName = canonical;
    inspectName = inspected;
  }

  boolean filled() {
    return bytes != null;
  }

  byte[] bytes() {
    return address().clone();
  }

  IRubyObject inspectName() {
    return inspectName;
  }

  @Override
  byte[] address() {
    if (bytes == null) {
      throw getRuntime().newTypeError("uninitialized socket address");
    }
    return bytes;
  }

  private int family() {
    return SocketAddresses.declared(address());
  }

  private boolean unix() {
    return family() == Platform.AF_UNIX;
  }

  @Override
  public IRubyObject afamily(ThreadContext context) {
    return context.runtime.newFixnum(family());
  }

  @Override
  public IRubyObject pfamily(ThreadContext context) {
    return context.runtime.newFixnum(protocolFamily);
  }

  @Override
  public IRubyObject socktype(ThreadContext context) {
    return context.runtime.newFixnum(type);
  }

  @Override
  public IRubyObject protocol(ThreadContext context) {
    return context.runtime.newFixnum(protocol);
  }

  @Override
  public IRubyObject unix_p(ThreadContext context) {
    return context.runtime.newBoolean(unix());
  }

  @Override
  public IRubyObject to_sockaddr(ThreadContext context) {
    return SocketAddresses.packed(context.runtime, address());
  }

  @Override
  public IRubyObject unix_path(ThreadContext context) {
    if (!unix()) {
      throw error("need AF_UNIX address");
    }
    return SocketAddresses.checkedPath(context.runtime, address());
  }

  private RaiseException error(String message) {
    return getRuntime().newRaiseException(getRuntime().getClass("SocketError"), message);
  }

  private void checkIP() {
    if (family() != Platform.AF_INET && family() != Platform.AF_INET6) {
      throw error("need IPv4 or IPv6 address");
    }
  }

  @Override
  public IRubyObject ip_unpack(ThreadContext context) {
    return context.runtime.newArray(ip_address(context), ip_port(context));
  }

  @Override
  public IRubyObject ip_address(ThreadContext context) {
    checkIP();
    return HostNames.host(context, address(), true);
  }

  @Override
  public IRubyObject ip_port(ThreadContext context) {
    checkIP();
    boolean v4 = family() == Platform.AF_INET;
    if (address().length != (v4 ? SocketAddresses.INET_SIZE : SocketAddresses.INET6_SIZE)) {
      throw error("unexpected sockaddr size for " + (v4 ? "IPv4" : "IPv6"));
    }
    return context.runtime.newFixnum(getPort());
  }

  @Override
  public IRubyObject inspect_sockaddr(ThreadContext context) {
    return context.runtime.newString(AddressText.of(address()));
  }

  @Override
  public IRubyObject inspect(ThreadContext context) {
    ByteList text = new ByteList(("#<Addrinfo: " + this).getBytes(StandardCharsets.US_ASCII));
    String types = SocketTypeText.of(family(), protocolFamily, type, protocol);
    text.append(types.getBytes(StandardCharsets.US_ASCII));
    append(text, " ", canonicalName, "");
    append(text, " (", inspectName, ")");
    text.append('>');
    return context.runtime.newString(text);
  }

  private static void append(ByteList text, String before, IRubyObject name, String after) {
    if (!name.isNil()) {
      text.append(before.getBytes(StandardCharsets.US_ASCII));
      text.append(name.convertToString().getByteList());
      text.append(after.getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Override
  public IRubyObject ipv6_to_ipv4(ThreadContext context) {
    byte[] address = address();
    if (!InetRanges.mapped(address) && !InetRanges.compatible(address)) {
      return context.nil;
    }
    byte[] ip = SocketAddresses.ip(address);
    byte[] v4 = Arrays.copyOfRange(ip, ip.length - 4, ip.length);
    byte[] unmapped = SocketAddresses.inet(SocketAddresses.host(v4, 0), 0);
    return of(context.runtime, unmapped, Platform.AF_INET, type, protocol);
  }

  @Override
  public IRubyObject canonname(ThreadContext context) {
    return canonicalName;
  }

  /** MRI: addrinfo_getnameinfo. */
  @Override
  public IRubyObject getnameinfo(ThreadContext context, int flags) {
    boolean datagram = type == Platform.SOCK_DGRAM;
    return HostNames.of(context, address(), datagram ? flags | HostNames.DATAGRAM : flags);
  }

  @Override
  public IRubyObject getnameinfo(ThreadContext context, IRubyObject flags) {
    return getnameinfo(context, flags.isNil() ? 0 : RubyNumeric.num2int(flags));
  }

  @Override
  public int getPort() {
    return InetRanges.ip(address()) ? SocketAddresses.port(bytes) : -1;
  }

  @Override
  public InetAddress getInetAddress() {
    return InetRanges.ip(address()) ? SocketAddresses.host(bytes) : null;
  }

  @Override
  public InetSocketAddress getInetSocketAddress() {
    InetAddress host = getInetAddress();
    return host == null ? null : new InetSocketAddress(host, getPort());
  }

  @Override
  public UnixSocketAddress getUnixSocketAddress() {
    return unix()
        ? new UnixSocketAddress(new String(SocketAddresses.path(address()), StandardCharsets.UTF_8))
        : null;
  }

  @Override
  public SocketAddress getSocketAddress() {
    return unix() ? getUnixSocketAddress() : getInetSocketAddress();
  }

  @Override
  public String toString() {
    return AddressText.of(address());
  }
}
