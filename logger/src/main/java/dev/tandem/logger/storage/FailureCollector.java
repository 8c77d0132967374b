package dev.tandem.logger.storage;

import java.io.IOException;

/**
 * Pieces of work of which each is done whatever befalls the others. The first failure is thrown in
 * the end, with the others suppressed in it. For one thread.
 */
public final class FailureCollector {
  private Throwable first;

  /** Does one of them. */
  public void run(FailureReporter.Work work) {
    try {
      work.run();
    } catch (IOException | RuntimeException | Error e) {
      if (first == null) {
        first = e;
      } else {
        Failures.suppress(first, e);
      }
    }
  }

  /** After the last: throws if any has failed. */
  public void end() throws IOException {
    Failures.rethrow(first);
  }
}
