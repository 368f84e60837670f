package nonblockio;

import java.nio.channels.IllegalBlockingModeException;
import jnr.posix.FileStat;
import org.jruby.Ruby;
import org.jruby.RubyFile;
import org.jruby.RubyIO;
import org.jruby.exceptions.RaiseException;
import org.jruby.ext.socket.RubyBasicSocket;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.ChannelFD;
import org.jruby.util.io.FilenoUtil;
import org.jruby.util.io.OpenFile;

/**
 * Whether a stream blocks: what its OpenFile says, what the kernel's O_NONBLOCK says and, for what
 * MRI opens without blocking, that nobody has asked for another mode. Sockets and pipes get the
 * kernel's flag only where a call needs it, as programs that are started share it.
 */
final class BlockingMode {
  /** The mark of a stream that blocks: it was told to, or MRI would open it so. */
  private static final String BLOCKS = "nonblock_io_blocks";

  private BlockingMode() {}

  /** MRI: rb_io_nonblock_p. */
  static boolean nonblock(Ruby runtime, RubyIO io) {
    OpenFile fptr = io.getOpenFileChecked();
    if (!fptr.isBlocking()) {
      return true;
    }
    ChannelFD channel = fptr.fd();
    if (FilenoUtil.isFake(channel.realFileno)) {
      return false;
    }
    int flags = Backend.syscalls().fcntl(channel.realFileno, Platform.F_GETFL, 0);
    if (flags >= 0 && (flags & Platform.O_NONBLOCK) != 0) {
      return true;
    }
    return !blocks(runtime, io, channel);
  }

  private static boolean blocks(Ruby runtime, RubyIO io, ChannelFD channel) {
    if (io.hasInternalVariable(BLOCKS)) {
      return true;
    }
    boolean blocks = openedToBlock(runtime, io, channel);
    if (blocks) {
      io.setInternalVariable(BLOCKS, true);
    }
    return blocks;
  }

  private static boolean openedToBlock(Ruby runtime, RubyIO io, ChannelFD channel) {
    if (io instanceof RubyBasicSocket) {
      return false;
    }
    if (channel.chSelect == null || io instanceof RubyFile) {
      return true;
    }
    FileStat stat = runtime.getPosix().fstat(channel.realFileno);
    return !stat.isFifo() && !stat.isSocket();
  }

  /** MRI: rb_io_set_nonblock. A socket does without the kernel's flag. */
  static void leave(RubyIO io, OpenFile fptr) {
    if (!fptr.isBlocking()) {
      return;
    }
    io.removeInternalVariable(BLOCKS);
    ChannelFD channel = fptr.fd();
    if (channel != null && channel.chSelect != null && !(io instanceof RubyBasicSocket)) {
      setNonblock(fptr);
    }
  }

  /** MRI: rb_io_nonblock_set. */
  static void set(Ruby runtime, RubyIO io, boolean nonblock) {
    OpenFile fptr = io.getOpenFileChecked();
    try {
      fptr.setBlocking(runtime, !nonblock);
    } catch (IllegalBlockingModeException selected) {
      // Another thread waits for it through a selector of the JDK, and the mode has to stay.
      return;
    }
    if (nonblock) {
      io.removeInternalVariable(BLOCKS);
    } else {
      io.setInternalVariable(BLOCKS, true);
    }
    int fd = fptr.fd().realFileno;
    if (!FilenoUtil.isFake(fd)) {
      tellKernel(fd, nonblock);
    }
  }

  /** A channel does not do so where it has the mode already, which a duplicate may have changed. */
  private static void tellKernel(int fd, boolean nonblock) {
    Syscalls syscalls = Backend.syscalls();
    int flags = syscalls.fcntl(fd, Platform.F_GETFL, 0);
    if (flags >= 0 && (flags & Platform.O_NONBLOCK) != 0 != nonblock) {
      syscalls.fcntl(fd, Platform.F_SETFL, flags ^ Platform.O_NONBLOCK);
    }
  }

  /**
   * Before a call that must return at once: a pipe that does not block gets O_NONBLOCK from then
   * on, what blocks has it for this one call. Answers the flags to {@link #restore}, or -1.
   */
  static int withoutWaiting(Syscalls syscalls, OpenFile fptr, ChannelFD channel) {
    if (channel.chSelect == null ? channel.chFile == null : !fptr.isBlocking()) {
      return -1;
    }
    if (channel.chSelect != null && !blocks(fptr.io.getRuntime(), fptr.io, channel)) {
      setNonblock(fptr);
      return -1;
    }
    int fd = channel.realFileno;
    int flags = syscalls.fcntl(fd, Platform.F_GETFL, 0);
    if (flags < 0 || (flags & Platform.O_NONBLOCK) != 0) {
      return -1;
    }
    syscalls.fcntl(fd, Platform.F_SETFL, flags | Platform.O_NONBLOCK);
    return flags;
  }

  static void restore(Syscalls syscalls, int fd, int flags) {
    if (flags >= 0) {
      syscalls.fcntl(fd, Platform.F_SETFL, flags);
    }
  }

  /** Where that fails the descriptor is gone, and the call itself tells so with its errno. */
  private static void setNonblock(OpenFile fptr) {
    ThreadContext context = fptr.io.getRuntime().getCurrentContext();
    IRubyObject before = context.getErrorInfo();
    try {
      fptr.setNonblock(context.runtime);
    } catch (RaiseException e) {
      context.setErrorInfo(before);
    }
  }
}
