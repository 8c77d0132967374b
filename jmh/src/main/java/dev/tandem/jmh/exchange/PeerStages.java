package dev.tandem.jmh.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.harness.Children;
import dev.tandem.jmh.harness.Distance;
import dev.tandem.jmh.harness.Folders;
import dev.tandem.jmh.harness.JvmFlags;
import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Further;
import dev.tandem.jmh.report.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the stages of exchange-core wait and work, in a process of its own, by samples of its
 * threads' stacks: it has no place where a clock could be read. Rounds of it give nothing else.
 */
final class PeerStages implements AutoCloseable {

  /** Who it is. */
  static final String NAME = "exchange-core";

  private static final KernelEntrant ENTRANT = KernelEntrant.EXCHANGE_CORE_YIELDING;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of a closed loop: one alone has too few samples. */
  private static final int PASSES = 4;

  private static final double PERCENT = 100;

  private final KernelFlows flow;
  private final LoopOptions loop;
  private final Path directory;
  private final Children<KernelEntrant> children;
  private final List<Sample> samples = new ArrayList<>();

  /** Percent of a thread's samples in which it waits for a stage's commands and works on them. */
  record Share(double waits, double works) {}

  /**
   * What a round found.
   *
   * @param count samples of each thread
   * @param shares those of hold and settle, which share a thread, are 100 % together
   * @param error why there are none; else null
   */
  record Sample(double rate, boolean far, long count, Map<PeerStage, Share> shares, String error) {

    /** Work of all threads, in percent of one. */
    double works() {
      return shares.values().stream().mapToDouble(Share::works).sum();
    }
  }

  PeerStages(KernelFlows flow, LoopOptions loop) throws IOException {
    this.flow = flow;
    this.loop = loop;
    directory = Files.createTempDirectory("tandem-stages-");
    FlowExport.write(List.of(flow), directory.resolve(ExchangeCoreProcess.FLOWS));
    children = new Children<>(List.of(ENTRANT), KernelEntrant::launch, directory);
  }

  /** Measures each rate once; the first round warms up, later ones meet a warm process. */
  void round(int round) throws IOException {
    int warmUp = round == 0 ? loop.warmUp() : Math.ceilDiv(loop.warmUp(), 3);
    for (double rate : loop.rates()) {
      String request =
          rate == 0
              ? String.format("closed %s %d %d", flow, warmUp, PASSES)
              : String.format(
                  Locale.ROOT, "open %s %d %f %f %d", flow, warmUp, rate, loop.seconds(), round);
      children.ask(
          round,
          ExchangeCoreProcess.STAGES + " " + request,
          turn -> samples.add(sample(rate, turn.isFar(), turn.answer(), turn.error())));
    }
  }

  /**
   * An answer of the process.
   *
   * @param answer JSON; null if there is none
   * @param error why
   */
  static Sample sample(double rate, boolean far, String answer, String error) {
    if (answer == null) {
      return new Sample(rate, far, 0, Map.of(), error);
    }
    try {
      JsonNode json = JSON.readTree(answer);
      if (json.has("error")) {
        return new Sample(rate, far, 0, Map.of(), json.get("error").asText());
      }
      long count = json.get("samples").asLong();
      Map<PeerStage, Share> shares = new EnumMap<>(PeerStage.class);
      for (JsonNode share : json.get("stages")) {
        shares.put(
            PeerStage.valueOf(share.get("stage").asText()),
            new Share(
                share.get("waits").asLong() * PERCENT / count,
                share.get("works").asLong() * PERCENT / count));
      }
      return new Sample(rate, far, count, shares, null);
    } catch (IOException e) {
      return new Sample(rate, far, 0, Map.of(), e.toString());
    }
  }

  /** All that was found. */
  List<Sample> samples() {
    return samples;
  }

  /** A row for each rate, near and far, whose parts are the stages. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (double rate : loop.rates()) {
      rows.addAll(rows(samples.stream().filter(s -> s.rate == rate).toList(), rate));
    }
    return rows;
  }

  /** The rows of one rate. */
  static List<Row> rows(List<Sample> of, double rate) {
    String group = NAME + ", work of its four threads, sampled";
    String entrant = rate == 0 ? "closed loop" : String.format(Locale.ROOT, "%.2f M/s", rate / 1e6);
    for (Sample s : of) {
      if (s.error != null) {
        return List.of(Row.failed(group, entrant, Row.Kind.PEER, s.error));
      }
    }
    List<Row> rows = new ArrayList<>();
    Distance.split(
        of,
        Sample::far,
        (end, band) ->
            rows.add(
                Row.of(
                        group + end,
                        entrant,
                        Row.Kind.PEER,
                        "% of a thread",
                        true,
                        band.size(),
                        Spread.of(band, Sample::works),
                        Map.of())
                    .with(new Further().put("samples", Spread.of(band, s -> s.count)))
                    .withParts(parts(band))));
    return rows;
  }

  private static List<Row.Part> parts(List<Sample> of) {
    List<Row.Part> parts = new ArrayList<>();
    for (PeerStage stage : PeerStage.values()) {
      String name = stage.name().toLowerCase(Locale.ROOT);
      parts.add(
          Row.Part.of(name + " waits", false, Spread.of(of, s -> s.shares.get(stage).waits())));
      parts.add(
          Row.Part.of(name + " works", true, Spread.of(of, s -> s.shares.get(stage).works())));
    }
    return parts;
  }

  /** Whose configuration it has. */
  static Map<String, String> about() {
    return Map.of(NAME, ENTRANT.about());
  }

  /** What a reader must know of it. */
  static List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        NAME
            + " is looked at from outside, in rounds that measure nothing else: each millisecond the"
            + " stacks of its threads are taken at a safepoint of its JVM, and tell in which stage"
            + " each thread is and whether it waits there. So its figures are shares of its"
            + " threads' time, sampled at safepoints, while ours are ns of a command, measured by"
            + " clock: the two are not comparable one by one.");
    notes.add(
        "Each thread of "
            + NAME
            + " is 100 %, so all parts are 400 %; hold and settle share a thread. A thread that has"
            + " no CPU counts as what it did last. Samples are those of each thread in a round. The"
            + " figure is the work of all threads: at a given rate less is better, in the closed"
            + " loop more threads at work may also carry more.");
    notes.addAll(JvmFlags.notes(Map.of(NAME, ENTRANT.jvmFlags())));
    return notes;
  }

  @Override
  public void close() throws IOException {
    try {
      children.close();
    } finally {
      Folders.delete(directory);
    }
  }
}
