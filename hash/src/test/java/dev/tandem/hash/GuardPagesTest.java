package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Memory before and behind an input is never read: it lies between pages that nobody may read. */
class GuardPagesTest {

  private static final long PAGE = 4096;
  private static final int READ_WRITE = 3;
  private static final int PRIVATE_ANONYMOUS = 0x22;

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void nothingOutsideIsRead(Implementation implementation) throws Throwable {
    Needs.implementation(implementation);
    assumeTrue(System.getProperty("os.name").equals("Linux"));
    long start = guarded();
    byte[] bytes = Inputs.ramp((int) PAGE * 2);
    MemorySegment memory = at(start, PAGE * 2).copyFrom(MemorySegment.ofArray(bytes));
    Xxh64 xxh64 = Hashing.xxh64(implementation, 1);
    Xxh3 xxh3 = Hashing.xxh3(implementation, 1);
    SectorLayout layout = SectorLayout.T10;
    long[] wide = new long[2];
    for (int length = 0; length <= bytes.length; length += length < 600 ? 1 : 7) {
      int last = bytes.length - length;
      assertThat(xxh64.hash(start, length)).isEqualTo(xxh64.hash(bytes, 0, length));
      assertThat(xxh64.hash(start + last, length)).isEqualTo(xxh64.hash(bytes, last, length));
      assertThat(xxh3.hash(start, length)).isEqualTo(xxh3.hash(bytes, 0, length));
      assertThat(xxh3.hash(start + last, length)).isEqualTo(xxh3.hash(bytes, last, length));
      xxh3.hash128(start + last, length, wide);
      assertThat(xxh3.hash128(memory.asSlice(last))).isEqualTo(new Digest128(wide[1], wide[0]));
      assertThat(xxh3.stream().update(start + last, length).digest())
          .isEqualTo(xxh3.hash(bytes, last, length));
      assertThat(xxh3.hash(memory, last, length, layout))
          .isEqualTo(xxh3.hash(MemorySegment.ofArray(bytes), last, length, layout));
      assertThat(xxh64.hash(memory, last, length, layout))
          .isEqualTo(xxh64.hash(MemorySegment.ofArray(bytes), last, length, layout));
    }
  }

  /** Two pages between two that may not be read. They stay until the process ends. */
  @SuppressWarnings("restricted") // Tests run with native access.
  private static long guarded() throws Throwable {
    Linker linker = Linker.nativeLinker();
    ValueLayout.OfLong n = ValueLayout.JAVA_LONG;
    ValueLayout.OfInt i = ValueLayout.JAVA_INT;
    MethodHandle map =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("mmap"), FunctionDescriptor.of(n, n, n, i, i, i, n));
    MethodHandle protect =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("mprotect"), FunctionDescriptor.of(i, n, n, i));
    long all = (long) map.invokeExact(0L, PAGE * 4, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
    assertThat(all).isPositive();
    assertThat((int) protect.invokeExact(all, PAGE, 0)).isZero();
    assertThat((int) protect.invokeExact(all + 3 * PAGE, PAGE, 0)).isZero();
    return all + PAGE;
  }

  @SuppressWarnings("restricted") // Tests run with native access.
  private static MemorySegment at(long address, long size) {
    return MemorySegment.ofAddress(address).reinterpret(size, Arena.global(), null);
  }
}
