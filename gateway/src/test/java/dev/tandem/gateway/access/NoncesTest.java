package dev.tandem.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Nonces are known as long as their times are accepted, and each key has its own room. */
class NoncesTest {

  private static final long START = 1_000_000;

  private static Signature signature(String key, String nonce) {
    return new Signature(key, START, nonce, "");
  }

  @Test
  void theyAreForgottenWhenTheirTimeIsOver() {
    // At whatever place of a slice of time.
    for (long begin = START; begin < START + Nonces.SLICE_MILLIS; begin += 499) {
      Nonces nonces = new Nonces(2);
      long last = begin + 2 * Nonces.WINDOW_MILLIS;
      for (String nonce : new String[] {"a", "b"}) {
        assertThat(nonces.isFull("key", begin)).isFalse();
        assertThat(nonces.take(signature("key", nonce), begin)).isTrue();
        assertThat(nonces.take(signature("key", nonce), last)).isFalse();
      }
      assertThat(nonces.isFull("key", last)).isTrue();
      assertThat(nonces.isFull("key", last + Nonces.SLICE_MILLIS)).isFalse();
      assertThat(nonces.take(signature("key", "a"), last + Nonces.SLICE_MILLIS)).isTrue();
    }
  }

  @Test
  void aClockThatIsSetBackForgetsNothing() {
    Nonces nonces = new Nonces(9);
    assertThat(nonces.take(signature("key", "a"), START)).isTrue();
    assertThat(nonces.take(signature("key", "b"), START - 3_600_000)).isTrue();
    for (String nonce : new String[] {"a", "b"}) {
      assertThat(nonces.take(signature("key", nonce), START - 3_600_000)).isFalse();
      assertThat(nonces.take(signature("key", nonce), START)).isFalse();
    }
  }

  @Test
  void aKeyThatFillsItsRoomTakesNobodyElses() {
    int most = 100_000;
    Nonces nonces = new Nonces(most);
    for (int i = 0; i < most; i++) {
      long now = START + i / 10;
      assertThat(nonces.isFull("one", now)).isFalse();
      assertThat(nonces.take(signature("one", "nonce-" + i), now)).isTrue();
    }
    long now = START + most / 10;
    assertThat(nonces.isFull("one", now)).isTrue();
    assertThat(nonces.isFull("two", now)).isFalse();
    // The same nonce of another key is another one.
    assertThat(nonces.take(signature("two", "nonce-0"), now)).isTrue();
    for (int i = 0; i < most; i++) {
      assertThat(nonces.take(signature("one", "nonce-" + i), now)).isFalse();
    }
  }

  @Test
  void zeroIsANumberOfASet() {
    LongSet set = new LongSet();
    assertThat(set.contains(0)).isFalse();
    set.add(0);
    set.add(0);
    assertThat(set.contains(0)).isTrue();
    assertThat(set.size()).isEqualTo(1);
  }
}
