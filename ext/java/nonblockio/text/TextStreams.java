package nonblockio.text;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.function.BiConsumer;
import org.jcodings.transcode.EConvFlags;
import org.jruby.Ruby;
import org.jruby.RubyIO;
import org.jruby.runtime.ThreadContext;
import org.jruby.runtime.builtin.IRubyObject;
import org.jruby.util.io.OpenFile;

/** Gives text streams their {@link TextOpenFile}. */
final class TextStreams {
  private static final Field OPEN_FILE = field(RubyIO.class, "openFile");
  private static final Field BLOCKING_THREADS = field(OpenFile.class, "blockingThreads");

  private TextStreams() {}

  /**
   * Whether the stream converts newlines and its state is still JRuby's own. A duplex stream in
   * binary mode is left alone: JRuby is still filling it in when it first asks for the state.
   */
  static boolean isWaiting(OpenFile file) {
    if (file instanceof TextOpenFile) return false;
    if (file.isTextMode()) return true;
    return (file.encs.ecflags & EConvFlags.NEWLINE_DECORATOR_MASK) != 0 && !file.isDuplex();
  }

  /** For streams that JRuby makes without asking an allocator: pipes and standard streams. */
  static void adopt(ThreadContext context, IRubyObject object) {
    if (!(object instanceof RubyIO) || OPEN_FILE == null) return;
    RubyIO io = (RubyIO) object;
    OpenFile old = io.getOpenFile();
    if (old == null || !isWaiting(old)) return;
    IRubyObject timeout = timeout(context, io);
    OpenFile text = replace(context.runtime, io, old, TextStreams::setOpenFile);
    if (timeout != null && text != old) io.callMethod(context, "timeout=", timeout);
  }

  /**
   * Has a {@link TextOpenFile} take everything from {@code old}, unless that is in use.
   *
   * @return the state that the stream has now
   */
  static <T extends RubyIO> OpenFile replace(
      Ruby runtime, T io, OpenFile old, BiConsumer<T, OpenFile> setter) {
    if (old.lockedByMe()) return old;
    boolean locked = old.lock();
    try {
      OpenFile now = io.getOpenFile();
      if (now != old || !old.isOpen() || isBlocking(old)) return now;
      TextOpenFile text = new TextOpenFile(runtime, io);
      copy(runtime, old, text);
      runtime.removeInternalFinalizer(old);
      runtime.addInternalFinalizer(text);
      setter.accept(io, text);
      old.setFD(null);
      return text;
    } finally {
      if (locked) old.unlock();
    }
  }

  private static void copy(Ruby runtime, OpenFile from, TextOpenFile to) {
    to.setFD(from.fd());
    to.setMode(from.getMode());
    to.setProcess(from.getProcess());
    if (from.getProcess() != null) to.setPid(from.getPid());
    to.setLineNumber(from.getLineNumber());
    to.setPath(from.getPath());
    to.setFinalizer(from.getFinalizer());
    to.stdio_file = from.stdio_file;
    to.currentLock = from.currentLock;
    to.encs = from.encs;
    to.writeconv = from.writeconv;
    to.writeconvAsciicompat = from.writeconvAsciicompat;
    to.writeconvPreEcflags = from.writeconvPreEcflags;
    to.writeconvPreEcopts = from.writeconvPreEcopts;
    to.writeconvInitialized = from.writeconvInitialized;
    to.write_lock = from.write_lock;
    to.tiedIOForWriting = from.tiedIOForWriting;
    copy(from.rbuf, to.rbuf);
    copy(from.cbuf, to.cbuf);
    copy(from.wbuf, to.wbuf);
    from.rbuf.len = from.cbuf.len = from.wbuf.len = 0;
    if (!from.isBlocking()) to.setBlocking(runtime, false);
    to.takeOver(from.readconv);
  }

  private static void copy(OpenFile.Buffer from, OpenFile.Buffer to) {
    to.ptr = from.ptr;
    to.start = from.start;
    to.off = from.off;
    to.len = from.len;
    to.capa = from.capa;
  }

  private static boolean isBlocking(OpenFile file) {
    if (BLOCKING_THREADS == null) return false;
    try {
      Collection<?> threads = (Collection<?>) BLOCKING_THREADS.get(file);
      return threads != null && !threads.isEmpty();
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static void setOpenFile(RubyIO io, OpenFile text) {
    try {
      OPEN_FILE.set(io, text);
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** The timeout set, or null if none is or this JRuby does not know timeouts. */
  private static IRubyObject timeout(ThreadContext context, RubyIO io) {
    if (!io.respondsTo("timeout=")) return null;
    IRubyObject timeout = io.callMethod(context, "timeout");
    return timeout == null || timeout.isNil() ? null : timeout;
  }

  /** Null where the module system keeps JRuby's fields closed: such streams stay JRuby's own. */
  private static Field field(Class<?> owner, String name) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (ReflectiveOperationException | RuntimeException closed) {
      return null;
    }
  }
}
