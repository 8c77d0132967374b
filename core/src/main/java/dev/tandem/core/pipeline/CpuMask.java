package dev.tandem.core.pipeline;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import java.util.Set;

/** The CPUs that Linux lets the calling thread use. */
final class CpuMask {

  private static final Set<String> ARCHITECTURES = Set.of("amd64", "aarch64");

  /** Far above the CPUs that a kernel can be built for, 8,192. */
  private static final int MOST_BYTES = 1 << 16;

  private static final int FEWEST_BYTES = 128;
  private static final int CALLING_THREAD = 0;
  private static final int EINVAL = 22;

  // int sched_getaffinity(pid_t pid, size_t bytes, cpu_set_t *mask), and set likewise.
  private static final FunctionDescriptor SHAPE =
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
  private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  private static final long ERRNO = CALL_STATE.byteOffset(PathElement.groupElement("errno"));

  private final MethodHandle getter;
  private final MethodHandle setter;

  private CpuMask(MethodHandle getter, MethodHandle setter) {
    this.getter = getter;
    this.setter = setter;
  }

  /**
   * Finds the calls.
   *
   * @throws IllegalStateException if they cannot be used here, with the reason
   */
  static CpuMask open() {
    if (!System.getProperty("os.name").equals("Linux")
        || !ARCHITECTURES.contains(System.getProperty("os.arch"))) {
      throw new IllegalStateException("pinning is offered on Linux only, on x86-64 and aarch64");
    }
    Module module = CpuMask.class.getModule();
    if (!module.isNativeAccessEnabled()) {
      throw new IllegalStateException(
          "pinning needs the JVM flag --enable-native-access="
              + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
    }
    return new CpuMask(find("sched_getaffinity"), find("sched_setaffinity"));
  }

  // Callers have checked that native access is enabled: without the flag nothing is called.
  @SuppressWarnings("restricted")
  private static MethodHandle find(String function) {
    Linker linker = Linker.nativeLinker();
    MemorySegment address =
        linker
            .defaultLookup()
            .find(function)
            .orElseThrow(() -> new IllegalStateException("the C library has no " + function));
    return linker.downcallHandle(address, SHAPE, Linker.Option.captureCallState("errno"));
  }

  BitSet get() {
    try (Arena arena = Arena.ofConfined()) {
      // The kernel refuses a mask with less room than it has CPUs, and does not say how many.
      for (int bytes = FEWEST_BYTES; ; bytes *= 2) {
        MemorySegment mask = arena.allocate(bytes, Long.BYTES);
        int error = call(getter, arena, mask);
        if (error == 0) {
          return BitSet.valueOf(mask.toArray(ValueLayout.JAVA_LONG));
        }
        if (error != EINVAL || bytes >= MOST_BYTES) {
          throw new IllegalStateException("sched_getaffinity failed with errno " + error);
        }
      }
    }
  }

  void set(BitSet cpus) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocateFrom(ValueLayout.JAVA_LONG, cpus.toLongArray());
      int error = call(setter, arena, mask);
      if (error != 0) {
        throw new IllegalStateException(
            "sched_setaffinity to " + cpus + " failed with errno " + error);
      }
    }
  }

  private static int call(MethodHandle function, Arena arena, MemorySegment mask) {
    MemorySegment state = arena.allocate(CALL_STATE);
    try {
      int result = (int) function.invokeExact(state, CALLING_THREAD, mask.byteSize(), mask);
      return result == 0 ? 0 : state.get(ValueLayout.JAVA_INT, ERRNO);
    } catch (Throwable t) {
      throw new IllegalStateException("a call of the C library has thrown", t);
    }
  }
}
