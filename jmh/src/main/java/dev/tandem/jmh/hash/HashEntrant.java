package dev.tandem.jmh.hash;

import dev.tandem.jmh.harness.Peers;
import dev.tandem.jmh.report.Row;
import java.util.Locale;
import java.util.regex.Pattern;

/** A column of the comparison: a function and who computes it. */
enum HashEntrant {
  XXH64_JAVA(Kind.OURS, Xxh64Benchmark.class, "java"),
  XXH64_PANAMA(Kind.OURS, Xxh64Benchmark.class, "panama"),
  XXH64_JNI(Kind.OURS, Xxh64Benchmark.class, "jni"),
  XXH64_ZERO_ALLOCATION_HASHING(Kind.JAVA_PEER, Xxh64Benchmark.class, "zeroAllocationHashing"),
  XXH64_HASH4J(Kind.JAVA_PEER, Xxh64Benchmark.class, "hash4j"),
  XXH64_LZ4_JAVA(Kind.JAVA_PEER, Xxh64Benchmark.class, "lz4Java"),
  XXH64_CRC32C(Kind.OTHER, Xxh64Benchmark.class, "crc32c"),
  XXH64_C(Kind.REFERENCE, Xxh64Benchmark.class, "reference"),
  XXH3_JAVA(Kind.OURS, Xxh3Benchmark.class, "java"),
  XXH3_VECTOR(Kind.OURS, Xxh3Benchmark.class, "vector"),
  XXH3_PANAMA(Kind.OURS, Xxh3Benchmark.class, "panama"),
  XXH3_JNI(Kind.OURS, Xxh3Benchmark.class, "jni"),
  XXH3_ZERO_ALLOCATION_HASHING(Kind.JAVA_PEER, Xxh3Benchmark.class, "zeroAllocationHashing"),
  XXH3_HASH4J(Kind.JAVA_PEER, Xxh3Benchmark.class, "hash4j"),
  XXH3_C(Kind.REFERENCE, Xxh3Benchmark.class, "reference");

  /** What a figure is compared with. */
  enum Kind {
    OURS,
    JAVA_PEER,
    /** Another function, for orientation. */
    OTHER,
    REFERENCE
  }

  final Kind kind;
  private final Class<?> benchmark;
  private final String method;

  HashEntrant(Kind kind, Class<?> benchmark, String method) {
    this.kind = kind;
    this.benchmark = benchmark;
    this.method = method;
  }

  /** The function's name. */
  String function() {
    return name().substring(0, name().indexOf('_'));
  }

  /** Who computes it. */
  String who() {
    return name().substring(name().indexOf('_') + 1).toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What it is to us; by Panama and by JNI it is the code in C++ that computes. */
  Row.Kind rowKind() {
    return switch (this) {
      case XXH64_PANAMA, XXH64_JNI, XXH3_PANAMA, XXH3_JNI -> Row.Kind.CPP;
      case XXH64_CRC32C -> Row.Kind.BOUND;
      default -> kind == Kind.OURS ? Row.Kind.JAVA : Row.Kind.PEER;
    };
  }

  /** What it is. */
  String about() {
    return switch (this) {
      case XXH64_JAVA, XXH3_JAVA -> "Tandem in Java alone";
      case XXH3_VECTOR -> "Tandem in Java by the Vector API, an incubating module that is added";
      case XXH64_PANAMA, XXH3_PANAMA ->
          "Tandem in C++, libtandem of this build by Panama: critical calls that take the array where"
              + " it lies";
      case XXH64_JNI, XXH3_JNI ->
          "Tandem in C++, libtandem of this build by JNI, which pins the array for the call";
      case XXH64_ZERO_ALLOCATION_HASHING, XXH3_ZERO_ALLOCATION_HASHING ->
          peer("zero-allocation-hashing", "LongHashFunction of the whole array");
      case XXH64_HASH4J, XXH3_HASH4J ->
          peer("hash4j", "hashBytesToLong, its call for arrays without a stream");
      case XXH64_LZ4_JAVA ->
          peer("lz4-java", "XXHashFactory.fastestInstance, which it advises: its library by JNI");
      case XXH64_CRC32C -> "CRC-32C of the JDK, another function, for orientation";
      case XXH64_C, XXH3_C -> "xxHash's own library, as this machine has it, called in a loop in C";
    };
  }

  private static String peer(String name, String how) {
    return name + " " + Peers.version(name) + ", " + how;
  }

  /** Matches the one benchmark. */
  String pattern() {
    return "^" + Pattern.quote(benchmark.getName() + "." + method) + "$";
  }

  @Override
  public String toString() {
    return function() + " " + who();
  }
}
