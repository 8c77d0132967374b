package dev.tandem.app.replay;

import dev.tandem.flow.Flow;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import java.util.List;
import java.util.function.Function;

/**
 * Gets the JVM's compilers over before a clock starts: generated commands, which are none of those
 * that are measured, in exchanges that are thrown away.
 */
public final class WarmUp {

  private static final long SEED = 42;

  /** Commands of one exchange; a longer warm-up takes several. */
  private static final int PIECE = 500_000;

  private WarmUp() {}

  /**
   * Runs so many generated commands in each topology, by turns, in closed loops; for an open loop
   * also a second at its rate. Without a log.
   *
   * @param commands in each topology; 0 for none
   */
  public static void run(
      List<ReplayOptions> options, long commands, Function<String, Rounds.Told> progress) {
    if (commands <= 0) {
      return;
    }
    // Both mixes, so that every kind of command is compiled.
    int piece = (int) Math.max(1, Math.min(PIECE, commands / 2));
    List<Flow> flows = List.of(flow(piece, FlowMix.FULL), flow(piece, FlowMix.CHURN));
    run(flows, options, commands, progress);
    for (ReplayOptions of : options) {
      if (of.rate() != 0) {
        int second = (int) Math.min(piece, of.rate());
        run(flow(second, FlowMix.FULL), of.withoutLog(), progress);
      }
    }
  }

  private static Flow flow(int commands, FlowMix mix) {
    return FlowGenerator.generate(FlowPlan.of(commands, SEED, mix));
  }

  /**
   * Runs these flows, one after the other and over again, until each topology has had so many
   * commands; in closed loops, without a log.
   */
  public static void run(
      List<Flow> flows,
      List<ReplayOptions> options,
      long commands,
      Function<String, Rounds.Told> progress) {
    int next = 0;
    for (long done = 0; done < commands; ) {
      Flow flow = flows.get(next);
      for (ReplayOptions of : options) {
        run(flow, closed(of), progress);
      }
      done += flow.size();
      next = (next + 1) % flows.size();
    }
  }

  private static ReplayOptions closed(ReplayOptions of) {
    return new ReplayOptions(
        of.topology(), of.risk(), 0, of.keepTrades(), of.keepAnswers(), false, null);
  }

  private static void run(
      Flow flow, ReplayOptions options, Function<String, Rounds.Told> progress) {
    try (Rounds.Told told = progress.apply("warm up " + options.topology())) {
      Replay.run(flow, options, told);
    }
  }
}
