package dev.tandem.hash.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.function.BiFunction;

/** The kernels of one implementation, one for every kind of memory. */
public final class Kernels {

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final Memory ARRAY = new ArrayMemory();
  private static final Memory BUFFER = new BufferMemory();
  private static final Memory NATIVE =
      Specialised.copy(LOOKUP, SegmentMemory.class, Memory.class, "native");
  private static final Memory HEAP =
      Specialised.copy(LOOKUP, SegmentMemory.class, Memory.class, "heap");
  private static final Memory ADDRESS = new AddressMemory();

  /** Java without vectors. */
  public static final Kernels JAVA = java(ScalarStripes.class, ScalarStripes.class);

  /** For {@code byte[]}. */
  public final Kernel array;

  /** For {@link java.nio.ByteBuffer}. */
  public final Kernel buffer;

  /** For segments outside the heap. */
  public final Kernel nativeSegment;

  /** For segments over arrays. */
  public final Kernel heapSegment;

  /** For addresses, without a base. */
  public final Kernel address;

  /** One kernel for every kind of memory. */
  public Kernels(
      Kernel array, Kernel buffer, Kernel nativeSegment, Kernel heapSegment, Kernel address) {
    this.array = array;
    this.buffer = buffer;
    this.nativeSegment = nativeSegment;
    this.heapSegment = heapSegment;
    this.address = address;
  }

  /**
   * Java with the Vector API, whose module must be there. Segments over arrays stay without: the
   * compiler makes an object of every vector that is read from one that is read-only or not of
   * bytes.
   */
  public static Kernels vector() {
    return java(VectorStripes.class, ScalarStripes.class);
  }

  private static Kernels java(Class<? extends Stripes> stripes, Class<? extends Stripes> ofHeap) {
    return new Kernels(
        java(stripes, ARRAY),
        java(stripes, BUFFER),
        java(stripes, NATIVE),
        java(ofHeap, HEAP),
        java(stripes, ADDRESS));
  }

  /**
   * Kernels made from the memory they work on and the kernel in Java that they may fall back on.
   */
  public static Kernels over(Kernels java, BiFunction<Memory, Kernel, Kernel> make) {
    return new Kernels(
        make.apply(ARRAY, java.array),
        make.apply(BUFFER, java.buffer),
        make.apply(NATIVE, java.nativeSegment),
        make.apply(HEAP, java.heapSegment),
        make.apply(ADDRESS, java.address));
  }

  private static Kernel java(Class<? extends Stripes> stripes, Memory memory) {
    return Specialised.copy(
        LOOKUP,
        JavaTemplate.class,
        Kernel.class,
        new JavaParts(
            memory,
            Specialised.copy(LOOKUP, Xxh64Template.class, Xxh64Code.class, memory),
            Specialised.copy(LOOKUP, Xxh3ShortTemplate.class, Xxh3Short.class, memory),
            stripes(stripes, memory)));
  }

  private static Stripes stripes(Class<? extends Stripes> template, Memory memory) {
    return Specialised.copy(LOOKUP, template, Stripes.class, memory);
  }

  /** The kernel for a segment. */
  public Kernel of(MemorySegment segment) {
    return segment.isNative() ? nativeSegment : heapSegment;
  }
}
