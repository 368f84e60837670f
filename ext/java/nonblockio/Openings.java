package nonblockio;

import java.util.Arrays;
import java.util.List;
import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyIO;
import org.jruby.RubyModule;
import org.jruby.exceptions.RaiseException;
import org.jruby.internal.runtime.methods.DynamicMethod;
import org.jruby.runtime.Block;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.FilenoUtil;

/**
 * JRuby's methods that open streams, followed by {@link WaitingChannel#install}: the calls that
 * read through JRuby's buffers can then be interrupted.
 */
final class Openings extends Following {
  private static final String TIMEOUT = "timeout=";
  private static final String[] OF_IO = {"initialize", "dup", "clone", "reopen", TIMEOUT};
  private static final List<String> COPIES = Arrays.asList("dup", "clone");
  private static final int LAST_STANDARD = 2;
  private static final String[] STANDARD = {"STDIN", "STDOUT", "STDERR"};

  private Openings(RubyModule owner, DynamicMethod original, String name) {
    super(owner, original, name);
  }

  static void define(Ruby runtime) {
    RubyClass io = runtime.getIO();
    for (String name : OF_IO) {
      follow(io, name);
    }
    follow(runtime.getFile(), "initialize");
    follow(io.getSingletonClass(), "popen");
    follow(io.getSingletonClass(), "for_fd");
    follow(runtime.getClass("BasicSocket").getSingletonClass(), "for_fd");
    for (String name : STANDARD) {
      IRubyObject stream = runtime.getObject().getConstant(name);
      if (stream instanceof RubyIO) {
        WaitingChannel.install(runtime, (RubyIO) stream);
      }
    }
  }

  private static void follow(RubyModule owner, String name) {
    replace(owner, name, Openings.class, Openings::new);
  }

  @Override
  public IRubyObject call(
      ThreadContext context,
      IRubyObject self,
      RubyModule type,
      String name,
      IRubyObject[] args,
      Block block) {
    boolean yields = block.isGiven() && !(self instanceof RubyIO);
    Block passed = yields ? Block.NULL_BLOCK : block;
    IRubyObject result = open(context, self, type, name, args, passed);
    IRubyObject opened = result instanceof RubyIO ? result : self;
    if (getName().equals(TIMEOUT)) {
      WaitingChannel.force(context.runtime, (RubyIO) self);
    } else if (opened instanceof RubyIO) {
      WaitingChannel.install(context.runtime, (RubyIO) opened);
      if (COPIES.contains(getName())) {
        closeOnExec((RubyIO) opened);
      }
    }
    return yields ? RubyIO.ensureYieldClose(context, opened, block) : result;
  }

  /** MRI: rb_cloexec_dup. */
  private static void closeOnExec(RubyIO copy) {
    for (RubyIO io : new RubyIO[] {copy, copy.GetWriteIO()}) {
      int fd = io.getOpenFile().fd().realFileno;
      if (fd > LAST_STANDARD && !FilenoUtil.isFake(fd)) {
        Backend.syscalls().fcntl(fd, Platform.F_SETFD, Platform.FD_CLOEXEC);
      }
    }
  }

  /** JRuby's failures, but where dup has no descriptor left MRI's. */
  private IRubyObject open(
      ThreadContext context,
      IRubyObject self,
      RubyModule type,
      String name,
      IRubyObject[] args,
      Block block) {
    try {
      return original.call(context, self, type, name, args, block);
    } catch (RaiseException e) {
      Ruby runtime = context.runtime;
      boolean bad =
          COPIES.contains(getName())
              && runtime.getErrno().getClass("EBADF").isInstance(e.getException());
      int limit = bad ? DescriptorLimit.reached() : 0;
      throw limit == 0 ? e : Errnos.failure(runtime, limit, null);
    }
  }

  @Override
  public DynamicMethod dup() {
    return new Openings(getImplementationClass(), original, getName());
  }
}
