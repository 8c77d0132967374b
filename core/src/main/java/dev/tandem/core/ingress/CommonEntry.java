package dev.tandem.core.ingress;

import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.Idling;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lane that any thread may use: whoever has a slot has its lock, so who stalls between claim and
 * publish holds up the others here, and no lane. For what comes rarely; threads that send much have
 * lanes of their own, and a result handler tries instead of waiting.
 */
final class CommonEntry implements CommandEntry {

  private final ReentrantLock lock = new ReentrantLock();
  private final LongAdder contended = new LongAdder();
  private final LanePublisher publisher;
  private final Intake.Options options;

  CommonEntry(LanePublisher publisher, Intake.Options options) {
    this.publisher = publisher;
    this.options = options;
  }

  @Override
  public Command claim() {
    Command c = claimLocked();
    return c != null ? c : claimSlowly();
  }

  @Override
  public Command tryClaim() {
    if (!lock.tryLock()) {
      contended.increment();
      return null;
    }
    return claimHeld(false);
  }

  /** How often a claim was refused because another thread had one. */
  long contended() {
    return contended.sum();
  }

  private Command claimLocked() {
    lock.lock();
    return claimHeld(true);
  }

  /** Leaves the lock taken if there is a slot. */
  private Command claimHeld(boolean quietly) {
    Command c = null;
    try {
      c = quietly ? publisher.claimNow() : publisher.tryClaim();
    } finally {
      if (c == null) {
        lock.unlock();
      }
    }
    return c;
  }

  /** Waits without the lock: the kernel's own thread, which makes room, may ask for a slot, too. */
  private Command claimSlowly() {
    options.beforeWaiting().run();
    Idling idling = new Idling(options.waiting());
    lock.lock();
    try {
      publisher.lane().countWait();
    } finally {
      lock.unlock();
    }
    try {
      Command c;
      do {
        idling.pause();
        c = claimLocked();
      } while (c == null);
      return c;
    } finally {
      idling.end();
    }
  }

  @Override
  public long publish(Command c) {
    if (!lock.isHeldByCurrentThread()) {
      throw new IllegalStateException("this thread has claimed no slot");
    }
    try {
      return publisher.publish(c);
    } finally {
      if (publisher.lane().claimed() == null) {
        lock.unlock();
      }
    }
  }
}
