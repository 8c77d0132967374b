package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The power fails at every write, force and rename of a small run, each time with other sectors
 * lost. What was confirmed as synced is there, what is there is an exact prefix, and the log goes
 * on.
 */
class PowerCutTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int ROUNDS = 12;

  private static final int SCALE = Integer.getInteger("tandem.crash.scale", 1);

  /** Few in the normal build, more with the crash and soak profiles. */
  private static final int SEEDS = SCALE == 1 ? 12 : 40 * SCALE;

  /**
   * Of single records that are given up. There is a cut at each operation of them, so the cost
   * rises with their square; these are enough that segments are given up too.
   */
  private static final int ROUNDS_GIVEN_UP = SCALE == 1 ? 30 : 60;

  @TempDir Path directory;

  /** What a run does. */
  enum Use {
    SYNCED,
    WRITTEN,
    /** Synced, and all but the newest records are given up again and again. */
    RETAINED,
    /** Synced one by one, and each is given up before the next. */
    GIVEN_UP,
    /** Only now and then synced, and all is given up again and again. */
    WRITTEN_GIVEN_UP;

    boolean isWritten() {
      return this == WRITTEN || this == WRITTEN_GIVEN_UP;
    }

    boolean givesUp() {
      return this == GIVEN_UP || this == WRITTEN_GIVEN_UP;
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SYNCED", "RETAINED", "GIVEN_UP"})
  void atEveryOperation(Use use) throws IOException {
    for (int cut = 1; run(cut, 0, use, 0); cut++) {
      assertThat(cut).isLessThan(5_000);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SYNCED", "RETAINED"})
  void atEveryOperationOfALaterLife(Use use) throws IOException {
    for (int cut = 1; run(cut, 0, use, 2); cut++) {
      assertThat(cut).isLessThan(5_000);
    }
  }

  @ParameterizedTest
  @EnumSource
  void withOtherSectorsLost(Use use) throws IOException {
    for (int seed = 1; seed <= SEEDS; seed++) {
      run(10 + new Random(seed).nextInt(90), seed, use, seed % 3);
    }
  }

  /** Returns whether the power failed before the run was over. */
  private boolean run(int cut, long seed, Use use, int livesBefore) throws IOException {
    String what = use + ", cut " + cut + ", seed " + seed;
    Path live = Files.createDirectories(directory.resolve("live-" + use + cut + "-" + seed));
    Path device = Files.createDirectories(directory.resolve("device-" + use + cut + "-" + seed));
    AtomicLong confirmed = new AtomicLong(-1);
    for (int i = 0; i < livesBefore; i++) {
      try (Wal wal = Wal.open(live, Logs.small().segmentsAhead(3).build())) {
        confirmed.set(Logs.append(wal, 30));
        Await.until("the reserve", () -> wal.statistics().segments().ready() == 3);
      }
    }
    AtomicLong atCut = new AtomicLong(confirmed.get());
    PowerFiles files =
        new PowerFiles(live, device, cut, seed + cut * 31L, () -> atCut.set(confirmed.get()));
    boolean failed = false;
    long needed = 0;
    Durability level = use.isWritten() ? Durability.WRITTEN : Durability.SYNCED;
    try (Wal wal = Wal.open(live, Logs.small().durability(level).files(files).build())) {
      for (int i = 0; i < (use.givesUp() ? ROUNDS_GIVEN_UP : ROUNDS); i++) {
        long last = Logs.append(wal, use.givesUp() ? 1 : 1 + i % 5);
        if (!use.isWritten() || i % 4 == 3) {
          wal.confirmations().await(last, Durability.SYNCED, LONG);
          confirmed.set(last);
        }
        if (use.givesUp()) {
          needed = last + 1;
          wal.retainFrom(needed);
        }
        if (use == Use.RETAINED) {
          needed = last - 3;
          wal.retainFrom(last - 3);
        }
      }
    } catch (WalException | WalPoisonedException e) {
      failed = true;
    }
    if (failed) {
      long last;
      try (Wal again = Wal.open(device, Logs.small().build())) {
        last = again.recovery().lastSequence();
        assertThat(last).as(what).isGreaterThanOrEqualTo(atCut.get());
        assertThat(Logs.append(again, 2)).isEqualTo(last + 2);
      } catch (WalCorruptedException e) {
        throw new AssertionError(what, e);
      }
      List<Long> found = Logs.read(device, ReadMode.STRICT, 0);
      if (use == Use.RETAINED || use.givesUp()) {
        assertThat(found).as(what).endsWith(last + 2);
        assertThat(found.get(0)).as(what).isLessThanOrEqualTo(Math.max(needed, 0));
      } else {
        assertThat(found).as(what).isEqualTo(Logs.upTo(last + 2));
      }
    }
    if (!failed && use != Use.SYNCED && use != Use.WRITTEN) {
      // Else a run would be too short for what it is to meet.
      assertThat(Logs.read(live, ReadMode.STRICT, -1).get(0)).as(what).isPositive();
    }
    clear(live);
    clear(device);
    return failed;
  }

  private static void clear(Path path) throws IOException {
    List<Path> files = Logs.files(path);
    for (Path file : files) {
      Files.delete(file);
    }
    Files.delete(path);
  }
}
