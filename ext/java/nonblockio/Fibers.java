package nonblockio;

import org.jruby.RubyIO;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** What the current fiber asks of calls that wait. */
final class Fibers {
  private Fibers() {}

  /**
   * The Fiber::Scheduler that does the waiting, or nil. MRI: rb_fiber_scheduler_current. The fiber
   * itself is asked whether it blocks: JRuby's thread learns of a switch after the fiber has begun.
   */
  static IRubyObject scheduler(ThreadContext context) {
    return context.getFiber().isBlocking()
        ? context.nil
        : context.getFiberCurrentThread().getScheduler();
  }

  /** MRI: rb_fiber_scheduler_io_wait. */
  static IRubyObject wait(
      ThreadContext context, IRubyObject scheduler, RubyIO io, int events, IRubyObject timeout) {
    IRubyObject[] arguments = {io, context.runtime.newFixnum(events), timeout};
    return scheduler.callMethod(context, "io_wait", arguments);
  }
}
