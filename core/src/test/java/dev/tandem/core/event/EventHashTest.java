package dev.tandem.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EventHashTest {

  /** The published digest of no bytes at all. */
  @Test
  void emptyInput() {
    assertThat(new EventHash().digest()).isEqualTo(0xEF46DB3751D8E999L);
  }

  /** The published digest of 8,192 zero bytes. */
  @Test
  void zeros() {
    EventHash hash = new EventHash();
    for (int i = 0; i < 8192 / EventHash.RECORD_BYTES; i++) {
      hash.update(0, 0, 0, 0, 0, 0, 0, 0);
    }
    assertThat(hash.digest()).isEqualTo(0x2b5073505a48fb4L);
    assertThat(hash.records()).isEqualTo(128);
  }

  @Test
  void everyWordCounts() {
    long zero = digestOf(new long[8]);
    for (int word = 0; word < 8; word++) {
      long[] record = new long[8];
      record[word] = 1;
      assertThat(digestOf(record)).as("word %d", word).isNotEqualTo(zero);
    }
  }

  @Test
  void digestMayBeTakenInBetween() {
    EventHash once = new EventHash();
    EventHash twice = new EventHash();
    once.update(1, 2, 3, 4, 5, 6, 7, 8);
    twice.update(1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(twice.digest()).isNotZero();
    once.update(8, 7, 6, 5, 4, 3, 2, 1);
    twice.update(8, 7, 6, 5, 4, 3, 2, 1);
    assertThat(twice.digest()).isEqualTo(once.digest());
  }

  private static long digestOf(long[] r) {
    EventHash hash = new EventHash();
    hash.update(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]);
    return hash.digest();
  }
}
