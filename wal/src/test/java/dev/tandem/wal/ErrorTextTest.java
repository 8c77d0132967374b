package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.SegmentNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An error says of which file, and of what was to be done with it. */
class ErrorTextTest {

  @TempDir Path directory;

  @Test
  void ofAWriteNamesTheFile() throws IOException {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "skipped: no /dev/full");
    try (LogFile file = ChannelFile.open(full)) {
      assertThatThrownBy(() -> file.write(ByteBuffer.allocateDirect(8), 16))
          .isInstanceOf(IOException.class)
          .hasMessage("/dev/full: write at 16: No space left on device");
    }
  }

  @Test
  void ofAForceNamesTheFile() throws IOException {
    Path file = directory.resolve("file");
    LogFile closed = ChannelFile.open(file);
    closed.close();
    assertThatThrownBy(closed::force).hasMessageStartingWith(file + ": force: ");
  }

  /** A segment has a temporary name while it is made. */
  @Test
  void ofASegmentNamesItAsItIsCalled() throws IOException {
    AtomicBoolean broken = new AtomicBoolean();
    AtomicReference<Path> first = new AtomicReference<>();
    LogFiles files =
        new LogFiles() {
          @Override
          public LogFile open(Path path) throws IOException {
            LogFile file = LogFiles.SYSTEM.open(path);
            if (path.getFileName().toString().startsWith("segment-")) {
              first.compareAndSet(null, path);
            }
            return new ForwardingFile(file) {
              @Override
              public void force() throws IOException {
                // Not one that is being made: it still has its temporary name.
                if (broken.get() && path.equals(first.get())) {
                  file.close();
                }
                super.force();
              }
            };
          }
        };
    try (Wal wal = Wal.open(directory, Logs.small().files(files).build())) {
      // Before the append: else the record may be forced before the file breaks.
      broken.set(true);
      long last = Logs.append(wal, 1);
      assertThatThrownBy(() -> wal.confirmations().await(last, Durability.SYNCED, Await.DEADLINE))
          .isInstanceOf(WalPoisonedException.class);
      assertThat(wal.failure().getMessage()).contains(".wal: force: ").doesNotContain(".tmp");
    } catch (WalException e) {
      // The close reports the failure, too.
    }
  }

  @Test
  void aDirectoryThatIsMissingIsNoLog() throws IOException {
    assertThat(Wal.isLog(directory.resolve("missing"))).isFalse();
    assertThat(Wal.isLog(directory)).isFalse();
    assertThat(Wal.isLog(Files.createFile(directory.resolve("file")))).isFalse();
  }

  @Test
  void ofAPlaceWhereNothingCanBeMadeIsNotNoRoom() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "skipped: no /proc");
    Path nowhere = Path.of("/proc/tandem-log");
    assertThatThrownBy(() -> Wal.open(nowhere, Logs.small().build()))
        .isInstanceOf(WalException.class)
        .hasMessage(nowhere + ": the log cannot be opened: no such file or directory");
  }

  @Test
  void ofOneCopyOfTheExtentIsReportedAndMended() throws IOException {
    try (Wal wal = Wal.open(directory, Logs.small().build())) {
      Logs.append(wal, 1);
    }
    Path extent = directory.resolve(SegmentNames.EXTENT);
    byte[] sound = Files.readAllBytes(extent);
    for (int copy = 0; copy < 2; copy++) {
      byte[] bytes = sound.clone();
      bytes[copy * LogExtent.COPY_BYTES + 20] ^= 1;
      Files.write(extent, bytes);
      WalReport report = WalVerifier.verify(directory);
      assertThat(report.sound()).isTrue();
      assertThat(report.problems()).hasSize(1);
      assertThat(report.problems().get(0).segment()).isEqualTo(SegmentNames.EXTENT);
      assertThat(report.problems().get(0).offset()).isEqualTo((long) copy * LogExtent.COPY_BYTES);
      Wal.open(directory, Logs.small().build()).close();
      assertThat(WalVerifier.verify(directory).problems()).isEmpty();
      sound = Files.readAllBytes(extent);
    }
  }
}
