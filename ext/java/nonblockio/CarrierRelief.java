package nonblockio;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Moves a system call that sleeps off virtual threads, which JRuby gives to fibers: asleep in
 * native code one keeps its carrier, and a few of them would stop every other fiber.
 */
final class CarrierRelief {
  private static final MethodHandle IS_VIRTUAL = isVirtual();
  private static final ExecutorService SLEEPERS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "nonblock-io-sleeper");
            thread.setDaemon(true);
            return thread;
          });

  private CarrierRelief() {}

  private static MethodHandle isVirtual() {
    try {
      MethodType type = MethodType.methodType(boolean.class);
      return MethodHandles.publicLookup().findVirtual(Thread.class, "isVirtual", type);
    } catch (ReflectiveOperationException beforeJdk21) {
      return null;
    }
  }

  private static boolean onVirtualThread() {
    try {
      return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(Thread.currentThread());
    } catch (Throwable impossible) {
      throw new LinkageError("Thread#isVirtual", impossible);
    }
  }

  /** Polls the set; {@code wakeUp} ends the sleep when the virtual thread is interrupted. */
  static int poll(PollSet set, int timeoutMillis, Runnable wakeUp) {
    if (timeoutMillis == 0 || !onVirtualThread()) {
      return set.poll(timeoutMillis);
    }
    Future<Integer> polled = SLEEPERS.submit(() -> set.poll(timeoutMillis));
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return polled.get();
        } catch (InterruptedException e) {
          interrupted = true;
          wakeUp.run();
        } catch (ExecutionException e) {
          throw new LinkageError("poll(2)", e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
