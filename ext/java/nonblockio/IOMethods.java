package nonblockio;

import org.jruby.RubyClass;
import org.jruby.RubyIO;
import org.jruby.RubyModule;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** The non-blocking methods of IO and BasicSocket that are alike. */
final class IOMethods {
  private IOMethods() {}

  static void define(RubyClass io) {
    define(io, false);
  }

  /** For BasicSocket too. */
  static void define(RubyClass owner, boolean socket) {
    owner.addMethod("read_nonblock", new ReadNonblock(owner, socket));
    owner.addMethod("write_nonblock", new WriteNonblock(owner, socket));
  }

  /** MRI: io_read_nonblock and rsock_read_nonblock. */
  private static final class ReadNonblock extends WrapperMethod {
    private final boolean socket;

    ReadNonblock(RubyModule owner, boolean socket) {
      super(owner, "read_nonblock", 1, "maxlen", "buf", "exception:");
      this.socket = socket;
    }

    @Override
    protected IRubyObject run(
        ThreadContext context,
        IRubyObject self,
        IRubyObject maxlen,
        IRubyObject buf,
        IRubyObject none,
        IRubyObject exception) {
      StreamCalls.Reading how = StreamCalls.Reading.nonblock(raises(context, exception, socket));
      IRubyObject target = buf == null ? context.nil : buf;
      return StreamCalls.read(context, (RubyIO) self, maxlen, target, how, socket);
    }
  }

  /** MRI: io_write_nonblock and rsock_write_nonblock. */
  private static final class WriteNonblock extends WrapperMethod {
    private final boolean socket;

    WriteNonblock(RubyModule owner, boolean socket) {
      super(owner, "write_nonblock", 1, "string", "exception:");
      this.socket = socket;
    }

    @Override
    protected IRubyObject run(
        ThreadContext context,
        IRubyObject self,
        IRubyObject string,
        IRubyObject none,
        IRubyObject nothing,
        IRubyObject exception) {
      StreamCalls.Writing how = StreamCalls.Writing.nonblock(raises(context, exception, socket));
      return StreamCalls.write(context, (RubyIO) self, string, how, socket);
    }
  }

  /** MRI: rb_opts_exception_p, which IO applies; to the sockets all but false is true. */
  private static boolean raises(ThreadContext context, IRubyObject exception, boolean socket) {
    if (exception == context.fals) {
      return false;
    }
    if (socket || exception == context.tru) {
      return true;
    }
    throw context.runtime.newArgumentError(
        "expected true or false as exception: " + exception.inspect());
  }
}
