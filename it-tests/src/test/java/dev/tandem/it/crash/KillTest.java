package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.CrashScale;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code kill -9} at random moments under load from eight producers. */
class KillTest {

  /** Of each kind: enough for a second log, and the full count of the crash tests. */
  private static final int KILLS = CrashScale.isFull() ? 20 * CrashScale.scale() : 12;

  private static final int ENOUGH_TO_LOSE = 100;

  @TempDir private Path dir;

  @ParameterizedTest
  @EnumSource(names = {"TANDEM", "TANDEM_WRITTEN", "CHRONICLE_WRITTEN"})
  void nothingAcknowledgedIsLost(LogUnderTest.Kind kind) throws IOException {
    Tally tally = kill(kind, KILLS);
    System.out.println("kill -9, " + kind + ": " + tally);
    assertThat(tally.crashes).isEqualTo(KILLS);
    assertThat(tally.acknowledged).isPositive();
    assertThat(tally.lost).as(tally.toString()).isZero();
  }

  @Test
  void aLogThatLiesIsFoundOut() throws IOException {
    Tally tally = kill(LogUnderTest.Kind.NAIVE_UNWRITTEN, 1);
    assertThat(tally.lost).isPositive();
  }

  private Tally kill(LogUnderTest.Kind kind, int count) throws IOException {
    long seed = CrashScale.seed();
    SplittableRandom random = new SplittableRandom(seed);
    Tally tally = new Tally();
    try (CrashChain chain = new CrashChain(CrashChain.Victims.LOGS, kind, dir, dir)) {
      for (int i = 0; i < count; i++) {
        chain.begin(random);
        chain.awaitRandomMoment(random, i == count - 1);
        if (!kind.isHonest()) {
          chain.awaitAcks(ENOUGH_TO_LOSE);
        }
        chain.kill();
        tally.add(chain.check(LogUnderTest.WRITTEN, random.nextBoolean()));
      }
      if (tally.lost == 0) {
        chain.endWell();
        assertThat(chain.check(LogUnderTest.WRITTEN, false).lost()).isZero();
      }
    } catch (AssertionError | IOException e) {
      throw new AssertionError("seed " + seed + ", " + tally, e);
    }
    return tally;
  }
}
