package dev.tandem.core.kernel;

import com.lmax.disruptor.Sequence;
import dev.tandem.core.statemachine.JournalStage;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has the log call, once, when it has confirmed all that answers wait for now, or has failed.
 * {@link #ask} is for the kernel's thread; the log calls on any.
 */
final class ConfirmationCall implements Runnable {

  private final JournalStage journal;
  private final Sequence passed;
  private final Sequence answered;
  private final Runnable then;

  /** The log will call. */
  private final AtomicBoolean asked = new AtomicBoolean();

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

  void ask() {
    long last = passed.get();
    if (last > answered.get() && asked.compareAndSet(false, true)) {
      long[] marks = journal.marks();
      journal.whenConfirmed(marks[(int) last & (marks.length - 1)], this);
    }
  }

  /** The log has come so far. */
  @Override
  public void run() {
    asked.set(false);
    then.run();
  }
}
