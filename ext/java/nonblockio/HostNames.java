package nonblockio;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jnr.constants.platform.NameInfo;
import org.jruby.Ruby;
import org.jruby.RubyString;
import org.jruby.exceptions.RaiseException;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** The names of an address's host and service, as getnameinfo(3) gives them. */
final class HostNames {
  static final int DATAGRAM = NameInfo.NI_DGRAM.intValue();

  private static final int NUMERIC_HOST = NameInfo.NI_NUMERICHOST.intValue();
  private static final int NUMERIC_SERVICE = NameInfo.NI_NUMERICSERV.intValue();
  private static final int REQUIRED = NameInfo.NI_NAMEREQD.intValue();
  private static final int KNOWN_FLAGS =
      DATAGRAM | NUMERIC_HOST | NUMERIC_SERVICE | REQUIRED | NameInfo.NI_NOFQDN.intValue();

  private HostNames() {}

  /** [host, service], or what says that there are none. */
  static IRubyObject of(ThreadContext context, byte[] address, int flags) {
    Ruby runtime = context.runtime;
    if ((flags & ~KNOWN_FLAGS) != 0) {
      throw failure(runtime, ResolutionErrors.BAD_FLAGS);
    }
    if (SocketAddresses.declared(address) == Platform.AF_UNIX) {
      return runtime.newArray(unixHost(context, flags), unixService(runtime, address));
    }
    boolean numeric = (flags & NUMERIC_HOST) != 0;
    RubyString host = host(context, address, numeric);
    if ((flags & REQUIRED) != 0 && (numeric || host.equals(host(context, address, true)))) {
      throw failure(runtime, ResolutionErrors.NO_NAME);
    }
    return runtime.newArray(host, service(runtime, SocketAddresses.port(address), flags));
  }

  private static IRubyObject unixHost(ThreadContext context, int flags) {
    return (flags & NUMERIC_HOST) != 0
        ? context.runtime.newString("localhost")
        : context.runtime.getClass("Socket").callMethod(context, "gethostname");
  }

  /** The path up to its first NUL, where an abstract name begins. */
  private static RubyString unixService(Ruby runtime, byte[] address) {
    byte[] path = SocketAddresses.path(address);
    int end = 0;
    while (end < path.length && path[end] != 0) {
      end++;
    }
    return Buffer.fresh(runtime, Arrays.copyOf(path, end));
  }

  private static IRubyObject service(Ruby runtime, int port, int flags) {
    String protocol = (flags & DATAGRAM) != 0 ? "udp" : "tcp";
    String name = (flags & NUMERIC_SERVICE) == 0 ? Services.name(port, protocol) : null;
    return runtime.newString(name == null ? Integer.toString(port) : name);
  }

  /** The host's name, or its text: where that is asked for, or it has none. */
  static RubyString host(ThreadContext context, byte[] address, boolean numeric) {
    int family = SocketAddresses.declared(address);
    boolean whole =
        (family == Platform.AF_INET && address.length >= SocketAddresses.INET_SIZE)
            || (family == Platform.AF_INET6 && address.length >= SocketAddresses.INET6_SIZE);
    if (!whole) {
      throw failure(context.runtime, ResolutionErrors.FAMILY);
    }
    return numeric
        ? Buffer.fresh(context.runtime, InetText.of(address))
        : lookedUp(context.runtime, address);
  }

  /** MRI: rb_getnameinfo. */
  static RubyString lookedUp(Ruby runtime, byte[] address) {
    InetAddress host = SocketAddresses.host(address);
    String name = host.getHostName();
    boolean unnamed = name.equals(host.getHostAddress());
    return Buffer.fresh(
        runtime, unnamed ? InetText.of(address) : name.getBytes(StandardCharsets.UTF_8));
  }

  private static RaiseException failure(Ruby runtime, ResolutionErrors error) {
    return error.of(runtime, "getnameinfo");
  }
}
