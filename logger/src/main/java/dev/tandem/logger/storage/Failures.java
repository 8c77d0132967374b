package dev.tandem.logger.storage;

import java.io.IOException;

/** Which throwables are caught as failures, and how they are passed on. */
public final class Failures {
  private Failures() {}

  /** Adds a failure to the thrown one as suppressed; they may be the same. */
  public static void suppress(Throwable thrown, Throwable other) {
    if (!other.equals(thrown)) {
      thrown.addSuppressed(other);
    }
  }

  /** Throws a failure as what it is; returns if it is none that work here throws, or null. */
  static void rethrow(Throwable failure) throws IOException {
    if (failure instanceof IOException e) {
      throw e;
    }
    if (failure instanceof RuntimeException e) {
      throw e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
  }
}
