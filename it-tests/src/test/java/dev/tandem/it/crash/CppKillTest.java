package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code kill -9} of a writer in C++ at random moments: what it printed as acknowledged is in the
 * log, byte for byte and in its place, whichever language recovers it.
 */
class CppKillTest {

  private static final int KILLS = 10;
  private static final int PRODUCERS = 4;
  private static final int MOST_LINES = 300;
  private static final int LONGEST_BODY = 300;

  /** A record that was acknowledged. */
  private record Ack(long sequence, int life, int producer, long n) {}

  @TempDir private Path dir;

  private final List<Ack> acks = new ArrayList<>();

  /** Sequence that each life began with; -1 if it was killed before it told. */
  private final List<Long> begins = new ArrayList<>();

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SYNCED", "WRITTEN"})
  void nothingAcknowledgedIsLost(String level) throws Exception {
    long seed = CrashScale.seed();
    SplittableRandom random = new SplittableRandom(seed);
    Path log = dir.resolve("log");
    int kills = KILLS * CrashScale.scale();
    for (int life = 0; life < kills; life++) {
      Path told = dir.resolve("told-" + life);
      Process victim = TandemCpp.startVictim(told, log, life, level, PRODUCERS, 0);
      try {
        long lines = random.nextInt(MOST_LINES);
        Deadline.await("acknowledgements", () -> !victim.isAlive() || lines(told) >= lines);
        assertThat(victim.isAlive()).as(Files.readString(told)).isTrue();
        Thread.sleep(0, random.nextInt(1_000_000));
      } finally {
        victim.destroyForcibly().waitFor();
      }
      take(life, Files.readString(told));
      switch (random.nextInt(3)) {
        case 0 -> Wal.open(log, WalConfig.builder().segmentBytes(64 << 10).build()).close();
        case 1 -> {
          // It may have been killed before it began a log.
          if (Files.isDirectory(log) && Wal.isLog(log)) {
            Ended ended = TandemCpp.run("wal", "recover", log);
            assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
          }
        }
        default -> {
          // The next life does it.
        }
      }
      if (Files.isDirectory(log)) {
        audit("seed " + seed + ", life " + life, log);
      }
    }
    System.out.println(
        "kill -9, C++ " + level + ": " + kills + " kills, " + acks.size() + " acknowledged");
    assertThat(acks.size()).isGreaterThan(kills);
  }

  private static long lines(Path file) {
    try {
      return Files.readString(file).lines().count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void take(int life, String told) {
    begins.add(-1L);
    for (String line : told.lines().toList()) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("open")) {
        begins.set(life, Long.parseLong(words[1]));
      } else {
        assertThat(words[0]).as(line).isEqualTo("ack");
        long n = Long.parseLong(words[3]);
        acks.add(new Ack(Long.parseLong(words[1]), life, Integer.parseInt(words[2]), n));
      }
    }
  }

  private static String body(int life, int producer, long n) {
    String head = life + " " + producer + " " + n + " ";
    return head + ".".repeat((int) (n * 13 % LONGEST_BODY));
  }

  private void audit(String what, Path log) throws IOException {
    List<String> found = new ArrayList<>();
    Map<String, Long> next = new HashMap<>();
    int current = -1;
    try (WalReader reader = WalReader.open(log, ReadMode.STRICT, -1)) {
      while (reader.next()) {
        assertThat(reader.sequence()).as(what).isEqualTo(found.size());
        byte[] bytes = reader.body().toArray(ValueLayout.JAVA_BYTE);
        String body = new String(bytes, StandardCharsets.US_ASCII);
        String[] words = body.split(" ", -1);
        int life = Integer.parseInt(words[0]);
        if (life != current) {
          assertThat(life).as(what).isGreaterThan(current);
          current = life;
          long begin = begins.get(life);
          assertThat(begin == -1 || begin == reader.sequence()).as(what + ": " + body).isTrue();
        }
        // Each producer's records follow each other, and nobody else's are there.
        int producer = Integer.parseInt(words[1]);
        long n = next.merge(life + " " + producer, 1L, Long::sum) - 1;
        assertThat(body).as(what).isEqualTo(body(life, producer, n));
        found.add(body);
      }
    }
    for (Ack ack : acks) {
      assertThat(ack.sequence()).as(what + ", lost: " + ack).isLessThan(found.size());
      assertThat(found.get((int) ack.sequence()))
          .as(what + ": " + ack)
          .isEqualTo(body(ack.life(), ack.producer(), ack.n()));
    }
  }
}
