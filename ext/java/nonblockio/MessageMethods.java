package nonblockio;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jruby.Ruby;
import org.jruby.RubyArray;
import org.jruby.RubyBoolean;
import org.jruby.RubyClass;
import org.jruby.RubyFixnum;
import org.jruby.RubyIO;
import org.jruby.RubyNumeric;
import org.jruby.RubyString;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** The private methods of BasicSocket under sendmsg and recvmsg. */
public final class MessageMethods {
  private MessageMethods() {}

  /** MRI: rsock_bsock_sendmsg. */
  @JRubyMethod(name = "__sendmsg", required = 4, visibility = Visibility.PRIVATE)
  public static IRubyObject sendmsg(ThreadContext context, IRubyObject self, IRubyObject[] args) {
    return send(context, (RubyIO) self, args, true, true);
  }

  /** MRI: rsock_bsock_sendmsg_nonblock. */
  @JRubyMethod(name = "__sendmsg_nonblock", required = 5, visibility = Visibility.PRIVATE)
  public static IRubyObject sendmsgNonblock(
      ThreadContext context, IRubyObject self, IRubyObject[] args) {
    return send(context, (RubyIO) self, args, args[4] != context.fals, false);
  }

  private static IRubyObject send(
      ThreadContext context, RubyIO io, IRubyObject[] args, boolean exception, boolean wait) {
    Sending sending = new Sending(args[0].convertToString());
    RubyArray<?> controls = (RubyArray<?>) args[3];
    if (!controls.isEmpty()) {
      sending.control = ControlArguments.bytes(context, SocketTraits.family(context, io), controls);
    }
    sending.flags = args[1].isNil() ? 0 : RubyNumeric.num2int(args[1]);
    if (!args[2].isNil()) {
      sending.destination = SocketAddresses.bytes(context, args[2]);
    }
    int n = sending.send(context, io, wait);
    if (n >= 0) {
      return context.runtime.newFixnum(n);
    }
    if (Platform.wouldBlock(-n)) {
      return Errnos.waitWritable(context, exception, "sendmsg(2) would block");
    }
    throw Errnos.failure(context.runtime, -n, "sendmsg(2)");
  }

  /** MRI: rsock_bsock_recvmsg. */
  @JRubyMethod(name = "__recvmsg", required = 4, visibility = Visibility.PRIVATE)
  public static IRubyObject recvmsg(ThreadContext context, IRubyObject self, IRubyObject[] args) {
    return receive(context, (RubyIO) self, args, true, true);
  }

  /** MRI: rsock_bsock_recvmsg_nonblock. */
  @JRubyMethod(name = "__recvmsg_nonblock", required = 5, visibility = Visibility.PRIVATE)
  public static IRubyObject recvmsgNonblock(
      ThreadContext context, IRubyObject self, IRubyObject[] args) {
    return receive(context, (RubyIO) self, args, args[4] != context.fals, false);
  }

  private static IRubyObject receive(
      ThreadContext context, RubyIO io, IRubyObject[] args, boolean exception, boolean wait) {
    int dataLength = length(context, args[0]);
    int controlLength = length(context, args[2]);
    int flags = RubyNumeric.num2int(args[1]);
    boolean rights = args[3].isTrue();
    OpenFile fptr = io.getOpenFileChecked();
    while (true) {
      MessageReceive message = new MessageReceive(dataLength, controlLength, flags);
      int n = attempt(context, io, fptr, message);
      if (n >= 0) {
        return result(context, message, n, rights);
      }
      IRubyObject refused = Receiving.refused(context, io, fptr, -n, "recvmsg(2)", exception, wait);
      if (refused != null) {
        return refused;
      }
    }
  }

  static int attempt(ThreadContext context, RubyIO io, OpenFile fptr, MessageReceive message) {
    boolean locked = fptr.lock();
    try {
      int fd = SocketTraits.descriptor(context.runtime, fptr);
      if (Descriptor.buffered(fptr)) {
        throw context.runtime.newIOError("recvmsg for buffered IO");
      }
      return message.attempt(context.runtime, io, fd);
    } finally {
      if (locked) {
        fptr.unlock();
      }
    }
  }

  /** -1 for nil: as much as there is. */
  private static int length(ThreadContext context, IRubyObject length) {
    if (length.isNil()) {
      return -1;
    }
    long bytes = Buffer.checked(context, unsigned(context, length), true);
    if (bytes > MessageReceive.LONGEST_ROOM) {
      throw Errnos.noMemory(context.runtime);
    }
    return (int) bytes;
  }

  /** MRI: NUM2SIZET, whose result is negative for numbers that no length can be. */
  private static long unsigned(ThreadContext context, IRubyObject length) {
    if (length instanceof RubyFixnum) {
      return RubyNumeric.num2long(length);
    }
    Ruby runtime = context.runtime;
    if (length instanceof RubyString || length instanceof RubyBoolean) {
      String kind = length instanceof RubyString ? "string" : "boolean";
      throw runtime.newTypeError("no implicit conversion from " + kind);
    }
    BigInteger integer = length.convertToInteger().getBigIntegerValue();
    if (integer.bitLength() > Long.SIZE) {
      String type = Semantics.quoted("unsigned long long");
      throw runtime.newRangeError("bignum too big to convert into " + type);
    }
    return integer.longValue();
  }

  private static IRubyObject result(
      ThreadContext context, MessageReceive message, int n, boolean rights) {
    boolean ended = message.ended(n);
    boolean open = !message.peeked() || Platform.PEEKED_RIGHTS_ARE_OPEN;
    if (ended || !rights || !open) {
      ControlMessages.discard(message.controls, message.peeked());
      return ended ? context.nil : array(context, message, null);
    }
    ReceivedRights received = new ReceivedRights(message.controls);
    try {
      return array(context, message, received);
    } catch (Throwable e) {
      received.close(context);
      throw e;
    }
  }

  private static RubyArray<?> array(
      ThreadContext context, MessageReceive message, ReceivedRights rights) {
    Ruby runtime = context.runtime;
    List<IRubyObject> result = new ArrayList<>(3 + message.controls.size());
    result.add(message.data);
    result.add(KernelAddrinfo.of(runtime, message.sender, message.type));
    result.add(runtime.newFixnum(message.messageFlags));
    if (!message.controls.isEmpty()) {
      RubyClass type = (RubyClass) runtime.getClassFromPath("Socket::AncillaryData");
      for (ControlMessages.Control control : message.controls) {
        result.add(ancillaryData(context, type, message.socketFamily, control, rights));
      }
    }
    return runtime.newArray(result);
  }

  private static IRubyObject ancillaryData(
      ThreadContext context,
      RubyClass type,
      int family,
      ControlMessages.Control control,
      ReceivedRights rights) {
    Ruby runtime = context.runtime;
    IRubyObject data =
        type.callMethod(
            context,
            "new",
            new IRubyObject[] {
              runtime.newFixnum(family),
              runtime.newFixnum(control.level),
              runtime.newFixnum(control.type),
              Buffer.fresh(runtime, control.data)
            });
    if (rights != null && control.rights()) {
      data.getInstanceVariables()
          .setInstanceVariable("@unix_rights", rights.take(context, control));
    }
    return data;
  }
}
