package nonblockio;

import java.util.concurrent.ArrayBlockingQueue;
import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.RubyThread;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/**
 * Waits in poll(2) until descriptors are ready, beside a wake-up descriptor, so that Thread#kill,
 * Thread#raise, Timeout and close in another thread end it. Unlike a JDK selector it leaves
 * O_NONBLOCK alone, takes every kind of descriptor, and any number of threads may wait for one
 * descriptor. MRI: rb_thread_wait_for_single_fd and rb_thread_fd_select.
 */
final class Waiter implements RubyThread.Task<Long, Integer> {
  private static final int KEPT = 16;
  private static final int LONGEST_POLL_MILLIS = 60 * 60 * 1000;
  private static final byte[] WAKE_UP = new byte[1];
  private static final ArrayBlockingQueue<Waiter> IDLE = new ArrayBlockingQueue<>(KEPT);

  final PollSet set = new PollSet();

  /** Without a descriptor to spare a waiter wakes up by itself, often. */
  private static final int NONE = -1;

  private static final int SLICE_MILLIS = 20;

  private final int sleeper;
  private final int waker;
  private boolean closed;

  private Waiter(int sleeper, int waker) {
    this.sleeper = sleeper;
    this.waker = waker;
  }

  /**
   * Waits until a blocking call may be tried again, or raises what IO#timeout= asks for. MRI:
   * rb_io_maybe_wait with RUBY_IO_TIMEOUT_DEFAULT.
   */
  static void await(ThreadContext context, RubyIO io, OpenFile fptr, short events) {
    IRubyObject scheduler = Fibers.scheduler(context);
    if (!scheduler.isNil()) {
      Fibers.wait(context, scheduler, io, events, context.nil);
      return;
    }
    long nanos = timeout(context, io);
    long deadline = System.nanoTime() + nanos;
    int ready = poll(context, fptr, events, nanos);
    CloseNotices.checkOpen(context, fptr);
    if (ready == 0 && nanos >= 0 && System.nanoTime() - deadline >= 0) {
      Ruby runtime = context.runtime;
      throw runtime.newRaiseException(
          runtime.getIO().getClass("TimeoutError"), "Blocking operation timed out!");
    }
  }

  /** The events that are ready; 0 after the time or a wake-up. Negative nanoseconds: for ever. */
  static int poll(ThreadContext context, OpenFile fptr, short events, long nanos) {
    Waiter waiter = acquire();
    Throwable raised = null;
    try {
      waiter.set.clear(2);
      CloseNotices.enter(context, fptr);
      waiter.set.add(Descriptor.fd(fptr), events);
      return waiter.sleep(context, nanos) > 0 ? waiter.set.ready(0) : 0;
    } catch (Throwable e) {
      raised = e;
      throw e;
    } finally {
      waiter.release();
      CloseNotices.leave(context, raised, 1, fptr);
    }
  }

  /** Sleeps until something in the set is ready; answers how many, 0 after time or a wake-up. */
  int sleep(ThreadContext context, long nanos) {
    set.add(sleeper, Platform.POLLIN);
    try {
      return context.getThread().executeTaskBlocking(context, nanos, this);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  @Override
  public Integer run(ThreadContext context, Long nanos) {
    long deadline = System.nanoTime() + nanos;
    while (true) {
      int millis = millis(nanos, deadline);
      int n =
          CarrierRelief.poll(
              set, sleeper == NONE ? Math.min(millis, SLICE_MILLIS) : millis, this::wakeUp);
      boolean over = nanos >= 0 && System.nanoTime() - deadline >= 0;
      if (n > 0 || over || (n == 0 && sleeper == NONE)) {
        return Math.max(n, 0);
      }
      if (n < 0 && n != -Platform.EINTR) {
        throw Errnos.failure(context.runtime, -n, "poll(2)");
      }
    }
  }

  @Override
  public void wakeup(RubyThread thread, Long nanos) {
    wakeUp();
  }

  /** A thread may come here late, when the wait it meant is over and another goes on, or none. */
  private synchronized void wakeUp() {
    if (closed) {
      return;
    }
    Backend.syscalls().send(waker, WAKE_UP, 0, 1, Platform.MSG_NOSIGNAL);
  }

  private static int millis(long nanos, long deadline) {
    if (nanos < 0) {
      return LONGEST_POLL_MILLIS;
    }
    long left = Math.max(0, deadline - System.nanoTime());
    return (int) Math.min(LONGEST_POLL_MILLIS, (left + 999_999) / 1_000_000);
  }

  /** IO#timeout in nanoseconds; -1 for none. */
  static long timeout(ThreadContext context, RubyIO io) {
    if (!io.respondsTo("timeout")) {
      return -1;
    }
    IRubyObject seconds = io.callMethod(context, "timeout");
    return seconds == null || seconds.isNil() ? -1 : Intervals.nanos(context, seconds);
  }

  static Waiter acquire() {
    Waiter idle = IDLE.poll();
    if (idle != null) {
      return idle;
    }
    int[] pair = new int[2];
    int result = SocketPairs.open(Platform.AF_UNIX, Platform.SOCK_STREAM, 0, pair);
    return result < 0 ? new Waiter(NONE, NONE) : new Waiter(pair[0], pair[1]);
  }

  void release() {
    if (sleeper == NONE) {
      return;
    }
    Syscalls syscalls = Backend.syscalls();
    byte[] drained = Scratch.array(64);
    int n;
    do {
      n = syscalls.recv(sleeper, drained, 0, 64, 0);
    } while (n == 64);
    set.clear(2);
    if (!IDLE.offer(this)) {
      close(syscalls);
    }
  }

  private synchronized void close(Syscalls syscalls) {
    closed = true;
    syscalls.close(sleeper);
    syscalls.close(waker);
  }
}
