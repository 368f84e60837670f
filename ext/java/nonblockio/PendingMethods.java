package nonblockio;

import org.jruby.RubyIO;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** What io/wait before Ruby 4.0 tells of bytes that wait to be read. */
public final class PendingMethods {
  private PendingMethods() {}

  /** MRI: io_nread. */
  @JRubyMethod(name = "nread")
  public static IRubyObject nread(ThreadContext context, IRubyObject self) {
    OpenFile fptr = ((RubyIO) self).getOpenFileChecked();
    boolean locked = fptr.lock();
    try {
      fptr.checkCharReadable(context);
      int n = fptr.READ_CHAR_PENDING() ? 1 : fptr.READ_DATA_PENDING_COUNT();
      if (n == 0) {
        n = Descriptor.available(fptr);
      }
      if (n < 0) {
        throw Errnos.failure(context.runtime, -n, null);
      }
      return context.runtime.newFixnum(n);
    } finally {
      if (locked) {
        fptr.unlock();
      }
    }
  }

  /** MRI: io_ready_p. */
  @JRubyMethod(name = "ready?")
  public static IRubyObject ready(ThreadContext context, IRubyObject self) {
    IRubyObject now = context.runtime.newFixnum(0);
    return context.runtime.newBoolean(WaitMethods.waitReadable(context, self, now).isTrue());
  }
}
