package nonblockio;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.lang.ref.WeakReference;
import org.jruby.Ruby;
import org.jruby.util.SafePropertyAccessor;
import org.jruby.util.io.FilenoUtil;

/**
 * Chooses who makes the system calls: jnr from the first call on, the Foreign Function and Memory
 * API once enough calls were made to pay for its linking, nobody where descriptors are hidden.
 */
final class Backend {
  static final String PROPERTY = "nonblock.io.backend";
  static final String VARIABLE = "NONBLOCK_IO_BACKEND";

  private static final String FFM = "ffm";
  private static final String JNR = "jnr";
  private static final String JRUBY = "jruby";

  /** So many calls over jnr, and a program is no short script: linking FFM pays. */
  private static final int CALLS_WORTH_LINKING = 2000;

  private static int callsToPromotion;
  private static Syscalls syscalls;
  private static String name;
  private static String reason;
  private static WeakReference<Ruby> linkingRuntime;

  private Backend() {}

  /** The system calls, or null where JRuby's own methods have to answer. */
  static Syscalls syscalls() {
    return syscalls;
  }

  static String name() {
    return name;
  }

  /** Why it is this one, in words for a bug report. */
  static String reason() {
    return reason;
  }

  /** Chooses once for the JVM; a later runtime only offers itself for linking. */
  static synchronized void choose(Ruby runtime) {
    linkingRuntime = new WeakReference<>(runtime);
    if (name != null) {
      return;
    }
    String property = SafePropertyAccessor.getProperty(PROPERTY);
    String wanted = property != null ? property : System.getenv(VARIABLE);
    if (wanted == null || wanted.isEmpty()) {
      wanted = null;
    } else if (!wanted.matches(FFM + "|" + JNR + "|" + JRUBY)) {
      throw runtime.newLoadError("unknown nonblock-io backend: " + wanted, "nonblock-io");
    }
    String order = wanted + " asked for by " + (property != null ? PROPERTY : VARIABLE);
    String hindrance = JRUBY.equals(wanted) ? order : hindrance(runtime);
    if (hindrance != null) {
      use(null, JRUBY, hindrance);
    } else if (!FFM.equals(wanted) || !linkFfm(runtime, order)) {
      useJnr(wanted, order);
    }
  }

  private static void useJnr(String wanted, String order) {
    try {
      String start = FFM.equals(wanted) ? order + ", but " + reason : order;
      use(new JnrSyscalls(), JNR, wanted == null ? "the start on every JDK" : start);
      callsToPromotion = wanted == null ? CALLS_WORTH_LINKING : 0;
    } catch (LinkageError unavailable) {
      use(null, JRUBY, "jnr-ffi cannot link the C library: " + unavailable);
    }
  }

  /** Whether the descriptors of Java's channels can be had. */
  static boolean descriptorsVisible(Ruby runtime) {
    return hindrance(runtime) == null;
  }

  /** Why system calls are out of reach, or null. */
  private static String hindrance(Ruby runtime) {
    if (Platform.WINDOWS) {
      return "Windows has other system calls";
    }
    if (!runtime.getPosix().isNative()) {
      return "JRuby runs without native code (jffi could not be loaded, or is disabled)";
    }
    if (FilenoUtil.filenoFrom(new FileInputStream(FileDescriptor.in).getChannel()) != 0) {
      return "the JVM was started without --add-opens for java.base/java.io, "
          + "java.base/java.nio.channels and java.base/sun.nio.ch";
    }
    return null;
  }

  private static void use(Syscalls chosen, String chosenName, String why) {
    syscalls = chosen;
    name = chosenName;
    reason = why;
  }

  /** Links FFM's handles; any failure leaves the backend as it was. */
  private static synchronized boolean linkFfm(Ruby runtime, String why) {
    try {
      Class<?> type = Class.forName("nonblockio.FfmLinkage");
      use((Syscalls) type.getMethod("link", Ruby.class).invoke(null, runtime), FFM, why);
      return true;
    } catch (ReflectiveOperationException | LinkageError unavailable) {
      Throwable cause = unavailable.getCause();
      reason = "ffm cannot be had: " + (cause == null ? unavailable : cause);
      return false;
    }
  }

  /** Counts a call over jnr; racing threads may miscount, which only shifts the moment. */
  static void used() {
    if (callsToPromotion > 0 && --callsToPromotion == 0) {
      Ruby runtime = linkingRuntime.get();
      if (runtime != null) {
        Thread thread =
            new Thread(() -> linkFfm(runtime, "taken over under load"), "nonblock-io-linking");
        thread.setDaemon(true);
        thread.start();
      }
    }
  }
}
