package nonblockio;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import jnr.netdb.Service;
import org.jruby.Ruby;
import org.jruby.RubyInteger;
import org.jruby.RubyNumeric;
import org.jruby.exceptions.RaiseException;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** A datagram's host and port as addresses of one family. MRI: rsock_addrinfo. */
final class HostAddresses {
  private static final String ANY = "<any>";
  private static final String BROADCAST = "<broadcast>";

  private HostAddresses() {}

  /** At least one address; SocketError where there is none. */
  static List<byte[]> resolve(
      ThreadContext context, IRubyObject host, IRubyObject port, int family) {
    Ruby runtime = context.runtime;
    int number = port(runtime, port);
    List<byte[]> addresses = new ArrayList<>();
    for (InetAddress address : hosts(runtime, host, family)) {
      if (address instanceof Inet4Address == (family == Platform.AF_INET)) {
        addresses.add(SocketAddresses.inet(address, number));
      }
    }
    if (addresses.isEmpty()) {
      throw error(runtime, "Address family for hostname not supported");
    }
    return addresses;
  }

  private static InetAddress[] hosts(Ruby runtime, IRubyObject host, int family) {
    boolean inet6 = family == Platform.AF_INET6;
    try {
      if (host.isNil()) {
        return InetAddress.getAllByName(inet6 ? "::1" : "127.0.0.1");
      }
      if (host instanceof RubyInteger) {
        return new InetAddress[] {numbered(RubyNumeric.num2long(host))};
      }
      String name = host.convertToString().toString();
      if (name.isEmpty() || name.equals(ANY)) {
        return InetAddress.getAllByName(inet6 ? "::" : "0.0.0.0");
      }
      return InetAddress.getAllByName(name.equals(BROADCAST) ? "255.255.255.255" : name);
    } catch (UnknownHostException e) {
      throw error(runtime, "Name or service not known");
    }
  }

  private static InetAddress numbered(long number) throws UnknownHostException {
    return InetAddress.getByAddress(
        new byte[] {
          (byte) (number >> 24), (byte) (number >> 16), (byte) (number >> 8), (byte) number
        });
  }

  private static int port(Ruby runtime, IRubyObject port) {
    if (port.isNil()) {
      return 0;
    }
    if (port instanceof RubyInteger) {
      return RubyNumeric.num2int(port) & 0xffff;
    }
    String name = port.convertToString().toString();
    if (name.matches("[0-9]{1,5}")) {
      return Integer.parseInt(name) & 0xffff;
    }
    Service service = Service.getServiceByName(name, "udp");
    if (service == null) {
      throw error(runtime, "Servname not supported for ai_socktype");
    }
    return service.getPort();
  }

  private static RaiseException error(Ruby runtime, String message) {
    return runtime.newRaiseException(runtime.getClass("SocketError"), "getaddrinfo: " + message);
  }
}
