package dev.tandem.core.ingress;

import dev.tandem.core.command.Command;

/**
 * The producer's end of one lane, for the thread that claimed it: claiming and publishing make no
 * garbage and take no lock. At most one slot is claimed at a time.
 *
 * <p>Other threads are refused with {@link IllegalStateException}, and so is every thread once the
 * entry is closed.
 */
public final class LaneEntry implements CommandEntry, AutoCloseable {

  private final Thread owner;
  private final LaneSet<Command> lanes;
  private final LanePublisher publisher;
  private boolean released;

  LaneEntry(LaneSet<Command> lanes, Lane<Command> lane, Intake.Options options) {
    this.owner = Thread.currentThread();
    this.lanes = lanes;
    this.publisher = new LanePublisher(lanes, lane, options);
  }

  @Override
  public Command claim() {
    checkOwner();
    return publisher.claim();
  }

  @Override
  public Command tryClaim() {
    checkOwner();
    return publisher.tryClaim();
  }

  @Override
  public long publish(Command c) {
    checkOwner();
    return publisher.publish(c);
  }

  /**
   * Gives the lane back, once everything in it has its place among all commands: so what the thread
   * sends afterwards, by whichever way, comes later. A slot that is claimed and not published is
   * dropped. Does nothing the second time, and does not wait for a kernel that is closed or has
   * failed.
   *
   * @throws IllegalStateException if it would have to wait and is called by a thread of the kernel
   */
  @Override
  public void close() {
    if (!released) {
      checkOwner();
      publisher.awaitTaken();
      released = true;
      lanes.release(publisher.lane());
    }
  }

  @SuppressWarnings("ReferenceEquality") // a thread is only itself
  private void checkOwner() {
    if (Thread.currentThread() != owner || released) {
      throw new IllegalStateException(
          released ? "this lane was given back" : "this lane belongs to " + owner.getName());
    }
  }
}
