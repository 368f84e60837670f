package nonblockio;

import org.jruby.RubyIO;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** How a receiving call goes on after an attempt that the system refused. */
final class Receiving {
  private Receiving() {}

  /**
   * Waits and answers null for another attempt, or answers or raises what the caller gets. {@code
   * call} is the name in messages.
   */
  static IRubyObject refused(
      ThreadContext context,
      RubyIO io,
      OpenFile fptr,
      int errno,
      String call,
      boolean exception,
      boolean wait) {
    if (!Platform.wouldBlock(errno)) {
      throw Errnos.failure(context.runtime, errno, call);
    }
    if (!wait) {
      return Errnos.waitReadable(context, exception, call + " would block");
    }
    Waiter.await(context, io, fptr, Platform.POLLIN);
    return null;
  }
}
