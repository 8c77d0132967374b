package dev.tandem.core.pipeline;

import com.lmax.disruptor.ExceptionHandler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down every failure; throws if the test wants the run to end. */
final class WatchedFailures implements ExceptionHandler<Object> {

  final List<String> failures = new CopyOnWriteArrayList<>();
  private volatile boolean fatal;

  void setFatal(boolean fatal) {
    this.fatal = fatal;
  }

  @Override
  public void handleEventException(Throwable failure, long sequence, Object event) {
    failures.add(failure.getMessage() + " at " + sequence + " value " + ((Item) event).value);
    if (fatal) {
      throw new IllegalStateException("fatal", failure);
    }
  }

  @Override
  public void handleOnStartException(Throwable failure) {
    failures.add(failure.getMessage() + " at start");
  }

  @Override
  public void handleOnShutdownException(Throwable failure) {
    failures.add(failure.getMessage() + " at shutdown");
  }
}
