package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** I/O errors and a full disk, at every place where they can happen in a small run. */
class FaultTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final String EIO = "Input/output error";
  private static final String ENOSPC = "No space left on device";
  private static final int ROUNDS = 20;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "SYNCED"})
  void anErrorAtEveryWrite(Durability level) throws IOException {
    int count = run(directory.resolve("whole"), FaultyFiles.none(), level, -1).writes.get();
    assertThat(count).isGreaterThan(ROUNDS);
    for (int n = 1; n <= count; n++) {
      Path log = directory.resolve("write" + n);
      run(log, new FaultyFiles(n, -1, EIO), level, n);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "SYNCED"})
  void anErrorAtEveryForce(Durability level) throws IOException {
    int count = run(directory.resolve("whole"), FaultyFiles.none(), level, -1).forces.get();
    assertThat(count).isGreaterThan(ROUNDS);
    for (int n = 1; n <= count; n++) {
      Path log = directory.resolve("force" + n);
      run(log, new FaultyFiles(-1, n, EIO), level, n);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITTEN", "SYNCED"})
  void aFullDiskAtEveryWrite(Durability level) throws IOException {
    int count = run(directory.resolve("whole"), FaultyFiles.none(), level, -1).writes.get();
    for (int n = 1; n <= count; n++) {
      Path log = directory.resolve("full" + n);
      run(log, new FaultyFiles(n, -1, ENOSPC), level, n);
    }
  }

  /** Appends until it fails, and checks that what was confirmed is found by the next opening. */
  private static FaultyFiles run(Path log, FaultyFiles files, Durability level, int n)
      throws IOException {
    long confirmed = -1;
    long appended = -1;
    Wal wal = null;
    try {
      wal = Wal.open(log, Logs.small().durability(level).files(files).build());
      for (int i = 0; i < ROUNDS; i++) {
        appended = appendPatiently(wal);
        wal.confirmations().await(appended, Durability.SYNCED, LONG);
        confirmed = appended;
      }
    } catch (WalPoisonedException e) {
      assertThat(e).hasRootCauseInstanceOf(IOException.class);
      assertThat(wal.failure()).isNotNull();
      Wal failed = wal;
      assertThatThrownBy(() -> failed.append((byte) 1, new byte[1]))
          .isInstanceOf(WalPoisonedException.class);
      long never = appended + 100;
      assertThatThrownBy(() -> failed.confirmations().await(never, Durability.SYNCED))
          .isInstanceOf(WalPoisonedException.class);
      CompletableFuture<Confirmation> future =
          failed.confirmations().future(never, Durability.WRITTEN);
      // The writer may be the one to tell it, a moment later.
      Await.until("the future's end", future::isCompletedExceptionally);
    } catch (WalException e) {
      // It could not even be opened.
      assertThat(wal).as("opened, at %d", n).isNull();
    }
    if (wal != null) {
      try {
        wal.close();
        assertThat(wal.failure()).isNull();
      } catch (WalException e) {
        assertThat(e.getCause()).isSameAs(wal.failure());
      }
    }
    List<Long> found;
    try (Wal again = Wal.open(log, Logs.small().build())) {
      long last = again.recovery().lastSequence();
      assertThat(last).as("at %d", n).isGreaterThanOrEqualTo(confirmed);
      assertThat(Logs.append(again, 2)).isEqualTo(last + 2);
      found = Logs.upTo(last + 2);
    }
    assertThat(Logs.read(log, ReadMode.STRICT, 0)).as("at %d", n).isEqualTo(found);
    return files;
  }

  private static long appendPatiently(Wal wal) {
    while (true) {
      try {
        return Logs.append(wal, 3);
      } catch (WalFullException e) {
        Await.until("room", () -> wal.hasRoom(1) || wal.failure() != null);
      }
    }
  }

  @Test
  void aFullDiskIsKnownBeforeTheReserveIsGoneAndHarmsNothing() throws IOException {
    FaultyFiles files = FaultyFiles.none();
    long last = -1;
    try (Wal wal = Wal.open(directory, Logs.small().segmentsAhead(2).files(files).build())) {
      Await.until("the reserve", () -> wal.statistics().segments().ready() == 2);
      assertThat(wal.hasRoom(100)).isTrue();
      files.usable.set(0L);
      long[] next = {-1};
      Await.until(
          "the disk being full",
          () -> {
            next[0] = Logs.append(wal, 1);
            return !wal.hasRoom(100);
          });
      long known = next[0];
      // Known while there is room for at least one more segment of records.
      int more = 0;
      try {
        while (true) {
          last = Logs.append(wal, 1);
          more++;
        }
      } catch (WalFullException e) {
        assertThat(more).isGreaterThan(4);
      }
      assertThat(wal.failure()).isNull();
      assertThat(wal.nextSequence()).isEqualTo(last + 1);
      wal.confirmations().await(last, Durability.SYNCED, LONG);
      assertThat(last).isGreaterThan(known);
      assertThatThrownBy(() -> wal.append((byte) 1, new byte[1_500]))
          .isInstanceOf(WalFullException.class);
      assertThat(wal.statistics().queue().refused()).isGreaterThan(0);
      files.usable.set(-1L);
      Await.until("room again", () -> wal.hasRoom(100));
      last = Logs.append(wal, 50);
    }
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(last));
  }

  @Test
  void aWriterFasterThanTheSupplyIsWarnedOfAFullDiskToo() throws IOException {
    FaultyFiles files = FaultyFiles.none();
    WalConfig config =
        Logs.small()
            .segmentsAhead(4)
            .segmentsInReserve(2)
            .backpressure(BackpressurePolicy.FAIL)
            .files(files)
            .build();
    CountDownLatch gate = new CountDownLatch(1);
    long last = -1;
    try (Wal wal = Wal.open(directory, config)) {
      Await.until("the reserve", () -> wal.statistics().segments().ready() == 4);
      files.usableGate.set(gate);
      try {
        while (true) {
          last = Logs.append(wal, 1);
          wal.confirmations().await(last, Durability.SYNCED, LONG);
        }
      } catch (WalBacklogException e) {
        assertThat(e).hasMessageContaining("segment is not ready");
      }
      assertThat(wal.hasRoom(1)).isTrue();
      files.usable.set(0L);
      files.usableGate.set(null);
      gate.countDown();
      Await.until("the disk being full", () -> !wal.hasRoom(1));
      long bytes = 0;
      try {
        while (true) {
          last = Logs.append(wal, 1);
          bytes += Logs.body(last).length;
          wal.confirmations().await(last, Durability.SYNCED, LONG);
        }
      } catch (WalFullException e) {
        assertThat(bytes).isGreaterThan(config.segmentBytes());
      }
    }
    assertThat(Logs.read(directory, ReadMode.STRICT, 0)).isEqualTo(Logs.upTo(last));
  }

  @Test
  void everyWaiterLearnsOfTheError() throws Exception {
    FaultyFiles files = new FaultyFiles(-1, 12, EIO);
    CountDownLatch gate = new CountDownLatch(1);
    Wal wal = Wal.open(directory, Logs.small().files(files).build());
    Await.until("the reserve", () -> wal.statistics().segments().ready() == 1);
    files.gate.set(gate);
    int threads = 6;
    List<AtomicReference<Throwable>> ends = new ArrayList<>();
    Thread[] waiting = new Thread[threads];
    // Any forces before the failing one are let through by rounds of appends below.
    for (int t = 0; t < threads; t++) {
      AtomicReference<Throwable> end = new AtomicReference<>();
      ends.add(end);
      waiting[t] =
          new Thread(
              () -> {
                try {
                  while (true) {
                    long sequence = wal.append((byte) 1, new byte[10]);
                    wal.confirmations().await(sequence, Durability.SYNCED, LONG);
                  }
                } catch (WalPoisonedException e) {
                  end.set(e);
                }
              });
      waiting[t].start();
    }
    gate.countDown();
    for (int t = 0; t < threads; t++) {
      Await.join(waiting[t]);
      assertThat(ends.get(t).get()).hasRootCauseMessage(EIO);
    }
    assertThatThrownBy(wal::close).isInstanceOf(WalException.class).hasRootCauseMessage(EIO);
  }
}
