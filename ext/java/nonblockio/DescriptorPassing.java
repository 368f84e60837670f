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
      MessageReceive message = new MessageReceive(1, ControlMessages.space(4), 0);
      int n = MessageMethods.attempt(context, io, fptr, message);
      if (n >= 0) {
        return descriptor(runtime, message.controls);
      }
      Receiving.refused(context, io, fptr, -n, "recvmsg(2)", true, true);
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
        runtime.getClass("SocketError"), "file descriptor was not passed " + reason(controls));
  }

  private static String reason(List<ControlMessages.Control> controls) {
    if (controls.isEmpty()) {
      int header = Platform.CMSG_HEADER;
      return "(msg_controllen=0 smaller than sizeof(struct cmsghdr)=" + header + ")";
    }
    ControlMessages.Control control = controls.get(0);
    if (control.level != Platform.SOL_SOCKET) {
      return "(cmsg_level=" + control.level + ", " + Platform.SOL_SOCKET + " expected)";
    }
    if (control.type != Platform.SCM_RIGHTS) {
      return "(cmsg_type=" + control.type + ", " + Platform.SCM_RIGHTS + " expected)";
    }
    int length = ControlMessages.length(control.data.length);
    return "(cmsg_len=" + length + ", " + ControlMessages.length(4) + " expected)";
  }
}
