package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;

/** The kernels of one implementation, one for every kind of memory. */
public final class Kernels {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final Memory ARRAY = new ArrayMemory();
  private static final Memory DIRECT =
      Specialised.copy(LOOKUP, BufferMemory.class, Memory.class, "direct");
  private static final Memory READ_ONLY =
      Specialised.copy(LOOKUP, BufferMemory.class, Memory.class, "read-only");
  private static final Memory NATIVE =
      Specialised.copy(LOOKUP, SegmentMemory.class, Memory.class, "native");
  private static final Memory HEAP =
      Specialised.copy(LOOKUP, SegmentMemory.class, Memory.class, "heap");
  private static final Memory ADDRESS = new AddressMemory();

  /** Java without vectors. */
  public static final Kernels JAVA = scalar();

  /** For {@code byte[]}. */
  public final Kernel array;

  /** For buffers outside the heap. */
  public final Kernel directBuffer;

  /** For buffers over arrays that do not give them away. */
  public final Kernel readOnlyBuffer;

  /** For segments outside the heap. */
  public final Kernel nativeSegment;

  /** For segments over arrays. */
  public final Kernel heapSegment;

  /** For addresses, without a base. */
  public final Kernel address;

  /** Whether an array is better given as a segment that is at hand. */
  public final boolean prefersSegments;

  /**
   * Up to so many bytes of an array, XXH64 is that of {@link #JAVA}; -1 if only arrays shorter than
   * a stripe are, as they always are.
   */
  public final int inJava64;

  /** Up to so many bytes of an array, XXH3 is that of {@link #JAVA}; -1 if it never is. */
  public final int inJava3;

  /** One kernel for every kind of memory. */
  public Kernels(
      Kernel array,
      Kernel directBuffer,
      Kernel readOnlyBuffer,
      Kernel nativeSegment,
      Kernel heapSegment,
      Kernel address) {
    this(array, directBuffer, readOnlyBuffer, nativeSegment, heapSegment, address, false, -1, -1);
  }

  private Kernels(
      Kernel array,
      Kernel directBuffer,
      Kernel readOnlyBuffer,
      Kernel nativeSegment,
      Kernel heapSegment,
      Kernel address,
      boolean prefersSegments,
      int inJava64,
      int inJava3) {
    this.array = array;
    this.directBuffer = directBuffer;
    this.readOnlyBuffer = readOnlyBuffer;
    this.nativeSegment = nativeSegment;
    this.heapSegment = heapSegment;
    this.address = address;
    this.prefersSegments = prefersSegments;
    this.inJava64 = inJava64;
    this.inJava3 = inJava3;
  }

  /** Java with the Vector API, whose module must be there. */
  public static Kernels vector() {
    Stripes array = vectors(ARRAY);
    return new Kernels(
        java(array, ARRAY),
        java(copying(DIRECT, array), DIRECT),
        java(copying(READ_ONLY, array), READ_ONLY),
        java(vectors(NATIVE), NATIVE),
        java(copying(HEAP, array), HEAP),
        java(vectors(ADDRESS), ADDRESS),
        false,
        Integer.MAX_VALUE,
        Xxh3Math.SHORT);
  }

  private static Kernels scalar() {
    Stripes array = new ArrayStripes();
    return new Kernels(
        java(array, ARRAY),
        java(copying(DIRECT, array), DIRECT),
        java(copying(READ_ONLY, array), READ_ONLY),
        java(copying(NATIVE, array), NATIVE),
        java(copying(HEAP, array), HEAP),
        java(copying(ADDRESS, array), ADDRESS),
        false,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE);
  }

  /**
   * Kernels made from the memory they work on and the kernel in Java that they may fall back on. Up
   * to a number of bytes, each function does so for arrays. Read-only buffers of arrays stay in
   * Java: a segment over one is an object that the compiler does not always optimise away.
   */
  public static Kernels over(
      Kernels java, int inJava64, int inJava3, BiFunction<Memory, Kernel, Kernel> make) {
    return new Kernels(
        make.apply(ARRAY, java.array),
        make.apply(DIRECT, java.directBuffer),
        java.readOnlyBuffer,
        make.apply(NATIVE, java.nativeSegment),
        make.apply(HEAP, java.heapSegment),
        make.apply(ADDRESS, java.address),
        true,
        inJava64,
        inJava3);
  }

  private static Kernel java(Stripes stripes, Memory memory) {
    return Specialised.copy(
        LOOKUP,
        JavaTemplate.class,
        Kernel.class,
        new JavaParts(
            memory,
            Specialised.copy(LOOKUP, Xxh64Template.class, Xxh64Code.class, memory),
            Specialised.copy(LOOKUP, Xxh3ShortTemplate.class, Xxh3Short.class, memory),
            stripes));
  }

  private static Stripes copying(Memory memory, Stripes array) {
    return Specialised.copy(
        LOOKUP, CopyingStripes.class, Stripes.class, new CopyingStripes.Parts(memory, array));
  }

  private static Stripes vectors(Memory memory) {
    return Specialised.copy(LOOKUP, VectorStripes.class, Stripes.class, memory);
  }

  /** The kernel for a buffer that does not give its array away. */
  public Kernel of(ByteBuffer buffer) {
    return buffer.isDirect() ? directBuffer : readOnlyBuffer;
  }

  /** The kernel for a segment. */
  public Kernel of(MemorySegment segment) {
    return segment.isNative() ? nativeSegment : heapSegment;
  }
}
