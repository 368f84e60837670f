package nonblockio;

import org.jruby.RubyIO;
import org.jruby.RubyString;
import org.jruby.anno.JRubyMethod;
import org.jruby.ext.socket.RubyBasicSocket;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** IO's calls that wait, as system calls that do not wait and {@link Waiter} between them. */
public final class DirectMethods {
  private DirectMethods() {}

  /** MRI: rb_io_sysread. */
  @JRubyMethod(name = "sysread")
  public static IRubyObject sysread(ThreadContext context, IRubyObject self, IRubyObject maxlen) {
    return sysread(context, self, maxlen, context.nil);
  }

  @JRubyMethod(name = "sysread")
  public static IRubyObject sysread(
      ThreadContext context, IRubyObject self, IRubyObject maxlen, IRubyObject buf) {
    return read(context, self, maxlen, buf, StreamCalls.Reading.SYSTEM);
  }

  /** MRI: io_readpartial. */
  @JRubyMethod(name = "readpartial")
  public static IRubyObject readpartial(
      ThreadContext context, IRubyObject self, IRubyObject maxlen) {
    return readpartial(context, self, maxlen, context.nil);
  }

  @JRubyMethod(name = "readpartial")
  public static IRubyObject readpartial(
      ThreadContext context, IRubyObject self, IRubyObject maxlen, IRubyObject buf) {
    return read(context, self, maxlen, buf, StreamCalls.Reading.PARTIAL);
  }

  /** MRI: rb_io_syswrite. */
  @JRubyMethod(name = "syswrite")
  public static IRubyObject syswrite(ThreadContext context, IRubyObject self, IRubyObject string) {
    RubyIO io = (RubyIO) self;
    if (Descriptor.writeBuffered(io)) {
      context.runtime.getWarnings().warn("syswrite for buffered IO");
    }
    return StreamCalls.write(
        context, io, string, StreamCalls.Writing.SYSTEM, self instanceof RubyBasicSocket);
  }

  /** MRI: io_writev, which writes the objects as one. */
  @JRubyMethod(name = "write", rest = true)
  public static IRubyObject write(ThreadContext context, IRubyObject self, IRubyObject[] args) {
    RubyIO io = (RubyIO) self;
    if (args.length == 0) {
      io.GetWriteIO().getOpenFileChecked().checkWritable(context);
      return context.runtime.newFixnum(0);
    }
    if (!Descriptor.writtenThrough(context, io)) {
      return io.write(context, args);
    }
    RubyString whole = RubyString.newStringLight(context.runtime, 16 * args.length);
    for (IRubyObject object : args) {
      whole.cat(object.asString().getByteList());
    }
    return writeWhole(context, self, whole);
  }

  /**
   * MRI: io_write_m, for one object on a stream that is written through unconverted; any other
   * write is JRuby's.
   */
  @JRubyMethod(name = "write")
  public static IRubyObject write(ThreadContext context, IRubyObject self, IRubyObject object) {
    RubyIO io = (RubyIO) self;
    if (!Descriptor.writtenThrough(context, io)) {
      return io.write(context, object);
    }
    return writeWhole(
        context, self, object instanceof RubyString ? (RubyString) object : object.asString());
  }

  private static IRubyObject writeWhole(
      ThreadContext context, IRubyObject self, RubyString string) {
    if (string.isEmpty()) {
      return context.runtime.newFixnum(0);
    }
    return StreamCalls.write(
        context, (RubyIO) self, string, StreamCalls.Writing.WHOLE, self instanceof RubyBasicSocket);
  }

  private static IRubyObject read(
      ThreadContext context,
      IRubyObject self,
      IRubyObject maxlen,
      IRubyObject buf,
      StreamCalls.Reading how) {
    return StreamCalls.read(
        context, (RubyIO) self, maxlen, buf, how, self instanceof RubyBasicSocket);
  }
}
