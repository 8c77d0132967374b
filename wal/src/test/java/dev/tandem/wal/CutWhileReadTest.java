package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.format.RecordFormat;
import dev.tandem.wal.format.RecordScanner;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.format.TailScan;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The file of a log is cut while it is read. The reader says so; the process lives on. Another
 * process reads, since one that does not pass ends by a signal.
 */
class CutWhileReadTest {

  private static final int RECORDS = 20_000;
  private static final int PAGE = 4_096;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation"})
  void theReaderReportsAndLives(String compiler) throws Exception {
    Path log = directory.resolve("log");
    try (Wal wal = Wal.open(log, WalConfig.builder().segmentBytes(8 << 20).build())) {
      for (int i = 0; i < RECORDS; i++) {
        wal.append((byte) 1, new byte[i % 700]);
      }
    }
    Path output = directory.resolve("output");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                compiler,
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + directory.resolve("crash"),
                "-cp",
                System.getProperty("java.class.path"),
                Reading.class.getName(),
                log.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(child.waitFor(200, TimeUnit.SECONDS)).as("the child ends").isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).as(Files.readString(output)).isZero();
    assertThat(Files.readString(output))
        .contains("next: WalException")
        .contains("scan: InternalError")
        .contains("mark: InternalError")
        .contains("cut off");
  }

  /** A long record is summed part by part; one across parts is read whole. */
  @Test
  void aRecordLongerThanThePartsIsReadWhole() throws IOException {
    WalConfig config = WalConfig.builder().segmentBytes(8 << 20).build();
    int length = 3 * SegmentWindow.MOST_BYTES + 17;
    try (Wal wal = Wal.open(directory, config)) {
      for (int i = 0; i < 4; i++) {
        byte[] body = new byte[i % 2 == 0 ? length : 5];
        Arrays.fill(body, (byte) (i + 1));
        wal.append((byte) i, body);
      }
    }
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, 0)) {
      for (int i = 0; i < 4; i++) {
        assertThat(reader.next()).isTrue();
        assertThat(reader.bodyLength()).isEqualTo(i % 2 == 0 ? length : 5);
        for (int at = 0; at < reader.bodyLength(); at++) {
          assertThat(reader.buffer().get(reader.bodyOffset() + at)).isEqualTo((byte) (i + 1));
        }
      }
      assertThat(reader.next()).isFalse();
    }
  }

  /** The process that reads. */
  static final class Reading {
    private Reading() {}

    private interface Step {
      void run() throws IOException;
    }

    public static void main(String[] args) throws IOException {
      Path log = Path.of(args[0]);
      Path segment = Logs.segments(log).get(0);
      SegmentImage image = SegmentImage.map(segment, 1);
      boolean reported;
      int across;
      try (WalReader reader = WalReader.open(log, ReadMode.READ_ONLY, 0)) {
        for (int i = 0; i < RECORDS / 2; i++) {
          reader.next();
        }
        // What begins in front of the cut is whole by its length, and its checksum meets the cut.
        int cut = ((int) reader.segmentOffset() / PAGE + 3) * PAGE;
        RecordScanner places = RecordScanner.of(image);
        across = (int) reader.segmentOffset();
        do {
          cut += PAGE;
          while (across + places.alignedLengthAt(across) <= cut) {
            across += places.alignedLengthAt(across);
          }
          // A record whose header is at the cut or across it cannot be asked for its sequence.
        } while (across + RecordFormat.HEADER_BYTES > cut);
        try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
          file.truncate(cut);
        }
        reported =
            reports(
                "next",
                () -> {
                  while (reader.next()) {
                    // To where it is cut.
                  }
                });
      }
      int place = across;
      long sequence = RecordScanner.of(image).sequenceAt(place);
      reported &= reports("scan", () -> new TailScan(sequence).over(image, place));
      reported &= reports("mark", () -> RecordScanner.of(image).sumAt(place));
      reported &= reports("zeros", () -> RecordScanner.of(image).nextNotZero(place + PAGE));
      System.exit(reported ? 0 : 1);
    }

    private static boolean reports(String name, Step step) {
      try {
        step.run();
        System.out.println(name + ": no error");
        return false;
      } catch (IOException | InternalError e) {
        System.out.println(name + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        return true;
      }
    }
  }
}
