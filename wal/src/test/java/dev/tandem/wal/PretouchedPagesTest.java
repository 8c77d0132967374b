package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of a mapped file that the system has written back, and so protected. */
class PretouchedPagesTest {

  private static final int PAGE = 4_096;
  private static final int PAGES = 512;
  private static final Path FAULTS = Path.of("/proc/thread-self/stat");

  /** Its place behind the name of the thread. */
  private static final int MINOR_FAULTS = 7;

  @TempDir private Path directory;

  /** A force writes the pages back, as the system does by itself after half a minute. */
  @Test
  void aWriteToThemIsNoFault() throws IOException {
    assumeThat(FAULTS).exists();
    try (LogFile file = mapped()) {
      file.force();
      long faults = faultsOfWrites(file);
      assumeThat(faults).as("faults where pages are protected").isGreaterThanOrEqualTo(PAGES);
      file.force();
      file.pretouch(0, (long) PAGES * PAGE);
      assertThat(faultsOfWrites(file)).isLessThan(PAGES / 4);
    }
  }

  @Test
  void noByteChangesWhileAnotherThreadWrites() throws Exception {
    Path path = directory.resolve("segment");
    AtomicBoolean done = new AtomicBoolean();
    try (LogFile file = mapped()) {
      Thread toucher =
          new Thread(
              () -> {
                while (!done.get()) {
                  file.pretouch(1, (long) PAGES * PAGE);
                }
              });
      toucher.setDaemon(true);
      toucher.start();
      try {
        // The words that are touched, and nothing else.
        ByteBuffer word = ByteBuffer.allocate(Integer.BYTES);
        for (int round = 1; round <= 1_000; round++) {
          word.putInt(0, round);
          for (int page = 0; page < PAGES; page++) {
            file.write(word.clear(), (long) page * PAGE);
          }
          if (round % 50 == 0) {
            ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(path));
            for (int page = 0; page < PAGES; page++) {
              assertThat(all.getInt(page * PAGE)).isEqualTo(round);
            }
          }
        }
      } finally {
        done.set(true);
        toucher.join();
      }
    }
  }

  /** As at the end of a log. */
  @Test
  void aFileMayBeClosedMeanwhile() throws Exception {
    for (int i = 0; i < 50; i++) {
      LogFile file = mapped();
      AtomicBoolean done = new AtomicBoolean();
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread toucher =
          new Thread(
              () -> {
                while (!done.get()) {
                  file.pretouch(0, (long) PAGES * PAGE);
                }
              });
      toucher.setDaemon(true);
      toucher.setUncaughtExceptionHandler((thread, e) -> failure.set(e));
      toucher.start();
      file.truncate(PAGE);
      file.close();
      done.set(true);
      toucher.join();
      assertThat(failure.get()).isNull();
    }
  }

  @Test
  void aFileThatIsNotMappedAnyMoreIsLeftAlone() throws IOException {
    try (LogFile file = mapped()) {
      file.truncate(PAGE);
      file.pretouch(0, (long) PAGES * PAGE);
      assertThat(file.size()).isEqualTo(PAGE);
      file.write(ByteBuffer.allocate(1), 0);
    }
  }

  /** Nobody but the write tells of it. */
  @Test
  void aPageThatCannotBeHadIsNoErrorHere() throws IOException {
    Path path = directory.resolve("segment");
    try (LogFile file = mapped()) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
        channel.truncate(PAGE);
      }
      file.pretouch(0, (long) PAGES * PAGE);
      assertThatThrownBy(() -> file.write(ByteBuffer.allocate(8), 2 * PAGE))
          .isInstanceOf(IOException.class);
    }
  }

  private LogFile mapped() throws IOException {
    LogFile file = LogFiles.SYSTEM.open(directory.resolve("segment"));
    // One page at a time: Linux may hold what comes at once together, and then protects it so.
    for (int i = 0; i < PAGES; i++) {
      file.write(ByteBuffer.allocate(PAGE), (long) i * PAGE);
    }
    file.map(PAGES * PAGE);
    return file;
  }

  private static long faultsOfWrites(LogFile file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(8);
    long before = faults();
    for (int i = 0; i < PAGES; i++) {
      file.write(bytes.clear(), (long) i * PAGE + 64);
    }
    return faults() - before;
  }

  private static long faults() throws IOException {
    String stat = Files.readString(FAULTS);
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[MINOR_FAULTS]);
  }
}
