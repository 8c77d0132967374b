package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** However an input is cut, its digest is the same. */
class StreamTest {

  private static final byte[] BYTES = Inputs.ramp(300_000);

  @Property(tries = 200)
  void randomCuts(
      @ForAll long seed,
      @ForAll @IntRange(max = 20_000) int length,
      @ForAll @IntRange(min = 1, max = 3000) int most) {
    Random random = new Random(seed);
    for (Implementation implementation : Inputs.implementations()) {
      Xxh64Stream xxh64 = Hashing.xxh64(implementation, seed).stream();
      Xxh3Stream xxh3 = Hashing.xxh3(implementation, seed).stream();
      int done = 0;
      while (done < length) {
        int part = Math.min(random.nextInt(most + 1), length - done);
        xxh64.update(BYTES, done, part);
        xxh3.update(BYTES, done, part);
        done += part;
        if (random.nextInt(8) == 0) {
          check(implementation, seed, done, xxh64, xxh3);
        }
      }
      check(implementation, seed, done, xxh64, xxh3);
    }
  }

  @Test
  void everyCutOfTwo() {
    for (Implementation implementation : Inputs.implementations()) {
      Xxh64Stream xxh64 = Hashing.xxh64(implementation, 0).stream();
      Xxh3Stream xxh3 = Hashing.xxh3(implementation, 0).stream();
      for (int length : new int[] {31, 32, 33, 64, 240, 241, 256, 257, 320, 1024, 1025, 1100}) {
        for (int cut = 0; cut <= length; cut++) {
          xxh64.reset().update(BYTES, 0, cut).update(BYTES, cut, length - cut);
          xxh3.reset().update(BYTES, 0, cut).update(BYTES, cut, length - cut);
          check(implementation, 0, length, xxh64, xxh3);
        }
      }
    }
  }

  private static void check(
      Implementation implementation, long seed, int length, Xxh64Stream xxh64, Xxh3Stream xxh3) {
    Xxh3 whole = Hashing.xxh3(Implementation.JAVA, seed);
    assertThat(xxh64.digest())
        .as("%s, %d bytes", implementation, length)
        .isEqualTo(Hashing.xxh64(Implementation.JAVA, seed).hash(BYTES, 0, length));
    assertThat(xxh3.digest())
        .as("%s, %d bytes", implementation, length)
        .isEqualTo(whole.hash(BYTES, 0, length));
    long[] into = new long[2];
    whole.hash128(BYTES, 0, length, into);
    assertThat(xxh3.digest128()).isEqualTo(new Digest128(into[1], into[0]));
  }

  @Test
  void aCopyGoesItsOwnWay() {
    for (Implementation implementation : Inputs.implementations()) {
      Xxh3 xxh3 = Hashing.xxh3(implementation, 5);
      Xxh64 xxh64 = Hashing.xxh64(implementation, 5);
      Xxh3Stream one = xxh3.stream().update(BYTES, 0, 777);
      Xxh3Stream two = one.copy();
      one.update(BYTES, 777, 5000);
      two.update(BYTES, 777, 123);
      assertThat(one.digest()).isEqualTo(xxh3.hash(BYTES, 0, 5777));
      assertThat(two.digest()).isEqualTo(xxh3.hash(BYTES, 0, 900));
      Xxh64Stream three = xxh64.stream().update(BYTES, 0, 777);
      Xxh64Stream four = three.copy();
      three.update(BYTES, 777, 5000);
      assertThat(three.digest()).isEqualTo(xxh64.hash(BYTES, 0, 5777));
      assertThat(four.digest()).isEqualTo(xxh64.hash(BYTES, 0, 777));
    }
  }

  @Test
  void resetLeavesNothingBehind() {
    for (Implementation implementation : Inputs.implementations()) {
      Xxh3Stream xxh3 = Hashing.xxh3(implementation, 5).stream();
      Xxh64Stream xxh64 = Hashing.xxh64(implementation, 5).stream();
      for (int length : new int[] {5000, 3, 241, 0, 100, 70_000}) {
        xxh3.update(BYTES).reset().update(BYTES, 9, length);
        xxh64.update(BYTES).reset().update(BYTES, 9, length);
        assertThat(xxh3.digest())
            .isEqualTo(Hashing.xxh3(Implementation.JAVA, 5).hash(BYTES, 9, length));
        assertThat(xxh64.digest())
            .isEqualTo(Hashing.xxh64(Implementation.JAVA, 5).hash(BYTES, 9, length));
      }
    }
  }
}
