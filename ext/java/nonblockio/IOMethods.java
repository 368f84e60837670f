package nonblockio;

import org.jruby.RubyIO;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;

/** The private methods of IO under its non-blocking methods. */
public final class IOMethods {
  private IOMethods() {}

  /** MRI: io_read_nonblock. */
  @JRubyMethod(name = "__read_nonblock", visibility = Visibility.PRIVATE)
  public static IRubyObject readNonblock(
      ThreadContext context,
      IRubyObject self,
      IRubyObject maxlen,
      IRubyObject buf,
      IRubyObject exception) {
    StreamCalls.Reading how = StreamCalls.Reading.nonblock(strict(context, exception));
    return StreamCalls.read(context, (RubyIO) self, maxlen, buf, how, false);
  }

  /** MRI: io_write_nonblock. */
  @JRubyMethod(name = "__write_nonblock", visibility = Visibility.PRIVATE)
  public static IRubyObject writeNonblock(
      ThreadContext context, IRubyObject self, IRubyObject string, IRubyObject exception) {
    StreamCalls.Writing how = StreamCalls.Writing.nonblock(strict(context, exception));
    return StreamCalls.write(context, (RubyIO) self, string, how, false);
  }

  /** MRI: rb_opts_exception_p, which IO applies and the sockets do not. */
  private static boolean strict(ThreadContext context, IRubyObject exception) {
    if (exception == context.tru) {
      return true;
    }
    if (exception == context.fals) {
      return false;
    }
    throw context.runtime.newArgumentError(
        "expected true or false as exception: " + exception.inspect());
  }
}
