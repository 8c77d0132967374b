package dev.tandem.logger.storage;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;

/** Callers that wait for a flush, which the maintenance thread does for all of them at once. */
public final class FlushRequests {
  private CompletableFuture<Void> asked;
  private boolean ended;

  /** Requests a flush that begins after this call; null if there will be none. */
  public synchronized CompletableFuture<Void> ask() {
    if (asked == null && !ended) {
      asked = new CompletableFuture<>();
    }
    return asked;
  }

  public synchronized boolean isAsked() {
    return asked != null;
  }

  private synchronized CompletableFuture<Void> take() {
    CompletableFuture<Void> taken = asked;
    asked = null;
    return taken;
  }

  /** Does the flush, if one is requested. */
  public void answer(FailureReporter.Work flush) {
    CompletableFuture<Void> taken = take();
    if (taken != null) {
      try {
        flush.run();
        taken.complete(null);
      } catch (IOException | RuntimeException | Error e) {
        taken.completeExceptionally(e);
      }
    }
  }

  /** Does the last flush. */
  public void end(FailureReporter.Work flush) {
    synchronized (this) {
      ended = true;
    }
    answer(flush);
  }
}
