package dev.tandem.gateway.access;

import io.netty.handler.codec.CodecException;
import java.io.IOException;
import java.util.function.Consumer;

/** Faults of the gateway itself, which are logged with their cause. */
public final class Faults {

  private static final System.Logger LOG = System.getLogger("dev.tandem.gateway");

  private Faults() {}

  /** Logs one. */
  public static void log(String what, Throwable fault) {
    LOG.log(System.Logger.Level.ERROR, what, fault);
  }

  /** Logs a fault of one connection and ends that, which affects no other one. */
  public static void end(String what, Throwable fault, Consumer<Throwable> end) {
    log(what, fault);
    run("a connection cannot be ended after a fault", () -> end.accept(fault));
  }

  /** Runs a task, and logs what it throws; for tasks that must not affect each other. */
  public static void run(String what, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      log(what, e);
    }
  }

  /**
   * Logs what has ended a connection, if it is neither the network's nor the client's doing.
   *
   * @return whether it was a fault of the gateway
   */
  public static boolean logOurs(Throwable thrown) {
    Throwable cause = thrown;
    while (cause instanceof CodecException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    boolean ours = !(cause instanceof CodecException || cause instanceof IOException);
    if (ours) {
      log("a fault ends a connection", thrown);
    }
    return ours;
  }
}
