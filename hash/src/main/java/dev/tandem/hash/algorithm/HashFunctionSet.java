package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;

/** The hash functions of one implementation, for every kind of memory. */
public final class HashFunctionSet {

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
  public static final HashFunctionSet JAVA = scalar();

  /** For {@code byte[]}. */
  public final HashFunctions array;

  /** For buffers outside the heap. */
  public final HashFunctions directBuffer;

  /** For buffers over arrays that do not give them away. */
  public final HashFunctions readOnlyBuffer;

  /** For segments outside the heap. */
  public final HashFunctions nativeSegment;

  /** For segments over arrays. */
  public final HashFunctions heapSegment;

  /** For addresses, without a base. */
  public final HashFunctions address;

  /** Whether an array is better given as a segment that is at hand. */
  public final boolean prefersSegments;

  /**
   * Up to so many bytes of an array, XXH64 is that of {@link #JAVA}; -1 if only arrays shorter than
   * a stripe are, as they always are.
   */
  public final int inJava64;

  /** Up to so many bytes of an array, XXH3 is that of {@link #JAVA}; -1 if it never is. */
  public final int inJava3;

  /** The same functions for every kind of memory. */
  public HashFunctionSet(
      HashFunctions array,
      HashFunctions directBuffer,
      HashFunctions readOnlyBuffer,
      HashFunctions nativeSegment,
      HashFunctions heapSegment,
      HashFunctions address) {
    this(array, directBuffer, readOnlyBuffer, nativeSegment, heapSegment, address, false, -1, -1);
  }

  private HashFunctionSet(
      HashFunctions array,
      HashFunctions directBuffer,
      HashFunctions readOnlyBuffer,
      HashFunctions nativeSegment,
      HashFunctions heapSegment,
      HashFunctions address,
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
  public static HashFunctionSet vector() {
    Stripes array = vectors(ARRAY);
    return new HashFunctionSet(
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

  private static HashFunctionSet scalar() {
    Stripes array = new ArrayStripes();
    return new HashFunctionSet(
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
   * A set made from the memory it works on and the functions in Java that it may fall back on. Up
   * to a number of bytes, each function does so for arrays. Read-only buffers of arrays stay in
   * Java: a segment over one is an object that the compiler does not always optimise away.
   */
  public static HashFunctionSet over(
      HashFunctionSet java,
      int inJava64,
      int inJava3,
      BiFunction<Memory, HashFunctions, HashFunctions> make) {
    return new HashFunctionSet(
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

  private static HashFunctions java(Stripes stripes, Memory memory) {
    return Specialised.copy(
        LOOKUP,
        JavaTemplate.class,
        HashFunctions.class,
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

  /** The functions for a buffer that does not give its array away. */
  public HashFunctions of(ByteBuffer buffer) {
    return buffer.isDirect() ? directBuffer : readOnlyBuffer;
  }

  /** The functions for a segment. */
  public HashFunctions of(MemorySegment segment) {
    return segment.isNative() ? nativeSegment : heapSegment;
  }
}
