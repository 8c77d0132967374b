package dev.tandem.hash;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Every kind of input, streams, sector lists and text against the digest of an array in Java. Needs
 * no test runner; {@link DigestOfDigests} is what holds the arrays to the xxHash library.
 */
final class KindsCheck {

  private static final int[] LENGTHS = {
    0, 1, 3, 4, 8, 9, 16, 17, 31, 32, 33, 114, 128, 129, 240, 241, 512, 1023, 1024, 1025, 4096,
    4097, 8192, 8320, 20_001, 65_536, 65_537, 70_002, 200_000
  };
  private static final long SEED = DigestOfDigests.SEED;
  private static final Xxh64 XXH64 = Hashing.xxh64(Implementation.JAVA, SEED);
  private static final Xxh3 XXH3 = Hashing.xxh3(Implementation.JAVA, SEED);

  private final Xxh64 xxh64;
  private final Xxh3 xxh3;
  private final List<String> wrong = new ArrayList<>();

  private KindsCheck(Implementation implementation) {
    xxh64 = Hashing.xxh64(implementation, SEED);
    xxh3 = Hashing.xxh3(implementation, SEED);
  }

  /** What an implementation gets wrong. */
  static List<String> wrong(Implementation implementation) {
    KindsCheck check = new KindsCheck(implementation);
    for (int length : LENGTHS) {
      byte[] bytes = Inputs.ramp(length);
      // Confined, which JNI takes where it lies.
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment outside = Inputs.outsideHeap(bytes, arena);
        check.kinds(bytes, outside);
        check.streams(bytes, outside);
        check.sectors(bytes, outside);
      }
    }
    return check.wrong;
  }

  private void expect(byte[] bytes, String kind, long digest64, long digest3, Digest128 digest128) {
    if (digest64 != XXH64.hash(bytes)
        || digest3 != XXH3.hash(bytes)
        || !digest128.equals(XXH3.hash128(bytes))) {
      wrong.add(kind + " of " + bytes.length + " bytes");
    }
  }

  private void kinds(byte[] bytes, MemorySegment outside) {
    expect(bytes, "array", xxh64.hash(bytes), xxh3.hash(bytes), xxh3.hash128(bytes));
    expect(bytes, "segment", xxh64.hash(outside), xxh3.hash(outside), xxh3.hash128(outside));
    ByteBuffer direct = outside.asByteBuffer();
    expect(bytes, "direct buffer", xxh64.hash(direct), xxh3.hash(direct), xxh3.hash128(direct));
    ByteBuffer fixed = ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    expect(bytes, "read-only buffer", xxh64.hash(fixed), xxh3.hash(fixed), xxh3.hash128(fixed));
    long address = outside.address();
    long[] into = new long[2];
    xxh3.hash128(address, bytes.length, into);
    expect(
        bytes,
        "address",
        xxh64.hash(address, bytes.length),
        xxh3.hash(address, bytes.length),
        new Digest128(into[1], into[0]));
    if (bytes.length % 2 == 0) {
      CharBuffer chars = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer();
      expect(bytes, "text", xxh64.hash(chars), xxh3.hash(chars), xxh3.hash128(chars));
    }
  }

  /** In two halves of different kinds, and in small pieces. */
  private void streams(byte[] bytes, MemorySegment outside) {
    int half = bytes.length / 2;
    int rest = bytes.length - half;
    Xxh64Stream stream64 = xxh64.stream().update(bytes, 0, half).update(outside, half, rest);
    Xxh3Stream stream3 = xxh3.stream().update(outside, 0, half).update(bytes, half, rest);
    expect(bytes, "stream", stream64.digest(), stream3.digest(), stream3.digest128());
    stream64.reset();
    stream3.reset();
    for (int at = 0, part = 1; at < bytes.length; at += part, part = Math.min(997, part + 13)) {
      int length = Math.min(part, bytes.length - at);
      stream64.update(outside.address() + at, length);
      stream3.update(outside.asSlice(at, length).asByteBuffer());
    }
    expect(bytes, "stream of pieces", stream64.digest(), stream3.digest(), stream3.digest128());
  }

  private void sectors(byte[] bytes, MemorySegment outside) {
    SectorLayout[] layouts = {SectorLayout.T10, new SectorLayout(96, 64), new SectorLayout(37, 29)};
    for (SectorLayout layout : layouts) {
      byte[] hashed = hashed(bytes, layout);
      SectorList list = new SectorList(layout).add(outside);
      expect(hashed, "sectors", xxh64.hash(list), xxh3.hash(list), xxh3.hash128(list));
      list.clear().add(bytes);
      expect(hashed, "sectors on heap", xxh64.hash(list), xxh3.hash(list), xxh3.hash128(list));
      int cut = bytes.length / 3;
      byte[] first = Arrays.copyOf(bytes, cut);
      byte[] second = Arrays.copyOfRange(bytes, cut, bytes.length);
      ByteArrayOutputStream both = new ByteArrayOutputStream();
      both.writeBytes(hashed(first, layout));
      both.writeBytes(hashed(second, layout));
      list.clear().add(outside.asSlice(0, cut)).add(second);
      expect(
          both.toByteArray(), "two entries", xxh64.hash(list), xxh3.hash(list), xxh3.hash128(list));
    }
  }

  private static byte[] hashed(byte[] entry, SectorLayout layout) {
    ByteArrayOutputStream hashed = new ByteArrayOutputStream();
    for (int at = 0; at < entry.length; at += layout.sectorBytes()) {
      hashed.write(entry, at, Math.min(layout.hashedBytes(), entry.length - at));
    }
    return hashed.toByteArray();
  }

  /** The lengths over those of {@link DigestOfDigests#LONGEST}. */
  static int[] longLengths() {
    return Arrays.stream(LENGTHS).filter(n -> n > DigestOfDigests.LONGEST).toArray();
  }
}
