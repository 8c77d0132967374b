package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.CrashScale;
import dev.tandem.it.TandemCpp;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private static final int KILLS = CrashScale.isFull() ? 20 * CrashScale.scale() : 10;
  private static final int LIVES_OF_A_LOG = 10;
  private static final int PRODUCERS = 4;
  private static final int MOST_LINES = 300;

  @TempDir private Path dir;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
  }

  @ParameterizedTest
  @ValueSource(strings = {"SYNCED", "WRITTEN"})
  void nothingAcknowledgedIsLost(String level) throws Exception {
    long seed = CrashScale.seed();
    SplittableRandom random = new SplittableRandom(seed);
    long acknowledged = 0;
    CppAcks acks = new CppAcks();
    CppVerdicts verdicts = new CppVerdicts(dir);
    for (int life = 0; life < KILLS; life++) {
      if (life % LIVES_OF_A_LOG == 0) {
        acks = new CppAcks();
      }
      Path log = dir.resolve("log-" + life / LIVES_OF_A_LOG);
      Path reported = dir.resolve("told-" + life);
      Process victim = TandemCpp.startVictim(reported, log, life, level, PRODUCERS, 0);
      try {
        long lines = random.nextInt(MOST_LINES);
        Deadline.await(
            "acknowledgements", () -> !victim.isAlive() || CppAcks.lines(reported) >= lines);
        assertThat(victim.isAlive()).as(Files.readString(reported)).isTrue();
        Thread.sleep(0, random.nextInt(1_000_000));
      } finally {
        victim.destroyForcibly().waitFor();
      }
      acknowledged += acks.take(life, CppAcks.reported(reported));
      String what = "seed " + seed + ", life " + life;
      verdicts.agree(what, log);
      CppRecovery.any(random).run(log);
      if (Files.isDirectory(log)) {
        acks.audit(what, log);
      }
    }
    System.out.println(
        "kill -9, C++ " + level + ": " + KILLS + " kills, " + acknowledged + " acknowledged");
    assertThat(acknowledged).isGreaterThan(KILLS);
  }
}
