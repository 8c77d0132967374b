package dev.tandem.gateway.bridge;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import dev.tandem.core.command.Command;
import dev.tandem.core.event.ResultHandler;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Brings the kernel's answers to the event loop, as copies, in order and without loss. The loop is
 * woken at the end of a batch of answers: where it shares a CPU with the kernel, it would otherwise
 * be woken for each of them. The results thread waits if the ring is full: the loop never waits for
 * the kernel, so it always comes to empty it.
 */
final class AnswerRing implements ResultHandler, Engine.Answers {

  /** After so many answers the loop looks at its sockets again. */
  private static final int VISIT = 512;

  /** In a large batch the loop is notified before its end. */
  private static final int MOST_UNREPORTED = 64;

  private final RingBuffer<Command> ring;
  private final EventPoller<Command> poller;
  private final AtomicBoolean woken = new AtomicBoolean();
  private volatile Runnable waker;
  private int unreported;

  AnswerRing(int size) {
    ring = RingBuffer.createSingleProducer(Command::new, size, new BlockingWaitStrategy());
    poller = ring.newPoller();
    ring.addGatingSequences(poller.getSequence());
  }

  /** Says how the loop is called; before that answers wait. */
  void wakeBy(Runnable newWaker) {
    waker = Objects.requireNonNull(newWaker, "waker");
    wake();
  }

  @Override
  public void onResult(Command answer) {
    onAnswer(answer.sequence, answer);
  }

  /** The copy has the submission as its sequence. */
  @Override
  public void onAnswer(long submission, Command answer) {
    if (!ring.hasAvailableCapacity(1)) {
      report();
    }
    long at = ring.next();
    try {
      Command copy = ring.get(at);
      copy.copyFrom(answer);
      copy.sequence = submission;
    } finally {
      ring.publish(at);
    }
    if (++unreported == MOST_UNREPORTED) {
      report();
    }
  }

  @Override
  public void onBatchEnd() {
    if (unreported > 0) {
      report();
    }
  }

  private void report() {
    unreported = 0;
    wake();
  }

  private void wake() {
    Runnable call = waker;
    if (call != null && woken.compareAndSet(false, true)) {
      call.run();
    }
  }

  /** Sequence of the last answer that came here. Any thread. */
  long reported() {
    return ring.getCursor();
  }

  /** On the loop: hands out what is there up to this answer, and maybe more. */
  void drainTo(long answer, Consumer<Command> to) throws Exception {
    while (poller.getSequence().get() < answer) {
      drain(to);
    }
  }

  /**
   * On the loop: hands out what is there; calls the loop again if there is more.
   *
   * @return how many there were
   */
  int drain(Consumer<Command> to) throws Exception {
    woken.set(false);
    int[] left = {VISIT};
    EventPoller.PollState state =
        poller.poll(
            (answer, at, last) -> {
              to.accept(answer);
              return --left[0] > 0;
            });
    if (state == EventPoller.PollState.PROCESSING && left[0] <= 0) {
      wake();
    }
    return VISIT - left[0];
  }
}
