package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.read.LogRecordCursor;
import dev.tandem.logger.read.LogSegmentImage;
import dev.tandem.logger.read.PlainBytes;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A read that gives some bytes older than others, as it does beside a process that writes. */
class PlainBytesTest {
  @TempDir private Path directory;
  private MadeSegment made;
  private byte[] before;
  private byte[] after;

  private void makeRecords() throws IOException {
    made = new MadeSegment(directory);
    made.log("one");
    before = made.file.memory().toArray(ValueLayout.JAVA_BYTE);
    made.log("two, which is longer than a cache line or two of the processor that copies it to us");
    after = made.file.memory().toArray(ValueLayout.JAVA_BYTE);
  }

  /** Each read gives its first bytes new and the others old; the next one gives all of them new. */
  private PlainBytes.Source firstBytesNewest(int newBytes) {
    return new PlainBytes.Source() {
      private byte[] old = before;

      @Override
      public int read(ByteBuffer target, long at) {
        int length = target.remaining();
        int fresh = Math.min(newBytes, length);
        target.put(after, (int) at, fresh);
        target.put(old, (int) at + fresh, length - fresh);
        old = after;
        return length;
      }
    };
  }

  private LogRecordCursor read(PlainBytes.Source source) throws IOException {
    MemorySegment bytes = PlainBytes.read("test", source, after.length);
    return new LogRecordCursor(LogSegmentImage.open(made.info.file(), bytes, List.of(), null));
  }

  @Test
  void whatTheHeaderClaimsIsThere() throws IOException {
    makeRecords();
    LogRecordCursor cursor = read(firstBytesNewest(SegmentLayout.HEADER_BYTES));
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.holes()).isZero();
    assertThat(cursor.damage()).isEmpty();
  }

  @Test
  void aRecordWithALengthHasItsBody() throws IOException {
    makeRecords();
    LogRecordCursor one = read(firstBytesNewest(after.length));
    assertThat(one.next()).isTrue();
    int second = (int) one.position();
    // The header, and then the rest of which only the beginning of the second record is new.
    PlainBytes.Source torn = firstBytesNewest(second + RecordLayout.HEADER_BYTES - 512);
    boolean[] headerRead = {false};
    LogRecordCursor cursor =
        read(
            (target, at) -> {
              if (headerRead[0]) {
                return torn.read(target, at);
              }
              headerRead[0] = true;
              int length = target.remaining();
              target.put(after, (int) at, length);
              return length;
            });
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.damage()).isEmpty();
  }

  @Test
  void bytesThatFitNowhereAreDamage() throws IOException {
    makeRecords();
    after[SegmentLayout.HEADER_BYTES + RecordLayout.TIME_AT] ^= 1;
    LogRecordCursor cursor = read(firstBytesNewest(after.length));
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.damage()).hasSize(1);
  }
}
