package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.app.Main;
import dev.tandem.it.CrashScale;
import dev.tandem.it.TestData;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tandem replay FILE --wal DIR}, killed at random moments and called again. */
class ReplayKillTest {

  private static final String DAY = "sse-large/sse_601825_2023-07-11.commands.csv.zst";
  private static final int KILLS = 2;
  private static final int KILLS_OF_A_LOG = 4;
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2_000);

  /** Commands a second: an answer must not depend on it. */
  private static final List<String> RATES = List.of("30k", "100k", "1M");

  @TempDir private Path dir;

  private record Hashes(String event, String state) {
    static Hashes of(Path json) throws IOException {
      JsonNode figures = new ObjectMapper().readTree(json.toFile());
      return new Hashes(figures.get("eventHash").asText(), figures.get("stateHash").asText());
    }
  }

  private Path generated() {
    Path flow = dir.resolve("flow.csv");
    tandem("generate", "--commands", "60k", "--mix", "full", "--symbols", "4", "-o", flow);
    return flow;
  }

  private static void tandem(Object... args) {
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    StringWriter text = new StringWriter();
    int code = Main.run(words, new PrintWriter(text), new PrintWriter(text));
    assertThat(code).as(text.toString()).isZero();
  }

  @Test
  void aGeneratedFlowEndsAtTheHashesOfAnUninterruptedRun() throws IOException {
    endsAtTheHashesOfAnUninterruptedRun(generated());
  }

  @Test
  void aRecordedDayEndsAtTheHashesOfAnUninterruptedRun() throws IOException {
    endsAtTheHashesOfAnUninterruptedRun(TestData.file(DAY));
  }

  private void endsAtTheHashesOfAnUninterruptedRun(Path flow) throws IOException {
    Path json = dir.resolve("uninterrupted.json");
    tandem("replay", flow, "--warmup", 0, "--rounds", 1, "--json", json);
    Hashes expected = Hashes.of(json);
    long seed = CrashScale.seed();
    SplittableRandom random = new SplittableRandom(seed);
    int kills = 0;
    int logs = 0;
    while (kills < KILLS * CrashScale.scale()) {
      Path log = dir.resolve("log-" + logs);
      kills += untilDone(flow, log, random, expected, logs);
      logs++;
      CrashChain.delete(log);
    }
    System.out.println(
        "replay of "
            + flow.getFileName()
            + ": "
            + kills
            + " kills of "
            + logs
            + " days, all hashes equal");
  }

  /** Runs one day, killed now and then; returns how often. */
  private int untilDone(Path flow, Path log, SplittableRandom random, Hashes expected, int number)
      throws IOException {
    for (int kills = 0; ; kills++) {
      Path json = dir.resolve("run-" + number + "-" + kills + ".json");
      List<String> arguments =
          List.of(
              "replay",
              flow.toString(),
              "--wal",
              log.toString(),
              "--warmup",
              "0",
              "--topology",
              random.nextBoolean() ? "fused" : "pipelined",
              "--rate",
              RATES.get(random.nextInt(RATES.size())),
              "--json",
              json.toString());
      try (VictimProcess replay = VictimProcess.boot(dir, Main.class, arguments)) {
        if (kills < KILLS_OF_A_LOG) {
          Deadline.awaitAtMost(random.nextLong(LONGEST_NANOS), () -> !replay.isAlive());
          if (replay.isAlive()) {
            replay.kill();
            continue;
          }
        }
        assertThat(replay.awaitEnd()).as(arguments + ": " + replay.output()).isZero();
        assertThat(Hashes.of(json)).as(arguments + ": " + replay.output()).isEqualTo(expected);
        return kills;
      }
    }
  }
}
