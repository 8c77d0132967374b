package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.SegmentFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records whose checksum fits and whose parts do not, as a hostile file may have them. */
class CraftedRecordTest {
  /** Only a reader that hangs runs into it. */
  private static final Duration HANG = Duration.ofMinutes(2);

  @TempDir private Path directory;
  private int made;

  private static byte[] record(int kind, int flags, int aux, int... body) {
    byte[] bytes = new byte[RecordLayout.HEADER_BYTES + 64];
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    bytes[RecordLayout.KIND_AT] = (byte) kind;
    bytes[RecordLayout.LEVEL_AT] = 2;
    bytes[RecordLayout.FLAGS_AT] = (byte) flags;
    buffer.putInt(RecordLayout.AUX_AT, aux);
    for (int i = 0; i < body.length; i++) {
      buffer.putInt(RecordLayout.HEADER_BYTES + 4 * i, body[i]);
    }
    return bytes;
  }

  /** A file of these records, between two sound ones. */
  private Path file(List<byte[]> crafted) throws IOException {
    Path path = directory.resolve("log-20260101T000000000-1-1-%06d.tlog".formatted(++made));
    SegmentFile file = SegmentFile.create(new SegmentInfo(path, "r", made, 1 << 16), made, 1, 0);
    LogSegment segment = new LogSegment(file.memory(), made, null, file);
    List<byte[]> all = new ArrayList<>(crafted);
    byte[] sound = record(RecordLayout.TEXT, 0, 5, 0x6e756f73, 'd');
    all.add(0, sound);
    all.add(sound);
    for (byte[] bytes : all) {
      int size = segment.stored(bytes.length);
      long offset = SegmentLayout.offsetOf(segment.claim(size));
      segment.write(offset, java.util.Arrays.copyOf(bytes, size), bytes.length, null);
    }
    file.publish();
    segment.close(segment.claim(segment.capacity() + 8));
    long end = SegmentLayout.offsetOf(segment.closedAcquire());
    file.unmap();
    file.cut(end);
    file.close();
    return path;
  }

  /** How many records do not fit, as both readers say. */
  private static int read(Path path) throws IOException {
    Logs.Content content = Logs.read(path);
    for (LogRecord record : content.records()) {
      assertThat(RecordText.line(record)).isNotEmpty();
      assertThat(RecordText.json(record)).isNotEmpty();
    }
    assertThat(content.messages()).startsWith("sound").endsWith("sound");
    List<String> followed = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    new LogFollower(List.of(path), null, 0)
        .poll(record -> followed.add(record.message()), failures::add);
    assertThat(followed).isEqualTo(content.messages());
    assertThat(failures).hasSameSizeAs(content.damage());
    return content.damage().size();
  }

  @Test
  void partsThatDoNotFitAreDamage() {
    List<byte[]> crafted =
        List.of(
            record(RecordLayout.TEXT, RecordLayout.HAS_BLOCKS, 0, RecordLayout.BLOCK_CONTEXT, -8),
            record(RecordLayout.TEXT, RecordLayout.HAS_BLOCKS, 0, 9, Integer.MAX_VALUE),
            record(RecordLayout.TEXT, RecordLayout.HAS_BLOCKS, 0, 9, Integer.MIN_VALUE),
            record(RecordLayout.TEXT, RecordLayout.HAS_BLOCKS, 0, 9, 57),
            record(RecordLayout.TEXT, RecordLayout.HAS_BLOCKS, 0, 2, 24, -100),
            // A string that continues behind its block, of which the next one would begin within.
            record(
                RecordLayout.TEXT, RecordLayout.HAS_BLOCKS, 0, RecordLayout.BLOCK_MARKERS, 8, 52),
            record(RecordLayout.TEXT, 0, -1),
            record(RecordLayout.TEXT, 0, 65),
            record(RecordLayout.DROPS, 0, Integer.MAX_VALUE),
            record(RecordLayout.THREAD_NAME, 0, Integer.MAX_VALUE),
            record(RecordLayout.DESCRIPTOR, 0, 1, 0, 0, -1));
    for (byte[] record : crafted) {
      assertThat(assertTimeoutPreemptively(HANG, () -> read(file(List.of(record))))).isEqualTo(1);
    }
  }

  @Test
  void randomPartsEndNoReader() {
    SplittableRandom random = new SplittableRandom(14);
    assertTimeoutPreemptively(
        HANG,
        () -> {
          for (int round = 0; round < 100; round++) {
            List<byte[]> crafted = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
              int[] body = new int[16];
              for (int word = 0; word < body.length; word++) {
                body[word] = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(-9, 66);
              }
              crafted.add(
                  record(random.nextInt(9), random.nextInt(4), random.nextInt(-1, 70), body));
            }
            read(file(crafted));
          }
        });
  }
}
