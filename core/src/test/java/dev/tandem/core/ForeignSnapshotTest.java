package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.api.Topology;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot counts for the log that it was taken of, and for no other with the same sequences. */
@Timeout(300)
class ForeignSnapshotTest {

  @TempDir private Path directory;

  private static JournalOptions options(Path log) {
    return JournalOptions.in(log).segmentBytes(1 << 16);
  }

  private static Exchange start(Path log) {
    return Exchange.builder()
        .topology(Topology.fused())
        .journal(options(log))
        .ringSize(64)
        .daemon()
        .start();
  }

  /** As many records as requested, whoever asks; the users differ. */
  private static SnapshotInfo run(Path log, long firstUser, int users, boolean snapshot) {
    try (Exchange exchange = start(log)) {
      for (long user = firstUser; user < firstUser + users; user++) {
        exchange.async().addUser(user).join();
      }
      return snapshot ? exchange.snapshot().info() : null;
    }
  }

  private static void copy(Path from, Path to) {
    try {
      Files.walkFileTree(
          from,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes)
                throws IOException {
              Files.createDirectories(to.resolve(from.relativize(at)));
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path at, BasicFileAttributes attributes)
                throws IOException {
              Files.copy(at, to.resolve(from.relativize(at)));
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aSnapshotOfAnotherLogIsRefused() throws IOException {
    SnapshotInfo foreign = run(directory.resolve("a"), 1, 20, true);
    run(directory.resolve("b"), 1_000, 30, false);
    copy(directory.resolve("a/snapshots"), directory.resolve("b/snapshots2"));
    Files.delete(directory.resolve("b/snapshots"));
    Files.move(directory.resolve("b/snapshots2"), directory.resolve("b/snapshots"));
    assertThatThrownBy(() -> start(directory.resolve("b")))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("is a snapshot of log")
        .hasMessageContaining("%016x".formatted(foreign.position().logId()));
  }

  @Test
  void aSnapshotOfAnotherHistoryOfTheLogIsRefused() throws IOException {
    run(directory.resolve("a"), 1, 5, false);
    copy(directory.resolve("a"), directory.resolve("b"));
    run(directory.resolve("a"), 100, 10, true);
    run(directory.resolve("b"), 200, 10, false);
    Files.delete(directory.resolve("b/snapshots"));
    copy(directory.resolve("a/snapshots"), directory.resolve("b/snapshots"));
    assertThatThrownBy(() -> start(directory.resolve("b")))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("went different ways");
  }

  @Test
  void onesOwnSnapshotIsTaken() {
    Path log = directory.resolve("a");
    SnapshotInfo info = run(log, 1, 20, true);
    run(log, 100, 20, false);
    try (Exchange exchange = start(log)) {
      assertThat(exchange.recovery().orElseThrow().snapshotSequence())
          .isEqualTo(info.logSequence());
      assertThat(exchange.user(119)).isPresent();
    }
  }

  @Test
  void aSnapshotOfAnOldVersionIsPassedOverByName() throws IOException {
    Path log = directory.resolve("a");
    run(log, 1, 20, true);
    Path state;
    try (Stream<Path> files = Files.walk(log.resolve("snapshots"))) {
      state = files.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    try (FileChannel channel = FileChannel.open(state, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 2), 8);
    }
    try (Exchange exchange = start(log)) {
      assertThat(exchange.recovery().orElseThrow().skippedSnapshots())
          .contains("a snapshot of version 2")
          .contains("reads version 4");
      assertThat(exchange.user(20)).isPresent();
    }
  }
}
