package dev.tandem.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.kernel.Kernel;
import dev.tandem.core.kernel.KernelOptions;
import dev.tandem.core.pipeline.PipelineThreads;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.wal.Durability;
import dev.tandem.wal.LogFile;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalPoisonedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class WalJournalTest {

  @TempDir private Path directory;

  /** A device whose forces fail, or wait, from some moment on. */
  private static final class FailingDevice implements LogFiles {
    private volatile boolean fails;
    private volatile CountDownLatch gate = new CountDownLatch(0);

    @Override
    public LogFile open(Path path) throws IOException {
      LogFile file = LogFiles.SYSTEM.open(path);
      return new LogFile() {
        @Override
        public void map(int bytes) throws IOException {
          file.map(bytes);
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
          file.write(source, position);
        }

        @Override
        public void force() throws IOException {
          if (fails) {
            throw new IOException(path + ": sync: Input/output error");
          }
          awaitOpen();
          file.force();
        }

        private void awaitOpen() throws IOException {
          try {
            gate.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        }

        @Override
        public void truncate(long bytes) throws IOException {
          file.truncate(bytes);
        }

        @Override
        public long size() throws IOException {
          return file.size();
        }

        @Override
        public void close() throws IOException {
          file.close();
        }
      };
    }
  }

  /**
   * A whole ring of commands is taken in and logged while the device has yet to force the first.
   */
  @Test
  @Timeout(300)
  void aSlowDeviceHoldsUpAnswersAndNotAdmission() throws Exception {
    int ring = 64;
    FailingDevice device = new FailingDevice();
    Wal wal = Wal.open(directory, WalConfig.builder().segmentBytes(1 << 20).files(device).build());
    Kernel kernel =
        Kernel.create(
            Topology.fused(),
            Stages.onePass(true, 10, 10, () -> 1, ResultHandler.NONE, null),
            new KernelOptions(
                ring,
                Ingress.shared(),
                false,
                WaitPlan.of(WaitMode.PARKING),
                PublishInterval.adaptive(),
                16,
                PipelineThreads.unpinned("slow", true),
                null,
                new WalJournal(wal, JournalOptions.in(directory), ring)));
    kernel.start();
    device.gate = new CountDownLatch(1);
    try {
      for (int user = 1; user <= ring; user++) {
        Command c = kernel.entry().claim();
        Commands.addUser(c, user);
        kernel.entry().publish(c);
      }
      while (wal.nextSequence() < ring) {
        LockSupport.parkNanos(50_000);
      }
      assertThat(kernel.answered()).isEqualTo(-1);
      assertThat(kernel.poison().cause()).isNull();
    } finally {
      device.gate.countDown();
    }
    assertThat(kernel.drain(Duration.ofMinutes(2))).isEmpty();
    assertThat(kernel.answered()).isEqualTo(ring - 1);
    assertThat(kernel.stop(Duration.ofMinutes(1))).isTrue();
    wal.close();
  }

  /** Whichever stage meets it first: the results stage asks here, and does not append. */
  @Test
  void anErrorOfTheDiskIsThrownAsOneWhereConfirmationIsRead() throws Exception {
    FailingDevice device = new FailingDevice();
    Wal wal = Wal.open(directory, WalConfig.builder().segmentBytes(1 << 16).files(device).build());
    try {
      WalJournal journal = new WalJournal(wal, JournalOptions.in(directory), 64);
      assertThat(journal.confirmed()).isEqualTo(-1);
      device.fails = true;
      // Whoever makes segments ahead may meet the error before the record does.
      assertThatThrownBy(
              () -> {
                long sequence = wal.append((byte) 1, new byte[8]);
                wal.confirmations().await(sequence, Durability.SYNCED, Duration.ofMinutes(1));
              })
          .isInstanceOf(WalPoisonedException.class);
      assertThatThrownBy(journal::confirmed)
          .isInstanceOf(JournalException.class)
          .cause()
          .isInstanceOf(IOException.class)
          .hasMessageContaining("Input/output error");
      // Nor is it taken for a full disk, which commands would be refused for meanwhile.
      assertThat(wal.hasRoom(1)).isFalse();
      assertThat(journal.hasRoom()).isTrue();
    } finally {
      device.fails = false;
      assertThatThrownBy(wal::close).isInstanceOf(IOException.class);
    }
  }
}
