package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.format.RecordScanner;
import java.nio.ByteBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Zeros are looked over many at a time; what stands behind them is found word by word. */
class RecordScannerTest {

  /** More than twice what is compared at once, and no multiple of a word. */
  private static final int BYTES = 40_003;

  @Property(tries = 2_000)
  void nothingBehindZerosIsLookedOver(
      @ForAll @IntRange(max = BYTES - 1) int place,
      @ForAll @IntRange(max = BYTES / Long.BYTES - 1) int fromWord) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES);
    bytes.put(place, (byte) 0x10);
    RecordScanner places = new RecordScanner();
    places.look(bytes, 0);
    int from = fromWord * Long.BYTES;

    int found = places.nextNotZero(from);

    if (place < from) {
      assertThat(found).isEqualTo(BYTES);
    } else {
      assertThat(found).isEqualTo(place / Long.BYTES * Long.BYTES);
    }
  }
}
