package dev.tandem.gateway.fix;

import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Logs failures of FIX's files: the first at once, later ones at most once a minute, with how many
 * there were. For any thread.
 */
final class StoreFailures {

  private static final System.Logger LOG = System.getLogger(StoreFailures.class.getName());

  private static final long INTERVAL_NS = TimeUnit.MINUTES.toNanos(1);

  private final LongSupplier clockNs;
  private final BiConsumer<String, Throwable> log;
  private long loggedNs;
  private long unlogged;
  private boolean logged;

  StoreFailures() {
    this(System::nanoTime, (text, cause) -> LOG.log(System.Logger.Level.WARNING, text, cause));
  }

  /**
   * @param clockNs as {@link System#nanoTime}
   */
  StoreFailures(LongSupplier clockNs, BiConsumer<String, Throwable> log) {
    this.clockNs = clockNs;
    this.log = log;
  }

  /**
   * Something could not be written or read.
   *
   * @param what names the file or session and what could not be done
   * @param cause may be null
   */
  synchronized void add(String what, Throwable cause) {
    long now = clockNs.getAsLong();
    if (logged && now - loggedNs < INTERVAL_NS) {
      unlogged++;
      return;
    }
    log.accept(
        what + (unlogged == 0 ? "" : "; " + unlogged + " failures more since the last such line"),
        cause);
    logged = true;
    loggedNs = now;
    unlogged = 0;
  }
}
