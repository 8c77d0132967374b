package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Records given as words have the digest of their bytes. */
class Xxh64RecordsTest {

  private static final int MOST = 130;
  private static final byte[] ARRAY = Inputs.ramp(MOST * Xxh64Records.RECORD_BYTES);

  private static void add(Xxh64Records records, ByteBuffer bytes, int record) {
    int at = record * Xxh64Records.RECORD_BYTES;
    records.update(
        bytes.getLong(at),
        bytes.getLong(at + 8),
        bytes.getLong(at + 16),
        bytes.getLong(at + 24),
        bytes.getLong(at + 32),
        bytes.getLong(at + 40),
        bytes.getLong(at + 48),
        bytes.getLong(at + 56));
  }

  private static ByteBuffer bytes() {
    return ByteBuffer.wrap(ARRAY).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void theDigestIsThatOfTheBytes() {
    ByteBuffer bytes = bytes();
    for (long seed : new long[] {0, 1, -1, 0x9E3779B97F4A7C15L}) {
      Xxh64 whole = Hashing.xxh64(Implementation.JAVA, seed);
      Xxh64Records records = new Xxh64Records(seed);
      for (int i = 0; i <= MOST; i++) {
        assertThat(records.records()).isEqualTo(i);
        assertThat(records.digest()).isEqualTo(whole.hash(ARRAY, 0, i * Xxh64Records.RECORD_BYTES));
        if (i < MOST) {
          add(records, bytes, i);
        }
      }
      records.reset();
      assertThat(records.digest()).isEqualTo(whole.hash(new byte[0]));
    }
  }

  @Test
  void publishedDigests() {
    Xxh64Records records = new Xxh64Records(0);
    assertThat(records.digest()).isEqualTo(0xEF46DB3751D8E999L);
    for (int i = 0; i < 128; i++) {
      records.update(0, 0, 0, 0, 0, 0, 0, 0);
    }
    assertThat(records.digest()).isEqualTo(0x2b5073505a48fb4L);
  }

  @Test
  void continuesWhereItWasSaved() {
    ByteBuffer bytes = bytes();
    for (int cut = 0; cut < 5; cut++) {
      Xxh64Records saved = new Xxh64Records(7);
      for (int i = 0; i < cut; i++) {
        add(saved, bytes, i);
      }
      long[] state = new long[Xxh64Records.STATE_WORDS + 2];
      saved.save(state, 1);
      assertThat(state[0]).isZero();
      assertThat(state[Xxh64Records.STATE_WORDS + 1]).isZero();
      Xxh64Records restored = new Xxh64Records(7);
      restored.update(1, 2, 3, 4, 5, 6, 7, 8);
      restored.restore(state, 1);
      assertThat(restored.records()).isEqualTo(cut);
      assertThat(restored.digest()).isEqualTo(saved.digest());
      add(saved, bytes, 9);
      add(restored, bytes, 9);
      assertThat(restored.digest()).isEqualTo(saved.digest());
    }
  }

  /** What is refused changes nothing. */
  @Test
  void statesThatCannotBeAreRefused() {
    long[] small = {9, 9, 9, 9};
    assertThatThrownBy(() -> new Xxh64Records(0).save(small, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(small).containsOnly(9);
    Xxh64Records records = new Xxh64Records(0);
    assertThatThrownBy(() -> records.restore(new long[] {-1, 2, 3, 4, 5}, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> records.restore(new long[] {1, 2, 3, 4}, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(records.records()).isZero();
    assertThat(records.digest()).isEqualTo(0xEF46DB3751D8E999L);
    assertThatThrownBy(() -> new Xxh64Records(0).save(new long[5], 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new Xxh64Records(0).restore(new long[4], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
