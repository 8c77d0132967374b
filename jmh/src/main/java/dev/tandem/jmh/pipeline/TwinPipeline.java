package dev.tandem.jmh.pipeline;

import dev.tandem.core.api.WaitMode;
import dev.tandem.hash.algorithm.Unavailable;
import dev.tandem.hash.ffi.NativeLibrary;
import dev.tandem.jmh.harness.BuiltLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * A ring in C++ and its processors, by the functions of {@code tandem_bench.h}: one call is a whole
 * pass, published and processed there. For one thread.
 */
final class TwinPipeline implements AutoCloseable {

  /** Who follows whom; the codes are the ordinals. */
  enum Shape {
    ONE_TO_ONE,
    PIPELINE_OF_3,
    DIAMOND,
    THREE_TO_ONE,
    PING_PONG
  }

  private static final int YIELDING = 0;
  private static final int PARKING = 1;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final MemoryLayout POINTER = ValueLayout.ADDRESS;
  private static final int MAX_TEXT = 1024;

  private static final MemoryLayout OPTIONS =
      MemoryLayout.structLayout(
          INT.withName("size"),
          INT.withName("shape"),
          INT.withName("waiting"),
          INT.withName("slots"));
  private static final MemoryLayout PASS =
      MemoryLayout.structLayout(
          LONG.withName("took_ns"), MemoryLayout.sequenceLayout(3, LONG).withName("seen"));
  private static final long SEEN = PASS.byteOffset(PathElement.groupElement("seen"));

  private final Arena arena = Arena.ofShared();
  private final MemorySegment passed = arena.allocate(PASS);
  private final SymbolLookup library;
  private final MethodHandle run;
  private final MemorySegment pipeline;

  /**
   * Starts its processors.
   *
   * @param slots of a ring, a power of two
   * @throws IllegalStateException if there is no native library for this platform, see {@link
   *     BuiltLibrary#use}, or it cannot be loaded, or it refuses
   */
  TwinPipeline(Shape shape, WaitMode waiting, int slots) {
    BuiltLibrary.use();
    try {
      library = NativeLibrary.lookup();
    } catch (Unavailable e) {
      throw new IllegalStateException("the ring in C++ is not there: " + e.getMessage(), e);
    }
    run = bind("run", FunctionDescriptor.of(INT, POINTER, LONG, POINTER));
    MethodHandle create = bind("create", FunctionDescriptor.of(INT, POINTER, POINTER));
    MemorySegment options = arena.allocate(OPTIONS);
    options.setAtIndex(INT, 0, (int) OPTIONS.byteSize());
    options.setAtIndex(INT, 1, shape.ordinal());
    options.setAtIndex(INT, 2, code(waiting));
    options.setAtIndex(INT, 3, slots);
    MemorySegment into = arena.allocate(ValueLayout.ADDRESS);
    int code;
    try {
      code = (int) create.invokeExact(options, into);
    } catch (Throwable e) {
      throw failed(e);
    }
    if (code != 0) {
      arena.close();
    }
    check(code);
    pipeline = into.get(ValueLayout.ADDRESS, 0);
  }

  private static int code(WaitMode waiting) {
    return switch (waiting) {
      case YIELDING -> YIELDING;
      case PARKING -> PARKING;
      case BUSY_SPIN -> throw new IllegalArgumentException("threads here yield or park");
    };
  }

  /**
   * Sends so many events and waits until all processors have seen all.
   *
   * @return ns that it took
   * @throws IllegalStateException if the library refuses, with its reason
   */
  long pass(long events) {
    int code;
    try {
      code = (int) run.invokeExact(pipeline, events, passed);
    } catch (Throwable e) {
      throw failed(e);
    }
    check(code);
    return passed.get(LONG, 0);
  }

  /** What a processor saw in all passes so far, added up; 0 if there is none of this number. */
  long seen(int processor) {
    return passed.get(LONG, SEEN + (long) processor * Long.BYTES);
  }

  private void check(int code) {
    if (code != 0) {
      throw new IllegalStateException(
          "the ring in C++ refuses, with code " + code + ": " + error());
    }
  }

  @SuppressWarnings("restricted") // A text of the library, ended by 0.
  private String error() {
    MethodHandle handle =
        Linker.nativeLinker()
            .downcallHandle(library.findOrThrow("tandem_error"), FunctionDescriptor.of(POINTER));
    try {
      return ((MemorySegment) handle.invokeExact()).reinterpret(MAX_TEXT).getString(0);
    } catch (Throwable e) {
      throw failed(e);
    }
  }

  @SuppressWarnings("restricted") // Whoever runs the benchmarks allows native access.
  private MethodHandle bind(String name, FunctionDescriptor type) {
    return Linker.nativeLinker()
        .downcallHandle(library.findOrThrow("tandem_pipeline_" + name), type);
  }

  private static IllegalStateException failed(Throwable e) {
    return new IllegalStateException("the ring in C++ cannot be called: " + e, e);
  }

  /** Ends its threads. */
  @Override
  public void close() {
    try {
      bind("destroy", FunctionDescriptor.ofVoid(POINTER)).invokeExact(pipeline);
    } catch (Throwable e) {
      throw failed(e);
    }
    arena.close();
  }
}
