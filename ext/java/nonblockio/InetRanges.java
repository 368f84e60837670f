package nonblockio;

/** The ranges of IP addresses that Addrinfo's predicates know, over the bytes of a sockaddr. */
final class InetRanges {
  private static final int INET6_BYTES = 16;

  private InetRanges() {}

  static boolean ip(byte[] address) {
    return inet(address) || inet6(address);
  }

  static boolean inet(byte[] address) {
    return SocketAddresses.family(address) == Platform.AF_INET;
  }

  static boolean inet6(byte[] address) {
    return SocketAddresses.family(address) == Platform.AF_INET6;
  }

  /** RFC 1918. */
  static boolean inetPrivate(byte[] address) {
    return inet(address, 0x0a00, 0xff00)
        || inet(address, 0xac10, 0xfff0)
        || inet(address, 0xc0a8, 0xffff);
  }

  /** Whether the first two bytes of an IPv4 address are {@code bits} under {@code mask}. */
  static boolean inet(byte[] address, int bits, int mask) {
    return inet(address) && (pair(address, SocketAddresses.INET_ADDRESS) & mask) == bits;
  }

  /** Whether the first two bytes of an IPv6 address are {@code bits} under {@code mask}. */
  static boolean inet6(byte[] address, int bits, int mask) {
    return inet6(address) && (pair(address, SocketAddresses.INET6_ADDRESS) & mask) == bits;
  }

  private static int pair(byte[] address, int at) {
    return (address[at] & 0xff) << 8 | (address[at + 1] & 0xff);
  }

  static boolean unspecified(byte[] address) {
    return inet6(address) && zeros(address) == INET6_BYTES;
  }

  static boolean loopback(byte[] address) {
    return inet6(address)
        && zeros(address) == INET6_BYTES - 1
        && address[SocketAddresses.INET6_ADDRESS + INET6_BYTES - 1] == 1;
  }

  /** ::ffff:a.b.c.d. */
  static boolean mapped(byte[] address) {
    return inet6(address)
        && zeros(address) == 10
        && pair(address, SocketAddresses.INET6_ADDRESS + 10) == 0xffff;
  }

  /** ::a.b.c.d but not :: and ::1. */
  static boolean compatible(byte[] address) {
    return inet6(address) && zeros(address) >= 12 && !unspecified(address) && !loopback(address);
  }

  private static int zeros(byte[] address) {
    int zeros = 0;
    while (zeros < INET6_BYTES && address[SocketAddresses.INET6_ADDRESS + zeros] == 0) {
      zeros++;
    }
    return zeros;
  }
}
