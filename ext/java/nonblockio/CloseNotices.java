package nonblockio;

import org.jruby.RubyException;
import org.jruby.RubyThread;
import org.jruby.exceptions.RaiseException;
import org.jruby.runtime.ThreadContext;
import org.jruby.util.io.OpenFile;

/**
 * What tells a waiting thread that another closes a stream it waits for: JRuby raises an IOError in
 * it, once for each stream and each thread that closes. MRI: rb_notify_fd_close.
 */
final class CloseNotices {
  private static final String MESSAGE = "stream closed in another thread";

  private CloseNotices() {}

  /** Whoever closes the stream from now on until {@link #leave} ends the wait. */
  static void enter(ThreadContext context, OpenFile fptr) {
    boolean locked = fptr.lock();
    try {
      checkOpen(context, fptr);
      fptr.addBlockingThread(context.getThread());
    } finally {
      if (locked) {
        fptr.unlock();
      }
    }
  }

  static void checkOpen(ThreadContext context, OpenFile fptr) {
    if (fptr.fd() == null) {
      throw context.runtime.newIOError(MESSAGE);
    }
  }

  /**
   * Ends {@link #enter} for the first of these streams and takes the notices, none of which may
   * reach the thread after the call has ended. Of several one is raised, none where something else
   * was raised before.
   */
  static void leave(ThreadContext context, Throwable raised, int count, OpenFile... files) {
    RubyThread thread = context.getThread();
    for (int at = 0; at < count; at++) {
      files[at].removeBlockingThread(thread);
    }
    if (raised == null || isNotice(context, raised)) {
      RaiseException notice = takeAll(context, thread);
      if (notice != null && raised == null) {
        throw notice;
      }
    }
  }

  /** The last of the notices, or null; raises anything else that was raised in the thread. */
  private static RaiseException takeAll(ThreadContext context, RubyThread thread) {
    RaiseException notice = null;
    while (true) {
      try {
        thread.pollThreadEvents(context, true);
        return notice;
      } catch (RaiseException e) {
        if (!isNotice(context, e)) {
          throw e;
        }
        notice = e;
      }
    }
  }

  private static boolean isNotice(ThreadContext context, Throwable raised) {
    if (!(raised instanceof RaiseException)) {
      return false;
    }
    RubyException exception = ((RaiseException) raised).getException();
    return exception.getMetaClass() == context.runtime.getIOError()
        && MESSAGE.equals(exception.getMessageAsJavaString());
  }
}
