package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Copies of logs that are written, and of others. */
class WalCopyTest {

  @TempDir private Path directory;

  private static final WalCopy.Progress NOBODY = (bytes, of) -> {};

  @ParameterizedTest
  @EnumSource
  void aLogThatIsWrittenAndShortenedIsCopied(Durability level) throws Exception {
    Path log = directory.resolve("log");
    WalConfig config = Logs.small().durability(level).build();
    AtomicBoolean over = new AtomicBoolean();
    // Once a copy at most: a writer that is faster is refused, however slow the machine.
    AtomicBoolean shorten = new AtomicBoolean();
    try (Wal wal = Wal.open(log, config)) {
      Logs.append(wal, 50);
      Thread writer =
          new Thread(
              () -> {
                while (!over.get()) {
                  long last = Logs.append(wal, 5);
                  wal.confirmations().await(last, level, Await.DEADLINE);
                  if (shorten.getAndSet(false)) {
                    wal.retainFrom(last - 200);
                  }
                }
              },
              "writer");
      writer.start();
      try {
        for (int i = 0; i < 10; i++) {
          long before = wal.confirmations().written();
          shorten.set(true);
          Path copy = Files.createDirectory(directory.resolve("copy" + i));
          WalRecoveryReport copied = WalCopy.copy(log, copy, NOBODY);
          assertThat(copied.lastSequence()).isGreaterThanOrEqualTo(before);
          check(copy, copied);
        }
      } finally {
        over.set(true);
        writer.join();
      }
    }
  }

  private static void check(Path copy, WalRecoveryReport copied) throws IOException {
    assertThat(WalVerifier.verify(copy).problems()).isEmpty();
    List<Long> found = Logs.read(copy, ReadMode.STRICT, -1);
    assertThat(found).hasSize((int) (copied.lastSequence() - copied.firstSequence() + 1));
    assertThat(found.get(0)).isEqualTo(copied.firstSequence());
    try (Wal wal = Wal.open(copy, Logs.small().build())) {
      assertThat(wal.recovery().repaired()).isFalse();
      assertThat(wal.nextSequence()).isEqualTo(copied.lastSequence() + 1);
      Logs.append(wal, 30);
    }
    assertThat(WalVerifier.verify(copy).sound()).isTrue();
  }

  @Test
  void aLogAtRestIsCopiedAsItIs() throws IOException {
    Path log = directory.resolve("log");
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      Logs.append(wal, 60);
    }
    Path copy = Files.createDirectory(directory.resolve("copy"));
    WalRecoveryReport copied = WalCopy.copy(log, copy, NOBODY);
    assertThat(copied.clean()).isTrue();
    for (Path segment : Logs.segments(log)) {
      if (Files.exists(copy.resolve(segment.getFileName()))) {
        assertThat(copy.resolve(segment.getFileName())).hasSameBinaryContentAs(segment);
      }
    }
    check(copy, copied);
  }

  @Test
  void whatIsNoLogOrDamagedIsRefused() throws IOException {
    Path copy = Files.createDirectory(directory.resolve("copy"));
    assertThatThrownBy(() -> WalCopy.copy(directory.resolve("missing"), copy, NOBODY))
        .isInstanceOf(WalException.class)
        .hasMessageContaining("expected a log");
    Path log = directory.resolve("log");
    try (Wal wal = Wal.open(log, Logs.small().build())) {
      Logs.append(wal, 60);
    }
    Path first = Logs.segments(log).get(0);
    byte[] bytes = Files.readAllBytes(first);
    bytes[200] ^= 1;
    Files.write(first, bytes);
    assertThatThrownBy(() -> WalCopy.copy(log, copy, NOBODY))
        .isInstanceOf(WalCorruptedException.class);
  }
}
