package nonblockio;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import jnr.constants.platform.AddressInfo;
import org.jruby.Ruby;

/** The addresses of a host's name, as getaddrinfo(3) gives them. */
final class HostAddresses {
  private static final int PASSIVE = AddressInfo.AI_PASSIVE.intValue();
  private static final int NUMERIC_HOST = AddressInfo.AI_NUMERICHOST.intValue();
  private static final int MAPPED = AddressInfo.AI_V4MAPPED.intValue();
  private static final Pattern NUMBERS = Pattern.compile("[0-9.]+|[^\\[]*:.*", Pattern.DOTALL);

  private HostAddresses() {}

  /** Whether a host is an address and not a name. */
  static boolean numeric(String host) {
    return NUMBERS.matcher(host).matches();
  }

  static void check(Ruby runtime, int family) {
    if (family != Platform.AF_UNSPEC && family != Platform.AF_INET && family != Platform.AF_INET6) {
      throw ResolutionErrors.FAMILY.ofAddress(runtime);
    }
  }

  /** At least one address with port 0; {@code host} is null for this one. */
  static List<byte[]> of(Ruby runtime, String host, int family, int flags) {
    if (host == null) {
      return local(family, (flags & PASSIVE) != 0);
    }
    List<byte[]> addresses = new ArrayList<>();
    for (InetAddress address : named(runtime, host, (flags & NUMERIC_HOST) != 0)) {
      byte[] bytes = bytes(host, address, family, flags);
      if (family == Platform.AF_UNSPEC || family == SocketAddresses.family(bytes)) {
        addresses.add(bytes);
      }
    }
    if (addresses.isEmpty()) {
      throw ResolutionErrors.ADDRESS_FAMILY.ofAddress(runtime);
    }
    return addresses;
  }

  private static List<byte[]> local(int family, boolean passive) {
    List<byte[]> addresses = new ArrayList<>();
    if (family != Platform.AF_INET6) {
      byte[] loopback = {127, 0, 0, 1};
      byte[] ip = passive ? new byte[4] : loopback;
      addresses.add(SocketAddresses.inet(SocketAddresses.host(ip, 0), 0));
    }
    if (family != Platform.AF_INET) {
      byte[] ip = new byte[16];
      ip[15] = (byte) (passive ? 0 : 1);
      byte[] address = SocketAddresses.inet(SocketAddresses.host(ip, 0), 0);
      addresses.add(passive ? addresses.size() : 0, address);
    }
    return addresses;
  }

  private static InetAddress[] named(Ruby runtime, String host, boolean numericOnly) {
    boolean bracketed = host.startsWith("[");
    if (host.isEmpty() || bracketed || (numericOnly && !numeric(host))) {
      throw ResolutionErrors.NO_NAME.ofAddress(runtime);
    }
    try {
      int zone = host.indexOf('%');
      return zone >= 0 && numeric(host)
          ? new InetAddress[] {scoped(host.substring(0, zone), host.substring(zone + 1))}
          : InetAddress.getAllByName(host);
    } catch (UnknownHostException | SocketException e) {
      int limit = DescriptorLimit.reached();
      throw limit == 0
          ? ResolutionErrors.NO_NAME.ofAddress(runtime)
          : Errnos.failure(runtime, limit, Semantics.GETADDRINFO);
    }
  }

  /** The JDK takes an interface's name only where that has an address of the same scope. */
  private static InetAddress scoped(String host, String zone)
      throws UnknownHostException, SocketException {
    byte[] ip = InetAddress.getByName(host).getAddress();
    NetworkInterface known = NetworkInterface.getByName(zone);
    if (ip.length != 16 || (known == null && !zone.matches("[0-9]{1,9}"))) {
      throw new UnknownHostException(zone);
    }
    return SocketAddresses.host(ip, known == null ? Integer.parseInt(zone) : known.getIndex());
  }

  /** The JDK makes an IPv4 address of a mapped one. */
  private static byte[] bytes(String host, InetAddress address, int family, int flags) {
    boolean mapped =
        address instanceof Inet4Address
            && (host.indexOf(':') >= 0 || (family == Platform.AF_INET6 && (flags & MAPPED) != 0));
    return mapped
        ? SocketAddresses.inet(Platform.AF_INET6, address, 0)
        : SocketAddresses.inet(address, 0);
  }
}
