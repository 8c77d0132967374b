package dev.tandem.core.ingress;

import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.Idling;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lane that any thread may use: whoever has a slot has its lock. For what comes rarely; threads
 * that send much have lanes of their own.
 */
final class CommonEntry implements CommandEntry {

  private final ReentrantLock lock = new ReentrantLock();
  private final LanePublisher publisher;
  private final Intake.Options options;

  CommonEntry(LanePublisher publisher, Intake.Options options) {
    this.publisher = publisher;
    this.options = options;
  }

  @Override
  public Command claim() {
    Command c = claimLocked(true);
    return c != null ? c : claimSlowly();
  }

  @Override
  public Command tryClaim() {
    return claimLocked(false);
  }

  /** Leaves the lock taken if there is a slot. */
  private Command claimLocked(boolean quietly) {
    lock.lock();
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
        c = claimLocked(true);
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
