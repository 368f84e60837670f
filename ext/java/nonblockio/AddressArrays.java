package nonblockio;

import java.nio.charset.StandardCharsets;
import org.jcodings.specific.USASCIIEncoding;
import org.jruby.Ruby;
import org.jruby.RubyArray;
import org.jruby.RubyString;
import org.jruby.runtime.ThreadContext;
import org.jruby.util.ByteList;

/** The arrays that IPSocket and UNIXSocket have for addresses. */
final class AddressArrays {
  private static final ByteList INET = name("AF_INET");
  private static final ByteList INET6 = name("AF_INET6");
  private static final ByteList UNIX = name("AF_UNIX");

  private AddressArrays() {}

  /**
   * ["AF_INET", port, host, ip]: {@code numeric} makes the host the ip, else it is looked up. MRI:
   * rsock_ipaddr.
   */
  static RubyArray<?> ip(ThreadContext context, byte[] address, boolean numeric) {
    Ruby runtime = context.runtime;
    int family = SocketAddresses.family(address);
    if (family != Platform.AF_INET && family != Platform.AF_INET6) {
      return runtime.newArray(
          runtime.newString("unknown:" + family), context.nil, context.nil, context.nil);
    }
    RubyString ip = Buffer.fresh(runtime, InetText.of(address));
    return runtime.newArray(
        RubyString.newStringShared(runtime, family == Platform.AF_INET ? INET : INET6),
        runtime.newFixnum(SocketAddresses.port(address)),
        numeric ? ip : HostNames.lookedUp(runtime, address),
        ip);
  }

  /** ["AF_UNIX", path]. MRI: rsock_unixaddr. */
  static RubyArray<?> unix(Ruby runtime, byte[] address) {
    return runtime.newArray(
        RubyString.newStringShared(runtime, UNIX), SocketAddresses.path(runtime, address));
  }

  private static ByteList name(String name) {
    return new ByteList(name.getBytes(StandardCharsets.US_ASCII), USASCIIEncoding.INSTANCE, false);
  }
}
