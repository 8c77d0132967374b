package dev.tandem.hash;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One number for all digests of all lengths up to 4,096 bytes: to compare where the xxHash library
 * is not. As a program, for machines without a test runner.
 */
final class DigestOfDigests {

  /** What the xxHash library gives; {@link DigestOfDigestsTest} asks it where it is installed. */
  static final long EXPECTED = 0x2B9E80AC0DB63EA5L;

  /** The same of the longer inputs of {@link KindsCheck}. */
  static final long EXPECTED_LONG = 0x2DD4CCE6C25AABC0L;

  static final int LONGEST = 4096;
  static final long SEED = 0x9E3779B97F4A7C15L;

  /** Gives digests of a range. */
  interface Source {
    long xxh64(MemorySegment range);

    long xxh3(MemorySegment range);

    Digest128 xxh128(MemorySegment range);
  }

  private DigestOfDigests() {}

  /** Of all lengths up to {@link #LONGEST}. */
  static long of(Source source, MemorySegment bytes) {
    return of(source, bytes, IntStream.rangeClosed(0, LONGEST).toArray());
  }

  /** Of certain lengths. */
  static long of(Source source, MemorySegment bytes, int[] lengths) {
    Xxh64Stream all = Hashing.xxh64(Implementation.JAVA, 0).stream();
    byte[] word = new byte[Long.BYTES];
    for (int length : lengths) {
      MemorySegment range = bytes.asSlice(length % 64, length);
      Digest128 wide = source.xxh128(range);
      add(all, word, source.xxh64(range));
      add(all, word, source.xxh3(range));
      add(all, word, wide.low());
      add(all, word, wide.high());
    }
    return all.digest();
  }

  private static void add(Xxh64Stream all, byte[] word, long value) {
    for (int i = 0; i < word.length; i++) {
      word[i] = (byte) (value >>> (8 * i));
    }
    all.update(word);
  }

  /** The digests of an implementation, of arrays or of memory outside the heap. */
  static Source of(Implementation implementation, boolean arrays) {
    Xxh64 xxh64 = Hashing.xxh64(implementation, SEED);
    Xxh3 xxh3 = Hashing.xxh3(implementation, SEED);
    return new Source() {
      @Override
      public long xxh64(MemorySegment range) {
        return arrays ? xxh64.hash(array(range)) : xxh64.hash(range);
      }

      @Override
      public long xxh3(MemorySegment range) {
        return arrays ? xxh3.hash(array(range)) : xxh3.hash(range);
      }

      @Override
      public Digest128 xxh128(MemorySegment range) {
        return arrays ? xxh3.hash128(array(range)) : xxh3.hash128(range);
      }
    };
  }

  /** Bytes for all lengths. */
  static MemorySegment input(Arena arena) {
    return Inputs.outsideHeap(Inputs.ramp(200_064), arena);
  }

  private static byte[] array(MemorySegment range) {
    return range.toArray(ValueLayout.JAVA_BYTE);
  }

  /** Checks the implementations that are named; fails if one is not there. */
  public static void main(String[] args) {
    int failed = 0;
    System.out.println(
        System.getProperty("os.arch")
            + ", Java "
            + Runtime.version()
            + ": "
            + Hashing.description());
    int passed = 0;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment bytes = input(arena);
      for (String name : args) {
        Implementation implementation = Implementation.valueOf(name);
        for (boolean arrays : new boolean[] {true, false}) {
          Source source = of(implementation, arrays);
          boolean right =
              of(source, bytes) == EXPECTED
                  && of(source, bytes, KindsCheck.longLengths()) == EXPECTED_LONG;
          passed += right ? 1 : 0;
          failed += right ? 0 : 1;
          System.out.printf(
              "%s of %s is %s%n",
              implementation, arrays ? "arrays" : "segments", right ? "right" : "wrong");
        }
        List<String> wrong = KindsCheck.wrong(implementation);
        passed += wrong.isEmpty() ? 1 : 0;
        failed += wrong.isEmpty() ? 0 : 1;
        System.out.printf(
            "%s of every kind, streams, sectors and text: %s%n",
            implementation, wrong.isEmpty() ? "right" : "wrong are " + wrong);
      }
    }
    System.out.printf("%d passed, %d failed%n", passed, failed);
    System.exit(failed == 0 ? 0 : 1);
  }
}
