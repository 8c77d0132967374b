package dev.tandem.core.statemachine;

import com.lmax.disruptor.EventHandler;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.pipeline.TwoStepHandler;
import dev.tandem.core.risk.OnePassRisk;
import dev.tandem.core.risk.RiskEngine;
import dev.tandem.core.risk.ShardedRisk;
import dev.tandem.core.state.InvalidImageException;
import dev.tandem.core.state.StateImage;
import java.util.function.LongSupplier;

/**
 * The stage objects of one kernel: the whole state machine, without a thread or a ring of its own,
 * and with a clock only for commands that come without a timestamp. Whoever drives it applies to
 * each command, in order, {@link #admission}, every {@link #hold}, every {@link #matching}, every
 * {@link #settle} and {@link #results}, each stage in the order of the commands.
 *
 * <p>The outcome of a command is what {@link #apply} gives, which takes one command after the other
 * through all stages: it depends on the commands and their timestamps, and on nothing else. A
 * driver may let stages run ahead of later ones, as far as {@link TwoStepHandler#tryEvent} of the
 * holds lets it.
 */
public final class Stages {

  private final Admission admission;
  private final RiskEngine[] risk;
  private final MatchingEngine[] matching;
  private final Results results;

  /** Of one pass with risk, its two shards: so that the JIT sees no loop over them; or null. */
  private final OnePassRisk onlyRisk;

  private final MatchingEngine onlyMatching;

  /**
   * @param riskShards number of risk shards; 0 runs without users, balances and holds
   * @param matchingShards number of matching shards, at least 1
   * @param expectedUsers users it has room for before it grows
   * @param expectedOrders live orders it has room for before it grows
   * @param clockNs nanoseconds since the epoch, for commands without a timestamp
   * @param handler gets each answer
   * @param listener gets the event records of each command; null for none
   */
  public Stages(
      int riskShards,
      int matchingShards,
      int expectedUsers,
      int expectedOrders,
      LongSupplier clockNs,
      ResultHandler handler,
      EventRecordListener listener) {
    this(
        new RiskEngine[riskShards],
        newMatching(matchingShards, expectedOrders),
        null,
        clockNs,
        new Results(handler, listener));
    for (int i = 0; i < riskShards; i++) {
      risk[i] =
          new ShardedRisk(i, riskShards, expectedUsers / riskShards, expectedOrders / riskShards);
    }
  }

  private Stages(
      RiskEngine[] risk,
      MatchingEngine[] matching,
      OnePassRisk onlyRisk,
      LongSupplier clockNs,
      Results results) {
    this.admission = new Admission(clockNs);
    this.risk = risk;
    this.matching = matching;
    this.onlyRisk = onlyRisk;
    this.onlyMatching = matching[0];
    this.results = results;
  }

  private static MatchingEngine[] newMatching(int shards, int expectedOrders) {
    MatchingEngine[] matching = new MatchingEngine[shards];
    for (int i = 0; i < shards; i++) {
      matching[i] = new MatchingEngine(i, shards, expectedOrders / shards);
    }
    return matching;
  }

  /**
   * Stages for a driver that takes each command through all of them before it looks at the next,
   * with one shard of each: they keep one index of the live orders instead of two.
   *
   * @param risk whether there are users, balances and holds
   */
  public static Stages onePass(
      boolean risk,
      int expectedUsers,
      int expectedOrders,
      LongSupplier clockNs,
      ResultHandler handler,
      EventRecordListener listener) {
    MatchingEngine[] matching = newMatching(1, expectedOrders);
    OnePassRisk only =
        risk ? new OnePassRisk(expectedUsers, expectedOrders, matching[0]::tagOf) : null;
    RiskEngine[] shards = risk ? new RiskEngine[] {only} : new RiskEngine[0];
    return new Stages(shards, matching, only, clockNs, new Results(handler, listener));
  }

  /** Number of risk shards; 0 without risk. */
  public int riskShards() {
    return risk.length;
  }

  /** Commands with event records so far; for the thread that drives the results stage. */
  public long recordedCommands() {
    return results.recordedCommands();
  }

  /** Time of the last command with event records; for the thread that drives the results stage. */
  public long timeNs() {
    return results.timeNs();
  }

  /** Number of the next event record; for the thread that drives the results stage. */
  public long eventCount() {
    return results.eventCount();
  }

  /** The event hash; for the thread that drives the results stage. */
  public long eventHash() {
    return results.eventHash();
  }

  /** Trades so far. Any thread. */
  public long trades() {
    return results.trades();
  }

  /** Answers so far by result code, without queries and replays. Any thread. */
  public long[] answers() {
    return results.answers();
  }

  /** Number of matching shards. */
  public int matchingShards() {
    return matching.length;
  }

  /** The admission stage. */
  public EventHandler<Command> admission() {
    return new AdmissionHandler(admission, null);
  }

  /** The admission stage, which refuses what needs a record while the journal has no room. */
  public EventHandler<Command> admission(JournalStage journal) {
    return new AdmissionHandler(admission, journal);
  }

  /** The first step of a risk shard; without risk, what needs it is refused. */
  public TwoStepHandler<Command> hold(int shard) {
    return risk.length == 0 ? new NoRiskHandler() : new HoldHandler(risk[shard]);
  }

