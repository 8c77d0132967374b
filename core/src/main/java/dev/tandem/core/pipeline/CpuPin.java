package dev.tandem.core.pipeline;

import java.util.BitSet;

/**
 * One CPU for one thread: no other thread that this JVM pins gets it until it is given back.
 *
 * <p>The CPU is one of those that the thread may use anyway, so what {@code taskset} or a cgroup
 * allows stays the limit. The highest goes first: the lowest serve most interrupts, and the second
 * halves of the cores often come last, after a first half each.
 *
 * <p>This class and {@link CpuMask} are loaded only for a pin.
 */
final class CpuPin implements AutoCloseable {

  private static final BitSet TAKEN = new BitSet();

  private final CpuMask masks;
  private final BitSet former;
  private final int cpu;

  private CpuPin(CpuMask masks, BitSet former, int cpu) {
    this.masks = masks;
    this.former = former;
    this.cpu = cpu;
  }

  /**
   * Pins the calling thread.
   *
   * @throws IllegalStateException if it cannot be pinned, with the reason
   */
  static CpuPin acquire() {
    CpuMask masks = CpuMask.open();
    BitSet former = masks.get();
    int cpu = take(former);
    try {
      BitSet one = new BitSet();
      one.set(cpu);
      masks.set(one);
      return new CpuPin(masks, former, cpu);
    } catch (RuntimeException | Error e) {
      giveBack(cpu);
      throw e;
    }
  }

  /**
   * Lets the thread use what it could use before; to be called by the thread that was pinned.
   *
   * @throws IllegalStateException if the system refuses; the CPU is free for others all the same
   */
  @Override
  public void close() {
    try {
      masks.set(former);
    } finally {
      giveBack(cpu);
    }
  }

  private static int take(BitSet allowed) {
    synchronized (TAKEN) {
      BitSet free = (BitSet) allowed.clone();
      free.andNot(TAKEN);
      if (free.isEmpty()) {
        throw new IllegalStateException(
            "each CPU that it may use (" + allowed + ") has a pinned thread already");
      }
      int cpu = free.length() - 1;
      TAKEN.set(cpu);
      return cpu;
    }
  }

  private static void giveBack(int cpu) {
    synchronized (TAKEN) {
      TAKEN.clear(cpu);
    }
  }
}
