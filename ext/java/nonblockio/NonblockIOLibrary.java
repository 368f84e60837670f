package nonblockio;

import org.jruby.Ruby;
import org.jruby.RubyModule;
import org.jruby.anno.JRubyMethod;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.Visibility;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.runtime.load.Library;

/** What {@code JRuby::Util.load_ext} loads: chooses the backend and binds the private methods. */
public final class NonblockIOLibrary implements Library {
  @Override
  public void load(Ruby runtime, boolean wrap) {
    RubyModule module = runtime.defineModule("NonblockIO");
    if (module.dataGetStruct() != null) {
      return;
    }
    Backend.choose(runtime);
    module.dataWrapStruct(new ChannelMethods(runtime));
    module.defineAnnotatedMethods(NonblockIOLibrary.class);
    IOMethods.define(runtime.getIO());
    SocketMethods.define(runtime.getClass("BasicSocket"));
    bind(runtime.getClass("Socket"), SocketPairs.class);
    if (runtime.getClass("UNIXSocket") != null) {
      bind(runtime.getClass("UNIXSocket"), SocketPairs.class);
    }
    if (Backend.syscalls() != null) {
      bindWhatNeedsDescriptors(runtime);
    }
  }

  private static void bindWhatNeedsDescriptors(Ruby runtime) {
    SocketConstants.define(runtime);
    bind(runtime.getIO(), DirectMethods.class, WaitMethods.class, SelectMethods.class);
    runtime.getLoadService().provide("io/wait.rb");
    runtime.getLoadService().provide("io/nonblock.rb");
    bind(runtime.getIO(), NonblockMethods.class);
    if (Semantics.TELLS_PENDING) {
      bind(runtime.getIO(), PendingMethods.class);
    }
    defer(runtime.getClass("BasicSocket"));
    DeferredMethods.define(
        runtime.getClass("UDPSocket"),
        "HostMethods",
        "__sendto_host",
        "__bind_host",
        "__connect_host");
    DeferredMethods.define(runtime.getClass("UNIXSocket"), "DescriptorPassing", "__recv_io");
    AddrinfoMethods.define(runtime);
    Openings.define(runtime);
    ChildStreams.define(runtime);
    Sockets.define(runtime);
  }

  private static void defer(RubyModule socket) {
    DeferredMethods.define(
        socket,
        "SocketCalls",
        "__ioctl",
        "__listen",
        "__shutdown",
        "__close_read",
        "__close_write");
    DeferredMethods.define(
        socket,
        "SocketNames",
        "__family",
        "__host_family",
        "self.__service",
        "self.__host",
        "__getsockname",
        "__getpeername",
        "__local_address",
        "__remote_address",
        "__addr",
        "__path",
        "__peeraddr");
    DeferredMethods.define(socket, "SocketOptions", "__getsockopt", "__setsockopt");
    DeferredMethods.define(
        socket, "SocketOpening", "__open", "__open_client", "__open_server", "self.__for_fd");
    DeferredMethods.define(socket, "AcceptMethods", "__accept", "__accept_nonblock", "__sysaccept");
    DeferredMethods.define(socket, "ConnectMethods", "__bind", "__connect", "__connect_nonblock");
    DeferredMethods.define(
        socket, "DatagramMethods", "__sendto", "__recvfrom", "__recvfrom_nonblock");
    DeferredMethods.define(
        socket,
        "MessageMethods",
        "__sendmsg",
        "__sendmsg_nonblock",
        "__recvmsg",
        "__recvmsg_nonblock");
  }

  private static void bind(RubyModule owner, Class<?>... methods) {
    for (Class<?> type : methods) {
      owner.defineAnnotatedMethods(type);
    }
  }

  /** NonblockIO.backend. */
  @JRubyMethod(meta = true)
  public static IRubyObject backend(ThreadContext context, IRubyObject self) {
    return context.runtime.newSymbol(Backend.name());
  }

  /** Why it is this backend, for NonblockIO.info. */
  @JRubyMethod(name = "__reason", meta = true, visibility = Visibility.PRIVATE)
  public static IRubyObject reason(ThreadContext context, IRubyObject self) {
    return context.runtime.newString(Backend.reason());
  }

  /** Whether real descriptors can be had, for NonblockIO.info. */
  @JRubyMethod(name = "__descriptors?", meta = true, visibility = Visibility.PRIVATE)
  public static IRubyObject descriptors(ThreadContext context, IRubyObject self) {
    return context.runtime.newBoolean(Backend.descriptorsVisible(context.runtime));
  }
}
