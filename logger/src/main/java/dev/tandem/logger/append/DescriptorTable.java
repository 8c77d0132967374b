package dev.tandem.logger.append;

import dev.tandem.logger.format.RecordChecksum;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The descriptors of one writer, found without a lock; patterns are usually the same object, so the
 * comparison is short. A table that is full gives null: a caller who makes patterns up as he goes
 * must not fill the memory. So does a pattern that is too long to be defined whole. Most loggers
 * have few patterns and many have none, so the table grows with them.
 */
public final class DescriptorTable {
  static final int MOST = 1 << 10;

  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(Descriptor[].class);
  private static final VarHandle TABLE;

  /** A table has a free slot at least, where a search ends. */
  private static final Descriptor[] NONE = new Descriptor[1];

  static {
    try {
      TABLE =
          MethodHandles.lookup().findVarHandle(DescriptorTable.class, "table", Descriptor[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Half of it at most is used. */
  private Descriptor[] table = NONE;

  private final AtomicInteger ids;
  private int size;

  /**
   * @param ids the last id that was given out in the store
   */
  public DescriptorTable(AtomicInteger ids) {
    this.ids = ids;
  }

  public Descriptor find(String pattern, long signature) {
    Descriptor[] slots = (Descriptor[]) TABLE.getAcquire(this);
    int mask = slots.length - 1;
    int slot = home(pattern, signature, mask);
    while (true) {
      Descriptor found = (Descriptor) SLOTS.getAcquire(slots, slot);
      if (found == null) {
        return add(pattern, signature);
      }
      if (found.signature == signature && found.pattern.equals(pattern)) {
        return found;
      }
      slot = slot + 1 & mask;
    }
  }

  private static int home(String pattern, long signature, int mask) {
    return (int) RecordChecksum.mix(pattern.hashCode() + signature * 31) & mask;
  }

  private synchronized Descriptor add(String pattern, long signature) {
    int slot = slotOf(table, pattern, signature);
    if (table[slot] != null) {
      return table[slot];
    }
    if (size == MOST || pattern.length() > SegmentDefinitions.MOST_PATTERN) {
      return null;
    }
    size++;
    if (2 * size > table.length) {
      TABLE.setRelease(this, grown());
      slot = slotOf(table, pattern, signature);
    }
    Descriptor made = new Descriptor(ids.incrementAndGet(), pattern, signature);
    SLOTS.setRelease(table, slot, made);
    return made;
  }

  /** The slot that has a descriptor, or is free for it. */
  private static int slotOf(Descriptor[] slots, String pattern, long signature) {
    int mask = slots.length - 1;
    int slot = home(pattern, signature, mask);
    for (Descriptor found = slots[slot]; found != null; found = slots[slot]) {
      if (found.signature == signature && found.pattern.equals(pattern)) {
        break;
      }
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private Descriptor[] grown() {
    Descriptor[] more = new Descriptor[Math.max(4, 2 * table.length)];
    for (Descriptor known : table) {
      if (known != null) {
        more[slotOf(more, known.pattern, known.signature)] = known;
      }
    }
    return more;
  }
}
