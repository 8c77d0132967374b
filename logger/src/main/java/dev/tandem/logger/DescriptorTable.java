package dev.tandem.logger;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The descriptors of one writer, found without a lock; patterns are usually the same object, so the
 * comparison is short. A table that is full gives null: a caller who makes patterns up as he goes
 * must not fill the memory. So does a pattern that is too long to be defined whole.
 */
final class DescriptorTable {
  static final int MOST = 1 << 10;

  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Descriptor[].class);

  private final Descriptor[] slots = new Descriptor[2 * MOST];
  private final AtomicInteger ids;
  private int size;

  /**
   * @param ids the last id that was given out in the store
   */
  DescriptorTable(AtomicInteger ids) {
    this.ids = ids;
  }

  Descriptor find(String pattern, long signature) {
    int mask = slots.length - 1;
    int slot = (int) Checksum.mix(pattern.hashCode() + signature * 31) & mask;
    while (true) {
      Descriptor found = (Descriptor) SLOTS.getAcquire(slots, slot);
      if (found == null) {
        return add(pattern, signature, slot);
      }
      if (found.signature == signature && found.pattern.equals(pattern)) {
        return found;
      }
      slot = slot + 1 & mask;
    }
  }

  private synchronized Descriptor add(String pattern, long signature, int free) {
    int mask = slots.length - 1;
    for (int slot = free; ; slot = slot + 1 & mask) {
      Descriptor found = slots[slot];
      if (found == null) {
        if (size == MOST || pattern.length() > SegmentDefinitions.MOST_PATTERN) {
          return null;
        }
        size++;
        Descriptor made = new Descriptor(ids.incrementAndGet(), pattern, signature);
        SLOTS.setRelease(slots, slot, made);
        return made;
      }
      if (found.signature == signature && found.pattern.equals(pattern)) {
        return found;
      }
    }
  }
}
