package dev.tandem.wal.append;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.ForwardingFile;
import dev.tandem.wal.LogFile;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.format.SegmentHeader;
import dev.tandem.wal.storage.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which pages are made writable before records come to them, and when. */
class PagePretoucherTest {

  private static final int BYTES = 16 << 20;
  private static final long HEADER = SegmentHeader.BYTES;
  private static final long LEAST = PagePretoucher.LEAST;
  private static final long AGAIN = PagePretoucher.AGAIN_NANOS;

  @TempDir private Path directory;
  private final List<List<Long>> touched = new ArrayList<>();
  private Segment segment;
  private final PagePretoucher ahead = new PagePretoucher(() -> segment);

  @BeforeEach
  void begin() throws IOException {
    segment = segment(0, BYTES);
  }

  @AfterEach
  void close() throws IOException {
    segment.abandon();
  }

  private Segment segment(int number, int bytes) throws IOException {
    Path path = directory.resolve("segment-" + number);
    LogFile file =
        new ForwardingFile(LogFiles.SYSTEM.open(path)) {
          @Override
          public void pretouch(long from, long to) {
            touched.add(List.of(from, to));
          }
        };
    return new Segment(new SegmentHeader(1, 1, number, bytes, 0, true), path, file);
  }

  private void write(int bytes) throws IOException {
    segment.append(ByteBuffer.allocate(bytes));
  }

  private List<List<Long>> look(long now) {
    touched.clear();
    ahead.look(now);
    return List.copyOf(touched);
  }

  @Test
  void nothingIsTouchedWhileNothingIsWritten() throws IOException {
    assertThat(look(0)).isEmpty();
    write(100);
    assertThat(look(1)).hasSize(1);
    assertThat(look(2)).isEmpty();
    assertThat(look(10 * AGAIN)).isEmpty();
    segment.abandon();
    Segment open = segment;
    segment = null;
    assertThat(look(20 * AGAIN)).isEmpty();
    segment = open;
  }

  @Test
  void aStretchGrowsBehindTheLastRecordAndIsTouchedOnce() throws IOException {
    write(100);
    long first = HEADER + 100 + LEAST;
    assertThat(look(0)).containsExactly(List.of(HEADER + 100, first));
    write(300);
    assertThat(look(1)).containsExactly(List.of(first, HEADER + 400 + LEAST));
  }

  @Test
  void itIsAsLongAsWhatWasWrittenLatelyAsksFor() throws IOException {
    write(100_000);
    assertThat(look(0)).containsExactly(List.of(HEADER + 100_000, HEADER + 500_000));
    write(4 << 20);
    long end = HEADER + 100_000 + (4 << 20);
    assertThat(look(1)).containsExactly(List.of(end, end + PagePretoucher.MOST));
  }

  @Test
  void allOfItIsTouchedAgainAfterSomeSeconds() throws IOException {
    write(100);
    look(0);
    write(100);
    assertThat(look(AGAIN)).containsExactly(List.of(HEADER + 200, HEADER + 200 + LEAST));
  }

  @Test
  void itEndsWithTheSegmentAndBeginsWithTheNext() throws IOException {
    write(BYTES - (int) HEADER - 1_000);
    assertThat(look(0)).containsExactly(List.of(BYTES - 1_000L, (long) BYTES));
    write(500);
    assertThat(look(1)).isEmpty();
    segment.abandon();
    segment = segment(1, BYTES);
    assertThat(look(2)).isEmpty();
    write(10);
    assertThat(look(3)).containsExactly(List.of(HEADER + 10, HEADER + 10 + LEAST));
  }

  @Test
  void theThreadEnds() throws Exception {
    Thread thread = new LogThread(ahead, "pages");
    thread.start();
    ahead.stop();
    thread.join();
    assertThat(Files.exists(segment.path())).isTrue();
  }
}
