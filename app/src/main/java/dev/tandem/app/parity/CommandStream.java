package dev.tandem.app.parity;

import dev.tandem.app.replay.Setup;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.flow.Flow;
import java.lang.foreign.MemorySegment;

/**
 * All commands of a replay, numbered from 0: those that make its symbols and users, then the flow's
 * own. Each has a timestamp, so that what comes of them is the same wherever they are run.
 *
 * <p>Used by one thread at a time.
 */
final class CommandStream {

  private final Flow flow;
  private final Setup setup;
  private final boolean risk;
  private final Shards shards;
  private final Command slot = new Command();

  /**
   * Those of a flow, for pipelines with one thread of risk and one of matching.
   *
   * @param risk whether there are users, balances and holds
   */
  CommandStream(Flow flow, boolean risk) {
    this(flow, risk, Shards.ONE);
  }

  /**
   * Those of a flow.
   *
   * @param risk whether there are users, balances and holds
   * @param shards of the pipelines that it goes through
   */
  CommandStream(Flow flow, boolean risk, Shards shards) {
    this.flow = flow;
    this.risk = risk;
    this.shards = shards;
    setup = new Setup(flow, risk);
  }

  Flow flow() {
    return flow;
  }

  boolean risk() {
    return risk;
  }

  Shards shards() {
    return shards;
  }

  int users() {
    return setup.users();
  }

  /** How many of the commands set the flow up. */
  long setUp() {
    return setup.size();
  }

  long size() {
    return setup.size() + flow.size();
  }

  /** Writes the inputs of a command into a cleared slot. */
  void fill(long number, Command c) {
    if (number < setup.size()) {
      setup.fill(number, c);
    } else {
      flow.fill((int) (number - setup.size()), c);
    }
  }

  /** Writes a command as the record of {@code FORMATS.md}; returns its bytes. */
  int encode(long number, MemorySegment to) {
    slot.clear();
    fill(number, slot);
    return CommandCodec.encode(slot, to);
  }

  /** Which command it is, for a message. */
  String describe(long number) {
    slot.clear();
    fill(number, slot);
    String place = number < setup.size() ? "set-up" : flow.place((int) (number - setup.size()));
    return "command " + number + " (" + place + "): " + slot;
  }
}
