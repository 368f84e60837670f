package nonblockio;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jruby.RubyIO;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.anno.JRubyMethod;
import org.jruby.ext.socket.RubyIPSocket;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;

/** The private methods under the addresses of both ends of a socket. */
public final class SocketNames {
  /** Marks a socket object over a descriptor that a channel of the JDK opened. */
  static final String JAVAS = "nonblock_io_javas";

  /** The path that a server was opened with, in the encoding that it had. */
  static final String PATH = "nonblock_io_path";

  /** How a socket object that the JDK opened shows its IPv6 addresses: a host's family. */
  private static final String HOST_FAMILY = "nonblock_io_host_family";

  private SocketNames() {}

  /** MRI: rsock_getfamily. */
  @JRubyMethod(name = "__family", visibility = Visibility.PRIVATE)
  public static IRubyObject family(ThreadContext context, IRubyObject self) {
    return context.runtime.newFixnum(SocketAddresses.family(local(context, self)));
  }

  /**
   * Tells the family of the host that a socket was opened with: the JDK opens IPv6 sockets for IPv4
   * hosts too, whose addresses are mapped ones.
   */
  @JRubyMethod(name = "__host_family", visibility = Visibility.PRIVATE)
  public static IRubyObject hostFamily(
      ThreadContext context, IRubyObject self, IRubyObject family) {
    ((RubyIO) self).setInternalVariable(HOST_FAMILY, RubyNumeric.num2int(family));
    return self;
  }

  /** A connection is of its server's family. */
  static void inherit(RubyIO server, RubyIO connection) {
    if (mapped(server)) {
      connection.setInternalVariable(HOST_FAMILY, Platform.AF_INET6);
    }
  }

  private static boolean mapped(RubyIO socket) {
    return hostFamily(socket) == Platform.AF_INET6;
  }

  private static int hostFamily(RubyIO socket) {
    Object family = socket.getInternalVariable(HOST_FAMILY);
    return family == null ? Platform.AF_UNSPEC : (Integer) family;
  }

  /** The name of a service, or nil. MRI: sock_s_getservbyport. */
  @JRubyMethod(name = "__service", meta = true, visibility = Visibility.PRIVATE)
  public static IRubyObject service(
      ThreadContext context, IRubyObject self, IRubyObject port, IRubyObject protocol) {
    String name =
        Services.name(RubyNumeric.num2int(port), protocol.convertToString().decodeString());
    return name == null ? context.nil : context.runtime.newString(name);
  }

  /** The name of a numeric address, or its text. MRI: make_ipaddr. */
  @JRubyMethod(name = "__host", meta = true, visibility = Visibility.PRIVATE)
  public static IRubyObject host(
      ThreadContext context, IRubyObject self, IRubyObject address, IRubyObject numeric) {
    byte[] bytes;
    try {
      bytes = SocketAddresses.inet(InetAddress.getByName(address.toString()), 0);
    } catch (UnknownHostException unnumbered) {
      return address;
    }
    return numeric.isTrue()
        ? Buffer.fresh(context.runtime, InetText.of(bytes))
        : HostNames.lookedUp(context.runtime, bytes);
  }

  /** MRI: bsock_getsockname. */
  @JRubyMethod(name = "__getsockname", visibility = Visibility.PRIVATE)
  public static IRubyObject getsockname(ThreadContext context, IRubyObject self) {
    return SocketAddresses.packed(context.runtime, local(context, self));
  }

  /** MRI: bsock_getpeername. */
  @JRubyMethod(name = "__getpeername", visibility = Visibility.PRIVATE)
  public static IRubyObject getpeername(ThreadContext context, IRubyObject self) {
    return SocketAddresses.packed(context.runtime, remote(context, self));
  }

  /** MRI: bsock_local_address. */
  @JRubyMethod(name = "__local_address", visibility = Visibility.PRIVATE)
  public static IRubyObject localAddress(ThreadContext context, IRubyObject self) {
    return addrinfo(context, self, local(context, self));
  }

  /** MRI: bsock_remote_address. */
  @JRubyMethod(name = "__remote_address", visibility = Visibility.PRIVATE)
  public static IRubyObject remoteAddress(ThreadContext context, IRubyObject self) {
    return addrinfo(context, self, remote(context, self));
  }

  /** MRI: ip_addr, unix_addr. */
  @JRubyMethod(name = "__addr", visibility = Visibility.PRIVATE)
  public static IRubyObject addr(ThreadContext context, IRubyObject self, IRubyObject numeric) {
    return array(context, self, pathInError(context, self, SocketNames::local), numeric);
  }

