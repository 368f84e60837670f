package nonblockio;

import org.jruby.RubyIO;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** What the current fiber asks of calls that wait. */
final class Fibers {
  private Fibers() {}

  /** The Fiber::Scheduler that does the waiting, or nil. MRI: rb_fiber_scheduler_current. */
  static IRubyObject scheduler(ThreadContext context) {
    return context.getFiberCurrentThread().getSchedulerCurrent();
  }

  /** MRI: rb_fiber_scheduler_io_wait. */
  static IRubyObject wait(
      ThreadContext context, IRubyObject scheduler, RubyIO io, int events, IRubyObject timeout) {
    IRubyObject[] arguments = {io, context.runtime.newFixnum(events), timeout};
    return scheduler.callMethod(context, "io_wait", arguments);
  }
}
