package nonblockio;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jruby.Ruby;
import org.jruby.RubyArray;
import org.jruby.RubyIO;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;

/**
 * Descriptors that came with a message and become IO objects; until then they are ours to close.
 */
final class ReceivedRights {
  private final ArrayDeque<Integer> left = new ArrayDeque<>();
  private final List<IRubyObject> opened = new ArrayList<>();

  ReceivedRights(List<ControlMessages.Control> controls) {
    for (ControlMessages.Control control : controls) {
      if (control.rights()) {
        for (int fd : control.descriptors()) {
          left.add(fd);
        }
      }
    }
  }

  /** The IO objects of one control message, a frozen array. MRI: make_io_for_unix_rights. */
  RubyArray<?> take(ThreadContext context, ControlMessages.Control control) {
    RubyArray<?> ios = context.runtime.newArray();
    for (int i = control.data.length / 4; i > 0; i--) {
      IRubyObject io = open(context, left.peek());
      left.remove();
      opened.add(io);
      ios.append(io);
    }
    ios.freeze(context);
    return ios;
  }

  /** Closes all of them, for when the caller gets none. */
  void close(ThreadContext context) {
    for (IRubyObject io : opened) {
      ((RubyIO) io).close(context);
    }
    for (int fd : left) {
      Backend.syscalls().close(fd);
    }
    left.clear();
  }

  private static IRubyObject open(ThreadContext context, int fd) {
    Ruby runtime = context.runtime;
    if (Descriptor.type(fd) == -Platform.ENOTSOCK) {
      return runtime.getIO().callMethod(context, "for_fd", runtime.newFixnum(fd));
    }
    return Sockets.wrap(context, runtime.getClass("Socket"), fd);
  }

  /** {@code type.for_fd(fd, mode)}. */
  static IRubyObject open(ThreadContext context, IRubyObject type, int fd, IRubyObject mode) {
    IRubyObject number = context.runtime.newFixnum(fd);
    return mode.isNil()
        ? type.callMethod(context, "for_fd", number)
        : type.callMethod(context, "for_fd", new IRubyObject[] {number, mode});
  }
}
