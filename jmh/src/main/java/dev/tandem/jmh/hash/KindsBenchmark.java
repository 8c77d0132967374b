package dev.tandem.jmh.hash;

import dev.tandem.hash.Hashing;
import dev.tandem.hash.Implementation;
import dev.tandem.hash.Xxh3;
import dev.tandem.hash.Xxh3Stream;
import dev.tandem.hash.Xxh64;
import dev.tandem.hash.Xxh64Stream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Every kind of input; with {@code -prof gc}, what a call allocates. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-Xmx1g",
      "--add-modules=jdk.incubator.vector",
      "--enable-native-access=ALL-UNNAMED",
      "-Ddev.tandem.hash.library=hash/target/cmake/libtandem.so"
    })
public class KindsBenchmark {

  @Param({"JAVA", "VECTOR", "PANAMA"})
  Implementation implementation;

  @Param({"64", "1152", "100000"})
  int size;

  private final long[] wide = new long[2];
  private Arena arena;
  private byte[] array;
  private ByteBuffer direct;
  private MemorySegment confined;
  private MemorySegment shared;
  private MemorySegment heap;
  private String text;
  private Xxh64 xxh64;
  private Xxh3 xxh3;
  private Xxh3 seeded;
  private Xxh64Stream stream64;
  private Xxh3Stream stream3;

  /** Makes the inputs and the functions, and compares the digest with that of the hash in Java. */
  @Setup(Level.Trial)
  public void setUp(BenchmarkParams params) {
    setUp();
    KindsBenchmark java = new KindsBenchmark();
    java.implementation = Implementation.JAVA;
    java.size = size;
    java.setUp();
    try {
      long digest = (long) KindsBenchmark.class.getMethod(Measured.by(params)).invoke(java);
      Measured.check(this, Measured.by(params), digest);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } finally {
      java.tearDown();
    }
  }

  private void setUp() {
    array = HashInput.of(size);
    arena = Arena.ofShared();
    direct = ByteBuffer.allocateDirect(size).put(array).flip();
    confined = Arena.global().allocate(size).copyFrom(MemorySegment.ofArray(array));
    shared = arena.allocate(size).copyFrom(MemorySegment.ofArray(array));
    heap = MemorySegment.ofArray(array).asReadOnly();
    text = "x".repeat(size / 2);
    xxh64 = Hashing.xxh64(implementation, 0);
    xxh3 = Hashing.xxh3(implementation, 0);
    seeded = Hashing.xxh3(implementation, 77);
    stream64 = xxh64.stream();
    stream3 = xxh3.stream();
  }

  /** Closes the arena. */
  @TearDown
  public void tearDown() {
    arena.close();
  }

  @Benchmark
  public long arrayXxh64() {
    return xxh64.hash(array);
  }

  @Benchmark
  public long arrayXxh3() {
    return xxh3.hash(array);
  }

  @Benchmark
  public long arraySeeded() {
    return seeded.hash(array);
  }

  @Benchmark
  public long directXxh64() {
    return xxh64.hash(direct);
  }

  @Benchmark
  public long directXxh3() {
    return xxh3.hash(direct);
  }

  @Benchmark
  public long globalXxh64() {
    return xxh64.hash(confined);
  }

  @Benchmark
  public long globalXxh3() {
    return xxh3.hash(confined);
  }

  @Benchmark
  public long sharedXxh3() {
    return xxh3.hash(shared);
  }

  @Benchmark
  public long heapSegmentXxh3() {
    return xxh3.hash(heap);
  }

  @Benchmark
  public long addressXxh3() {
    return xxh3.hash(confined.address(), size);
  }

  @Benchmark
  public long textXxh3() {
    return xxh3.hash(text);
  }

  @Benchmark
  public long array128() {
    xxh3.hash128(array, 0, size, wide);
    return wide[0] ^ wide[1];
  }

  @Benchmark
  public long streamXxh64() {
    return stream64.reset().update(array, 0, size / 2).update(array, size / 2, size / 2).digest();
  }

  @Benchmark
  public long streamXxh3() {
    return stream3.reset().update(array, 0, size / 2).update(array, size / 2, size / 2).digest();
  }
}
