package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The recorded number, which other processors are held to, is the xxHash library's. */
class DigestOfDigestsTest {

  private static final MemorySegment BYTES = DigestOfDigests.input(Arena.global());

  @Test
  void theReferenceGivesTheRecordedNumber() {
    Needs.reference();
    Reference reference = Reference.get();
    DigestOfDigests.Source source =
        new DigestOfDigests.Source() {
          @Override
          public long xxh64(MemorySegment range) {
            return reference.xxh64(range, DigestOfDigests.SEED);
          }

          @Override
          public long xxh3(MemorySegment range) {
            return reference.xxh3(range, DigestOfDigests.SEED);
          }

          @Override
          public Digest128 xxh128(MemorySegment range) {
            return reference.xxh128(range, DigestOfDigests.SEED);
          }
        };
    assertThat(DigestOfDigests.of(source, BYTES)).isEqualTo(DigestOfDigests.EXPECTED);
    assertThat(DigestOfDigests.of(source, BYTES, KindsCheck.longLengths()))
        .isEqualTo(DigestOfDigests.EXPECTED_LONG);
  }

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void everyImplementationGivesIt(Implementation implementation) {
    Needs.implementation(implementation);
    assertThat(DigestOfDigests.of(DigestOfDigests.of(implementation, true), BYTES))
        .isEqualTo(DigestOfDigests.EXPECTED);
    // Confined, which JNI takes where it lies.
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment confined = arena.allocate(BYTES.byteSize(), 64).copyFrom(BYTES);
      assertThat(DigestOfDigests.of(DigestOfDigests.of(implementation, false), confined))
          .isEqualTo(DigestOfDigests.EXPECTED);
    }
    assertThat(KindsCheck.wrong(implementation)).isEmpty();
  }
}
