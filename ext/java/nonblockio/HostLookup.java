package nonblockio;

import java.util.ArrayList;
import java.util.List;
import jnr.constants.platform.AddressInfo;
import org.jruby.Ruby;
import org.jruby.RubyFixnum;
import org.jruby.RubyInteger;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.exceptions.RaiseException;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** What getaddrinfo(3) finds for a host and a service in Ruby's forms. MRI: rsock_getaddrinfo. */
final class HostLookup {
  private static final int CANONICAL_NAME = AddressInfo.AI_CANONNAME.intValue();
  private static final int NUMERIC_SERVICE = AddressInfo.AI_NUMERICSERV.intValue();
  private static final int KNOWN_FLAGS =
      CANONICAL_NAME
          | NUMERIC_SERVICE
          | AddressInfo.AI_PASSIVE.intValue()
          | AddressInfo.AI_NUMERICHOST.intValue()
          | AddressInfo.AI_ALL.intValue()
          | AddressInfo.AI_V4MAPPED.intValue()
          | AddressInfo.AI_ADDRCONFIG.intValue();

  private static final int LONGEST_HOST = 1024;
  private static final int LONGEST_SERVICE = 31;

  private final Ruby runtime;
  final String host;
  final String service;
  private final boolean numericService;

  /** The type is a guess for sockets of any type where the service is a number. */
  boolean guessesType;

  /** A host's and a service's name, number or nil. MRI: host_str and port_str. */
  HostLookup(ThreadContext context, IRubyObject host, IRubyObject service) {
    runtime = context.runtime;
    this.host = host(host);
    this.service = service(service);
    numericService = service instanceof RubyFixnum;
  }

  private String host(IRubyObject value) {
    if (value.isNil()) {
      return null;
    }
    if (value instanceof RubyInteger) {
      long number = unsigned(RubyNumeric.num2long(value));
      return (number >> 24 & 0xff)
          + "."
          + (number >> 16 & 0xff)
          + "."
          + (number >> 8 & 0xff)
          + "."
          + (number & 0xff);
    }
    String name = string(value, LONGEST_HOST, "hostname too long");
    if (name.endsWith("\n")) {
      throw error("newline at the end of hostname");
    }
    if (name.isEmpty() || name.equals("<any>")) {
      return "0.0.0.0";
    }
    return name.equals("<broadcast>") ? "255.255.255.255" : name;
  }

  /** MRI: NUM2UINT. */
  private long unsigned(long number) {
    if (number < Integer.MIN_VALUE || number > 0xffff_ffffL) {
      String size = number < 0 ? "small" : "big";
      throw runtime.newRangeError(
          "integer "
              + number
              + " too "
              + size
              + " to convert to "
              + Semantics.quoted("unsigned int"));
    }
    return number;
  }

  private String service(IRubyObject value) {
    if (value.isNil()) {
      return null;
    }
    return value instanceof RubyFixnum
        ? Long.toString(RubyNumeric.num2long(value))
        : string(value, LONGEST_SERVICE, "service name too long");
  }

  private String string(IRubyObject value, int longest, String excess) {
    RubyString string = value.convertToString();
    if (string.getByteList().indexOf(0) >= 0) {
      throw runtime.newArgumentError("string contains null byte");
    }
    if (string.size() > longest) {
      throw runtime.newArgumentError(excess + " (" + string.size() + ")");
    }
    return string.decodeString();
  }

  private RaiseException error(String message) {
    return runtime.newRaiseException(runtime.getClass("SocketError"), message);
  }

  /** At least one address of each kind of socket that fits. */
  List<KernelAddrinfo> find(int family, int type, int protocol, int flags) {
    HostAddresses.check(runtime, family);
    boolean guessed = guessesType && type == 0 && service != null && Transports.numeric(service);
    int sought = guessed ? Platform.SOCK_DGRAM : type;
    int allFlags = numericService ? flags | NUMERIC_SERVICE : flags;
    if (host != null && HostAddresses.numeric(host) && Transports.numeric(service)) {
      List<Transports.Transport> fitting = Transports.ofNumbers(sought, protocol, service);
      if (!fitting.isEmpty()) {
        return each(HostAddresses.of(runtime, host, family, flags), fitting);
      }
    }
    checkFlags(allFlags);
    List<Transports.Transport> fitting = Transports.of(runtime, sought, protocol, service);
    return each(HostAddresses.of(runtime, host, family, flags), fitting);
  }

  private void checkFlags(int flags) {
    boolean nameless = host == null && (flags & CANONICAL_NAME) != 0;
    if (nameless || (flags & ~KNOWN_FLAGS) != 0) {
      throw ResolutionErrors.BAD_FLAGS.ofAddress(runtime);
    }
    boolean named = service != null && !Transports.numeric(service);
    if ((host == null && service == null) || (named && (flags & NUMERIC_SERVICE) != 0)) {
      throw (numericService ? ResolutionErrors.SERVICE : ResolutionErrors.NO_NAME)
          .ofAddress(runtime);
    }
  }

  private List<KernelAddrinfo> each(List<byte[]> addresses, List<Transports.Transport> kinds) {
    List<KernelAddrinfo> found = new ArrayList<>();
    for (byte[] address : addresses) {
      for (Transports.Transport kind : kinds) {
        byte[] bytes = SocketAddresses.withPort(address, kind.port);
        int family = SocketAddresses.family(bytes);
        found.add(KernelAddrinfo.of(runtime, bytes, family, kind.type, kind.protocol));
      }
    }
    return found;
  }
}