  /** MRI: unix_path. */
  @JRubyMethod(name = "__path", visibility = Visibility.PRIVATE)
  public static IRubyObject path(ThreadContext context, IRubyObject self) {
    RubyIO socket = (RubyIO) self;
    socket.getOpenFileChecked();
    return socket.hasInternalVariable(PATH)
        ? ((RubyString) socket.getInternalVariable(PATH)).dup()
        : SocketAddresses.path(context.runtime, pathInError(context, self, SocketNames::local));
  }

  /** MRI: ip_peeraddr, unix_peeraddr. */
  @JRubyMethod(name = "__peeraddr", visibility = Visibility.PRIVATE)
  public static IRubyObject peeraddr(ThreadContext context, IRubyObject self, IRubyObject numeric) {
    return array(context, self, pathInError(context, self, SocketNames::remote), numeric);
  }

  private static byte[] pathInError(ThreadContext context, IRubyObject self, End end) {
    String path = ((RubyIO) self).getOpenFileChecked().getPath();
    return end.name(context, self, path == null ? "" : " for " + path);
  }

  private interface End {
    byte[] name(ThreadContext context, IRubyObject socket, String detail);
  }

  private static IRubyObject addrinfo(ThreadContext context, IRubyObject self, byte[] address) {
    int type = SocketCalls.make((RubyIO) self, Descriptor::type);
    return KernelAddrinfo.of(context.runtime, address, Math.max(type, 0));
  }

  private static IRubyObject array(
      ThreadContext context, IRubyObject self, byte[] address, IRubyObject numeric) {
    return self instanceof RubyIPSocket
        ? AddressArrays.ip(context, address, numeric.isTrue())
        : AddressArrays.unix(context.runtime, address);
  }

  static byte[] local(ThreadContext context, IRubyObject self) {
    return local(context, self, "");
  }

  static byte[] remote(ThreadContext context, IRubyObject self) {
    return remote(context, self, "");
  }

  private static byte[] local(ThreadContext context, IRubyObject self, String detail) {
    Syscalls syscalls = Backend.syscalls();
    return name(context, (RubyIO) self, "getsockname(2)" + detail, syscalls::getsockname);
  }

  private static byte[] remote(ThreadContext context, IRubyObject self, String detail) {
    Syscalls syscalls = Backend.syscalls();
    return name(context, (RubyIO) self, "getpeername(2)" + detail, syscalls::getpeername);
  }

  /** Who a descriptor is connected to, or null. */
  static byte[] peer(int fd) {
    byte[][] address = new byte[1][];
    return read(fd, Backend.syscalls()::getpeername, address) < 0 ? null : address[0];
  }

  private interface Name {
    int of(int fd, long address, long addressLength);
  }

  private static byte[] name(ThreadContext context, RubyIO socket, String call, Name name) {
    byte[][] address = new byte[1][];
    int result = SocketCalls.make(socket, fd -> read(fd, name, address));
    SocketCalls.checked(context, result, call);
    boolean javas = socket instanceof RubyIPSocket || socket.hasInternalVariable(JAVAS);
    byte[] known = javas && !mapped(socket) ? unmapped(address[0]) : address[0];
    return hostFamily(socket) == Platform.AF_INET ? any(known) : known;
  }

  private static int read(int fd, Name name, byte[][] address) {
    Scratch.Memory memory = Scratch.memory(SocketAddresses.LONGEST + 4);
    long length = memory.address + SocketAddresses.LONGEST;
    memory.bytes.putInt(SocketAddresses.LONGEST, SocketAddresses.LONGEST);
    int result = name.of(fd, memory.address, length);
    address[0] = SocketAddresses.read(memory, 0, memory.bytes.getInt(SocketAddresses.LONGEST));
    return result;
  }

  private static byte[] unmapped(byte[] address) {
    if (!InetRanges.mapped(address)) {
      return address;
    }
    byte[] ip = SocketAddresses.ip(address);
    return ipv4(Arrays.copyOfRange(ip, ip.length - 4, ip.length), address);
  }

  private static byte[] any(byte[] address) {
    return InetRanges.unspecified(address) ? ipv4(new byte[4], address) : address;
  }

  private static byte[] ipv4(byte[] ip, byte[] address) {
    return SocketAddresses.inet(SocketAddresses.host(ip, 0), SocketAddresses.port(address));
  }
}
