package dev.tandem.it.parity;

import static dev.tandem.it.Ended.replay;
import static dev.tandem.it.parity.BothReplays.cpp;
import static dev.tandem.it.parity.BothReplays.line;
import static dev.tandem.it.parity.BothReplays.refusedAlike;
import static dev.tandem.it.parity.BothReplays.untimed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code tandem replay} and {@code tandem-cpp replay}: the same reports byte by byte, the same
 * figures but for times, the same messages.
 */
class ReplayInBothLanguagesTest {

  private static final String HEAD =
      "#tandem-csv 1\ntimeNs,symbol,command,userId,orderId,side,type,price,quantity\n";

  @TempDir private Path dir;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  private Ended compare(Path flow, Object... options) throws Exception {
    return BothReplays.compare(dir, List.of(flow), options);
  }

  @ParameterizedTest
  @CsvSource({"full,1,fused", "full,5,pipelined", "churn,6,'pipelined:2,3'"})
  void aGeneratedFlowHasTheSameReportsAndFigures(String mix, int symbols, String topology)
      throws Exception {
    Path flow = dir.resolve("flow.csv");
    Ended.tandem(
        "generate",
        "--commands",
        "4k",
        "--mix",
        mix,
        "--symbols",
        symbols,
        "--users",
        40,
        "--seed",
        symbols,
        "-o",
        flow);
    Ended ended = compare(flow, "--topology", topology);
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("4,000 commands (csv)", "conserved", "risk on");
    if (!topology.contains(":")) {
      assertThat(compare(flow, "--topology", topology, "--risk", "off").code()).isZero();
    }
  }

  @Test
  void topologiesByTurnsAndAnOpenLoopAreToldAlike() throws Exception {
    Path flow = dir.resolve("flow.csv");
    Ended.tandem("generate", "--commands", "2k", "-o", flow);
    assertThat(compare(flow, "--topology", "fused", "--topology", "pipelined").out())
        .contains("FUSED and PIPELINED(1,1) by turns");
    Ended ended = compare(flow, "--topology", "fused", "--rate", "50k");
    assertThat(ended.out()).contains("open loop at 50,000/s").contains("from the intended time");
  }

