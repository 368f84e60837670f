package nonblockio;

import java.util.List;
import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** The private method of UNIXSocket under recv_io. */
public final class DescriptorPassing {
  private DescriptorPassing() {}

  /** MRI: unix_recv_io. */
  @JRubyMethod(name = "__recv_io", visibility = Visibility.PRIVATE)
  public static IRubyObject recvIo(
      ThreadContext context, IRubyObject self, IRubyObject type, IRubyObject mode) {
    int fd = receive(context, (RubyIO) self);
    if (type.isNil()) {
      return context.runtime.newFixnum(fd);
    }
    try {
      return ReceivedRights.open(context, type, fd, mode);
    } catch (Throwable e) {
      Backend.syscalls().close(fd);
      throw e;
    }
  }

  private static int receive(ThreadContext context, RubyIO io) {
    Ruby runtime = context.runtime;
    OpenFile fptr = io.getOpenFileChecked();
    while (true) {
      MessageReceive message = new MessageReceive(1, Message.CONTROL_ROOM, 0);
      int n = MessageMethods.attempt(context, io, fptr, message);
      if (n >= 0) {
        return descriptor(runtime, message.controls);
      }
      if (!Platform.wouldBlock(-n)) {
        throw Errnos.failure(runtime, -n, "recvmsg(2)");
      }
      Waiter.await(context, io, fptr, Platform.POLLIN);
    }
  }

  private static int descriptor(Ruby runtime, List<ControlMessages.Control> controls) {
    if (controls.size() == 1 && controls.get(0).rights()) {
      int[] descriptors = controls.get(0).descriptors();
      if (descriptors.length == 1) {
        return descriptors[0];
      }
    }
    ControlMessages.discard(controls, false);
    throw runtime.newRaiseException(
        runtime.getClass("SocketError"), "file descriptor was not passed");
  }
}
