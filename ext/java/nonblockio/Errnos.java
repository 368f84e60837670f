package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyClass;
import org.jruby.RubyException;
import org.jruby.RubyInstanceConfig;
import org.jruby.exceptions.RaiseException;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** Turns the -errno of a system call into what Ruby sees: a symbol, IO::EAGAINWait*, Errno::X. */
final class Errnos {
  private Errnos() {}

  /** MRI: rb_readwrite_syserr_fail with RB_IO_WAIT_READABLE; {@code errno} is one of EAGAIN's. */
  static IRubyObject waitReadable(ThreadContext context, boolean exception, String message) {
    if (exception) {
      throw again(context.runtime, "EAGAINWaitReadable", message);
    }
    return context.runtime.newSymbol("wait_readable");
  }

  /** MRI: rb_readwrite_syserr_fail with RB_IO_WAIT_WRITABLE. */
  static IRubyObject waitWritable(ThreadContext context, boolean exception, String message) {
    if (exception) {
      throw again(context.runtime, "EAGAINWaitWritable", message);
    }
    return context.runtime.newSymbol("wait_writable");
  }

  /** MRI: rb_readwrite_syserr_fail for EINPROGRESS. */
  static IRubyObject inProgress(ThreadContext context, boolean exception, String message) {
    if (exception) {
      throw again(context.runtime, "EINPROGRESSWaitWritable", message);
    }
    return context.runtime.newSymbol("wait_writable");
  }

  /** With MRI's message; without a backtrace unless JRuby's errno.backtrace asks for it. */
  private static RaiseException again(Ruby runtime, String name, String message) {
    RubyClass type = runtime.getIO().getClass(name);
    return RubyInstanceConfig.ERRNO_BACKTRACE
        ? RaiseException.from(runtime, type, message)
        : RaiseException.from(runtime, type, message, runtime.newEmptyArray());
  }

  /** MRI: rb_syserr_fail; {@code detail} follows the description, null adds nothing. */
  static RaiseException failure(Ruby runtime, int errno, String detail) {
    RaiseException failure = runtime.newErrnoFromInt(errno, "");
    String description = jnr.constants.platform.Errno.valueOf(errno).description();
    return described(failure, detail == null ? description : description + " - " + detail);
  }

  /** MRI: rb_syserr_fail_path, which names the C function where the stream has a path. */
  static RaiseException failure(Ruby runtime, int errno, String function, String path) {
    if (path == null || path.isEmpty()) {
      return failure(runtime, errno, null);
    }
    RaiseException failure = failure(runtime, errno, path);
    String description = jnr.constants.platform.Errno.valueOf(errno).description();
    return described(failure, description + " @ " + function + " - " + path);
  }

  private static RaiseException described(RaiseException failure, String message) {
    RubyException exception = failure.getException();
    exception.setMessage(exception.getRuntime().newString(message));
    return failure;
  }

  static RaiseException noMemory(Ruby runtime) {
    return runtime.newRaiseException(runtime.getNoMemoryError(), "failed to allocate memory");
  }
}
