package dev.tandem.core.topology;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Grouping;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.event.Results;
import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.risk.RiskEngine;
import java.util.function.LongSupplier;

/**
 * The stage objects of one kernel: the whole state machine, without a thread, a ring or a clock of
 * its own. Whoever drives it applies to each command, in order, {@link #grouping}, every {@link
 * #hold}, every {@link #matching}, every {@link #settle} and {@link #results}; all holds of a group
 * before all its settlements, and these before the holds of the next group. What comes out depends
 * on the commands, their timestamps and the ends of the groups, and on nothing else.
 */
public final class Stages {

  private final Grouping grouping;
  private final RiskEngine[] risk;
  private final MatchingEngine[] matching;
  private final Results results;

  /**
   * @param riskShards number of risk shards; 0 runs without users, balances and holds
   * @param matchingShards number of matching shards, at least 1
   * @param expectedUsers users it has room for before it grows
   * @param expectedOrders live orders it has room for before it grows
   * @param clockNs nanoseconds since the epoch, for commands without a timestamp
   * @param handler told each answer
   */
  public Stages(
      int riskShards,
      int matchingShards,
      int expectedUsers,
      int expectedOrders,
      LongSupplier clockNs,
      ResultHandler handler) {
    grouping = new Grouping(clockNs);
    risk = new RiskEngine[riskShards];
    for (int i = 0; i < riskShards; i++) {
      risk[i] =
          new RiskEngine(i, riskShards, expectedUsers / riskShards, expectedOrders / riskShards);
    }
    matching = new MatchingEngine[matchingShards];
    for (int i = 0; i < matchingShards; i++) {
      matching[i] = new MatchingEngine(i, matchingShards);
    }
    results = new Results(handler);
  }

  /** Number of risk shards; 0 without risk. */
  public int riskShards() {
    return risk.length;
  }

  /** Number of matching shards. */
  public int matchingShards() {
    return matching.length;
  }

  /** The grouping stage. */
  public EventHandler<Command> grouping() {
    return new GroupingHandler(grouping);
  }

  /** The first step of a risk shard; shard 0 of a kernel without risk refuses what needs it. */
  public EventHandler<Command> hold(int shard) {
    if (risk.length == 0) {
      return (c, sequence, endOfBatch) -> refuseRiskCommands(c);
    }
    RiskEngine engine = risk[shard];
    return (c, sequence, endOfBatch) -> engine.hold(c);
  }

  /** A matching shard. */
  public EventHandler<Command> matching(int shard) {
    MatchingEngine engine = matching[shard];
    return (c, sequence, endOfBatch) -> {
      if (c.type == CommandType.QUERY) {
        ((Query) c.payload).visit(engine);
      } else {
        engine.match(c);
      }
    };
  }

  /** The second step of a risk shard; without risk there is nothing to settle. */
  public EventHandler<Command> settle(int shard) {
    if (risk.length == 0) {
      return (c, sequence, endOfBatch) -> {};
    }
    RiskEngine engine = risk[shard];
    return (c, sequence, endOfBatch) -> {
      if (c.type == CommandType.QUERY) {
        ((Query) c.payload).visit(engine);
      } else {
        engine.settle(c);
      }
    };
  }

  /** The results stage. */
  public EventHandler<Command> results() {
    return (c, sequence, endOfBatch) -> {
      if (c.type == CommandType.QUERY) {
        ((Query) c.payload).visit(results);
      }
      results.tell(c);
    };
  }

  private static void refuseRiskCommands(Command c) {
    if (c.type >= CommandType.ADD_USER && c.type <= CommandType.ADJUST_BALANCE && !c.isRejected()) {
      c.reject(ResultCode.NO_RISK_STAGE);
    }
  }

  /** Grouping needs to know where a batch starts, so that it reads the clock once in it. */
  private record GroupingHandler(Grouping grouping) implements EventHandler<Command> {

    @Override
    public void onBatchStart(long batchSize, long queueDepth) {
      grouping.startBatch();
    }

    @Override
    public void onEvent(Command c, long sequence, boolean endOfBatch) {
      grouping.group(c, sequence);
      if (c.type == CommandType.QUERY && !c.isRejected()) {
        ((Query) c.payload).visit(grouping);
      }
    }
  }
}
