package dev.tandem.core;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The futures nobody has completed yet, so that a failure of the kernel can fail them all. */
final class OpenAnswers {

  private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();
  private volatile Throwable failure;

  /** Takes a future into care until it is completed; fails it now if it is too late. */
  // A future equals only itself, as it should here; the dependent stage has no value to look at.
  @SuppressWarnings({"CollectionUndefinedEquality", "FutureReturnValueIgnored"})
  void add(CompletableFuture<?> answer) {
    open.add(answer);
    answer.whenComplete((value, thrown) -> open.remove(answer));
    Throwable already = failure;
    if (already != null) {
      answer.completeExceptionally(already);
    }
  }

  /** Fails all that are open and all that will come. */
  void failAll(Throwable cause) {
    failure = cause;
    for (CompletableFuture<?> answer : open) {
      answer.completeExceptionally(cause);
    }
  }
}
