package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.SegmentFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claims without a commit are counted exactly; whatever else is wrong is named. */
class HoleTest {

  @TempDir private Path directory;

  /** A segment as a crash leaves it, with holes among its records. */
  private int[] crashed(Path file, int places, SplittableRandom random) throws IOException {
    SegmentInfo info = new SegmentInfo(file, "test", 1, 1 << 16);
    SegmentFile made = SegmentFile.create(info, random.nextLong(), 1, 0);
    LogSegment segment =
        new LogSegment(
            made.memory(),
            SegmentLayout.getLong(made.memory(), SegmentLayout.FILE_ID_AT),
            null,
            made);
    RecordBuffer buffer = new RecordBuffer(1 << 14);
    int holes = 0;
    int gaps = 0;
    boolean inGap = false;
    for (int i = 0; i < places; i++) {
      buffer.begin(RecordLayout.TEXT, 2, i, 1, 1, 0);
      buffer.text("record " + i + "x".repeat(random.nextInt(80)));
      int length = buffer.finish();
      int size = segment.stored(length);
      long word = segment.claim(size);
      if (random.nextInt(4) == 0) {
        holes++;
        gaps += inGap ? 0 : 1;
        inGap = true;
        if (random.nextBoolean()) {
          // Killed in the middle of its copy: all is there but the length.
          segment.write(SegmentLayout.offsetOf(word), buffer.bytes(), length, null);
          SegmentLayout.putInt(made.memory(), SegmentLayout.offsetOf(word), 0);
        }
      } else {
        inGap = false;
        segment.write(SegmentLayout.offsetOf(word), buffer.bytes(), length, null);
      }
    }
    made.publish();
    made.unmap();
    made.cut(info.capacity());
    made.close();
    return new int[] {holes, gaps};
  }

  @Test
  void holesAreCountedExactly() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 50; round++) {
      Path file = directory.resolve("log-20260101T000000000-1-1-%06d.tlog".formatted(round + 1));
      int[] expected = crashed(file, 200, random);
      Logs.Content content = Logs.read(file);
      assertThat(content.holes()).isEqualTo(expected[0]);
      assertThat(content.exact()).isTrue();
      assertThat(content.gaps()).hasSize(expected[1]);
      assertThat(content.damage()).isEmpty();
      assertThat(content.records()).hasSize(200 - expected[0]);
    }
  }

  @Test
  void aFlippedBitIsNamedAndCostsOneRecordAtMost() throws IOException {
    Path file = directory.resolve("log-20260101T000000000-1-1-000001.tlog");
    try (LogStore store = LogStore.open(directory.resolve("sound"), Logs.small().build())) {
      LogWriter writer = store.writer("flip");
      for (int i = 0; i < 20; i++) {
        writer.log(LogLevel.INFO, "record number {} of this file", "n" + i);
      }
    }
    Path sound = LogReader.list(directory.resolve("sound")).get(0);
    byte[] bytes = Files.readAllBytes(sound);
    SplittableRandom random = new SplittableRandom(2);
    for (int at = SegmentLayout.HEADER_BYTES; at < bytes.length; at++) {
      byte[] flipped = bytes.clone();
      flipped[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, flipped);
      Logs.Content content = Logs.read(file);
      assertThat(content.damage().size() + content.gaps().size())
          .as("flipped at %d", at)
          .isPositive();
      // All records but one are the same, unless the flip hit what the others refer to.
      assertThat(content.records().size()).isGreaterThanOrEqualTo(19);
    }
  }

  @Test
  void aFlippedBitInTheNumberOfClaimsIsNamed() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      for (int i = 0; i < 20; i++) {
        store.writer("flip").log(LogLevel.INFO, "record {}", i);
      }
    }
    Path file = LogReader.list(directory).get(0);
    byte[] bytes = Files.readAllBytes(file);
    for (int bit = SegmentLayout.OFFSET_BITS; bit < Long.SIZE; bit++) {
      byte[] flipped = bytes.clone();
      flipped[(int) SegmentLayout.CLOSED_AT + bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(file, flipped);
      Logs.Content content = Logs.read(directory);
      assertThat(content.records()).hasSize(20);
      assertThat(content.damage().size() + content.holes()).as("bit %d", bit).isPositive();
    }
  }

  @Test
  void aCutAtAnyByteKeepsWhatIsBeforeIt() throws IOException {
    try (LogStore store = LogStore.open(directory.resolve("sound"), Logs.small().build())) {
      LogWriter writer = store.writer("cut");
      for (int i = 0; i < 10; i++) {
        writer.log(LogLevel.INFO, "record number " + i);
      }
    }
    byte[] bytes = Files.readAllBytes(LogReader.list(directory.resolve("sound")).get(0));
    List<String> all = new ArrayList<>();
    Path file = directory.resolve("log-20260101T000000000-1-1-000001.tlog");
    for (int length = 0; length <= bytes.length; length++) {
      try (FileChannel channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap(bytes, 0, length));
      }
      Logs.Content content = Logs.read(file);
      assertThat(content.damage().isEmpty())
          .as("cut at %d", length)
          .isEqualTo(length == bytes.length);
      assertThat(content.messages().subList(0, all.size())).isEqualTo(all);
      all = content.messages();
    }
    assertThat(all).hasSize(10);
  }
}
