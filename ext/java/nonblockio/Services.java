package nonblockio;

import jnr.netdb.Service;

/** The system's table of services. Where it cannot be opened there are none, as in C. */
final class Services {
  private Services() {}

  /** The port of a service, or -1. */
  static int port(String name, String protocol) {
    try {
      Service known = Service.getServiceByName(name, protocol);
      return known == null ? -1 : known.getPort();
    } catch (RuntimeException unreadable) {
      return -1;
    }
  }

  /** The name of the service with that port, or null. */
  static String name(int port, String protocol) {
    try {
      Service known = Service.getServiceByPort(port, protocol);
      return known == null ? null : known.getName();
    } catch (RuntimeException unreadable) {
      return null;
    }
  }
}
