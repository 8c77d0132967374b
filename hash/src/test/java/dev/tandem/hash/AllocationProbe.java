package dev.tandem.hash;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Makes every kind of call of an implementation until it is compiled, and prints those that still
 * allocate, one a line. All run in one process, so the compiler has seen every kind of memory at
 * every call; if some are named after the implementation, only these are judged.
 */
final class AllocationProbe {

  /** Ends the output. */
  static final String DONE = "DONE";

  private static final int[] SIZES = {0, 8, 114, 256, 1152, 8192, 100_000, 1 << 20};

  /**
   * How long the compiler may take over one call; a call that always allocates takes it all. Where
   * all calls are judged, the ones that take longer are only suspects, which another process
   * judges.
   */
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

  private static final long FIRST_PATIENCE = TimeUnit.SECONDS.toNanos(1);

  /** The same for a call that is not judged, or after too many that allocate. */
  private static final long WARM_UP = TimeUnit.MILLISECONDS.toNanos(100);

  /** How many calls are waited for in one process, so that a broken build fails soon. */
  private static final int TOO_MANY = 4;

  private static final int CALLS = 50;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** One call. */
  private interface Call {
    long hash();
  }

  private static long sink;

  private AllocationProbe() {}

  public static void main(String[] args) {
    Implementation implementation = Implementation.valueOf(args[0]);
    Set<String> suspects = Set.copyOf(Arrays.asList(args).subList(1, args.length));
    long patience = suspects.isEmpty() ? FIRST_PATIENCE : PATIENCE;
    int found = 0;
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      for (int size : SIZES) {
        for (Map.Entry<String, Call> call :
            calls(implementation, size, confined, shared).entrySet()) {
          String name = call.getKey() + " of " + size + " bytes";
          boolean judged = suspects.isEmpty() || suspects.contains(name);
          double bytes =
              bytesPerCall(call.getValue(), judged && found < TOO_MANY ? patience : WARM_UP);
          if (judged && bytes > 0) {
            found++;
            System.err.printf("%s %s: %.1f B%n", implementation, name, bytes);
            System.out.println(name);
          }
        }
      }
    }
    // The digests are used, so no call can be optimised away.
    System.out.println(DONE + " " + sink);
  }

  /** What a call allocates once it is compiled: nothing, or what it still does at the end. */
  private static double bytesPerCall(Call call, long patience) {
    long deadline = System.nanoTime() + patience;
    long allocated;
    do {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        sink += call.hash();
      }
      allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    } while (allocated > 0 && System.nanoTime() < deadline);
    return (double) allocated / CALLS;
  }

  @SuppressWarnings("UnnecessaryStringBuilder") // Another kind of characters than a string.
  private static Map<String, Call> calls(
      Implementation implementation, int size, Arena confinedArena, Arena sharedArena) {
    Map<String, Call> calls = new LinkedHashMap<>();
    byte[] array = Inputs.ramp(size);
    byte[] within = Inputs.ramp(size + 8);
    MemorySegment confined = Inputs.outsideHeap(array, confinedArena);
    MemorySegment shared = Inputs.outsideHeap(array, sharedArena);
    MemorySegment global = Inputs.outsideHeap(array, Arena.global());
    MemorySegment heap = MemorySegment.ofArray(array).asReadOnly();
    ByteBuffer direct = ByteBuffer.allocateDirect(size).put(array).flip();
    ByteBuffer readOnly = ByteBuffer.wrap(array).asReadOnlyBuffer();
    String text = "x".repeat(size / 2);
    StringBuilder built = new StringBuilder(text);
    SectorList one = new SectorList(SectorLayout.T10).add(confined);
    SectorList arrays = new SectorList(SectorLayout.T10).add(array).add(array).add(array);
    SectorList mixed =
        new SectorList(new SectorLayout(100, 96)).add(shared).add(array).add(global).add(direct);
    SectorList odd = new SectorList(new SectorLayout(7, 3)).add(array, 0, Math.min(size, 20_000));
    long address = global.address();

    Xxh64 xxh64 = Hashing.xxh64(implementation, 3);
    Xxh3 xxh3 = Hashing.xxh3(implementation, 0);
    Xxh3 seeded = Hashing.xxh3(implementation, 3);
    Xxh3 secret = Hashing.xxh3(implementation, Inputs.sanity(200));
    for (Hash64 hash : new Hash64[] {xxh64, xxh3}) {
      String name = hash == xxh64 ? "xxh64 " : "xxh3 ";
      calls.put(name + "array", () -> hash.hash(array));
      calls.put(name + "part of an array", () -> hash.hash(within, 5, size));
      calls.put(name + "direct buffer", () -> hash.hash(direct));
      calls.put(name + "read-only buffer", () -> hash.hash(readOnly));
      calls.put(name + "confined segment", () -> hash.hash(confined));
      calls.put(name + "shared segment", () -> hash.hash(shared));
      calls.put(name + "heap segment", () -> hash.hash(heap));
      calls.put(name + "address", () -> hash.hash(address, size));
      calls.put(name + "string", () -> hash.hash(text));
      calls.put(name + "characters", () -> hash.hash(built));
      calls.put(name + "one entry", () -> hash.hash(one));
      calls.put(name + "entry", () -> hash.hash(shared, SectorLayout.T10));
      calls.put(name + "entries", () -> hash.hash(arrays));
      calls.put(name + "mixed entries", () -> hash.hash(mixed));
      calls.put(name + "odd sectors", () -> hash.hash(odd));
      HashStream<?> stream = hash.stream();
      int cut = size / 3;
      calls.put(
          name + "stream of arrays",
          () -> {
            stream.reset();
            stream.update(array, 0, cut).update(array, cut, size - cut);
            return stream.digest();
          });
      calls.put(
          name + "stream of memory",
          () -> {
            stream.reset();
            stream.update(direct).update(readOnly).update(confined).update(shared).update(heap);
            return stream.update(address, size).digest();
          });
    }
    calls.put("seeded array", () -> seeded.hash(array));
    calls.put("secret array", () -> secret.hash(array));
    calls.put("secret entries", () -> secret.hash(mixed));
    long[] into = new long[2];
    calls.put(
        "xxh128 array",
        () -> {
          xxh3.hash128(array, 0, size, into);
          return into[0];
        });
    calls.put(
        "xxh128 seeded",
        () -> {
          seeded.hash128(array, 0, size, into);
          return into[0];
        });
    calls.put(
        "xxh128 secret",
        () -> {
          secret.hash128(array, 0, size, into);
          return into[0];
        });
    calls.put(
        "xxh128 buffer",
        () -> {
          xxh3.hash128(direct, into);
          return into[0];
        });
    calls.put(
        "xxh128 segment",
        () -> {
          xxh3.hash128(shared, 0, size, into);
          return into[0];
        });
    calls.put(
        "xxh128 address",
        () -> {
          xxh3.hash128(address, size, into);
          return into[0];
        });
    calls.put(
        "xxh128 characters",
        () -> {
          xxh3.hash128(built, into);
          return into[0];
        });
    calls.put(
        "xxh128 entries",
        () -> {
          xxh3.hash128(mixed, into);
          return into[0];
        });
    Xxh3Stream stream = xxh3.stream();
    calls.put(
        "xxh128 stream",
        () -> {
          stream.reset().update(array).update(shared).digest128(into);
          return into[0];
        });
    return calls;
  }
}
