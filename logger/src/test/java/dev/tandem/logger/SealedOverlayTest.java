package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.SegmentProof.State;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of a segment that cover the same places. */
class SealedOverlayTest {

  /** Has words of zeros within. */
  private static final String FIRST = "first" + "\0".repeat(16) + ".";

  @TempDir private Path directory;
  private KeySealing keys;
  private MadeSegment made;

  /** The segment as it was when its holes were sealed. */
  private MemorySegment before;

  private long late;
  private long end;

  @BeforeEach
  void segment() throws IOException {
    keys = new KeySealing(AbandonedTest.ring(), SealMode.BLOCKS);
    made = new MadeSegment(directory);
    made.log(FIRST);
    late = made.claim("late");
    made.log("second");
    made.claim("never");
    made.log("third");
    final long later = made.claim("later");
    made.log("last");
    end = SegmentLayout.offsetOf(made.segment.claimsAcquire());
    before = copy();
    made.write(late, "late");
    made.write(later, "later");
  }

  private MemorySegment copy() {
    MemorySegment bytes = MemorySegment.ofArray(new long[(int) end / 8]);
    return bytes.copyFrom(made.file.memory().asSlice(0, end));
  }

  private void seal(MemorySegment bytes, long from, long to, PartOrigin origin, boolean clean)
      throws IOException {
    try (SegmentSink sink = keys.openSink(made.info, from, origin)) {
      sink.accept(bytes.asSlice(from, to - from), from, 0);
      if (clean) {
        sink.end();
      }
    }
  }

  private State read(String... messages) throws IOException {
    Unsealing unsealing = new KeyUnsealing(AbandonedTest.ring());
    List<String> read = new ArrayList<>();
    try (LogReader reader = LogReader.open(List.of(directory), unsealing)) {
      for (LogRecord record = reader.next(); record != null; record = reader.next()) {
        read.add(record.message());
      }
      assertThat(reader.damage()).isEmpty();
      assertThat(reader.gaps()).hasSize(7 - messages.length);
      assertThat(read).containsExactly(messages);
      return reader.proofs().get(0).state();
    }
  }

  @Test
  void severalHolesInOneStretchAreFilledOneByOne() throws IOException {
    made.close();
    seal(before, 0, end, PartOrigin.WRITTEN, true);
    seal(copy(), SegmentLayout.HEADER_BYTES, end, PartOrigin.FOUND, true);
    made.file.delete();
    assertThat(read(FIRST, "late", "second", "third", "later", "last")).isEqualTo(State.RECOVERED);
  }

  @Test
  void aLateRecordOfTheWriterIsNoDoubt() throws IOException {
    made.close();
    seal(before, 0, end, PartOrigin.WRITTEN, true);
    seal(copy(), late, late + 40, PartOrigin.LATE, true);
    made.file.delete();
    assertThat(read(FIRST, "late", "second", "third", "last")).isEqualTo(State.COMPLETE);
  }

  @Test
  void whatIsNotSealedYetIsReadFromThePlainFile() throws IOException {
    seal(before, 0, end, PartOrigin.WRITTEN, false);
    SegmentLayout.putLongRelease(made.file.memory(), SegmentLayout.WIPED_AT, end);
    assertThat(read(FIRST, "late", "second", "third", "later", "last")).isEqualTo(State.UNFINISHED);
  }

  @Test
  void zerosWithinARecordAreNoHole() throws IOException {
    made.close();
    seal(before, 0, end, PartOrigin.WRITTEN, true);
    for (PartOrigin origin : List.of(PartOrigin.FOUND, PartOrigin.LATE)) {
      MemorySegment forged = copy();
      long zeros = SegmentLayout.HEADER_BYTES + RecordLayout.HEADER_BYTES + 8;
      assertThat(SegmentLayout.getLong(forged, zeros)).isZero();
      SegmentLayout.putLong(forged, zeros, -1L);
      seal(forged, zeros, zeros + 8, origin, true);
      assertThat(damage()).anyMatch(text -> text.contains("other bytes"));
      Files.delete(KeySealing.part(made.info.file(), 1));
    }
  }

  @Test
  void aLatePartDoesNotStandForTheRestOfTheSegment() throws IOException {
    made.close();
    seal(before, 0, late, PartOrigin.WRITTEN, false);
    seal(copy(), late, end, PartOrigin.LATE, true);
    made.file.delete();
    assertThat(damage()).anyMatch(text -> text.contains("end lost"));
  }

  @Test
  void aPartThatIsMadeWhileTheOthersAreReadIsReadToo() throws IOException {
    made.close();
    KeyUnsealing unsealing = new KeyUnsealing(AbandonedTest.ring());
    AtomicBoolean first = new AtomicBoolean(true);
    try (SegmentSink main = keys.openSink(made.info, 0, PartOrigin.WRITTEN)) {
      main.accept(before, 0, 0);
      Unsealing meanwhile =
          new Unsealing() {
            @Override
            public Part read(Path file) throws IOException {
              if (first.getAndSet(false)) {
                seal(copy(), late, late + 40, PartOrigin.LATE, true);
                main.end();
              }
              return unsealing.read(file);
            }

            @Override
            public Records openRecords(Path file, MemorySegment area) throws IOException {
              return unsealing.openRecords(file, area);
            }
          };
      assertThat(Logs.read(directory, meanwhile).messages())
          .containsExactly(FIRST, "late", "second", "third", "last");
    }
  }

  private List<String> damage() throws IOException {
    return Logs.read(directory, new KeyUnsealing(AbandonedTest.ring())).damage().stream()
        .map(LogDamage::toString)
        .toList();
  }
}
