package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sync that takes long is waited for, unless the caller says for how long. */
class SlowDiskTest {

  private static final long SYNC_MS = 400;

  @TempDir Path directory;

  @Test
  void byDefaultItIsWaitedFor() throws IOException {
    FaultyFiles files = FaultyFiles.none();
    try (Wal wal = Wal.open(directory, Logs.small().files(files).build())) {
      CountDownLatch done = new CountDownLatch(1);
      files.gate.set(done);
      long sequence = Logs.append(wal, 1);
      CompletableFuture.delayedExecutor(
              SYNC_MS, TimeUnit.MILLISECONDS, task -> Thread.ofPlatform().daemon().start(task))
          .execute(done::countDown);
      assertThatThrownBy(
              () -> wal.confirmations().await(sequence, Durability.SYNCED, Duration.ofMillis(20)))
          .isInstanceOf(ConfirmTimeoutException.class);
      // The limit was this wait's, not the record's.
      wal.confirmations().await(sequence, Durability.SYNCED);
      assertThat(wal.confirmations().synced()).isEqualTo(sequence);
    }
  }
}
