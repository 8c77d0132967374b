package dev.tandem.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The steps of a stop, one after the other, each on a thread of its own: so a step that hangs
 * delays the next no longer than its limit, and is then abandoned. Only the thread that stops the
 * gateway uses it.
 */
final class StopSteps {

  /**
   * When each step must have ended, in milliseconds since the stop began. The last is less than the
   * minute after which a service manager kills: then it is known what was left.
   *
   * @param drain answers and sessions
   * @param fix the files and connections of FIX
   * @param snapshot the snapshot
   * @param exchange the kernel and its log
   * @param loops the event loops
   */
  record Times(long drain, long fix, long snapshot, long exchange, long loops) {
    static final Times USUAL = new Times(15_000, 20_000, 40_000, 50_000, 55_000);
  }

  private static final long LEAST_NS = 1_000_000;

  private final long beganNs = System.nanoTime();
  private final List<String> unfinished = new ArrayList<>();
  private Throwable failure;

  /**
   * Waits for a step, so long as it may take; what it throws is thrown by {@link #rethrow}.
   *
   * @param until milliseconds since the stop began
   */
  void step(String name, long until, Runnable step) {
    Throwable[] thrown = new Throwable[1];
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
              } catch (RuntimeException | Error e) {
                thrown[0] = e;
              }
            },
            "tandem-stop-" + name.replace(' ', '-'));
    thread.setDaemon(true);
    thread.start();
    if (!joins(thread, beganNs + TimeUnit.MILLISECONDS.toNanos(until))) {
      unfinished.add(name);
    } else if (thrown[0] != null && failure == null) {
      failure = thrown[0];
    } else if (thrown[0] != null) {
      failure.addSuppressed(thrown[0]);
    }
  }

  /** Whether a thread ends by then. An interrupt does not end a stop, and is kept. */
  private static boolean joins(Thread thread, long untilNs) {
    boolean interrupted = false;
    try {
      while (true) {
        long left = untilNs - System.nanoTime();
        try {
          // Also behind a step that has taken too long, a short one has time.
          return thread.join(Duration.ofNanos(Math.max(left, LEAST_NS)));
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The steps that had not ended when their time was over. */
  List<String> unfinished() {
    return List.copyOf(unfinished);
  }

  /** Throws what a step has thrown. */
  void rethrow() {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
  }
}
