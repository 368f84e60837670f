package nonblockio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import jnr.constants.platform.IPProto;
import jnr.constants.platform.Sock;
import org.jruby.Ruby;

/** The kinds of socket that a type and a protocol stand for, with the port of a service. */
final class Transports {
  private static final Transport RAW = new Transport(Sock.SOCK_RAW.intValue(), 0, null);

  /** What is found where neither type nor protocol is given. */
  private static final List<Transport> DEFAULTS =
      Arrays.asList(
          new Transport(Platform.SOCK_STREAM, IPProto.IPPROTO_TCP.intValue(), "tcp"),
          new Transport(Platform.SOCK_DGRAM, IPProto.IPPROTO_UDP.intValue(), "udp"),
          RAW);

  private static final int SCTP = 132;

  /** What can be asked for besides. */
  private static final List<Transport> OTHERS =
      Arrays.asList(
          new Transport(Platform.SOCK_DGRAM, 136, "udplite"),
          new Transport(Platform.SOCK_STREAM, SCTP, "sctp"),
          new Transport(Sock.SOCK_SEQPACKET.intValue(), SCTP, "sctp"));

  private static final Pattern NUMBER = Pattern.compile("\\s*\\+?[0-9]{0,18}");

  private Transports() {}

  /** A kind of socket; one of raw sockets takes any protocol and has no services. */
  static final class Transport {
    final int type;
    final int protocol;
    private final String name;

    /** The port of the service. */
    final int port;

    private Transport(int type, int protocol, String name) {
      this(type, protocol, name, 0);
    }

    private Transport(int type, int protocol, String name, int port) {
      this.type = type;
      this.protocol = protocol;
      this.name = name;
      this.port = port;
    }

    private boolean fits(int wantedType, int wantedProtocol) {
      return (wantedType == 0 || wantedType == type)
          && (wantedProtocol == 0 || this == RAW || wantedProtocol == protocol);
    }

    private Transport with(int wantedProtocol, int servicePort) {
      return new Transport(
          type, wantedProtocol == 0 ? protocol : wantedProtocol, name, servicePort);
    }
  }

  /** Whether a service is a port number and not a name. */
  static boolean numeric(String service) {
    return service == null || NUMBER.matcher(service).matches();
  }

  static int port(String service) {
    String digits = service == null ? "" : service.trim().replace("+", "");
    return digits.isEmpty() ? 0 : (int) (Long.parseLong(digits) & 0xffff);
  }

  /** For a host and a service that are numbers: maybe none. MRI: numeric_getaddrinfo. */
  static List<Transport> ofNumbers(int type, int protocol, String service) {
    List<Transport> found = new ArrayList<>();
    for (Transport each : DEFAULTS) {
      if (each.fits(type, protocol)) {
        found.add(each.with(protocol, port(service)));
      }
    }
    return found;
  }

  /** As getaddrinfo(3) has them, at least one; {@code service} is null for none. */
  static List<Transport> of(Ruby runtime, int type, int protocol, String service) {
    boolean any = type == 0 && protocol == 0;
    boolean numeric = numeric(service);
    List<Transport> found = new ArrayList<>();
    for (Transport each : any ? DEFAULTS : first(runtime, type, protocol)) {
      if (each.name == null && service != null && !(any && numeric)) {
        continue;
      }
      int port = numeric ? port(service) : Services.port(service, each.name);
      if (port >= 0) {
        found.add(each.with(protocol, port));
      }
    }
    if (found.isEmpty()) {
      throw ResolutionErrors.SERVICE.ofAddress(runtime);
    }
    return found;
  }

  private static List<Transport> first(Ruby runtime, int type, int protocol) {
    List<Transport> known = new ArrayList<>(DEFAULTS);
    known.addAll(known.size() - 1, OTHERS);
    for (Transport each : known) {
      if (each.fits(type, protocol)) {
        return Collections.singletonList(each);
      }
    }
    throw (type == 0 ? ResolutionErrors.SERVICE : ResolutionErrors.SOCKET_TYPE).ofAddress(runtime);
  }
}
