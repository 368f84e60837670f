package nonblockio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.RubyThread;
import org.jruby.ext.socket.RubyBasicSocket;
import org.jruby.runtime.ThreadContext;
import org.jruby.util.io.ChannelFD;
import org.jruby.util.io.FilenoUtil;
import org.jruby.util.io.OpenFile;

/**
 * What JRuby's buffered calls (gets, read, each_line, flush, ...) read from and write to where its
 * own channel would block in the system call, out of reach of Thread#kill, Thread#raise, Timeout
 * and close in another thread: sockets and pipes that are native channels, named pipes, terminals
 * and the standard streams. MRI: internal_read_func and internal_write_func.
 */
final class WaitingChannel implements ByteChannel {
  /** A blocked write looks for interrupts this often: JRuby cannot be told of one inside it. */
  private static final int WRITE_WAIT_MILLIS = 50;

  private final ChannelFD owner;
  private final RubyIO stream;
  private final boolean socket;

  /** The streams of one descriptor, of which IO.for_fd makes more: closing one ends its use. */
  private final List<WaitingChannel> sharing;

  private WaitingChannel(
      ChannelFD owner, RubyIO stream, boolean socket, List<WaitingChannel> sharing) {
    this.owner = owner;
    this.stream = stream;
    this.socket = socket;
    this.sharing = sharing;
    sharing.removeIf(channel -> !channel.isUsed());
    sharing.add(this);
  }

  /** Puts itself between JRuby's buffers and the channel of an open stream that may block. */
  static void install(Ruby runtime, RubyIO io) {
    install(runtime, io, io);
    RubyIO writer = io.GetWriteIO();
    if (writer != io) {
      install(runtime, writer, io);
    }
  }

  /** Makes JRuby leave the waiting for a channel of the JDK too, which knows no IO#timeout. */
  static void force(Ruby runtime, RubyIO io) {
    OpenFile fptr = io.getOpenFileChecked();
    ChannelFD channel = fptr.fd();
    if (channel.chSelect == null
        || channel.chNative != null
        || FilenoUtil.isFake(channel.realFileno)) {
      return;
    }
    if (!(channel.chRead instanceof WaitingChannel)) {
      replace(channel, io, io instanceof RubyBasicSocket, new CopyOnWriteArrayList<>());
    }
    fptr.setNonblock(runtime);
  }

  private static void install(Ruby runtime, RubyIO io, RubyIO identity) {
    OpenFile fptr = io.getOpenFile();
    ChannelFD channel = fptr == null ? null : fptr.fd();
    if (channel == null || FilenoUtil.isFake(channel.realFileno)) {
      return;
    }
    if (channel.chRead instanceof WaitingChannel) {
      ((WaitingChannel) channel.chRead).share(runtime, io);
    } else if (blocks(runtime, channel)) {
      boolean socket = identity instanceof RubyBasicSocket;
      replace(channel, io, socket, new CopyOnWriteArrayList<>());
    }
  }

  private static void replace(
      ChannelFD channel, RubyIO io, boolean socket, List<WaitingChannel> sharing) {
    WaitingChannel waiting = new WaitingChannel(channel, io, socket, sharing);
    channel.chRead = channel.chRead == null ? null : waiting;
    channel.chWrite = channel.chWrite == null ? null : waiting;
  }

  /** JRuby gave another stream the channel of this one; now each knows whose reads it answers. */
  private void share(Ruby runtime, RubyIO other) {
    if (other != stream) {
      ChannelFD channel = new ChannelFD(owner.ch, runtime.getPosix(), runtime.getFilenoUtil());
      other.getOpenFile().setFD(channel);
      replace(channel, other, socket, sharing);
    }
  }

  private boolean isUsed() {
    OpenFile fptr = stream.getOpenFile();
    return fptr != null && fptr.fd() == owner;
  }

  private static boolean blocks(Ruby runtime, ChannelFD channel) {
    if (channel.chNative != null) {
      return !channel.isNativeFile;
    }
    return channel.chFile != null && !runtime.getPosix().fstat(channel.realFileno).isFile();
  }

