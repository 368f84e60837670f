package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.anno.JRubyMethod;
import org.jruby.ext.socket.RubyIPSocket;
import org.jruby.ext.socket.RubyUNIXSocket;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** The private methods of BasicSocket under send and recvfrom. */
public final class DatagramMethods {
  private static final byte[] TOO_SHORT = {0};

  /** sendmsg(2) cuts what is longer; sendto(2) refuses it. */
  private static final int LONGEST = SocketAddresses.LONGEST;

  private DatagramMethods() {}

  /** MRI: rsock_bsock_send. */
  @JRubyMethod(name = "__sendto", visibility = Visibility.PRIVATE)
  public static IRubyObject sendto(
      ThreadContext context,
      IRubyObject self,
      IRubyObject mesg,
      IRubyObject flags,
      IRubyObject destination) {
    Sending sending = new Sending(mesg.convertToString());
    if (!destination.isNil()) {
      byte[] address = SocketAddresses.bytes(context, destination);
      sending.destination = address.length == 0 ? empty(context, (RubyIO) self) : address;
    }
    sending.flags = RubyNumeric.num2int(flags);
    boolean whole = sending.destination == null || sending.destination.length <= LONGEST;
    int n = whole ? sending.send(context, (RubyIO) self, true) : -Platform.EINVAL;
    if (n < 0) {
      String call = destination.isNil() ? "send(2)" : "sendto(2)";
      throw Errnos.failure(context.runtime, -n, call);
    }
    return context.runtime.newFixnum(n);
  }

  /** sendmsg(2) takes an empty address for none; sendto(2) refuses it where one is looked at. */
  private static byte[] empty(ThreadContext context, RubyIO socket) {
    return SocketTraits.family(context, socket) == Platform.AF_UNIX ? null : TOO_SHORT;
  }

  /** MRI: rsock_s_recvfrom. */
  @JRubyMethod(name = "__recvfrom", visibility = Visibility.PRIVATE)
  public static IRubyObject recvfrom(
      ThreadContext context,
      IRubyObject self,
      IRubyObject maxlen,
      IRubyObject flags,
      IRubyObject buf) {
    int bits = flags.isNil() ? 0 : RubyNumeric.num2int(flags);
    return receive(context, (RubyIO) self, maxlen, bits, buf, true, true);
  }

  /** MRI: rsock_s_recvfrom_nonblock. */
  @JRubyMethod(name = "__recvfrom_nonblock", required = 4, visibility = Visibility.PRIVATE)
  public static IRubyObject recvfromNonblock(
      ThreadContext context, IRubyObject self, IRubyObject[] args) {
    int bits = RubyNumeric.num2int(args[1]);
    boolean exception = args[3] != context.fals;
    return receive(context, (RubyIO) self, args[0], bits, args[2], exception, false);
  }

  private static IRubyObject receive(
      ThreadContext context,
      RubyIO io,
      IRubyObject maxlen,
      int flags,
      IRubyObject buf,
      boolean exception,
      boolean wait) {
    Ruby runtime = context.runtime;
    long length = Buffer.checked(context, RubyNumeric.num2int(maxlen), true);
    RubyString string = Buffer.callers(buf);
    OpenFile fptr = io.getOpenFileChecked();
    DatagramReceive message = new DatagramReceive(string);
    while (true) {
      int n;
      boolean locked = fptr.lock();
      try {
        int fd = SocketTraits.descriptor(runtime, fptr);
        if (Descriptor.buffered(fptr)) {
          throw runtime.newIOError(wait ? "recv for buffered IO" : "recvfrom for buffered IO");
        }
        int attempt = Descriptor.attempt(fptr, fd, length, true);
        n = message.attempt(runtime, io, fd, attempt, flags);
      } finally {
        if (locked) {
          fptr.unlock();
        }
      }
      if (n >= 0) {
        return message.data == null
            ? context.nil
            : runtime.newArray(message.data, sender(context, io, message.sender, message.type));
      }
      IRubyObject refused =
          Receiving.refused(context, io, fptr, -n, "recvfrom(2)", exception, wait);
      if (refused != null) {
        return refused;
      }
    }
  }

  /** The sender as this class of socket shows it. */
  private static IRubyObject sender(ThreadContext context, RubyIO io, byte[] address, int type) {
    if (io instanceof RubyIPSocket) {
      if (address.length == 0) {
        return context.nil;
      }
      IRubyObject numeric = io.callMethod(context, "do_not_reverse_lookup");
      return AddressArrays.ip(context, address, numeric.isTrue());
    }
    if (io instanceof RubyUNIXSocket) {
      return AddressArrays.unix(context.runtime, address);
    }
    return KernelAddrinfo.of(context.runtime, address, type);
  }
}
