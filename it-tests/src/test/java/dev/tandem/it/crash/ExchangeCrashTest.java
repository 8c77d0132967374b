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

/**
 * The whole exchange, with synced answers, dies at random moments under load from eight clients.
 */
class ExchangeCrashTest {

  private static final int KILLS = 6;
  private static final int CUTS = 1;

  @TempDir private Path dir;

  @Test
  void nothingAnsweredIsLostWhenItIsKilled() throws IOException {
    long seed = CrashScale.seed();
    SplittableRandom random = new SplittableRandom(seed);
    Tally tally = new Tally();
    try (CrashChain chain =
        new CrashChain(CrashChain.Victims.EXCHANGES, LogUnderTest.Kind.TANDEM, dir, dir)) {
      int kills = KILLS * CrashScale.scale();
      for (int i = 0; i < kills; i++) {
        chain.begin(random);
        chain.awaitRandomMoment(random, i == kills - 1);
        chain.kill();
        tally.add(chain.check(LogUnderTest.SYNCED, random.nextBoolean()));
      }
      chain.endWell();
      assertThat(chain.check(LogUnderTest.SYNCED, true).lost()).isZero();
    } catch (AssertionError | IOException e) {
      throw new AssertionError("seed " + seed + ", " + tally, e);
    }
    System.out.println("kill -9 of an exchange: " + tally);
    assertThat(tally.acknowledged).isPositive();
    assertThat(tally.lost).as(tally.toString()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void nothingAnsweredIsLostInAPowerCut(LoopFileSystem.Type type)
      throws IOException, InterruptedException {
    long seed = CrashScale.seed();
    SplittableRandom random = new SplittableRandom(seed);
    Tally tally = new Tally();
    try (LoopFileSystem disk = LoopFileSystem.create(type, dir);
        CrashChain chain =
            new CrashChain(
                CrashChain.Victims.EXCHANGES, LogUnderTest.Kind.TANDEM, disk.root(), dir)) {
      int cuts = CUTS * CrashScale.scale();
      for (int i = 0; i < cuts; i++) {
        chain.begin(random);
        chain.awaitRandomMoment(random, i == cuts - 1);
        if (random.nextBoolean()) {
          chain.writeBackSome(random);
        }
        chain.cutPower(disk);
        chain.awaitFailure();
        disk.restorePower();
        tally.add(chain.check(LogUnderTest.SYNCED, random.nextBoolean()));
      }
      chain.endWell();
      assertThat(chain.check(LogUnderTest.SYNCED, true).lost()).isZero();
    } catch (AssertionError | IOException e) {
      throw new AssertionError("seed " + seed + ", " + tally, e);
    }
    System.out.println("power cuts of an exchange on " + type + ": " + tally);
    assertThat(tally.acknowledged).isPositive();
    assertThat(tally.lost).as(tally.toString()).isZero();
  }
}
