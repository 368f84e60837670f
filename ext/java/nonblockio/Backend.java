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
  private static WeakReference<Ruby> linkingRuntime;

  private Backend() {}

  /** The system calls, or null where JRuby's own methods have to answer. */
  static Syscalls syscalls() {
    return syscalls;
  }

  static String name() {
    return name;
  }

  /** Chooses once for the JVM; a later runtime only offers itself for linking. */
  static synchronized void choose(Ruby runtime) {
    linkingRuntime = new WeakReference<>(runtime);
    if (name != null) {
      return;
    }
    String wanted = wanted();
    if (wanted != null && !wanted.matches(FFM + "|" + JNR + "|" + JRUBY)) {
      throw runtime.newLoadError("unknown nonblock-io backend: " + wanted, "nonblock-io");
    }
    if (JRUBY.equals(wanted) || !descriptorsVisible(runtime)) {
      name = JRUBY;
      return;
    }
    if (FFM.equals(wanted) && linkFfm(runtime)) {
      return;
    }
    use(new JnrSyscalls(), JNR);
    callsToPromotion = wanted == null ? CALLS_WORTH_LINKING : 0;
  }

  private static String wanted() {
    String property = SafePropertyAccessor.getProperty(PROPERTY);
    String wanted = property != null ? property : System.getenv(VARIABLE);
    return wanted == null || wanted.isEmpty() ? null : wanted;
  }

  private static boolean descriptorsVisible(Ruby runtime) {
    return !Platform.WINDOWS
        && runtime.getPosix().isNative()
        && FilenoUtil.filenoFrom(new FileInputStream(FileDescriptor.in).getChannel()) == 0;
  }

  private static void use(Syscalls chosen, String chosenName) {
    syscalls = chosen;
    name = chosenName;
  }

  /** Links FFM's handles; any failure leaves the backend as it was. */
  static synchronized boolean linkFfm(Ruby runtime) {
    try {
      Class<?> type = Class.forName("nonblockio.FfmLinkage");
      use((Syscalls) type.getMethod("link", Ruby.class).invoke(null, runtime), FFM);
      return true;
    } catch (ReflectiveOperationException | LinkageError unavailable) {
      return false;
    }
  }

  /** Counts a call over jnr; racing threads may miscount, which only shifts the moment. */
  static void used() {
    if (callsToPromotion > 0 && --callsToPromotion == 0) {
      Ruby runtime = linkingRuntime.get();
      if (runtime != null) {
        Thread thread = new Thread(() -> linkFfm(runtime), "nonblock-io-linking");
        thread.setDaemon(true);
        thread.start();
      }
    }
  }
}
