package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every implementation and every kind of input against the xxHash library of the system. */
class ReferenceTest {

  private static final int LONGEST = 4096;
  private static final int OFFSETS = 64;

  private static final boolean FULL = Integer.getInteger("tandem.crash.scale", 1) > 1;

  /** Few in the normal build, more with the crash and soak profiles. */
  private static final int LARGE = FULL ? 2_000 : 200;

  /** Longer ranges than this begin at every fifth offset in the normal build. */
  private static final int AT_EVERY_OFFSET = FULL ? LONGEST : 640;

  private static final long SEED = 0x9E3779B97F4A7C15L;

  private static final Arena ARENA = Arena.ofShared();
  private static final byte[] BYTES = new byte[LONGEST + OFFSETS];
  private static MemorySegment outside;

  @BeforeAll
  static void fill() {
    new Random(3).nextBytes(BYTES);
    outside = Inputs.outsideHeap(BYTES, ARENA);
  }

  @AfterAll
  static void release() {
    ARENA.close();
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void everyLengthAtManyOffsets(Implementation implementation) {
    Needs.implementation(implementation);
    Needs.reference();
    Reference reference = Reference.get();
    Xxh64 xxh64 = Hashing.xxh64(implementation, SEED);
    Xxh3 xxh3 = Hashing.xxh3(implementation, SEED);
    Xxh3 plain = Hashing.xxh3(implementation, 0);
    long[] wide = new long[2];
    for (int length = 0; length <= LONGEST; length++) {
      int step = length <= AT_EVERY_OFFSET ? 1 : 5;
      for (int offset = length % step; offset < OFFSETS; offset += step) {
        MemorySegment range = outside.asSlice(offset, length);
        long expected64 = reference.xxh64(range, SEED);
        long expected3 = reference.xxh3(range, SEED);
        Digest128 expected128 = reference.xxh128(range, SEED);
        plain.hash128(BYTES, offset, length, wide);
        if (xxh64.hash(BYTES, offset, length) != expected64
            || xxh64.hash(outside, offset, length) != expected64
            || xxh3.hash(BYTES, offset, length) != expected3
            || xxh3.hash(outside, offset, length) != expected3
            || plain.hash(BYTES, offset, length) != reference.xxh3(range, 0)
            || !expected128.equals(xxh3.hash128(range))
            || !reference.xxh128(range, 0).equals(new Digest128(wide[1], wide[0]))) {
          throw new AssertionError("length " + length + " offset " + offset);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void everyLengthOfEveryKind(Implementation implementation) {
    Needs.implementation(implementation);
    Needs.reference();
    Reference reference = Reference.get();
    Xxh64 xxh64 = Hashing.xxh64(implementation, SEED);
    Xxh3 xxh3 = Hashing.xxh3(implementation, SEED);
    for (int length = 0; length <= LONGEST; length++) {
      int offset = length * 7 % OFFSETS;
      MemorySegment range = outside.asSlice(offset, length);
      Kinds kinds =
          new Kinds(
              "length " + length + " offset " + offset,
              reference.xxh64(range, SEED),
              reference.xxh3(range, SEED),
              reference.xxh128(range, SEED));
      kinds.check(xxh64, xxh3, BYTES, offset, length, range);
    }
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void largeInputs(Implementation implementation) {
    Needs.implementation(implementation);
    Needs.reference();
    Reference reference = Reference.get();
    Random random = new Random(5);
    byte[] large = new byte[1 << 20];
    random.nextBytes(large);
    MemorySegment largeOutside = Inputs.outsideHeap(large, ARENA);
    Xxh64 xxh64 = Hashing.xxh64(implementation, SEED);
    Xxh3 xxh3 = Hashing.xxh3(implementation, SEED);
    for (int i = 0; i < LARGE; i++) {
      // Mostly some kilobytes, some around the size at which native calls are split, few near 1
      // MiB.
      int most = i % 50 == 0 ? large.length - OFFSETS : i % 5 == 0 ? 200_000 : 20_000;
      int length = LONGEST + random.nextInt(most - LONGEST);
      int offset = random.nextInt(OFFSETS);
      MemorySegment range = largeOutside.asSlice(offset, length);
      Kinds kinds =
          new Kinds(
              "length " + length + " offset " + offset,
              reference.xxh64(range, SEED),
              reference.xxh3(range, SEED),
              reference.xxh128(range, SEED));
      kinds.check(xxh64, xxh3, large, offset, length, range);
    }
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void secrets(Implementation implementation) {
    Needs.implementation(implementation);
    Needs.reference();
    Reference reference = Reference.get();
    Random random = new Random(7);
    for (int size : new int[] {136, 137, 143, 144, 191, 192, 197, 200, 777, 5000}) {
      byte[] secret = new byte[size];
      random.nextBytes(secret);
      MemorySegment key = Inputs.outsideHeap(secret, ARENA);
      Xxh3 xxh3 = Hashing.xxh3(implementation, secret);
      for (int length = 0; length <= LONGEST; length += length < 300 ? 1 : 61) {
        MemorySegment range = outside.asSlice(1, length);
        assertThat(xxh3.hash(BYTES, 1, length))
            .as("secret %d length %d", size, length)
            .isEqualTo(reference.xxh3(range, key));
        assertThat(xxh3.hash128(range)).isEqualTo(reference.xxh128(range, key));
        assertThat(xxh3.stream().update(BYTES, 1, length).digest128())
            .isEqualTo(reference.xxh128(range, key));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void aHundredMillionBytes(Implementation implementation) {
    Needs.implementation(implementation);
    Needs.reference();
    byte[] huge = Inputs.ramp(100_000_000);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment range = Inputs.outsideHeap(huge, arena);
      Reference reference = Reference.get();
      Xxh64 xxh64 = Hashing.xxh64(implementation, SEED);
      Xxh3 xxh3 = Hashing.xxh3(implementation, SEED);
      assertThat(xxh64.hash(huge)).isEqualTo(reference.xxh64(range, SEED));
      assertThat(xxh64.hash(range)).isEqualTo(reference.xxh64(range, SEED));
      assertThat(xxh64.stream().update(huge).digest()).isEqualTo(reference.xxh64(range, SEED));
      assertThat(xxh3.hash(huge)).isEqualTo(reference.xxh3(range, SEED));
      assertThat(xxh3.hash(range)).isEqualTo(reference.xxh3(range, SEED));
      assertThat(xxh3.stream().update(huge).digest128()).isEqualTo(reference.xxh128(range, SEED));
    }
  }

  /** The expected digests of one range, and the same bytes given in every other way. */
  private record Kinds(String what, long expected64, long expected3, Digest128 expected128) {

    void check(Xxh64 xxh64, Xxh3 xxh3, byte[] bytes, int offset, int length, MemorySegment range) {
      ByteBuffer heap = ByteBuffer.wrap(bytes, offset, length);
      ByteBuffer inner = ByteBuffer.wrap(bytes).position(offset).slice().limit(length);
      ByteBuffer direct = range.asByteBuffer();
      check("array", xxh64.hash(bytes, offset, length), xxh3.hash(bytes, offset, length));
      check("heap buffer", xxh64.hash(heap), xxh3.hash(heap));
      check("sliced buffer", xxh64.hash(inner), xxh3.hash(inner));
      check("direct buffer", xxh64.hash(direct), xxh3.hash(direct));
      direct.order(ByteOrder.LITTLE_ENDIAN);
      check("little-endian buffer", xxh64.hash(direct), xxh3.hash(direct));
      ByteBuffer readOnly = heap.asReadOnlyBuffer();
      check("read-only buffer", xxh64.hash(readOnly), xxh3.hash(readOnly));
      assertThat(readOnly.position()).isEqualTo(offset);
      assertThat(readOnly.remaining()).isEqualTo(length);
      check("native segment", xxh64.hash(range), xxh3.hash(range));
      MemorySegment onHeap = MemorySegment.ofArray(bytes);
      check(
          "heap segment",
          xxh64.hash(onHeap, offset, length),
          xxh3.hash(onHeap.asReadOnly(), offset, length));
      check("address", xxh64.hash(range.address(), length), xxh3.hash(range.address(), length));
      long[] words = new long[(length + 7) / 8];
      MemorySegment ofWords = MemorySegment.ofArray(words);
      MemorySegment.copy(range, 0, ofWords, 0, length);
      check("segment of longs", xxh64.hash(ofWords, 0, length), xxh3.hash(ofWords, 0, length));
      int first = length / 3;
      check(
          "stream",
          xxh64.stream().update(bytes, offset, first).update(range, first, length - first).digest(),
          xxh3.stream().update(range, 0, first).update(heap.position(offset + first)).digest());
      SectorLayout layout = new SectorLayout(64, 64);
      SectorList list =
          new SectorList(layout).add(range.asSlice(0, first)).add(inner.position(first));
      check("sector list", xxh64.hash(list), xxh3.hash(list));
      check("sector entry", xxh64.hash(range, layout), xxh3.hash(range, layout));
      if (length % 2 == 0) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_16LE);
        if (Arrays.equals(
            text.getBytes(StandardCharsets.UTF_16LE),
            Arrays.copyOfRange(bytes, offset, offset + length))) {
          check("string", xxh64.hash(text), xxh3.hash(text));
        }
        char[] chars = new char[length / 2];
        for (int i = 0; i < chars.length; i++) {
          chars[i] =
              range.get(ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), i * 2L);
        }
        CharSequence sequence = CharBuffer.wrap(chars);
        check("characters", xxh64.hash(sequence), xxh3.hash(sequence));
        assertThat(xxh3.hash128(sequence)).as(what).isEqualTo(expected128);
      }
      assertThat(xxh3.hash128(direct)).as(what).isEqualTo(expected128);
      assertThat(xxh3.hash128(readOnly)).as(what).isEqualTo(expected128);
      assertThat(xxh3.hash128(range)).as(what).isEqualTo(expected128);
      assertThat(xxh3.hash128(list)).as(what).isEqualTo(expected128);
      assertThat(xxh3.stream().update(inner.position(0)).digest128())
          .as(what)
          .isEqualTo(expected128);
    }

    private void check(String kind, long actual64, long actual3) {
      if (actual64 != expected64 || actual3 != expected3) {
        throw new AssertionError(what + " as " + kind);
      }
    }
  }
}
