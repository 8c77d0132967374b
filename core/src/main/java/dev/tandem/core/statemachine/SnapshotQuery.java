package dev.tandem.core.statemachine;

import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.risk.RiskEngine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Copies the state of a kernel at one point of the command stream: each stage on the thread that
 * owns it, which stops for as long as that takes. See {@link Query}.
 */
public final class SnapshotQuery implements Query {

  private final StateCopy copy;
  private final CompletableFuture<StateCopy> future = new CompletableFuture<>();
  private final AtomicLong longest = new AtomicLong();
  private final AtomicLong total = new AtomicLong();
  private final AtomicLong lastRecord = new AtomicLong(-1);

  SnapshotQuery(StateCopy copy) {
    this.copy = copy;
  }

  /**
   * Completed by the results stage, with the copy, when all stages are copied. What depends on it
   * should go to another thread. If the kernel fails it is never completed.
   */
  public CompletableFuture<StateCopy> future() {
    return future;
  }

  /** The longest time that one stage stopped; once the future is complete. */
  public long longestStopNanos() {
    return longest.get();
  }

  /**
   * The sum of the stops of all stages, which is how long the stream stops where one thread runs
   * them all; once the future is complete.
   */
  public long totalStopNanos() {
    return total.get();
  }

  /** The last record of the log that the state includes; -1 where no log is kept. */
  public long lastRecord() {
    return lastRecord.get();
  }

  @Override
  public void visit(Admission admission) {
    long start = System.nanoTime();
    copy.take(admission);
    stopped(start);
  }

  @Override
  public void visit(MatchingEngine matching) {
    long start = System.nanoTime();
    copy.take(matching);
    stopped(start);
  }

  @Override
  public void visit(RiskEngine risk) {
    long start = System.nanoTime();
    copy.take(risk);
    stopped(start);
  }

  @Override
  public void visitJournal(long record) {
    lastRecord.set(record);
  }

  @Override
  public void visit(Results results) {
    long start = System.nanoTime();
    copy.take(results);
    stopped(start);
    future.complete(copy);
  }

  private void stopped(long start) {
    long nanos = System.nanoTime() - start;
    longest.accumulateAndGet(nanos, Math::max);
    total.addAndGet(nanos);
  }
}
