package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.CrashScale;
import dev.tandem.it.TandemCpp;
import dev.tandem.wal.WalCorruptedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The power of the disk is cut under a writer in C++ at random moments: what it had printed as
 * synced by then is in the log, whichever language recovers it.
 */
class CppPowerCutTest {

  private static final int CUTS = 2;
  private static final int LIVES_OF_A_LOG = 10;
  private static final int PRODUCERS = 4;
  // The fourth has each of its records synced, also in a log that only writes.
  private static final int CARELESS = 3;
  private static final int MOST_LINES = 300;
  private static final int ENOUGH_TO_LOSE = 100;
  // A disk that is slow to the harness may have written everything back by itself.
  private static final int TRIES_TO_LOSE = 10;

  @TempDir private Path dir;

  private final long seed = CrashScale.seed();
  private final SplittableRandom random = new SplittableRandom(seed);
  private int lives;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
  }

  @ParameterizedTest
  @EnumSource
  void nothingSyncedIsLost(LoopFileSystem.Type type) throws Exception {
    int cuts = CUTS * CrashScale.scale();
    long acknowledged = 0;
    try (LoopFileSystem disk = LoopFileSystem.create(type, dir)) {
      CppAcks acks = new CppAcks();
      CppVerdicts verdicts = new CppVerdicts(dir);
      for (int cut = 0; cut < cuts; cut++) {
        if (cut % LIVES_OF_A_LOG == 0) {
          acks = new CppAcks();
        }
        Path log = disk.root().resolve("log-" + cut / LIVES_OF_A_LOG);
        String what = "seed " + seed + ", cut " + cut;
        if (random.nextBoolean()) {
          // What the next process finds and nobody synced: its sync must not build on that.
          kill(what, acks, log);
        }
        // Of the last one something is certain to be acknowledged.
        int lines = random.nextInt(MOST_LINES) + (cut == cuts - 1 ? 2 : 0);
        acknowledged +=
            acks.take(lives, cutPower(disk, log, "SYNCED", PRODUCERS, lines, random.nextBoolean()));
        lives++;
        disk.restorePower();
        verdicts.agree(what, log);
        CppRecovery.any(random).run(log);
        if (Files.isDirectory(log)) {
          acks.audit(what, log);
        }
      }
    }
    System.out.println(
        "power cuts on " + type + ", C++: " + cuts + " cuts, " + acknowledged + " acknowledged");
    assertThat(acknowledged).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void aLogThatSaysSyncedWithoutASyncIsFoundOut(LoopFileSystem.Type type) throws Exception {
    int lost = 0;
    try (LoopFileSystem disk = LoopFileSystem.create(type, dir)) {
      for (int i = 0; i < TRIES_TO_LOSE && lost == 0; i++) {
        CppAcks acks = new CppAcks();
        Path log = disk.root().resolve("log-" + i);
        acks.take(lives, cutPower(disk, log, "WRITTEN", CARELESS, ENOUGH_TO_LOSE, false));
        lives++;
        disk.restorePower();
        lost = lost(acks, log);
      }
    }
    System.out.println("power cuts on " + type + ", C++ that does not sync: " + lost + " lost");
    assertThat(lost).isPositive();
  }

  private int lost(CppAcks acks, Path log) throws IOException {
    if (!Files.isDirectory(log)) {
      return ENOUGH_TO_LOSE;
    }
    try {
      List<String> lost = acks.lost("seed " + seed, log);
      return lost.size();
    } catch (WalCorruptedException e) {
      // So may end what was never synced.
      return ENOUGH_TO_LOSE;
    }
  }

  /** A life that only writes, and is killed: all of it is there until the power is cut. */
  private void kill(String what, CppAcks acks, Path log) throws Exception {
    Path reported = dir.resolve("told-" + lives);
    Process victim = TandemCpp.startVictim(reported, log, lives, "WRITTEN", PRODUCERS, 0);
    try {
      await(victim, reported, random.nextInt(MOST_LINES));
    } finally {
      victim.destroyForcibly().waitFor();
    }
    acks.take(lives, CppAcks.reported(reported));
    if (Files.isDirectory(log)) {
      acks.audit(what + ", killed before", log);
    }
    acks.release(lives);
    lives++;
  }

  /**
   * Runs a victim up to so many lines, cuts the power under it and sees it end.
   *
   * @param back whether the disk takes some pages before others, so that what is lost has holes
   * @return what it had told before the cut; what it is told by a dying disk counts for nothing
   */
  private String cutPower(
      LoopFileSystem disk, Path log, String level, int producers, long lines, boolean back)
      throws Exception {
    Path file = dir.resolve("told-" + lives);
    Process victim = TandemCpp.startVictim(file, log, lives, level, producers, 0);
    try {
      await(victim, file, lines);
      if (back && Files.isDirectory(log)) {
        try (Stream<Path> files = Files.list(log)) {
          for (Path each : files.filter(Files::isRegularFile).toList()) {
            PowerSwitch.writeBackSome(each, random);
          }
        }
      }
      String reported = CppAcks.reported(file);
      disk.cutPower();
      boolean ended = victim.waitFor(Deadline.LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(ended).as("the victim ends by itself").isTrue();
      assertThat(victim.exitValue()).as(Files.readString(file)).isEqualTo(3);
      return reported;
    } finally {
      victim.destroyForcibly().waitFor();
    }
  }

  private static void await(Process victim, Path reported, long lines) throws IOException {
    Deadline.await("acknowledgements", () -> !victim.isAlive() || CppAcks.lines(reported) >= lines);
    assertThat(victim.isAlive()).as(Files.readString(reported)).isTrue();
  }
}
