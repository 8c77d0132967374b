package dev.tandem.core.pipeline;

import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.ExceptionHandler;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * One failure that ends a pipeline. The first one wins and is kept as the cause; it halts every
 * processor in its care, and everyone who waits with this object in hand, publishers included,
 * fails with {@link PoisonedException}. There is no way back.
 *
 * <p>All methods may be called by any thread.
 */
public final class Poison implements StopSignal {

  private final AtomicReference<Throwable> cause = new AtomicReference<>();
  private final CopyOnWriteArrayList<EventProcessor> processors = new CopyOnWriteArrayList<>();
  private final CopyOnWriteArrayList<Listener> listeners = new CopyOnWriteArrayList<>();

  /** Takes a processor into care; halts it now if it is too late. */
  public void watch(EventProcessor processor) {
    processors.add(Objects.requireNonNull(processor, "processor"));
    if (isPoisoned()) {
      processor.halt();
    }
  }

  /**
   * Has {@code listener} called with the first failure, once, on the thread that failed; at once if
   * too late. What it throws keeps nothing from the others, and is kept as suppressed by the
   * failure.
   */
  public void onFailure(Consumer<Throwable> listener) {
    Listener added = new Listener(Objects.requireNonNull(listener, "listener"));
    listeners.add(added);
    Throwable failure = cause.getAcquire();
    if (failure != null) {
      guarded(failure, () -> added.report(failure));
    }
  }

  /**
   * Ends the pipeline.
   *
   * @return whether this was the first failure
   */
  public boolean fail(Throwable failure) {
    Objects.requireNonNull(failure, "failure");
    boolean first = cause.compareAndSet(null, failure);
    if (first) {
      for (EventProcessor processor : processors) {
        guarded(failure, processor::halt);
      }
      for (Listener listener : listeners) {
        guarded(failure, () -> listener.report(failure));
      }
    }
    return first;
  }

  /** Whatever one of them throws, the others must be halted and notified all the same. */
  @SuppressWarnings("ReferenceEquality") // no exception may suppress itself
  private static void guarded(Throwable failure, Runnable call) {
    try {
      call.run();
    } catch (Throwable t) {
      if (t != failure) {
        failure.addSuppressed(t);
      }
    }
  }

  public boolean isPoisoned() {
    return cause.getAcquire() != null;
  }

  @Override
  public boolean isStopRequested() {
    return isPoisoned();
  }

  /** The first failure; null if there was none. */
  public Throwable cause() {
    return cause.getAcquire();
  }

  /**
   * Passes if all is well.
   *
   * @throws PoisonedException if there was a failure
   */
  public void check() {
    Throwable failure = cause.getAcquire();
    if (failure != null) {
      throw new PoisonedException(failure);
    }
  }

  /**
   * An exception handler that makes a handler's exception the end: it poisons, then throws, so that
   * the failed event is not published to later stages as done.
   */
  public ExceptionHandler<Object> exceptionHandler() {
    return new Poisoning();
  }

  /** A failure and a listener that come at once find each other twice. */
  private static final class Listener {

    private final Consumer<Throwable> listener;
    private final AtomicBoolean reported = new AtomicBoolean();

    Listener(Consumer<Throwable> listener) {
      this.listener = listener;
    }

    void report(Throwable failure) {
      if (reported.compareAndSet(false, true)) {
        listener.accept(failure);
      }
    }
  }

  private final class Poisoning implements ExceptionHandler<Object> {

    @Override
    public void handleEventException(Throwable failure, long sequence, Object event) {
      fail(failure);
      throw new PoisonedException(failure);
    }

    @Override
    public void handleOnStartException(Throwable failure) {
      fail(failure);
    }

    @Override
    public void handleOnShutdownException(Throwable failure) {
      fail(failure);
    }
  }
}
