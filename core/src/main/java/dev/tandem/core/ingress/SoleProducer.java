package dev.tandem.core.ingress;

import dev.tandem.core.command.Command;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The one thread that may claim slots of a ring for a single producer: the first that claims, until
 * it {@linkplain #release gives that up} or has ended. A second thread would overwrite its
 * commands, so it is refused.
 */
final class SoleProducer {

  private final AtomicReference<Thread> owner = new AtomicReference<>();

  /** What the owner has claimed and not published; for the owner alone. */
  private Command inHand;

  /**
   * Passes if the calling thread may claim a slot now.
   *
   * @return a slot that the last owner, which has ended, has left claimed; otherwise null
   * @throws IllegalStateException if another thread is the producer, or the slot claimed before is
   *     not published yet
   */
  @SuppressWarnings("ReferenceEquality") // a thread is only itself
  Command check() {
    if (owner.getPlain() != Thread.currentThread()) {
      become();
      Command left = inHand;
      inHand = null;
      return left;
    }
    if (inHand != null) {
      throw new IllegalStateException("the slot claimed before is not published yet");
    }
    return null;
  }

  private void become() {
    Thread before = owner.get();
    if ((before != null && before.isAlive())
        || !owner.compareAndSet(before, Thread.currentThread())) {
      throw new IllegalStateException(
          "this exchange was built for a single producer, which is thread "
              + owner.get().getName()
              + " until that ends or closes its ProducerLane");
    }
  }

  /** The owner has claimed a slot. */
  void claimed(Command slot) {
    inHand = slot;
  }

  /** The owner has published it. */
  void published() {
    inHand = null;
  }

  /**
   * Lets another thread become the producer; does nothing on a thread that is not.
   *
   * @throws IllegalStateException if a slot is claimed and not published
   */
  @SuppressWarnings("ReferenceEquality") // a thread is only itself
  void release() {
    if (owner.getPlain() == Thread.currentThread()) {
      check();
      owner.set(null);
    }
  }
}
