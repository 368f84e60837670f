package nonblockio;

import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import org.jruby.RubyIO;
import org.jruby.RubyNumeric;
import org.jruby.anno.JRubyMethod;
import org.jruby.exceptions.RaiseException;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;

/** The private methods under those of UDPSocket that take a host and a port. */
public final class HostMethods {
  private HostMethods() {}

  /** An attempt with one address of a host: n >= 0 or -errno. */
  private interface Attempt {
    int with(byte[] address);
  }

  /** MRI: udp_send with a host and a port. */
  @JRubyMethod(name = "__sendto_host", required = 4, visibility = Visibility.PRIVATE)
  public static IRubyObject sendto(ThreadContext context, IRubyObject self, IRubyObject[] args) {
    Sending sending = new Sending(args[0].convertToString());
    sending.flags = RubyNumeric.num2int(args[1]);
    Attempt attempt =
        address -> {
          sending.destination = address;
          return sending.send(context, (RubyIO) self, true);
        };
    return each(context, self, args[2], args[3], "sendto(2)", attempt);
  }

  /** MRI: udp_bind. A channel of the JDK has to know, and binds itself. */
  @JRubyMethod(name = "__bind_host", visibility = Visibility.PRIVATE)
  public static IRubyObject bind(
      ThreadContext context, IRubyObject self, IRubyObject host, IRubyObject port) {
    if (javas(self)) {
      return channel(context, self, "__bind_channel", addresses(context, self, host, port).get(0));
    }
    Attempt attempt =
        address -> SocketCalls.make((RubyIO) self, fd -> ConnectMethods.bind(fd, address));
    return each(context, self, host, port, "bind(2)", attempt);
  }

  /** MRI: udp_connect. A channel of the JDK, which takes no port 0, has to know. */
  @JRubyMethod(name = "__connect_host", visibility = Visibility.PRIVATE)
  public static IRubyObject connect(
      ThreadContext context, IRubyObject self, IRubyObject host, IRubyObject port) {
    if (javas(self)) {
      byte[] first = addresses(context, self, host, port).get(0);
      if (SocketAddresses.port(first) != 0 && connected(context, self, first)) {
        return context.runtime.newFixnum(0);
      }
    }
    Attempt attempt = address -> ConnectMethods.await(context, (RubyIO) self, address);
    return each(context, self, host, port, "connect(2)", attempt);
  }

  /** Whether the channel could connect: it does not say with which errno it could not. */
  private static boolean connected(ThreadContext context, IRubyObject self, byte[] address) {
    IRubyObject before = context.getErrorInfo();
    try {
      channel(context, self, "__connect_channel", address);
      return true;
    } catch (RaiseException | AlreadyConnectedException e) {
      context.setErrorInfo(before);
      return false;
    }
  }

  private static boolean javas(IRubyObject socket) {
    return ((RubyIO) socket).getOpenFileChecked().channel() instanceof DatagramChannel;
  }

  private static IRubyObject channel(
      ThreadContext context, IRubyObject self, String method, byte[] address) {
    IRubyObject host = Buffer.fresh(context.runtime, InetText.of(address));
    IRubyObject port = context.runtime.newFixnum(SocketAddresses.port(address));
    return self.callMethod(context, method, new IRubyObject[] {host, port});
  }

  /** One address of the host after the other, until an attempt succeeds. */
  private static IRubyObject each(
      ThreadContext context,
      IRubyObject self,
      IRubyObject host,
      IRubyObject port,
      String call,
      Attempt attempt) {
    int result = 0;
    for (byte[] address : addresses(context, self, host, port)) {
      result = attempt.with(address);
      if (result >= 0) {
        return context.runtime.newFixnum(result);
      }
    }
    String detail = call + " for " + host.inspect() + " port " + port;
    throw Errnos.failure(context.runtime, -result, detail);
  }

  /** The host's addresses of the socket's family. MRI: rsock_addrinfo. */
  private static List<byte[]> addresses(
      ThreadContext context, IRubyObject self, IRubyObject host, IRubyObject port) {
    int family = SocketTraits.family(context, (RubyIO) self);
    List<byte[]> addresses = new ArrayList<>();
    for (KernelAddrinfo each :
        new HostLookup(context, host, port).find(family, Platform.SOCK_DGRAM, 0, 0)) {
      addresses.add(each.bytes());
    }
    return addresses;
  }
}