  /** Whether the stream's writes may go straight to the descriptor. */
  static boolean on(ChannelFD channel) {
    return channel.chWrite instanceof WaitingChannel;
  }

  /** Waits as {@link Waiter#await} does; -1 at the end of the stream, never 0. */
  @Override
  public int read(ByteBuffer target) {
    ThreadContext context = stream.getRuntime().getCurrentContext();
    OpenFile fptr = stream.getOpenFile();
    List<OpenFile> open = open();
    while (true) {
      int n = attempt(context, fptr, target);
      if (n >= 0) {
        return n == 0 ? -1 : n;
      }
      if (!Platform.wouldBlock(-n)) {
        checkOpen(context, open);
        throw Errnos.failure(context.runtime, -n, "io_fillbuf", fptr.getPath());
      }
      await(context, fptr, open);
    }
  }

  /** The streams of the descriptor: closing any of them ends a read. */
  private List<OpenFile> open() {
    List<OpenFile> open = new ArrayList<>(sharing.size());
    for (WaitingChannel channel : sharing) {
      if (channel.isUsed()) {
        open.add(channel.stream.getOpenFile());
      }
    }
    return open;
  }

  private void await(ThreadContext context, OpenFile fptr, List<OpenFile> open) {
    Throwable raised = null;
    try {
      open.forEach(file -> file.addBlockingThread(context.getThread()));
      checkOpen(context, open);
      Waiter.await(context, stream, fptr, Platform.POLLIN);
    } catch (Throwable e) {
      raised = e;
      throw e;
    } finally {
      CloseNotices.leave(context, raised, open.size(), open.toArray(new OpenFile[0]));
    }
    checkOpen(context, open);
  }

  private static void checkOpen(ThreadContext context, List<OpenFile> open) {
    open.forEach(file -> CloseNotices.checkOpen(context, file));
  }

  private int attempt(ThreadContext context, OpenFile fptr, ByteBuffer target) {
    int length = Descriptor.part(owner.realFileno, target.remaining());
    int offset = target.position();
    boolean whole = target.hasArray();
    byte[] bytes = whole ? target.array() : new byte[length];
    boolean locked = fptr.lock();
    try {
      CloseNotices.checkOpen(context, fptr);
      int at = whole ? target.arrayOffset() + offset : 0;
      int n = Descriptor.read(fptr, owner.realFileno, bytes, at, length, socket);
      if (n > 0 && whole) {
        target.position(offset + n);
      } else if (n > 0) {
        target.put(bytes, 0, n);
      }
      return n;
    } finally {
      if (locked) {
        fptr.unlock();
      }
    }
  }

  /** Writes what fits; after a short wait for room 0, so that the caller looks for interrupts. */
  @Override
  public int write(ByteBuffer source) throws IOException {
    byte[] bytes = new byte[Descriptor.part(owner.realFileno, source.remaining())];
    source.duplicate().get(bytes);
    OpenFile fptr = stream.getOpenFile();
    boolean locked = fptr.lock();
    try {
      if (fptr.fd() != owner) {
        return 0;
      }
      int n = Descriptor.write(fptr, owner.realFileno, bytes, 0, bytes.length, socket);
      if (n >= 0) {
        source.position(source.position() + n);
        return n;
      }
      if (!Platform.wouldBlock(-n)) {
        throw new IOException(jnr.constants.platform.Errno.valueOf(-n).description());
      }
      pause(fptr);
      return 0;
    } finally {
      if (locked) {
        fptr.unlock();
      }
    }
  }

  /** Waits for room without the lock, so that another thread may close the stream. */
  private void pause(OpenFile fptr) {
    RubyThread thread = stream.getRuntime().getCurrentContext().getThread();
    PollSet set = PollSet.scratch(1);
    set.add(owner.realFileno, Platform.POLLOUT);
    fptr.addBlockingThread(thread);
    fptr.unlock();
    try {
      set.poll(WRITE_WAIT_MILLIS);
    } finally {
      fptr.lock();
      fptr.removeBlockingThread(thread);
    }
  }

  @Override
  public boolean isOpen() {
    return owner.ch.isOpen();
  }

  @Override
  public void close() throws IOException {
    owner.ch.close();
  }
}
