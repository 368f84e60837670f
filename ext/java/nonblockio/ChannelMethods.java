package nonblockio;

import java.util.HashMap;
import java.util.Map;
import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyHash;
import org.jruby.RubyIO;
import org.jruby.RubyModule;
import org.jruby.RubyString;
import org.jruby.ext.socket.RubyBasicSocket;
import org.jruby.internal.runtime.methods.DynamicMethod;
import org.jruby.runtime.Block;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/**
 * JRuby's own methods, kept from before the gem replaced them: they answer where there is no real
 * descriptor (Windows, a JVM without the opens, Java streams).
 */
final class ChannelMethods {
  private static final String[] OF_IO = {
    "read_nonblock",
    "write_nonblock",
    "readpartial",
    "sysread",
    "syswrite",
    "wait",
    "wait_readable",
    "wait_writable",
    "wait_priority"
  };
  private static final String[] OF_SOCKETS = {"read_nonblock", "recv", "recv_nonblock"};

  private final Map<String, DynamicMethod> ofIO = new HashMap<>();
  private final Map<String, DynamicMethod> ofSockets = new HashMap<>();
  private final DynamicMethod select;
  private final DynamicMethod unixPair;
  private final DynamicMethod socketPair;

  ChannelMethods(Ruby runtime) {
    keep(ofIO, runtime.getIO(), OF_IO);
    keep(ofSockets, runtime.getClass("BasicSocket"), OF_SOCKETS);
    select = runtime.getIO().getSingletonClass().searchMethod("select");
    RubyClass unixSocket = runtime.getClass("UNIXSocket");
    unixPair = unixSocket == null ? null : unixSocket.getSingletonClass().searchMethod("pair");
    socketPair = runtime.getClass("Socket").getSingletonClass().searchMethod("pair");
  }

  private static void keep(Map<String, DynamicMethod> kept, RubyModule owner, String[] names) {
    for (String name : names) {
      kept.put(name, owner.searchMethod(name));
    }
  }

  static ChannelMethods of(Ruby runtime) {
    return (ChannelMethods) runtime.getModule("NonblockIO").dataGetStruct();
  }

  /** A method of IO whose arguments are passed on as they are. */
  IRubyObject io(ThreadContext context, IRubyObject self, String name, IRubyObject... args) {
    return call(context, ofIO.get(name), self, name, args);
  }

  IRubyObject select(ThreadContext context, IRubyObject self, IRubyObject[] args) {
    return call(context, select, self, "select", args);
  }

  IRubyObject read(
      ThreadContext context,
      RubyIO io,
      IRubyObject maxlen,
      IRubyObject buf,
      StreamCalls.Reading how) {
    switch (how) {
      case PARTIAL:
        return buf.isNil()
            ? io(context, io, "readpartial", maxlen)
            : io(context, io, "readpartial", maxlen, buf);
      case SYSTEM:
        return io(context, io, "sysread", maxlen, buf);
      default:
        DynamicMethod method =
            (io instanceof RubyBasicSocket ? ofSockets : ofIO).get("read_nonblock");
        RubyHash keyword = keyword(context, how == StreamCalls.Reading.NONBLOCK);
        return call(context, method, io, "read_nonblock", maxlen, buf, keyword);
    }
  }

  IRubyObject write(ThreadContext context, RubyIO io, RubyString string, StreamCalls.Writing how) {
    switch (how) {
      case SYSTEM:
        return io(context, io, "syswrite", string);
      case WHOLE:
        return io.write(context, string);
      default:
        RubyHash keyword = keyword(context, how == StreamCalls.Writing.NONBLOCK);
        return io(context, io, "write_nonblock", string, keyword);
    }
  }

  IRubyObject recv(
      ThreadContext context,
      RubyIO io,
      IRubyObject maxlen,
      int flags,
      IRubyObject buf,
      boolean exception,
      boolean wait) {
    if (flags != 0) {
      throw context.runtime.newNotImplementedError("flags need a real descriptor");
    }
    String name = wait ? "recv" : "recv_nonblock";
    DynamicMethod method = ofSockets.get(name);
    IRubyObject result =
        wait
            ? call(context, method, io, name, maxlen)
            : call(context, method, io, name, maxlen, keyword(context, exception));
    if (buf.isNil() || !(result instanceof RubyString)) {
      return result;
    }
    return buf.convertToString().replace19(result);
  }

  IRubyObject socketpair(
      ThreadContext context, RubyClass type, IRubyObject domain, IRubyObject socketType) {
    if (type.isKindOfModule(context.runtime.getClass("Socket"))) {
      return call(context, socketPair, type, "pair", domain, socketType);
    }
    return call(context, unixPair, type, "pair");
  }

  private static RubyHash keyword(ThreadContext context, boolean exception) {
    RubyHash keyword = RubyHash.newSmallHash(context.runtime);
    keyword.op_aset(
        context, context.runtime.newSymbol("exception"), context.runtime.newBoolean(exception));
    return keyword;
  }

  private static IRubyObject call(
      ThreadContext context,
      DynamicMethod method,
      IRubyObject self,
      String name,
      IRubyObject... arguments) {
    return method.call(context, self, self.getMetaClass(), name, arguments, Block.NULL_BLOCK);
  }
}
