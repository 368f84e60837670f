package nonblockio;

import org.jruby.RubyIO;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.Block;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** What io/nonblock adds to IO. */
public final class NonblockMethods {
  private NonblockMethods() {}

  /** MRI: rb_io_nonblock_p. */
  @JRubyMethod(name = "nonblock?")
  public static IRubyObject nonblock(ThreadContext context, IRubyObject self) {
    return context.runtime.newBoolean(BlockingMode.nonblock(context.runtime, (RubyIO) self));
  }

  /** MRI: rb_io_nonblock_set. */
  @JRubyMethod(name = "nonblock=")
  public static IRubyObject set(ThreadContext context, IRubyObject self, IRubyObject mode) {
    BlockingMode.set(context.runtime, (RubyIO) self, mode.isTrue());
    return self;
  }

  /** MRI: rb_io_nonblock_block. */
  @JRubyMethod(name = "nonblock")
  public static IRubyObject nonblock(ThreadContext context, IRubyObject self, Block block) {
    return nonblock(context, self, context.tru, block);
  }

  @JRubyMethod(name = "nonblock")
  public static IRubyObject nonblock(
      ThreadContext context, IRubyObject self, IRubyObject mode, Block block) {
    RubyIO io = (RubyIO) self;
    boolean before = BlockingMode.nonblock(context.runtime, io);
    if (before == mode.isTrue()) {
      return block.yield(context, self);
    }
    BlockingMode.set(context.runtime, io, mode.isTrue());
    try {
      return block.yield(context, self);
    } finally {
      restore(context, io, before);
    }
  }

  /** MRI: io_nonblock_restore. */
  private static void restore(ThreadContext context, RubyIO io, boolean mode) {
    if (io.getOpenFile().fd() == null) {
      throw Errnos.failure(context.runtime, Platform.EBADF, null);
    }
    BlockingMode.set(context.runtime, io, mode);
  }
}
