package dev.tandem.it.parity;

import static dev.tandem.it.Ended.replay;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Calls a replay in Java and in C++, and compares what they write and tell. */
final class BothReplays {

  /** What depends on the time that a run takes, or on the program. */
  private static final List<String> TIMED =
      List.of("funding", "run", "warm-up", "throughput", "latency");

  private BothReplays() {}

  /** Calls one round of {@code tandem-cpp replay}. */
  static Ended cpp(Object... args) throws Exception {
    List<Object> all = new ArrayList<>(List.of("replay", "--rounds", 1));
    all.addAll(Arrays.asList(args));
    return TandemCpp.run(all.toArray());
  }

  /** The lines that depend on the input alone. */
  static List<String> untimed(String summary) {
    return summary.lines().filter(line -> !TIMED.contains(line.replaceAll(" .*", ""))).toList();
  }

  private static ObjectNode untimed(Path json) throws IOException {
    ObjectNode object = (ObjectNode) new ObjectMapper().readTree(json.toFile());
    object.remove(List.of("version", "java", "cpp", "machine"));
    for (JsonNode run : object.get("runs")) {
      ((ObjectNode) run).remove(List.of("commandsPerSecond", "latencyNs"));
      for (JsonNode round : run.get("rounds")) {
        assertThat(round.get("tookNs").asLong()).isPositive();
        ((ObjectNode) round).removeAll();
      }
    }
    return object;
  }

  /**
   * Runs a flow in both, and compares all that they write and tell.
   *
   * @param dir takes the files that they write, which are deleted
   * @return what C++ told
   */
  static Ended compare(Path dir, List<Path> files, Object... options) throws Exception {
    List<Ended> ended = new ArrayList<>();
    List<ObjectNode> figures = new ArrayList<>();
    List<List<String>> reports = new ArrayList<>();
    for (boolean java : new boolean[] {true, false}) {
      Path trades = dir.resolve("trades.csv");
      Path book = dir.resolve("book.csv");
      Path json = dir.resolve("run.json");
      List<Object> args = new ArrayList<>(files);
      args.addAll(List.of("--trades", trades, "--book", book, "--json", json));
      args.addAll(Arrays.asList(options));
      ended.add(java ? replay(args.toArray()) : cpp(args.toArray()));
      assertThat(ended.getLast().err()).isEmpty();
      figures.add(untimed(json));
      reports.add(List.of(Files.readString(trades), Files.readString(book)));
      for (Path output : List.of(trades, book, json)) {
        Files.delete(output);
      }
    }
    assertThat(ended.get(1).code()).isEqualTo(ended.get(0).code());
    assertThat(untimed(ended.get(1).out())).isEqualTo(untimed(ended.get(0).out()));
    assertThat(figures.get(1)).isEqualTo(figures.get(0));
    assertThat(reports.get(1)).isEqualTo(reports.get(0));
    return ended.get(1);
  }

  /** Demands that both refuse these words by the same message. */
  static void refusedAlike(Object... args) throws Exception {
    assertThat(cpp(args)).isEqualTo(replay(args)).returns(2, Ended::code);
  }

  /** The line of a summary that begins so. */
  static String line(Ended ended, String name) {
    assertThat(ended.err()).isEmpty();
    return ended.out().lines().filter(line -> line.startsWith(name)).findFirst().orElseThrow();
  }
}
