package nonblockio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channel;
import org.jruby.Ruby;
import org.jruby.RubyIO;
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

  private final OpenFile fptr;
  private final ChannelFD owner;
  private final boolean socket;

  private WaitingChannel(OpenFile fptr, boolean socket) {
    this.fptr = fptr;
    this.owner = fptr.fd();
    this.socket = socket;
  }

  /** Puts itself between JRuby's buffers and the channel of an open stream that may block. */
  static void install(Ruby runtime, RubyIO io) {
    install(runtime, io, io);
    RubyIO writer = io.GetWriteIO();
    if (writer != io) {
      install(runtime, writer, io);
    }
  }

  private static void install(Ruby runtime, RubyIO io, RubyIO identity) {
    OpenFile fptr = io.getOpenFile();
    ChannelFD channel = fptr == null ? null : fptr.fd();
    if (channel == null
        || channel.chRead instanceof WaitingChannel
        || FilenoUtil.isFake(channel.realFileno)
        || !blocks(runtime, channel)) {
      return;
    }
    WaitingChannel waiting = new WaitingChannel(fptr, identity instanceof RubyBasicSocket);
    if (channel.chRead != null) {
      channel.chRead = waiting;
    }
    if (channel.chWrite != null) {
      channel.chWrite = waiting;
    }
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
    RubyIO io = fptr.io;
    ThreadContext context = io.getRuntime().getCurrentContext();
    while (true) {
      int n = attempt(context, target);
      if (n >= 0) {
        return n == 0 ? -1 : n;
      }
      if (!Platform.wouldBlock(-n)) {
        throw Errnos.failure(context.runtime, -n, "io_fillbuf", fptr.getPath());
      }
      Waiter.await(context, io, fptr, Platform.POLLIN);
    }
  }

  private int attempt(ThreadContext context, ByteBuffer target) {
    int length = target.remaining();
    int offset = target.position();
    boolean whole = target.hasArray();
    byte[] bytes = whole ? target.array() : new byte[length];
    boolean locked = fptr.lock();
    try {
      Waiter.checkOpen(context, fptr);
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
    int length = source.remaining();
    byte[] bytes = new byte[length];
    source.duplicate().get(bytes);
    boolean taken = fptr.lock();
    try {
      if (fptr.fd() != owner) {
        return 0;
      }
      int n = Descriptor.write(fptr, owner.realFileno, bytes, 0, length, socket);
      if (n >= 0) {
        source.position(source.position() + n);
        return n;
      }
      if (!Platform.wouldBlock(-n)) {
        throw new IOException(jnr.constants.platform.Errno.valueOf(-n).description());
      }
      pause();
      return 0;
    } finally {
      if (taken) {
        fptr.unlock();
      }
    }
  }

  /** Waits for room without the lock, so that another thread may close the stream. */
  private void pause() {
    RubyIO io = fptr.io;
    ThreadContext context = io.getRuntime().getCurrentContext();
    PollSet set = PollSet.scratch(1);
    set.add(owner.realFileno, Platform.POLLOUT);
    fptr.addBlockingThread(context.getThread());
    fptr.unlock();
    try {
      set.poll(WRITE_WAIT_MILLIS);
    } finally {
      fptr.lock();
      fptr.removeBlockingThread(context.getThread());
    }
  }

  @Override
  public boolean isOpen() {
    return owner.ch.isOpen();
  }

  @Override
  public void close() throws IOException {
    Channel channel = owner.ch;
    channel.close();
  }
}
