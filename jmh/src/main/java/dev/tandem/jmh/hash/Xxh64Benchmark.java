package dev.tandem.jmh.hash;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.tandem.hash.Implementation;
import dev.tandem.hash.Xxh64;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import net.jpountz.xxhash.XXHash64;
import net.jpountz.xxhash.XXHashFactory;
import net.openhft.hashing.LongHashFunction;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/** XXH64 of an array: each implementation, the Java peers, the C library, and CRC-32C. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "-Xmx1g",
      "--add-modules=jdk.incubator.vector",
      "--enable-native-access=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow",
      "-Ddev.tandem.hash.library=hash/target/cmake/libtandem.so"
    })
public class Xxh64Benchmark {

  @Param({"8", "16", "32", "64", "114", "256", "512", "1152", "4096", "8192", "65536", "1048576"})
  int size;

  private byte[] input;
  private Xxh64 ours;
  private LongHashFunction zeroAllocation;
  private Hasher64 hash4j;
  private XXHash64 lz4;
  private CRC32C crc;
  private ReferenceLoop loop;

  /**
   * Makes the input and the functions; of what a machine may lack, only what is measured, of which
   * the digest is compared with that of the hash in Java.
   */
  @Setup
  public void setUp(BenchmarkParams params) {
    input = HashInput.of(size);
    switch (Measured.by(params)) {
      case "java" -> ours = dev.tandem.hash.Hashing.xxh64(Implementation.JAVA, 0);
      case "panama" -> ours = dev.tandem.hash.Hashing.xxh64(Implementation.PANAMA, 0);
      case "jni" -> ours = dev.tandem.hash.Hashing.xxh64(Implementation.JNI, 0);
      case "reference" -> loop = new ReferenceLoop("xxh64", input);
      default -> {}
    }
    zeroAllocation = LongHashFunction.xx();
    hash4j = Hashing.xxh64();
    lz4 = XXHashFactory.fastestInstance().hash64();
    crc = new CRC32C();
    long digest = dev.tandem.hash.Hashing.xxh64(Implementation.JAVA, 0).hash(input);
    switch (Measured.by(params)) {
      case "crc32c" -> {} // Another function, for its speed alone.
      case "reference" -> Measured.check(this, "reference", ReferenceLoop.CALLS * digest);
      default -> Measured.check(this, Measured.by(params), digest);
    }
  }

  @Benchmark
  public long java() {
    return ours.hash(input);
  }

  @Benchmark
  public long panama() {
    return ours.hash(input);
  }

  @Benchmark
  public long jni() {
    return ours.hash(input);
  }

  @Benchmark
  public long zeroAllocationHashing() {
    return zeroAllocation.hashBytes(input);
  }

  @Benchmark
  public long hash4j() {
    return hash4j.hashBytesToLong(input);
  }

  @Benchmark
  public long lz4Java() {
    return lz4.hash(input, 0, input.length, 0);
  }

  @Benchmark
  public long crc32c() {
    crc.reset();
    crc.update(input, 0, input.length);
    return crc.getValue();
  }

  @Benchmark
  @OperationsPerInvocation(ReferenceLoop.CALLS)
  public long reference() {
    return loop.run();
  }
}
