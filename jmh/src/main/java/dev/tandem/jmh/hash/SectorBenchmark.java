package dev.tandem.jmh.hash;

import dev.tandem.hash.Hashing;
import dev.tandem.hash.Implementation;
import dev.tandem.hash.SectorLayout;
import dev.tandem.hash.SectorList;
import dev.tandem.hash.Xxh3;
import dev.tandem.hash.Xxh64;
import java.util.concurrent.TimeUnit;
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

/** A sector list with one entry of 8,320 bytes: 16 sectors of 520, of which 512 are hashed. */
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
      "-Ddev.tandem.hash.library=hash/target/cmake/libtandem.so"
    })
public class SectorBenchmark {

  @Param({"JAVA", "VECTOR", "PANAMA"})
  Implementation implementation;

  private SectorList list;
  private SectorList eight;
  private Xxh64 xxh64;
  private Xxh3 xxh3;
  private ReferenceLoop loop;

  /** Makes the lists and the functions; of what a machine may lack, only what is measured. */
  @Setup
  public void setUp(BenchmarkParams params) {
    byte[] entry = HashInput.of(8320);
    list = new SectorList(SectorLayout.T10).add(entry);
    eight = new SectorList(SectorLayout.T10);
    for (int i = 0; i < 8; i++) {
      eight.add(HashInput.of(8320));
    }
    xxh64 = Hashing.xxh64(implementation, 0);
    xxh3 = Hashing.xxh3(implementation, 0);
    switch (Measured.by(params)) {
      case "reference64" -> loop = new ReferenceLoop("entry_xxh64", entry);
      case "reference3" -> loop = new ReferenceLoop("entry_xxh3", entry);
      default -> {}
    }
    long digest64 = Hashing.xxh64(Implementation.JAVA, 0).hash(list);
    Xxh3 java3 = Hashing.xxh3(Implementation.JAVA, 0);
    String measured = Measured.by(params);
    switch (measured) {
      case "xxh64" -> Measured.check(this, measured, digest64);
      case "xxh3" -> Measured.check(this, measured, java3.hash(list));
      case "xxh3OfEight" -> Measured.check(this, measured, java3.hash(eight));
      case "reference64" -> Measured.check(this, measured, ReferenceLoop.CALLS * digest64);
      default -> Measured.check(this, measured, ReferenceLoop.CALLS * java3.hash(list));
    }
  }

  @Benchmark
  public long xxh64() {
    return xxh64.hash(list);
  }

  @Benchmark
  public long xxh3() {
    return xxh3.hash(list);
  }

  @Benchmark
  @OperationsPerInvocation(8)
  public long xxh3OfEight() {
    return xxh3.hash(eight);
  }

  @Benchmark
  @OperationsPerInvocation(ReferenceLoop.CALLS)
  public long reference64() {
    return loop.run();
  }

  @Benchmark
  @OperationsPerInvocation(ReferenceLoop.CALLS)
  public long reference3() {
    return loop.run();
  }
}
