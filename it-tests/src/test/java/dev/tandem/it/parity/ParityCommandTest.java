package dev.tandem.it.parity;

import static dev.tandem.it.Ended.tandem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.hash.Hashing;
import dev.tandem.it.Ended;
import dev.tandem.it.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** {@code tandem parity}: what it prints, and how it ends. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class ParityCommandTest {

  private static final String ENDING = ".commands.csv.zst";
  private static final String DAY = "sse-large/sse_601825_2023-07-11";
  private static final List<String> DAYS =
      List.of(
          "sse-600519/sse_600519_2023-02-01",
          "sse-large/sse_605580_2023-07-11",
          "sse-large/sse_600761_2023-07-11",
          "sse-large/sse_600961_2023-07-11",
          DAY);

  private static void needTwin() {
    Twins.open(true).close();
  }

  @Test
  void generatedFlowsAreEqualInEveryKernel() throws IOException {
    needTwin();
    Ended ended = tandem("parity", "--seeds", 2, "--commands", "5k", "--json");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    JsonNode report = new ObjectMapper().readTree(ended.out());
    assertThat(report.get("equal").asBoolean()).isTrue();
    assertThat(report.get("inputs")).hasSize(2);
    // In the second one, users have little money.
    assertThat(report.at("/inputs/1/refusals").asInt()).isGreaterThan(500);
    for (JsonNode input : report.get("inputs")) {
      assertThat(input.get("commands").asInt()).isEqualTo(5_000);
      assertThat(input.get("trades").asInt()).isPositive();
      Set<String> events = new HashSet<>();
      Set<String> states = new HashSet<>();
      Set<String> logs = new HashSet<>();
      Set<String> trades = new HashSet<>();
      Set<String> books = new HashSet<>();
      for (JsonNode kernel : input.get("kernels")) {
        events.add(kernel.get("eventHash").asText());
        states.add(kernel.get("stateHash").asText());
        if (kernel.get("kernel").asText().equals("Serial model")) {
          assertThat(kernel.get("logHash").isNull()).isTrue();
        } else {
          logs.add(kernel.get("logHash").asText());
        }
        trades.add(kernel.get("tradesSha256").asText());
        books.add(kernel.get("bookSha256").asText());
      }
      assertThat(input.get("kernels").size()).isEqualTo(5);
      assertThat(input.get("modelLeftOut").isNull()).isTrue();
      assertThat(events).hasSize(1);
      assertThat(states).hasSize(1);
      assertThat(logs).hasSize(1).allMatch(hash -> hash.matches("[0-9a-f]{16}"));
      assertThat(trades).hasSize(1).allMatch(sum -> sum.matches("[0-9a-f]{64}"));
      assertThat(books).hasSize(1).allMatch(sum -> sum.matches("[0-9a-f]{64}"));
    }
  }

  @Test
  void aRecordedDayIsEqualInEveryKernel() {
    needTwin();
    Ended ended = tandem("parity", TestData.file(DAY + ENDING));
    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .contains("11,236 commands, 5,370 trades, 0 refusals, equal")
        .contains("Java fused", "Java pipelined", "C++ fused", "C++ pipelined", "Serial model")
        .doesNotContain("left out")
        .endsWith("all equal%n".formatted());
  }

  @Test
  void theReportsAreThoseThatReplayWrites(@TempDir Path dir) throws Exception {
    needTwin();
    Path day = TestData.file(DAY + ENDING);
    Path trades = dir.resolve("trades.csv");
    Path book = dir.resolve("book.csv");
    Ended replay =
        tandem("replay", day, "--warmup", 0, "--rounds", 1, "--trades", trades, "--book", book);
    assertThat(replay.code()).as(replay.err()).isZero();
    assertThat(tandem("parity", "--wal", "off", "--model", "never", day).out())
        .contains("trades " + sha256(trades), "book   " + sha256(book));
  }

  private static String sha256(Path file) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
  }

  @Test
  void everyRecordedDayIsEqualInEveryKernel() {
    needTwin();
    Assumptions.assumeTrue(Twins.isFull(), "all days with -Psoak");
    List<Object> args = new ArrayList<>(List.of("parity"));
    DAYS.forEach(day -> args.add(TestData.file(day + ENDING)));
    Ended ended = tandem(args.toArray());
    assertThat(ended.code()).as(ended.out()).isZero();
    assertThat(ended.out().lines().filter(line -> line.endsWith(", equal"))).hasSize(DAYS.size());
    System.out.print(ended.out());
  }

  @Test
  void withoutLogsNoneIsReported() {
    needTwin();
    Ended ended = tandem("parity", "--seeds", 1, "--commands", "1k", "--wal", "off");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("C++ fused").doesNotContain("   log ");
  }

  @Test
  void withoutTheLibraryItSaysSo() {
    String before = System.getProperty(Hashing.LIBRARY_PROPERTY);
    System.setProperty(Hashing.LIBRARY_PROPERTY, "/nowhere/libtandem.so");
    try {
      Ended ended = tandem("parity", "--seeds", 1, "--commands", 10);
      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.err())
          .contains("the exchange in C++ is not there", "/nowhere/libtandem.so")
          .doesNotContain("at dev.tandem");
    } finally {
      if (before == null) {
        System.clearProperty(Hashing.LIBRARY_PROPERTY);
      } else {
        System.setProperty(Hashing.LIBRARY_PROPERTY, before);
      }
    }
  }

  @Test
  void badUsageIsRefused() {
    assertThat(tandem("parity", "--seeds", 0).code()).isEqualTo(2);
    assertThat(tandem("parity", "--commands", 0).code()).isEqualTo(2);
    for (String option : List.of("--seeds", "--commands")) {
      Ended both = tandem("parity", TestData.file(DAY + ENDING), option, 5);
      assertThat(both.code()).isEqualTo(2);
      assertThat(both.err())
          .contains(option + " is for generated flows, which there are only without a file");
      assertThat(both.out()).isEmpty();
    }
    Ended missing = tandem("parity", "/nowhere/day.csv");
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).contains("/nowhere/day.csv: no such file");
  }
}
