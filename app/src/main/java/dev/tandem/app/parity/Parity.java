package dev.tandem.app.parity;

import dev.tandem.app.replay.Replay;
import dev.tandem.app.replay.ReplayOptions;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.app.replay.Rounds;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.ResultCode;
import dev.tandem.flow.Flow;
import dev.tandem.wal.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;

/** Runs one flow through every kernel there is, and compares what came of it. */
public final class Parity {

  /**
   * What came of a flow in one kernel.
   *
   * @param logHash XXH64 over what the records of its log hold; empty where none is kept
   * @param reports of the trades and the final books
   * @param nanos from the first command to the last answer, without set-up in Java and with it in
   *     C++ and in the model: an impression, and no measurement
   */
  public record Side(
      String kernel,
      long eventHash,
      long stateHash,
      OptionalLong logHash,
      ReportSums reports,
      long nanos) {

    /** Whether its log differs from the first one's; false if it keeps none. */
    private boolean hasOtherLog(Side first) {
      return logHash.isPresent() && !logHash.equals(first.logHash);
    }
  }

  /**
   * What came of a flow.
   *
   * @param commands in the flow, without those that set it up
   * @param trades in Java
   * @param refusals in Java: answers that are not OK
   * @param shards of the pipelines
   * @param sides without those that failed
   * @param withoutModel why the serial model is not among them; null if it was run
   * @param difference the kernel that differs from the first one, the first command on which it
   *     does, and both sides of it; null if there is none
   */
  record Outcome(
      String input,
      int commands,
      long trades,
      long refusals,
      Shards shards,
      List<Side> sides,
      String withoutModel,
      String difference) {

    /** Whether all hashes and reports are equal, and no kernel failed. */
    public boolean isEqual() {
      Side first = sides.get(0);
      return difference == null
          && sides.stream()
              .allMatch(
                  side ->
                      side.eventHash() == first.eventHash()
                          && side.stateHash() == first.stateHash()
                          && !side.hasOtherLog(first))
          && reportsAreEqual();
    }

    /** Whether all reports are equal. */
    public boolean reportsAreEqual() {
      return sides.stream().allMatch(side -> side.reports().equals(sides.get(0).reports()));
    }
  }

  /**
   * What each kernel is given; tests alone give one of them something else.
   *
   * <p>{@code flow} is what the others are given.
   */
  @FunctionalInterface
  interface Given {
    Flow to(KernelKind kind, Flow flow);
  }

  private final CommandStream stream;
  private final Given given;
  private final CommandLogs logs;
  private final ModelUse model;
  private final Function<String, ? extends Rounds.Reported> progress;
  private final List<Side> sides = new ArrayList<>();

  /** The first kernel that failed where the first one of all did not; null if none did. */
  private KernelKind failed;

  private String failure;

  /**
   * @param logs where each kernel keeps a log; null keeps none
   * @param model whether the serial model runs, too
   */
  private Parity(
      CommandStream stream,
      Given given,
      CommandLogs logs,
      ModelUse model,
      Function<String, ? extends Rounds.Reported> progress) {
    this.stream = stream;
    this.given = given;
    this.logs = logs;
    this.model = model;
    this.progress = progress;
  }

  /**
   * Runs a flow in Java and in C++, fused and pipelined; a small one goes through the serial model,
   * too.
   *
   * @param input what to call it
   * @param risk whether there are users, balances and holds
   * @param shards of the pipelines
   * @param logged whether each kernel keeps a log, to be compared and deleted
   * @param model whether the serial model runs, too
   * @param progress gives, by the name of a kernel, the progress display of its run
   * @param given what each kernel is given
   * @throws TwinException if there is no exchange in C++ for this platform
   */
  static Outcome run(
      String input,
      Flow flow,
      boolean risk,
      Shards shards,
      boolean logged,
      ModelUse model,
      Function<String, ? extends Rounds.Reported> progress,
      Given given) {
    CommandStream stream = new CommandStream(flow, risk, shards);
    if (!logged) {
      return new Parity(stream, given, null, model, progress).run(input);
    }
    try (CommandLogs logs = new CommandLogs()) {
      return new Parity(stream, given, logs, model, progress).run(input);
    }
  }