  /** A matching shard. */
  public EventHandler<Command> matching(int shard) {
    MatchingEngine engine = matching[shard];
    return (c, sequence, endOfBatch) -> match(engine, c);
  }

  /** The second step of a risk shard; without risk there is nothing to settle. */
  public EventHandler<Command> settle(int shard) {
    if (risk.length == 0) {
      return (c, sequence, endOfBatch) -> {};
    }
    RiskEngine engine = risk[shard];
    return (c, sequence, endOfBatch) -> engine.settle(c);
  }

  /** The results stage. */
  public EventHandler<Command> results() {
    return (c, sequence, endOfBatch) -> {
      if (isQuery(c)) {
        ((Query) c.payload).visit(results);
      }
      results.report(c);
      if (endOfBatch) {
        results.endBatch();
      }
    };
  }

  /** The results stage with another handler and listener than usual: for the replay of a log. */
  public EventHandler<Command> results(ResultHandler to, EventRecordListener eventsTo) {
    return (c, sequence, endOfBatch) -> results.report(c, to, eventsTo);
  }

  /**
   * Takes a command, which admission has seen, through hold, matching and settlement in every
   * shard: one pass, in which everything before it is settled.
   */
  void apply(Command c) {
    if (onlyRisk != null) {
      hold(onlyRisk, c);
      match(onlyMatching, c);
      onlyRisk.settle(c);
      return;
    }
    if (risk.length == 0) {
      refuseRiskCommands(c);
    }
    for (RiskEngine shard : risk) {
      hold(shard, c);
    }
    for (MatchingEngine shard : matching) {
      match(shard, c);
    }
    for (RiskEngine shard : risk) {
      shard.settle(c);
    }
  }

  static void hold(RiskEngine engine, Command c) {
    if (c.type == CommandType.QUERY) {
      if (isQuery(c)) {
        ((Query) c.payload).visit(engine);
      }
    } else if (!engine.hold(c, true)) {
      throw new IllegalStateException("everything is settled, and yet this must wait: " + c);
    }
  }

  private static void match(MatchingEngine engine, Command c) {
    if (isQuery(c)) {
      ((Query) c.payload).visit(engine);
    } else {
      engine.match(c);
    }
  }

  /** What looks ahead for a driver that takes each command through all stages. */
  LookAhead lookAhead() {
    return new LookAhead(onlyMatching, onlyRisk);
  }

  /** Memory for copies of these stages; see {@link #snapshotQuery}. */
  public StateCopy newCopy() {
    return new StateCopy(risk.length, matching.length);
  }

  /** The payload of a QUERY command that finds how much memory a copy needs. */
  public SizeQuery sizeQuery(StateCopy copy) {
    return new SizeQuery(copy);
  }

  /**
   * The payload of a QUERY command that copies the state, as all commands before it left it, into
   * memory that no other query or thread uses meanwhile. A stage stops for a copy of memory: most
   * of it 40 bytes for each order (as many as ever were live at once) in matching, 16 for each
   * account in risk, 2 KB for each client in admission.
   */
  public SnapshotQuery snapshotQuery(StateCopy into) {
    return new SnapshotQuery(into);
  }

  /**
   * The state as it is. For the thread that drives these stages, when all commands are answered;
   * the caller closes the image.
   */
  public StateImage image() {
    try (StateCopy copy = newCopy()) {
      visit(snapshotQuery(copy));
      return copy.image();
    }
  }

  /**
   * Has a query visit the stages as they are. For the thread that drives these stages, when all
   * commands are answered.
   */
  public void visit(Query query) {
    query.visit(admission);
    for (MatchingEngine shard : matching) {
      query.visit(shard);
    }
    for (RiskEngine shard : risk) {
      query.visit(shard);
    }
    query.visit(results);
  }

  /**
   * Takes over the state of an image, whatever the number of shards of the kernel that it was made
   * of: from here on every command has the same outcome as there. For new stages that no thread
   * drives yet; about 2 s for a million orders and a million users. The image is not closed.
   *
   * @throws IllegalStateException if these stages are not new
   * @throws InvalidImageException if the image is of a kernel with a risk stage and this is one
   *     without, or the other way round; or if it is not the state of a kernel. These stages are of
   *     no use then
   */
  public void restore(StateImage image) {
    boolean isNew = results.recordedCommands() == 0 && admission.clients().size() == 0;
    for (MatchingEngine shard : matching) {
      isNew &= shard.bookCount() == 0;
    }
    for (RiskEngine shard : risk) {
      isNew &= shard.isEmpty();
    }
    if (!isNew) {
      throw new IllegalStateException("a state is restored into new stages only");
    }
    new StateRestore(image, admission, risk, matching, results).run();
  }

  static boolean isQuery(Command c) {
    return c.type == CommandType.QUERY && !c.isRejectedAtEntry();
  }

  static void refuseRiskCommands(Command c) {
    if (!c.isRejectedAtEntry() && CommandType.needsRisk(c.type)) {
      c.reject(ResultCode.NO_RISK_STAGE);
    }
  }
}
