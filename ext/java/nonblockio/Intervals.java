package nonblockio;

import org.jruby.RubyTime;
import org.jruby.exceptions.RaiseException;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/** Ruby's time intervals as nanoseconds. MRI: rb_time_interval. */
final class Intervals {
  private static final double TOO_LONG = 0x1p63;

  private Intervals() {}

  static long nanos(ThreadContext context, IRubyObject seconds) {
    double interval = RubyTime.convertTimeInterval(context, seconds);
    if (Double.isNaN(interval) || interval >= TOO_LONG) {
      throw outOfRange(context, interval);
    }
    return (long) (interval * 1e9);
  }

  private static RaiseException outOfRange(ThreadContext context, double interval) {
    String text =
        Double.isNaN(interval)
            ? "NaN"
            : Double.isInfinite(interval) ? "Inf" : String.format("%f", interval);
    return context.runtime.newRangeError(text + " out of Time range");
  }
}
