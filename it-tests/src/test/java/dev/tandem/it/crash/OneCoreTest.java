package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.CrashScale;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eight producers and the log on one core: nobody spins the others out. */
class OneCoreTest {

  private static final int KILLS = 2;
  private static final int ACKS = 2_000;

  @TempDir private Path dir;

  @Test
  void theLogContinuesAndKeepsItsPromises() throws IOException, InterruptedException {
    String taskset = Shell.need("taskset");
    Shell.skipUnless(Shell.run(taskset, "-c", "0", "true").code() == 0, "CPU 0 may not be used");
    long seed = CrashScale.seed();
    SplittableRandom random = new SplittableRandom(seed);
    Tally tally = new Tally();
    try (CrashChain chain =
        new CrashChain(
            CrashChain.Victims.LOGS, LogUnderTest.Kind.TANDEM, dir, dir, taskset, "-c", "0")) {
      for (int i = 0; i < KILLS; i++) {
        chain.begin(random);
        chain.awaitAcks(ACKS);
        chain.kill();
        tally.add(chain.check(LogUnderTest.WRITTEN, random.nextBoolean()));
      }
      chain.endWell();
      tally.add(chain.check(LogUnderTest.WRITTEN, false));
    } catch (AssertionError | IOException e) {
      throw new AssertionError("seed " + seed + ", " + tally, e);
    }
    System.out.println("one core: " + tally);
    assertThat(tally.acknowledged).isGreaterThanOrEqualTo(KILLS * ACKS);
    assertThat(tally.lost).as(tally.toString()).isZero();
  }
}
