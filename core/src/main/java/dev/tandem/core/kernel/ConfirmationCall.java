package dev.tandem.core.kernel;

import com.lmax.disruptor.Sequence;
import dev.tandem.core.statemachine.JournalStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Wakes a polled kernel. While answers wait for the log, {@link #request} registers one call of
 * {@code then}: when the log has confirmed all commands that wait at that moment, or has failed.
 * {@link #request} is for the kernel's thread; the log may call on any thread.
 */
final class ConfirmationCall implements Runnable {

  private final JournalStage journal;
  private final Sequence passed;
  private final Sequence answered;
  private final Runnable then;

  /** A call is registered and has not come yet. */
  private final AtomicBoolean registered = new AtomicBoolean();

  /**
   * @param passed how far the journal has come
   * @param answered how far the results stage has
   */
  ConfirmationCall(JournalStage journal, Sequence passed, Sequence answered, Runnable then) {
    this.journal = journal;
    this.passed = passed;
    this.answered = answered;
    this.then = then;
  }

  void request() {
    long last = passed.get();
    if (last > answered.get() && registered.compareAndSet(false, true)) {
      long[] marks = journal.marks();
      journal.whenConfirmed(marks[(int) last & (marks.length - 1)], this);
    }
  }

  /** The log has confirmed them, or has failed. */
  @Override
  public void run() {
    registered.set(false);
    then.run();
  }
}
