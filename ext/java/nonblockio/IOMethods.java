package nonblockio;

import org.jruby.RubyClass;
import org.jruby.RubyIO;
import org.jruby.RubyModule;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** The non-blocking methods of IO. */
final class IOMethods {
  private IOMethods() {}

  static void define(RubyClass io) {
    io.addMethod("read_nonblock", new ReadNonblock(io));
    io.addMethod("write_nonblock", new WriteNonblock(io));
  }

  /** MRI: io_read_nonblock. */
  private static final class ReadNonblock extends WrapperMethod {
    ReadNonblock(RubyModule owner) {
      super(owner, "read_nonblock", 1, "maxlen", "buf", "exception:");
    }

    @Override
    protected IRubyObject run(
        ThreadContext context,
        IRubyObject self,
        IRubyObject maxlen,
        IRubyObject buf,
        IRubyObject none,
        IRubyObject exception) {
      StreamCalls.Reading how = StreamCalls.Reading.nonblock(strict(context, exception));
      IRubyObject target = buf == null ? context.nil : buf;
      return StreamCalls.read(context, (RubyIO) self, maxlen, target, how, false);
    }
  }

  /** MRI: io_write_nonblock. */
  private static final class WriteNonblock extends WrapperMethod {
    WriteNonblock(RubyModule owner) {
      super(owner, "write_nonblock", 1, "string", "exception:");
    }

    @Override
    protected IRubyObject run(
        ThreadContext context,
        IRubyObject self,
        IRubyObject string,
        IRubyObject none,
        IRubyObject nothing,
        IRubyObject exception) {
      StreamCalls.Writing how = StreamCalls.Writing.nonblock(strict(context, exception));
      return StreamCalls.write(context, (RubyIO) self, string, how, false);
    }
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
