package dev.tandem.core.statemachine;

import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.risk.RiskEngine;
import java.util.concurrent.CompletableFuture;

/**
 * Measures how much memory each stage's copy needs, which takes microseconds, so that the memory is
 * there before a {@link SnapshotQuery} stops the stages.
 */
public final class SizeQuery implements Query {

  private final StateCopy copy;
  private final CompletableFuture<StateCopy> future = new CompletableFuture<>();

  SizeQuery(StateCopy copy) {
    this.copy = copy;
  }

  /** Completed by the results stage; {@link StateCopy#reserve} is then for another thread. */
  public CompletableFuture<StateCopy> future() {
    return future;
  }

  @Override
  public void visit(MatchingEngine matching) {
    copy.measure(matching);
  }

  @Override
  public void visit(RiskEngine risk) {
    copy.measure(risk);
  }

  @Override
  public void visit(Results results) {
    copy.measure(results);
    future.complete(copy);
  }
}
