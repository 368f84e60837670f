package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.ext.socket.Addrinfo;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** The predicates of an Addrinfo over the platform's bytes of its address. */
abstract class RangedAddrinfo extends Addrinfo {
  private static final long serialVersionUID = 1;

  byte[] bytes;

  RangedAddrinfo(Ruby runtime, RubyClass addrinfo) {
    super(runtime, addrinfo);
  }

  /** The bytes, or TypeError before there are any. */
  abstract byte[] address();

  /** Whether the address says that it is of that family, be it whole or not. */
  private boolean named(int family) {
    return SocketAddresses.declared(address()) == family;
  }

  @Override
  public IRubyObject ip_p(ThreadContext context) {
    return context.runtime.newBoolean(named(Platform.AF_INET) || named(Platform.AF_INET6));
  }

  @Override
  public IRubyObject ipv4_p(ThreadContext context) {
    return context.runtime.newBoolean(named(Platform.AF_INET));
  }

  @Override
  public IRubyObject ipv6_p(ThreadContext context) {
    return context.runtime.newBoolean(named(Platform.AF_INET6));
  }

  @Override
  public IRubyObject ipv4_private_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inetPrivate(address()));
  }

  @Override
  public IRubyObject ipv4_loopback_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet(address(), 0x7f00, 0xff00));
  }

  @Override
  public IRubyObject ipv4_multicast_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet(address(), 0xe000, 0xf000));
  }

  @Override
  public IRubyObject ipv6_unspecified_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.unspecified(address()));
  }

  @Override
  public IRubyObject ipv6_loopback_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.loopback(address()));
  }

  @Override
  public IRubyObject ipv6_multicast_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet6(address(), 0xff00, 0xff00));
  }

  @Override
  public IRubyObject ipv6_linklocal_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet6(address(), 0xfe80, 0xffc0));
  }

  @Override
  public IRubyObject ipv6_sitelocal_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet6(address(), 0xfec0, 0xffc0));
  }

  @Override
  public IRubyObject ipv6_unique_local_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet6(address(), 0xfc00, 0xfe00));
  }

  @Override
  public IRubyObject ipv6_v4mapped_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.mapped(address()));
  }

  @Override
  public IRubyObject ipv6_v4compat_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.compatible(address()));
  }

  @Override
  public IRubyObject ipv6_mc_nodelocal_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet6(address(), 0xff01, 0xff0f));
  }

  @Override
  public IRubyObject ipv6_mc_linklocal_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet6(address(), 0xff02, 0xff0f));
  }

  @Override
  public IRubyObject ipv6_mc_sitelocal_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet6(address(), 0xff05, 0xff0f));
  }

  @Override
  public IRubyObject ipv6_mc_orglocal_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet6(address(), 0xff08, 0xff0f));
  }

  @Override
  public IRubyObject ipv6_mc_global_p(ThreadContext context) {
    return context.runtime.newBoolean(InetRanges.inet6(address(), 0xff0e, 0xff0f));
  }
}
