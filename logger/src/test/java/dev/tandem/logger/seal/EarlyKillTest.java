package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.LogRecord;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process that seals is killed before its first record, or soon after it. */
class EarlyKillTest {
  @TempDir private Path temp;
  private int trial;

  private static LogStoreConfig config(SealMode mode) {
    return LogStoreConfig.builder()
        .segmentSize(1 << 16)
        .sealInterval(Duration.ofMillis(1))
        .sealing(new KeySealing(SealedFiles.ring(), mode))
        .build();
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  private static Path sealed(Path directory) throws IOException {
    return files(directory).stream()
        .filter(file -> file.toString().endsWith("000001.tlog.sealed"))
        .findFirst()
        .orElse(null);
  }

  /** As a kill leaves it, with this many bytes of the sealed file; less than 0 is without it. */
  private Path left(Path live, long bytes) throws IOException {
    Path left;
    do {
      left = Files.createDirectory(temp.resolve("left" + trial++));
    } while (!copied(live, left, bytes >= 0));
    if (bytes >= 0) {
      try (FileChannel channel = FileChannel.open(sealed(left), StandardOpenOption.WRITE)) {
        channel.truncate(bytes);
      }
    }
    return left;
  }

  /** False if the store renamed a file meanwhile: no kill leaves what is halfway between. */
  private static boolean copied(Path live, Path left, boolean withSealed) throws IOException {
    for (Path file : files(live)) {
      if (withSealed || !file.toString().endsWith(".sealed")) {
        try {
          Files.copy(file, left.resolve(file.getFileName()));
        } catch (NoSuchFileException e) {
          return false;
        }
      }
    }
    return true;
  }

  private static List<String> messages(Path log, String what) throws IOException {
    List<String> messages = new ArrayList<>();
    try (LogReader reader = LogReader.open(List.of(log), new KeyUnsealing(SealedFiles.ring()))) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        messages.add(record.message());
      }
      assertThat(reader.damage()).as(what).isEmpty();
      assertThat(reader.holes()).as(what).isZero();
    }
    return messages;
  }

  /** Of a sealed file with a record only whole ones: its plain bytes were wiped behind it. */
  @ParameterizedTest
  @CsvSource({"BLOCKS, 0", "BLOCKS, 1", "RECORDS, 0", "RECORDS, 1"})
  void whatIsLeftIsSoundForEver(SealMode mode, int records) throws IOException {
    Path live = temp.resolve("live");
    List<Path> lefts = new ArrayList<>();
    boolean blocks = mode == SealMode.BLOCKS;
    try (LogStore store = LogStore.open(live, config(mode))) {
      for (int i = 0; i < records; i++) {
        store.writer("w").log(LogLevel.INFO, "first");
      }
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
      while (blocks && (sealed(live) == null || Files.size(sealed(live)) < 700)) {
        assertThat(System.nanoTime() - deadline).as("nothing is sealed").isNegative();
        LockSupport.parkNanos(1_000_000);
      }
      if (blocks && records == 0) {
        long length = Files.size(sealed(live));
        for (long bytes : new long[] {-1, 0, 1, 255, 256, 257, 400, length - 1, length}) {
          lefts.add(left(live, bytes));
        }
      } else {
        // Not its length of before the copy: more may be sealed and wiped meanwhile.
        lefts.add(left(live, blocks ? Long.MAX_VALUE : -1));
      }
    }
    for (Path left : lefts) {
      check(left, mode, Collections.nCopies(records, "first"));
    }
  }

  private static void check(Path left, SealMode mode, List<String> expected) throws IOException {
    String what = left.getFileName() + " " + files(left);
    LogStoreConfig plain = LogStoreConfig.builder().onFailure(text -> {}).build();
    LogStore.open(left, plain).close();
    assertThat(messages(left, what + " after a store without a key")).isEqualTo(expected);
    for (int i = 0; i < 2; i++) {
      LogStore.open(left, config(mode)).close();
      assertThat(messages(left, what)).isEqualTo(expected);
    }
  }
}
