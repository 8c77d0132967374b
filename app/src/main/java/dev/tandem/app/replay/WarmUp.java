package dev.tandem.app.replay;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.flow.BadInputException;
import dev.tandem.flow.Flow;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import dev.tandem.wal.filesystem.DirectoryTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** Commands of an exchange with a log: enough to compile its path, and some 20 MB. */
  private static final int LOGGED_PIECE = 200_000;

  private static final int SEGMENT_BYTES = 8 << 20;

  private WarmUp() {}

  /**
   * Runs so many generated commands in each topology, by turns, in closed loops; for an open loop
   * also a second at its rate. Without a log; where there is to be one, then once more with one of
   * its level, in a temporary directory.
   *
   * @param commands in each topology without a log; 0 for no warm-up
   * @throws BadInputException if the temporary directory takes no log
   */
  public static void run(
      List<ReplayOptions> options, long commands, Function<String, Rounds.Reported> progress) {
    if (commands <= 0) {
      return;
    }
    // Both mixes, so that every kind of command is compiled.
    int piece = (int) Math.max(1, Math.min(PIECE, commands / 2));
    List<Flow> flows = List.of(flow(piece, FlowMix.FULL), flow(piece, FlowMix.CHURN));
    run(flows, options, commands, progress);
    for (ReplayOptions of : options) {
      if (of.journal() != null) {
        runLogged(flow(Math.min(piece, LOGGED_PIECE), FlowMix.FULL), of, progress);
      }
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
      Function<String, Rounds.Reported> progress) {
    int next = 0;
    for (long done = 0; done < commands; ) {
      Flow flow = flows.get(next);
      for (ReplayOptions of : options) {
        run(flow, closed(of, null), progress);
      }
      done += flow.size();
      next = (next + 1) % flows.size();
    }
  }

  private static void runLogged(
      Flow flow, ReplayOptions of, Function<String, Rounds.Reported> progress) {
    try {
      Path directory = Files.createTempDirectory("tandem-warm-up");
      try {
        JournalOptions log =
            JournalOptions.in(directory.resolve("log"))
                .durability(of.journal().durability())
                .segmentBytes(SEGMENT_BYTES);
        run(flow, closed(of, log), progress);
      } finally {
        DirectoryTrees.delete(directory);
      }
    } catch (IOException | JournalException e) {
      throw new BadInputException(
          "no log for the warm-up in the temporary directory: "
              + e.getMessage()
              + "; java.io.tmpdir names another one, and --warmup=0 does without");
    }
  }

  private static ReplayOptions closed(ReplayOptions of, JournalOptions log) {
    return new ReplayOptions(
        of.topology(), of.risk(), 0, of.keepTrades(), of.keepAnswers(), false, log);
  }

  private static void run(
      Flow flow, ReplayOptions options, Function<String, Rounds.Reported> progress) {
    try (Rounds.Reported reported = progress.apply("warm up " + options.topology())) {
      Replay.run(flow, options, reported);
    }
  }
}