  private Outcome run(String input) {
    String withoutModel = model.leftOut(stream);
    List<KernelKind> kinds =
        Stream.of(KernelKind.values())
            .filter(kind -> kind.runs(stream.risk()))
            .filter(kind -> kind != KernelKind.MODEL || withoutModel == null)
            .toList();
    ReplayResult fused = java(KernelKind.JAVA_FUSED);
    for (KernelKind kind : kinds.subList(1, kinds.size())) {
      switch (kind.made()) {
        case IN_JAVA -> java(kind);
        case IN_CPP -> cpp(kind);
        case AS_MODEL -> model(kind);
      }
    }
    long answers = fused.results().stream().mapToLong(Long::longValue).sum();
    return new Outcome(
        input,
        fused.commands(),
        fused.traded().trades(),
        answers - fused.results().get(ResultCode.OK.code()),
        stream.shards(),
        sides,
        withoutModel,
        difference(kinds));
  }

  private CommandStream streamOf(KernelKind kind) {
    Flow flow = given.to(kind, stream.flow());
    return flow == stream.flow() ? stream : new CommandStream(flow, stream.risk(), stream.shards());
  }

  /**
   * The first command on which a kernel differs from the first one, the first record of a log, or a
   * report. A kernel that fails differs.
   */
  private String difference(List<KernelKind> kinds) {
    if (failed != null) {
      return "%s: %s; %s"
          .formatted(
              failed.title(),
              failure,
              new FirstDifference(runOf(kinds.get(0)), runOf(failed)).find());
    }
    Side first = sides.get(0);
    for (int i = 1; i < sides.size(); i++) {
      Side side = sides.get(i);
      if (side.eventHash() != first.eventHash() || side.stateHash() != first.stateHash()) {
        return new FirstDifference(runOf(kinds.get(0)), runOf(kinds.get(i))).find();
      }
    }
    for (Side side : sides) {
      if (side.hasOtherLog(first)) {
        return logs.firstDifference(first.kernel(), side.kernel());
      }
      if (!side.reports().equals(first.reports())) {
        return "the reports of %s: they are %s, those of %s %s"
            .formatted(side.kernel(), side.reports(), first.kernel(), first.reports());
      }
    }
    return null;
  }

  private FirstDifference.Run runOf(KernelKind kind) {
    return new FirstDifference.Run(kind, streamOf(kind));
  }

  private OptionalLong logHash(String kernel) {
    return logs == null ? OptionalLong.empty() : OptionalLong.of(logs.hash(kernel));
  }

  private ReplayResult java(KernelKind kind) {
    String name = kind.title();
    CommandStream its = streamOf(kind);
    Flow flow = its.flow();
    try (Rounds.Reported reported = progress.apply(name)) {
      JournalOptions journal =
          logs == null
              ? null
              : JournalOptions.in(logs.of(name))
                  .durability(Durability.WRITTEN)
                  .segmentBytes(CommandLogs.SEGMENT_BYTES);
      ReplayOptions options =
          new ReplayOptions(kind.topology(its), its.risk(), 0, true, false, true, journal);
      ReplayResult result = Replay.run(flow, options, reported);
      ReplayResult.Hashes hashes = result.hashes();
      sides.add(
          new Side(
              name,
              hashes.events(),
              hashes.state(),
              logHash(name),
              ReportSums.of(flow, result.log(), result::orders),
              result.nanos()));
      return result;
    }
  }

  private void model(KernelKind kind) {
    String name = kind.title();
    ModelRun run = new ModelRun(streamOf(kind));
    try (Rounds.Reported reported = progress.apply(name)) {
      run.run(reported);
      sides.add(
          new Side(
              name,
              run.eventHash(),
              run.stateHash(),
              OptionalLong.empty(),
              run.reports(),
              run.nanos()));
    }
  }

  private void cpp(KernelKind kind) {
    String name = kind.title();
    CommandStream its = streamOf(kind);
    TwinOptions options = kind.twinOptions(its);
    if (logs != null) {
      options = options.onLog(logs.of(name), Durability.WRITTEN, CommandLogs.SEGMENT_BYTES);
    }
    try (TwinExchange twin = new TwinExchange(options);
        Rounds.Reported reported = progress.apply(name)) {
      TwinRun run = new TwinRun(its, twin);
      run.run(reported);
      long eventHash = twin.eventHash();
      long stateHash = twin.stateHash();
      ReportSums reports = run.reports();
      if (logs != null) {
        twin.closeLog();
      }
      sides.add(new Side(name, eventHash, stateHash, logHash(name), reports, run.nanos()));
    } catch (TwinException e) {
      if (!e.isFailure()) {
        throw e;
      }
      if (failed == null) {
        failed = kind;
        failure = e.getMessage();
      }
    }
  }
}