  @Test
  void whatTheFileSaysIsCheckedAlike() throws Exception {
    Path flow =
        file(
            "day.csv",
            HEAD
                + "# refusals of every kind that a flow can have\n\n"
                + "1,7,PLACE,,1,B,GTC,0,5\n1,7,PLACE,,2,B,GTC,10,-5\n1,7,CANCEL,,77,,,,4\n"
                + "1,7,PLACE,,3,B,GTC,9223372036854775807,9223372036854775807\r\n"
                + "1,7,PLACE,,4,B,GTC,9000000000000000,1\n1,7,PLACE,,0,B,GTC,10,5\n"
                + "1,7,UNCROSS,,,,,100,\n2,7,START_AUCTION,,,,,,\n2,7,PLACE,5,11,B,GTC,100,10\n"
                + "2,7,PLACE,6,12,S,GTC,100,9\n3,7,PLACE,6,13,S,IOC,100,9\n4,7,UNCROSS,,,,,101,8\n"
                + "5,9,PLACE,,-3,B,GTC,50,7\n5,9,MOVE,,-3,,,51,0\n5,9,REDUCE,,-3,,,,2\n"
                + "6,9,CANCEL,,-3,,,,4\n");
    Ended ended = compare(flow, "--topology", "fused");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out())
        .contains(flow + ":7: the answer to CANCEL of order 77 is UNKNOWN_ORDER")
        .contains("the price of the uncross is 100, expected 101")
        .contains("the remaining quantity of order -3 is 5, expected 4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,1,PLACE,,1,B,GTC,x,5",
        "1,1,PLACE,,1,B,GTC,99999999999999999999,5",
        "1,1,PLACE,,1,B,GTC,9223372036854775808,5",
        "1,1,PLACE,,1,B,GTC,-,5",
        "0,1,PLACE,,1,B,GTC,1,5",
        "1,1,PLACE,0,1,B,GTC,1,5",
        "1,1,PLACE,,1,X,GTC,1,5",
        "1,1,PLACE,,1,B,FOK,1,5",
        "1,-1,PLACE,,1,B,GTC,1,5",
        "1,4294967296,PLACE,,1,B,GTC,1,5",
        "1,1,CANCEL,,1,B,,,",
        "1,1,CANCEL,,1,,GTC,,",
        "1,1,CANCEL,,1,,,7,",
        "1,1,CANCEL,,1,,,,-1",
        "1,1,place,,1,B,GTC,1,5",
        "1,1,MOVE,,1,,,1,",
        "1,1,UNCROSS,7,,,,,",
        "1,1,UNCROSS,,7,,,,",
        "1,1,START_AUCTION,,,,,,5",
        "2,1,PLACE,,1,B,GTC,1,5\n1,1,PLACE,,2,B,GTC,1,5",
        "1,1,PLACE,,1,B,GTC,1",
        "1,1,PLACE,,1,B,GTC,1,5,",
        "a line that is far longer than what a message shows of it, and has no comma but one",
        "\u0001,1,PLACE,,1,B,GTC,1,5",
        "# nothing but a remark",
      })
  void aMalformedFileIsRefusedAlike(String lines) throws Exception {
    refusedAlike(file("bad.csv", HEAD + lines + "\n"));
  }

  @Test
  void whatIsNoFlowIsRefusedAlike() throws Exception {
    refusedAlike(file("empty.csv", ""));
    refusedAlike(file("old.csv", "#tandem-csv 9\n"));
    refusedAlike(file("header.csv", "#tandem-csv 1\ntimeNs\n"));
    refusedAlike(file("long.csv", HEAD + ",".repeat(200) + "\n"));
    refusedAlike(file("longer.csv", HEAD + "x".repeat(5_000) + "\n"));
    refusedAlike(dir.resolve("missing.csv"));
    refusedAlike(dir);
  }

  @Test
  void aWarmUpChangesNothingButTimes() throws Exception {
    Path flow = generated("1k");
    Ended cold = cpp(flow, "--topology", "fused", "--trades", "-");
    for (String warmup : List.of("1", "1k", "2_500")) {
      Path json = dir.resolve("warm.json");
      Ended warm = cpp(flow, "--topology", "fused", "--trades", "-", "--warmup", warmup);
      assertThat(warm.out()).isEqualTo(cold.out());
      assertThat(untimed(warm.err())).isEqualTo(untimed(cold.err()));
      assertThat(warm.err()).contains(" of the input in each topology before");
      cpp(flow, "--warmup", warmup, "--json", json);
      assertThat(Files.readString(json)).contains("\"warmupCommands\" : " + commands(warmup));
    }
  }

  private static String commands(String warmup) {
    return warmup.replace("k", "000").replace("_", "");
  }

  private Path generated(String commands) throws Exception {
    Path flow = dir.resolve("flow-" + commands + ".csv");
    Ended.tandem("generate", "--commands", commands, "--users", 40, "--seed", 4, "-o", flow);
    return flow;
  }

  private static Ended run(boolean java, Object... args) throws Exception {
    return java ? replay(args) : cpp(args);
  }

  /** What is told of a log, but for its name and the times. */
  private static List<String> ofLog(Ended ended, Path log) {
    return ended
        .out()
        .lines()
        .filter(line -> line.startsWith("recovered") || line.startsWith("log "))
        .map(line -> line.replace(log.toString(), "DIR"))
        .map(line -> line.replaceAll("[\\d.]+ [nmu]?s\\b", "TIME"))
        .map(line -> line.replaceAll("[\\d,]+ (byte|sync)s? ?(\\(mean TIME, p99 TIME\\))?", "N $1"))
        .toList();
  }

  @Test
  void aLogIsKeptAndToldAlike() throws Exception {
    Path flow = generated("2k");
    List<Ended> first = new ArrayList<>();
    List<List<String>> told = new ArrayList<>();
    for (boolean java : new boolean[] {true, false}) {
      Path log = dir.resolve("log-" + java);
      Path json = dir.resolve("run.json");
      Object[] args = {
        flow, "--wal", log, "--topology", "fused", "--snapshot-every", "1k", "--json", json
      };
      first.add(run(java, args));
      told.add(ofLog(first.getLast(), log));
      ObjectNode of = (ObjectNode) new ObjectMapper().readTree(json.toFile()).get("log");
      of.remove(List.of("syncs", "meanSyncNs", "p99SyncNs", "bytes"));
      told.add(List.of(of.toString()));
      // All of it is there, also for the other language.
      Ended again = run(!java, flow, "--wal", log, "--topology", "pipelined");
      assertThat(again.code()).as(again.err()).isZero();
      assertThat(again.out()).contains("nothing to submit: the log has all of it");
      assertThat(line(again, "state hash")).isEqualTo(line(first.getLast(), "state hash"));
      assertThat(line(again, "event hash")).isEqualTo(line(first.getLast(), "event hash"));
    }
    assertThat(told.get(2)).isEqualTo(told.get(0)).hasSize(2);
    assertThat(told.get(3)).isEqualTo(told.get(1));
    assertThat(untimed(first.get(1).out()).stream().filter(line -> !line.startsWith("recovered")))
        .filteredOn(line -> !line.startsWith("log"))
        .isEqualTo(
            untimed(first.get(0).out()).stream()
                .filter(line -> !line.startsWith("recovered") && !line.startsWith("log"))
                .toList());
    assertThat(first.get(0).code()).isEqualTo(first.get(1).code()).isZero();
  }

  @Test
  void whatOneBeganTheOtherGoesOnWith() throws Exception {
    Path flow = generated("3k");
    Ended whole = cpp(flow, "--topology", "fused");
    Path log = dir.resolve("log");
    Process killed =
        TandemCpp.startTool(
            dir.resolve("told"), "replay", flow, "--wal", log, "--rate", "500", "--rounds", "1");
    try {
      // The log has a record that is synced.
      while (!Ended.tandem("wal", "stats", log).out().contains(", sequence 0 to ")) {
        assertThat(killed.isAlive()).as(Files.readString(dir.resolve("told"))).isTrue();
        Thread.sleep(1);
      }
    } finally {
      killed.destroyForcibly().waitFor();
    }
    Ended on = replay(flow, "--wal", log, "--topology", "fused");
    assertThat(on.code()).as(on.err()).isZero();
    assertThat(line(on, "state hash")).isEqualTo(line(whole, "state hash"));
    assertThat(line(on, "event hash")).isEqualTo(line(whole, "event hash"));
    assertThat(line(on, "trades")).isEqualTo(line(whole, "trades"));
    Ended again = cpp(flow, "--wal", log, "--trades", dir.resolve("trades.csv"));
    assertThat(line(again, "trades")).isEqualTo(line(whole, "trades"));
  }

  @Test
  void aLogOfAnotherReplayIsRefusedAlike() throws Exception {
    Path flow = generated("1k");
    List<String> lines = Files.readAllLines(flow);
    Path log = dir.resolve("log");
    assertThat(cpp(flow, "--wal", log, "--snapshot-every", 300).code()).isZero();
    Path shorter = dir.resolve("shorter.csv");
    Files.write(shorter, lines.subList(0, lines.size() - 5));
    Path other = dir.resolve("other.csv");
    String last = lines.getLast();
    Files.write(other, lines.subList(0, lines.size() - 1));
    Files.writeString(
        other, last.replaceAll("^(\\d+)", "$1" + "0") + "\n", StandardOpenOption.APPEND);
    Path trades = dir.resolve("trades.csv");
    for (Object[] args :
        new Object[][] {
          {shorter, "--wal", log},
          {other, "--wal", log},
          {flow, "--wal", log, "--risk", "off"},
          {flow, "--wal", log, "--trades", trades}
        }) {
      Ended java = replay(args);
      Ended cpp = cpp(args);
      assertThat(cpp.err()).as(Arrays.toString(args)).isEqualTo(java.err()).isNotEmpty();
      assertThat(cpp.code()).isEqualTo(java.code()).isEqualTo(2);
    }
    assertThat(trades).doesNotExist();
  }

  @Test
  void whatOnlyJavaReadsOrHasIsRefusedByName() throws Exception {
    Path flow = file("x.csv", HEAD + "1,1,PLACE,,1,B,GTC,10,5\n1,1,PLACE,,2,S,GTC,10,5\n");
    Path packed = dir.resolve("x.csv.zst");
    Files.write(packed, new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0});
    assertThat(cpp(packed).err()).contains("zstd -d, or zstd -dc " + packed + " | tandem-cpp");
    assertThat(cpp(flow, packed).code()).isEqualTo(2);
    refused("--durability needs --wal DIR", flow, "--durability", "synced");
    refused("--snapshot-every needs --wal DIR", flow, "--snapshot-every", 5);
    refused("--snapshot-every is 0, expected", flow, "--wal", dir, "--snapshot-every", 0);
    refused("but was 'forever'", flow, "--wal", dir, "--durability", "forever");
    refused("one round of one topology", flow, "--wal", dir, "--rounds", 2);
    refused("--warmup is -1, expected 0 or more", flow, "--warmup", -1);
    refused("'fix': expected auto, csv, sse or book-workload", flow, "--format", "fix");
    refused("Unknown option: '--nothing=5'", flow, "--nothing=5");
    refused("--risk off has one", flow, "--risk", "off", "--topology", "pipelined:2,2");
    refused("--rate is 0, expected 1 to", flow, "--rate", 0);
    refused("'fast' is not a number", flow, "--rate", "fast");
    refused("'mesh' is not a topology", flow, "--topology", "mesh");
    for (String wrong :
        List.of("+1,1", "1,-1", " 1,1", "1, 1", "1,1 ", "0001,1", "1", "0,99", "1,65")) {
      Object[] args = {flow, "--topology", "pipelined:" + wrong};
      String java = replay(args).err().lines().findFirst().orElseThrow();
      refused(java.substring(java.indexOf("'pipelined:")), args);
    }
    refused("names a topology twice", flow, "--topology", "fused", "--topology", "fused");
    refused("is named twice", flow, "--trades", flow);
    refused("Missing required parameter: 'FILE'");
    assertThat(cpp(flow, "--trades", dir.resolve("no/where")).err()).contains("no directory");
    assertThat(cpp(flow, "--trades", "-").out())
        .isEqualTo("cmdNo,takerOrBuyId,makerOrSellId,price,qty\n1,2,1,10,5\n");
  }

  private static void refused(String message, Object... args) throws Exception {
    Ended ended = cpp(args);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains(message).contains("Try: tandem-cpp replay --help");
  }
}
