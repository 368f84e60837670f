package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.RubyNumeric;
import org.jruby.RubySymbol;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** IO#wait and its kin: the kernel is asked once without waiting, then {@link Waiter} waits. */
public final class WaitMethods {
  private WaitMethods() {}

  /** MRI: io_wait_readable. */
  @JRubyMethod(name = "wait_readable")
  public static IRubyObject waitReadable(ThreadContext context, IRubyObject self) {
    return waitReadable(context, self, context.nil);
  }

  @JRubyMethod(name = "wait_readable")
  public static IRubyObject waitReadable(
      ThreadContext context, IRubyObject self, IRubyObject timeout) {
    return sole(context, self, "wait_readable", Platform.POLLIN, timeout);
  }

  /** MRI: io_wait_writable. */
  @JRubyMethod(name = "wait_writable")
  public static IRubyObject waitWritable(ThreadContext context, IRubyObject self) {
    return waitWritable(context, self, context.nil);
  }

  @JRubyMethod(name = "wait_writable")
  public static IRubyObject waitWritable(
      ThreadContext context, IRubyObject self, IRubyObject timeout) {
    return sole(context, self, "wait_writable", Platform.POLLOUT, timeout);
  }

  /** MRI: io_wait_priority. */
  @JRubyMethod(name = "wait_priority")
  public static IRubyObject waitPriority(ThreadContext context, IRubyObject self) {
    return waitPriority(context, self, context.nil);
  }

  @JRubyMethod(name = "wait_priority")
  public static IRubyObject waitPriority(
      ThreadContext context, IRubyObject self, IRubyObject timeout) {
    return sole(context, self, "wait_priority", Platform.POLLPRI, timeout);
  }

  /** MRI: io_wait. Two arguments without a symbol ask for events and are answered with events. */
  @JRubyMethod(name = "wait", rest = true)
  public static IRubyObject wait(ThreadContext context, IRubyObject self, IRubyObject[] args) {
    Ruby runtime = context.runtime;
    RubyIO io = (RubyIO) self;
    if (Descriptor.fd(io.getOpenFileChecked()) < 0) {
      return ChannelMethods.of(runtime).io(context, io, "wait", args);
    }
    if (args.length == 2 && !(args[0] instanceof RubySymbol) && !(args[1] instanceof RubySymbol)) {
      int events = RubyNumeric.num2int(args[0]);
      if (events <= 0 && Semantics.WAIT_ANSWERS_EVENTS) {
        throw runtime.newArgumentError("Events must be positive integer!");
      }
      return wait(context, io, events, args[1], Semantics.WAIT_ANSWERS_EVENTS);
    }
    int events = 0;
    IRubyObject timeout = null;
    for (IRubyObject argument : args) {
      if (argument instanceof RubySymbol) {
        events |= mode(runtime, (RubySymbol) argument);
      } else if (timeout == null) {
        timeout = argument;
        Intervals.nanos(context, timeout);
      } else {
        throw runtime.newArgumentError("timeout given more than once");
      }
    }
    if (timeout == null) {
      timeout = context.nil;
    }
    return wait(context, io, events == 0 ? Platform.POLLIN : events, timeout, false);
  }

  private static IRubyObject wait(
      ThreadContext context, RubyIO io, int events, IRubyObject timeout, boolean answersEvents) {
    Ruby runtime = context.runtime;
    if ((events & Platform.POLLIN) != 0 && Descriptor.buffered(io.getOpenFileChecked())) {
      return answersEvents ? runtime.newFixnum(Platform.POLLIN) : context.tru;
    }
    int ready = ready(context, io, events, timeout);
    if (ready == 0) {
      return context.nil;
    }
    if ((ready & events) == 0) {
      return context.fals;
    }
    return answersEvents ? runtime.newFixnum(ready) : io;
  }

  private static IRubyObject sole(
      ThreadContext context, IRubyObject self, String name, short events, IRubyObject timeout) {
    RubyIO io = (RubyIO) self;
    OpenFile fptr = io.getOpenFileChecked();
    if (events == Platform.POLLOUT) {
      fptr.checkWritable(context);
    } else {
      fptr.checkCharReadable(context);
      if (Descriptor.buffered(fptr)) {
        return context.tru;
      }
    }
    if (Descriptor.fd(fptr) < 0) {
      return ChannelMethods.of(context.runtime).io(context, io, name, timeout);
    }
    return wait(context, io, events, timeout, false);
  }

  /** The events that are ready, or 0 after the timeout. MRI: rb_io_wait. */
  private static int ready(ThreadContext context, RubyIO io, int events, IRubyObject timeout) {
    IRubyObject scheduler = Fibers.scheduler(context);
    if (!scheduler.isNil()) {
      IRubyObject result = Fibers.wait(context, scheduler, io, events, timeout);
      return result.isTrue() ? RubyNumeric.num2int(result) : 0;
    }
    long nanos = timeout.isNil() ? Waiter.timeout(context, io) : Intervals.nanos(context, timeout);
    OpenFile fptr = io.getOpenFileChecked();
    int ready = now(context, fptr, (short) events);
    if (ready != 0 || nanos == 0) {
      return ready;
    }
    long deadline = System.nanoTime() + nanos;
    long left = nanos;
    do {
      ready = Waiter.poll(context, fptr, (short) events, left);
      CloseNotices.checkOpen(context, fptr);
      if (ready != 0) {
        return result(context, ready);
      }
      left = nanos < 0 ? nanos : deadline - System.nanoTime();
    } while (nanos < 0 || left > 0);
    return 0;
  }

  private static int now(ThreadContext context, OpenFile fptr, short events) {
    boolean locked = fptr.lock();
    try {
      PollSet set = PollSet.scratch(1);
      set.add(Descriptor.fd(fptr), events);
      return set.poll(0) > 0 ? result(context, set.ready(0)) : 0;
    } finally {
      if (locked) {
        fptr.unlock();
      }
    }
  }

  /** MRI: the end of rb_thread_wait_for_single_fd; select's meaning of readable and writable. */
  private static int result(ThreadContext context, int ready) {
    if ((ready & Platform.POLLNVAL) != 0) {
      throw Errnos.failure(context.runtime, Platform.EBADF, null);
    }
    int result = ready & Platform.POLLPRI;
    if ((ready & PollSet.READABLE) != 0) {
      result |= Platform.POLLIN;
    }
    if ((ready & PollSet.WRITABLE) != 0) {
      result |= Platform.POLLOUT;
    }
    return result;
  }

  /** MRI: wait_mode_sym. */
  private static int mode(Ruby runtime, RubySymbol symbol) {
    switch (symbol.idString()) {
      case "r":
      case "read":
      case "readable":
        return Platform.POLLIN;
      case "w":
      case "write":
      case "writable":
        return Platform.POLLOUT;
      case "rw":
      case "read_write":
      case "readable_writable":
        return Platform.POLLIN | Platform.POLLOUT;
      default:
        throw runtime.newArgumentError("unsupported mode: " + symbol.idString());
    }
  }
}
