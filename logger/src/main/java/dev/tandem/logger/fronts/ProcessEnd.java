package dev.tandem.logger.fronts;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Does work when the process ends and all its shutdown hooks have ended. Services log in their
 * hooks why and how they stop, and a log that a hook closes loses that. Hooks run side by side and
 * none can wait for the others, but the platform's own last step, the deletion of files that were
 * marked for it, comes after all of them and takes the monitor of its class. So a hook has a guard
 * take that monitor; when the last step waits for it, the work is done, and then the step
 * continues.
 *
 * <p>Other threads that wait for the monitor, because they mark a file, are let through. A platform
 * whose last step is another has the work done beside its hooks.
 */
final class ProcessEnd {
  private static final String LAST_STEP = "java.io.DeleteOnExitHook";
  private static final long LOOK_NANOS = 1_000_000;

  private final Object monitor;
  private final Runnable work;

  private ProcessEnd(Object monitor, Runnable work) {
    this.monitor = monitor;
    this.work = work;
  }

  /** Has work done at the end; also if the process is ending already. */
  static void await(Runnable work) {
    ProcessEnd end = new ProcessEnd(lastStep(), work);
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(end::begin, "tandem-logger-end"));
    } catch (IllegalStateException ending) {
      end.begin();
    }
  }

  /** Null if the platform has none that is known. */
  private static Object lastStep() {
    try {
      // Initialised: it is one of the platform's steps from then on.
      return Class.forName(LAST_STEP, true, null);
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  private void begin() {
    if (monitor == null) {
      work.run();
      return;
    }
    CountDownLatch guarded = new CountDownLatch(1);
    daemon("tandem-logger-guard", () -> guard(guarded)).start();
    boolean interrupted = false;
    while (guarded.getCount() > 0) {
      try {
        guarded.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void guard(CountDownLatch guarded) {
    Thread worker = daemon("tandem-logger-close", work);
    synchronized (monitor) {
      guarded.countDown();
      while (!isWanted(true)) {
        letOthersThrough();
        LockSupport.parkNanos(LOOK_NANOS);
      }
      worker.start();
      while (worker.isAlive()) {
        // The work may wait for one of them.
        letOthersThrough();
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  @SuppressWarnings("WaitNotInLoop") // waits for nothing, but gives the monitor away for a moment
  private void letOthersThrough() {
    if (isWanted(false)) {
      try {
        monitor.wait(1);
      } catch (InterruptedException e) {
        // Nobody's way to end this.
      }
    }
  }

  /** Whether the monitor is waited for: by the last step, or by others. */
  private static boolean isWanted(boolean byLastStep) {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[2 * root.activeCount() + 16];
    int count = root.enumerate(threads, true);
    for (int i = 0; i < count; i++) {
      if (threads[i].getState() == Thread.State.BLOCKED) {
        for (StackTraceElement frame : threads[i].getStackTrace()) {
          if (frame.getClassName().equals(LAST_STEP)
              && frame.getMethodName().equals("runHooks") == byLastStep) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }
}
