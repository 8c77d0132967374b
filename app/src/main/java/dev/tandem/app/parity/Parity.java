package dev.tandem.app.parity;

import dev.tandem.app.replay.Replay;
import dev.tandem.app.replay.ReplayOptions;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.app.replay.Rounds;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.ResultCode;
import dev.tandem.flow.Flow;
import dev.tandem.wal.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Runs one flow through every kernel there is, and compares what came of it. */
public final class Parity {

  private static final int EXPECTED_ORDERS = 1 << 16;

  /**
   * What came of a flow in one kernel.
   *
   * @param logHash XXH64 over what the records of its log hold; 0 where none is kept
   * @param reports of the trades and the final books
   * @param nanos from the first command to the last answer, without set-up in Java and with it in
   *     C++: an impression, and no measurement
   */
  public record Side(
      String kernel,
      long eventHash,
      long stateHash,
      long logHash,
      ReportSums reports,
      long nanos) {}

  /**
   * What came of a flow.
   *
   * @param commands in the flow, without those that set it up
   * @param trades in Java
   * @param refusals in Java: answers that are not OK
   * @param difference the first command on which Java and C++ differ, and both sides of it; null if
   *     there is none
   */
  public record Outcome(
      String input, int commands, long trades, long refusals, List<Side> sides, String difference) {

    /** Whether all hashes and reports are equal. */
    public boolean isEqual() {
      Side first = sides.get(0);
      return sides.stream()
              .allMatch(
                  side ->
                      side.eventHash() == first.eventHash()
                          && side.stateHash() == first.stateHash()
                          && side.logHash() == first.logHash())
          && reportsAreEqual();
    }

    /** Whether all reports are equal. */
    public boolean reportsAreEqual() {
      return sides.stream().allMatch(side -> side.reports().equals(sides.get(0).reports()));
    }
  }

  private final CommandStream stream;
  private final CommandLogs logs;
  private final Function<String, ? extends Rounds.Told> progress;
  private final List<Side> sides = new ArrayList<>();

  /**
   * @param logs where each kernel keeps a log; null keeps none
   */
  private Parity(
      CommandStream stream, CommandLogs logs, Function<String, ? extends Rounds.Told> progress) {
    this.stream = stream;
    this.logs = logs;
    this.progress = progress;
  }

  /**
   * Runs a flow in Java and in C++, fused and pipelined; without risk C++ is fused alone.
   *
   * @param input what to call it
   * @param logged whether each kernel keeps a log, to be compared and deleted
   * @param progress makes, by the name of a kernel, who is told how far its run is
   * @throws TwinException if there is no exchange in C++ for this platform
   */
  public static Outcome run(
      String input,
      Flow flow,
      boolean risk,
      boolean logged,
      Function<String, ? extends Rounds.Told> progress) {
    CommandStream stream = new CommandStream(flow, risk);
    if (!logged) {
      return new Parity(stream, null, progress).run(input);
    }
    try (CommandLogs logs = new CommandLogs()) {
      return new Parity(stream, logs, progress).run(input);
    }
  }

  private Outcome run(String input) {
    ReplayResult fused = java("Java fused", Topology.fused());
    java("Java pipelined", Topology.pipelined(1, 1));
    cpp("C++ fused", Topology.fused());
    if (stream.risk()) {
      cpp("C++ pipelined", Topology.pipelined(1, 1));
    }
    long answers = fused.results().stream().mapToLong(Long::longValue).sum();
    return new Outcome(
        input,
        fused.commands(),
        fused.traded().trades(),
        answers - fused.results().get(ResultCode.OK.code()),
        sides,
        difference());
  }

  /** The first command on which C++ differs from Java, the first record of a log, or a report. */
  private String difference() {
    Side java = sides.get(0);
    Side cpp = sides.get(2);
    if (java.eventHash() != cpp.eventHash() || java.stateHash() != cpp.stateHash()) {
      return new FirstDifference(stream).find();
    }
    for (Side side : sides) {
      if (side.logHash() != java.logHash()) {
        return logs.firstDifference(java.kernel(), side.kernel());
      }
      if (!side.reports().equals(java.reports())) {
        return "the reports of %s: they are %s, those of %s %s"
            .formatted(side.kernel(), side.reports(), java.kernel(), java.reports());
      }
    }
    return null;
  }

  private long logHash(String kernel) {
    return logs == null ? 0 : logs.hash(kernel);
  }

  private ReplayResult java(String name, Topology topology) {
    try (Rounds.Told told = progress.apply(name)) {
      JournalOptions journal =
          logs == null
              ? null
              : JournalOptions.in(logs.of(name))
                  .durability(Durability.WRITTEN)
                  .segmentBytes(CommandLogs.SEGMENT_BYTES);
      ReplayOptions options =
          new ReplayOptions(topology, stream.risk(), 0, true, false, true, journal);
      ReplayResult result = Replay.run(stream.flow(), options, told);
      ReplayResult.Hashes hashes = result.hashes();
      sides.add(
          new Side(
              name,
              hashes.events(),
              hashes.state(),
              logHash(name),
              ReportSums.of(stream.flow(), result.log(), result::orders),
              result.nanos()));
      return result;
    }
  }

  private void cpp(String name, Topology topology) {
    TwinOptions options = optionsFor(stream).in(topology).keepingRecords();
    if (logs != null) {
      options = options.onLog(logs.of(name), Durability.WRITTEN, CommandLogs.SEGMENT_BYTES);
    }
    try (TwinExchange twin = new TwinExchange(options);
        Rounds.Told told = progress.apply(name)) {
      TwinRun run = new TwinRun(stream, twin);
      run.run(told);
      long eventHash = twin.eventHash();
      long stateHash = twin.stateHash();
      ReportSums reports = run.reports();
      if (logs != null) {
        twin.closeLog();
      }
      sides.add(new Side(name, eventHash, stateHash, logHash(name), reports, run.nanos()));
    }
  }

  private static TwinOptions optionsFor(CommandStream stream) {
    return TwinOptions.of(stream.risk(), Math.max(1, stream.users()), EXPECTED_ORDERS);
  }

  /** A fused exchange in C++ for the commands of a stream. */
  static TwinExchange twinFor(CommandStream stream, boolean keepsRecords) {
    TwinOptions options = optionsFor(stream);
    return new TwinExchange(keepsRecords ? options.keepingRecords() : options);
  }
}
