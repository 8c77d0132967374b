package dev.tandem.app.replay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.output.Json;
import dev.tandem.app.output.MachineJson;
import dev.tandem.flow.Flow;
import dev.tandem.wal.WalStatistics;
import java.nio.file.Path;
import java.util.List;

/** What came of a replay as JSON, with all that the figures are of. */
final class ReplayJson {

  private final List<Path> files;
  private final Flow flow;
  private final ReplayOptions options;
  private final Rounds rounds;
  private final long warmup;
  private final String reportSha256;

  /**
   * @param options of the first topology
   * @param warmup commands of the warm-up in each topology
   * @param reportSha256 of a book-workload; null for none
   */
  ReplayJson(
      List<Path> files,
      Flow flow,
      ReplayOptions options,
      Rounds rounds,
      long warmup,
      String reportSha256) {
    this.files = files;
    this.flow = flow;
    this.options = options;
    this.rounds = rounds;
    this.warmup = warmup;
    this.reportSha256 = reportSha256;
  }

  /**
   * The text, with an end of line.
   *
   * @param asExpected whether all is as the input says it must be
   */
  String of(boolean asExpected) {
    ReplayResult result = rounds.first();
    ObjectNode json = Json.object();
    MachineJson.put(json);
    ObjectNode input = json.putObject("input");
    ArrayNode names = input.putArray("files");
    files.forEach(file -> names.add(file.toString()));
    input.put("format", flow.format().label());
    input.put("commands", result.commands());
    input.put("symbols", flow.symbols().size());
    json.put("risk", result.risk());
    json.put("ratePerSecond", options.rate() == 0 ? null : (Long) options.rate());
    json.put(
        "durability", options.journal() == null ? null : options.journal().durability().name());
    json.put("warmupCommands", warmup);
    json.put("asExpected", asExpected);
    json.put("commands", result.commands());
    json.put("trades", result.traded().trades());
    json.put("eventHash", ReplayResult.hex(result.hashes().events()));
    json.put("stateHash", ReplayResult.hex(result.hashes().state()));
    if (reportSha256 != null) {
      json.put("reportSha256", reportSha256);
    }
    putRuns(json, rounds);
    if (result.logged() != null) {
      putLog(json.putObject("log"), result.logged());
    }
    return Json.text(json) + System.lineSeparator();
  }

  /** Puts the figures of each topology: medians over its rounds, and the rounds. */
  static void putRuns(ObjectNode json, Rounds rounds) {
    ArrayNode runs = json.putArray("runs");
    for (Rounds.OfTopology of : rounds.topologies()) {
      ObjectNode run = runs.addObject();
      run.put("topology", of.topology().toString());
      run.put("threads", of.topology().threads());
      Spread speed = of.commandsPerSecond();
      run.putObject("commandsPerSecond")
          .put("median", Math.round(speed.median()))
          .put("min", Math.round(speed.min()))
          .put("max", Math.round(speed.max()));
      putLatencies(run, of.latencies());
      ArrayNode each = run.putArray("rounds");
      for (Rounds.Round round : of.rounds()) {
        ObjectNode one = each.addObject();
        one.put("tookNs", round.nanos());
        one.put("commandsPerSecond", Math.round(round.commandsPerSecond()));
        putLatencies(one, round.latencies());
      }
    }
  }

  private static void putLatencies(ObjectNode json, Latencies l) {
    json.putObject("latencyNs")
        .put("p50", l.p50())
        .put("p90", l.p90())
        .put("p99", l.p99())
        .put("p999", l.p999())
        .put("p9999", l.p9999())
        .put("max", l.max());
  }

  /** No record is null, not a number that nobody expects. */
  private static Long orNull(long sequence) {
    return sequence < 0 ? null : (Long) sequence;
  }

  private static void putLog(ObjectNode json, ReplayResult.Logged logged) {
    WalStatistics s = logged.statistics();
    json.put("recovered", logged.recovered())
        .put("replayed", logged.recovery().replayedCommands())
        .put("snapshotRecord", orNull(logged.recovery().snapshotSequence()))
        .put("droppedRecords", logged.recovery().droppedRecords())
        .put("written", s.written())
        .put("synced", s.synced())
        .put("critical", s.critical())
        .put("syncs", s.syncs().count())
        .put("meanSyncNs", Math.round(s.syncs().meanNs()))
        .put("p99SyncNs", s.syncs().p99Ns())
        .put("queuedRecords", s.queue().records())
        .put("bytes", s.bytes());
  }
}
