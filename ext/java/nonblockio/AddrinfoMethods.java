package nonblockio;

import java.util.List;
import jnr.constants.platform.AddressInfo;
import org.jruby.Ruby;
import org.jruby.RubyArray;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;

/** The private methods under those of Addrinfo, and under Socket's that look names up. */
public final class AddrinfoMethods {
  private AddrinfoMethods() {}

  /** Lets Addrinfo.new make addresses over the kernel's bytes. */
  static void define(Ruby runtime) {
    runtime.getClass("Addrinfo").setAllocator(KernelAddrinfo::allocate);
    DeferredMethods.define(
        runtime.getClass("Addrinfo"),
        "AddrinfoMethods",
        "__fill",
        "__name",
        "__inspect_name",
        "self.__find",
        "self.__names",
        "self.__of");
  }

  /** {@code (packed, pfamily, socktype, protocol)}. MRI: init_addrinfo. */
  @JRubyMethod(name = "__fill", required = 4, visibility = Visibility.PRIVATE)
  public static IRubyObject fill(ThreadContext context, IRubyObject self, IRubyObject[] args) {
    KernelAddrinfo address = (KernelAddrinfo) self;
    if (address.filled()) {
      throw context.runtime.newTypeError("already initialized socket address");
    }
    byte[] bytes = SocketAddresses.bytes(args[0].convertToString().getBytes());
    address.fill(bytes, number(args[1]), number(args[2]), number(args[3]));
    return self;
  }

  private static int number(IRubyObject value) {
    return RubyNumeric.num2int(value);
  }

  /** The canonical name, and what #inspect shows in parentheses; either may be nil. */
  @JRubyMethod(name = "__name", visibility = Visibility.PRIVATE)
  public static IRubyObject name(
      ThreadContext context, IRubyObject self, IRubyObject canonical, IRubyObject inspected) {
    ((KernelAddrinfo) self).name(canonical, inspected);
    return self;
  }

  @JRubyMethod(name = "__inspect_name", visibility = Visibility.PRIVATE)
  public static IRubyObject inspectName(ThreadContext context, IRubyObject self) {
    return ((KernelAddrinfo) self).inspectName();
  }

  /**
   * {@code (host, service, family, type, protocol, flags, guess)}: the addresses as Addrinfos. MRI:
   * call_getaddrinfo, whose socktype_hack is {@code guess}.
   */
  @JRubyMethod(name = "__find", required = 7, meta = true, visibility = Visibility.PRIVATE)
  public static IRubyObject find(ThreadContext context, IRubyObject self, IRubyObject[] args) {
    HostLookup lookup = new HostLookup(context, args[0], args[1]);
    lookup.guessesType = args[6].isTrue();
    int flags = number(args[5]);
    List<KernelAddrinfo> found =
        lookup.find(number(args[2]), number(args[3]), number(args[4]), flags);
    IRubyObject inspected = inspected(context, args[0], args[1], found.get(0));
    for (KernelAddrinfo each : found) {
      each.name(context.nil, inspected);
    }
    boolean canonical = (flags & AddressInfo.AI_CANONNAME.intValue()) != 0;
    if (canonical && !HostAddresses.numeric(lookup.host)) {
      String name = found.get(0).getInetAddress().getCanonicalHostName();
      found.get(0).name(context.runtime.newString(name), inspected);
    }
    return RubyArray.newArray(context.runtime, found);
  }

  /** What host and service were called, where the address differs. MRI: make_inspectname. */
  private static IRubyObject inspected(
      ThreadContext context, IRubyObject host, IRubyObject service, KernelAddrinfo first) {
    RubyString name = context.runtime.newString();
    boolean named = host instanceof RubyString && !host.equals(first.ip_address(context));
    if (named) {
      name.append(host);
    }
    String port = Integer.toString(first.getPort());
    boolean portNamed = !service.isNil() && !service.toString().equals(port);
    if (portNamed) {
      name.append(context.runtime.newString(":" + service));
    }
    return named || portNamed ? name : context.nil;
  }

  /** {@code (packed or Addrinfo, flags)}: [host, service]. MRI: sock_s_getnameinfo. */
  @JRubyMethod(name = "__names", meta = true, visibility = Visibility.PRIVATE)
  public static IRubyObject names(
      ThreadContext context, IRubyObject self, IRubyObject address, IRubyObject flags) {
    return HostNames.of(context, SocketAddresses.bytes(context, address), number(flags));
  }

  /** The Addrinfo of a packed address, without types. */
  @JRubyMethod(name = "__of", meta = true, visibility = Visibility.PRIVATE)
  public static IRubyObject of(ThreadContext context, IRubyObject self, IRubyObject address) {
    return KernelAddrinfo.of(context.runtime, SocketAddresses.bytes(context, address), 0);
  }
}
