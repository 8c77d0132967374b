package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.CrashScale;
import dev.tandem.wal.WalCorruptedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The power of the log's disk is cut at random moments under load from eight producers. */
class PowerCutTest {

  private static final int CUTS = 2;
  private static final int ENOUGH_TO_LOSE = 100;
  // A disk that is slow to the harness may have written everything back by itself.
  private static final int TRIES_TO_LOSE = 10;

  @TempDir private Path dir;

  @ParameterizedTest
  @EnumSource
  void nothingSyncedIsLost(LoopFileSystem.Type type) throws IOException, InterruptedException {
    losesNothing(type, LogUnderTest.Kind.TANDEM);
  }

  /** A sync must reach what was written through a map. */
  @ParameterizedTest
  @EnumSource
  void nothingSyncedIsLostOfALogThatOnlyWrites(LoopFileSystem.Type type)
      throws IOException, InterruptedException {
    losesNothing(type, LogUnderTest.Kind.TANDEM_WRITTEN);
  }

  /** The same of a map that Chronicle made. */
  @ParameterizedTest
  @EnumSource
  void nothingSyncedIsLostInChroniclesStore(LoopFileSystem.Type type)
      throws IOException, InterruptedException {
    losesNothing(type, LogUnderTest.Kind.CHRONICLE_WRITTEN);
  }

  private void losesNothing(LoopFileSystem.Type type, LogUnderTest.Kind kind)
      throws IOException, InterruptedException {
    int cuts = CUTS * CrashScale.scale();
    Tally tally = cut(type, kind, cuts);
    System.out.println("power cuts on " + type + ", " + kind + ": " + tally);
    assertThat(tally.crashes).isEqualTo(cuts);
    assertThat(tally.acknowledged).isPositive();
    assertThat(tally.lost).as(tally.toString()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aLogThatSaysSyncedWithoutASyncIsFoundOut(LoopFileSystem.Type type)
      throws IOException, InterruptedException {
    Tally tally = cut(type, LogUnderTest.Kind.TANDEM_UNSYNCED, TRIES_TO_LOSE);
    System.out.println("power cuts on " + type + ", a log that lies: " + tally);
    assertThat(tally.lost).isPositive();
  }

  private Tally cut(LoopFileSystem.Type type, LogUnderTest.Kind kind, int count)
      throws IOException, InterruptedException {
    long seed = CrashScale.seed();
    SplittableRandom random = new SplittableRandom(seed);
    Tally tally = new Tally();
    try (LoopFileSystem disk = LoopFileSystem.create(type, dir);
        CrashChain chain = new CrashChain(CrashChain.Victims.LOGS, kind, disk.root(), dir)) {
      for (int i = 0; i < count && tally.lost == 0; i++) {
        if (random.nextBoolean()) {
          // What the next process finds but did not sync itself: its sync must not build on that.
          chain.begin(random);
          chain.awaitRandomMoment(random, false);
          chain.kill();
          chain.check(LogUnderTest.WRITTEN, false);
        }
        chain.begin(random);
        chain.awaitRandomMoment(random, i == count - 1);
        if (!kind.isHonest()) {
          chain.awaitAcks(ENOUGH_TO_LOSE);
        }
        if (kind.isHonest() && random.nextBoolean()) {
          chain.writeBackSome(random);
        }
        chain.cutPower(disk);
        chain.awaitFailure();
        disk.restorePower();
        try {
          tally.add(chain.check(LogUnderTest.SYNCED, random.nextBoolean()));
        } catch (WalCorruptedException e) {
          // So may end what was never synced; what was must not.
          if (kind.isHonest()) {
            throw e;
          }
          tally.lost++;
        }
      }
      if (tally.lost == 0) {
        chain.endWell();
        assertThat(chain.check(LogUnderTest.SYNCED, false).lost()).isZero();
      }
    } catch (AssertionError | IOException e) {
      throw new AssertionError("seed " + seed + ", " + tally, e);
    }
    return tally;
  }
}
