package dev.tandem.wal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.Await;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.Logs;
import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SegmentSupplyTest {

  private static final int IN_RESERVE = 2;

  @TempDir private Path directory;

  /**
   * A disk may be found full just behind an append's look for a segment: what it asks then must not
   * say that there is none, for the reserve is whole.
   */
  @Test
  void aFullDiskIsNoReasonToRefuseWhileThereIsAReserve() throws Exception {
    AtomicBoolean full = new AtomicBoolean();
    LogFiles files =
        new LogFiles() {
          @Override
          public long usableBytes(Path log) {
            return full.get() ? 0 : Long.MAX_VALUE;
          }
        };
    WalConfig config =
        Logs.small()
            .segmentsAhead(IN_RESERVE + 1)
            .segmentsInReserve(IN_RESERVE)
            .files(files)
            .build();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    SegmentMaker maker = new SegmentMaker(directory, config, 1, 1);
    SegmentSupply supply = new SegmentSupply(config, maker, 0, failure::set, () -> {});
    Thread thread = new Thread(supply, "supply");
    thread.start();
    Await.until("all", () -> supply.readyCount() == IN_RESERVE + 1);
    full.set(true);
    assertThat(supply.poll()).isNotNull();
    Await.until("the disk being full", supply::isOutOfRoom);
    for (int i = 0; i < IN_RESERVE; i++) {
      assertThat(supply.isExhausted()).isFalse();
      assertThat(supply.poll()).isNotNull();
    }
    assertThat(supply.isExhausted()).isTrue();
    assertThat(supply.poll()).isNull();
    full.set(false);
    Await.until("room again", () -> !supply.isExhausted() && !supply.isOutOfRoom());
    end(supply, thread);
    assertThat(failure.get()).isNull();
  }

  private static void end(SegmentSupply supply, Thread thread)
      throws IOException, InterruptedException {
    supply.stop();
    thread.join();
    supply.abandonGiven();
  }
}
