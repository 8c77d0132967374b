package dev.tandem.core.ingress;

import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.Idling;

/** Claims and publishes slots of one lane; for one thread. */
final class LanePublisher implements CommandEntry {

  private final LaneSet<Command> lanes;
  private final Lane<Command> lane;
  private final Intake.Options options;
  private final Idling idling;

  LanePublisher(LaneSet<Command> lanes, Lane<Command> lane, Intake.Options options) {
    this.lanes = lanes;
    this.lane = lane;
    this.options = options;
    this.idling = new Idling(options.waiting());
  }

  Lane<Command> lane() {
    return lane;
  }

  @Override
  public Command claim() {
    Command c = claimNow();
    return c != null ? c : claimSlowly();
  }

  @Override
  public Command tryClaim() {
    Command c = claimNow();
    if (c == null) {
      lane.countBusy();
    }
    return c;
  }

  /** As {@link #tryClaim}, but a full lane is not counted. */
  private Command claimNow() {
    options.poison().check();
    if (lane.isClosed()) {
      throw new IllegalStateException("the pipeline is closed");
    }
    if (lane.claimed() != null) {
      throw new IllegalStateException("the slot claimed before is not published yet");
    }
    Command c = lane.tryClaim();
    if (c != null) {
      c.clearInput();
      c.sequence = lane.position();
    }
    return c;
  }

  private Command claimSlowly() {
    options.beforeWaiting().run();
    lane.countWait();
    try {
      Command c;
      do {
        idling.pause();
        c = claimNow();
      } while (c == null);
      return c;
    } finally {
      idling.end();
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // a slot is only itself
  public long publish(Command c) {
    if (c != lane.claimed()) {
      throw new IllegalStateException("not the slot that is claimed: " + c);
    }
    long position = lane.position();
    if (lane.publish()) {
      lanes.attend(lane, position);
    }
    return position;
  }

  /** Waits until the sequencer has taken all, unless it never will. */
  void awaitTaken() {
    if (lane.isEmpty()) {
      return;
    }
    options.beforeWaiting().run();
    try {
      do {
        idling.pause();
      } while (!lane.isEmpty() && !lane.isClosed() && !options.poison().isPoisoned());
    } finally {
      idling.end();
    }
  }
}
