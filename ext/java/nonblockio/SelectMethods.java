package nonblockio;

import java.util.HashMap;
import java.util.Map;
import org.jruby.Ruby;
import org.jruby.RubyArray;
import org.jruby.RubyFloat;
import org.jruby.RubyIO;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.TypeConverter;
import org.jruby.util.io.OpenFile;

/** IO.select over poll(2). MRI: rb_f_select, select_internal. */
public final class SelectMethods {
  private SelectMethods() {}

  @JRubyMethod(name = "select", required = 1, optional = 3, meta = true)
  public static IRubyObject select(ThreadContext context, IRubyObject self, IRubyObject[] args) {
    IRubyObject nil = context.nil;
    IRubyObject scheduler = Fibers.scheduler(context);
    if (!scheduler.isNil() && scheduler.respondsTo("io_select")) {
      return scheduler.callMethod(context, "io_select", args);
    }
    long nanos = nanos(context, args.length > 3 ? args[3] : nil);
    Selection selection =
        new Selection(
            context, args[0], args.length > 1 ? args[1] : nil, args.length > 2 ? args[2] : nil);
    if (!selection.real) {
      return ChannelMethods.of(context.runtime).select(context, self, args);
    }
    IRubyObject result = selection.poll();
    if (result != null || nanos == 0) {
      return result == null ? nil : result;
    }
    return selection.await(nanos);
  }

  /** -1 for nil and infinity, which are for ever. */
  private static long nanos(ThreadContext context, IRubyObject timeout) {
    boolean infinite =
        timeout instanceof RubyFloat
            && ((RubyFloat) timeout).getValue() == Double.POSITIVE_INFINITY;
    return timeout.isNil() || infinite ? -1 : Intervals.nanos(context, timeout);
  }

  /** The three lists of one call, one after the other as in the poll set. */
  private static final class Selection {
    private static final short[] EVENTS = {Platform.POLLIN, Platform.POLLOUT, Platform.POLLPRI};

    private final ThreadContext context;
    private final IRubyObject[][] lists = new IRubyObject[3][];
    private final OpenFile[] files;
    private final int size;

    /** Where each entry is in the poll set, when a descriptor may be there only once. */
    private int[] places;

    private PollSet polled;
    boolean real = true;
    boolean buffered;

    Selection(ThreadContext context, IRubyObject read, IRubyObject write, IRubyObject urgent) {
      this.context = context;
      lists[0] = elements(read);
      lists[1] = elements(write);
      lists[2] = elements(urgent);
      size = lists[0].length + lists[1].length + lists[2].length;
      files = new OpenFile[size];
      int at = 0;
      for (int list = 0; list < 3; list++) {
        for (IRubyObject element : lists[list]) {
          files[at++] = file(element, list);
        }
      }
    }

    private IRubyObject[] elements(IRubyObject list) {
      if (list.isNil()) {
        return IRubyObject.NULL_ARRAY;
      }
      if (!(list instanceof RubyArray)) {
        String type = list.getMetaClass().getRealClass().getName();
        throw context.runtime.newTypeError("wrong argument type " + type + " (expected Array)");
      }
      return ((RubyArray<?>) list).toJavaArray();
    }

    private OpenFile file(IRubyObject element, int list) {
      RubyIO io =
          element instanceof RubyIO
              ? (RubyIO) element
              : TypeConverter.ioGetIO(context.runtime, element);
      OpenFile fptr = (list == 1 ? io.GetWriteIO() : io).getOpenFileChecked();
      if (Descriptor.fd(fptr) < 0) {
        real = false;
      } else if (list == 0 && Descriptor.buffered(fptr)) {
        buffered = true;
      }
      return fptr;
    }

    private short events(int at) {
      int writes = lists[0].length;
      return EVENTS[at < writes ? 0 : at < writes + lists[1].length ? 1 : 2];
    }

    /** Asks the kernel without waiting; null if nothing is ready. */
    IRubyObject poll() {
      int n = pollOnce();
      if (n == -Platform.EINVAL && places == null) {
        merge();
        n = pollOnce();
      }
      if (n < 0 && n != -Platform.EINTR) {
        throw Errnos.failure(context.runtime, -n, "poll(2)");
      }
      return n > 0 || buffered ? result() : null;
    }

    private int pollOnce() {
      polled = PollSet.scratch(size);
      for (int at = 0; at < size; at++) {
        add(polled, at);
      }
      return polled.poll(0);
    }

    private void add(PollSet set, int at) {
      if (places == null || places[at] == set.count()) {
        set.add(Descriptor.fd(files[at]), events(at));
      } else {
        set.ask(places[at], events(at));
      }
    }

    /** poll(2) takes no more entries than a process may have descriptors. */
    private void merge() {
      places = new int[size];
      Map<Integer, Integer> known = new HashMap<>();
      for (int at = 0; at < size; at++) {
        int next = known.size();
        Integer place = known.putIfAbsent(Descriptor.fd(files[at]), next);
        places[at] = place == null ? next : place;
      }
    }

    /**
     * Sleeps until something is ready, again after a wake-up that was for nothing. The kernel is
     * asked anew then: bytes that came while it went through the set show at some places only.
     */
    IRubyObject await(long nanos) {
      long deadline = System.nanoTime() + nanos;
      long left = nanos;
      do {
        if (sleep(left)) {
          for (OpenFile file : files) {
            CloseNotices.checkOpen(context, file);
          }
          IRubyObject result = poll();
          if (result != null) {
            return result;
          }
        }
        left = nanos < 0 ? nanos : deadline - System.nanoTime();
      } while (nanos < 0 || left > 0);
      return context.nil;
    }

    private boolean sleep(long nanos) {
      Waiter waiter = Waiter.acquire();
      int added = 0;
      Throwable raised = null;
      try {
        waiter.set.clear(size + 1);
        while (added < size) {
          CloseNotices.enter(context, files[added]);
          add(waiter.set, added++);
        }
        return waiter.sleep(context, nanos) > 0;
      } catch (Throwable e) {
        raised = e;
        throw e;
      } finally {
        waiter.release();
        CloseNotices.leave(context, raised, added, files);
      }
    }

    /** The answer of IO.select, or null if nothing in the set is ready. */
    private IRubyObject result() {
      Ruby runtime = context.runtime;
      RubyArray<?>[] results = new RubyArray<?>[3];
      boolean any = false;
      int at = 0;
      for (int list = 0; list < 3; list++) {
        results[list] = runtime.newArray();
        for (IRubyObject element : lists[list]) {
          if (ready(list, at++)) {
            results[list].append(element);
            any = true;
          }
        }
      }
      return any ? runtime.newArray(results[0], results[1], results[2]) : null;
    }

    private boolean ready(int list, int entry) {
      int at = places == null ? entry : places[entry];
      if (polled.invalid(at)) {
        throw Errnos.failure(context.runtime, Platform.EBADF, null);
      }
      switch (list) {
        case 0:
          return polled.readable(at) || (buffered && Descriptor.buffered(files[entry]));
        case 1:
          return polled.writable(at);
        default:
          return polled.urgent(at);
      }
    }
  }
}
