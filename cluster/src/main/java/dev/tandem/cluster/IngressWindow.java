package dev.tandem.cluster;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The commands of a gateway that are not answered yet, as messages of which the envelope is left
 * open. One thread puts commands in, one sends them as often as it must, and one says which are
 * applied and makes room.
 */
final class IngressWindow {

  private static final int SLOT_BYTES = Envelope.BYTES + CommandCodec.MAX_BYTES;

  private final UnsafeBuffer[] slots;
  private final MemorySegment[] commands;
  private final int[] lengths;
  private final int mask;

  /** The next sequence to be put in; and below which all are applied. */
  private final AtomicLong published = new AtomicLong();

  private final AtomicLong applied = new AtomicLong();

  IngressWindow(int size) {
    slots = new UnsafeBuffer[size];
    commands = new MemorySegment[size];
    lengths = new int[size];
    mask = size - 1;
    for (int i = 0; i < size; i++) {
      byte[] bytes = new byte[SLOT_BYTES];
      slots[i] = new UnsafeBuffer(bytes);
      commands[i] = MemorySegment.ofArray(bytes).asSlice(Envelope.BYTES);
    }
  }

  boolean isFull() {
    return published.getPlain() - applied.getAcquire() > mask;
  }

  /** Puts in a command, for which there must be room. */
  long publish(Command command) {
    long sequence = published.getPlain();
    int slot = (int) sequence & mask;
    lengths[slot] = Envelope.BYTES + CommandCodec.encode(command, commands[slot]);
    published.setRelease(sequence + 1);
    return sequence;
  }

  long publishedAcquire() {
    return published.getAcquire();
  }

  long appliedAcquire() {
    return applied.getAcquire();
  }

  /** All below this sequence are applied. */
  void appliedRelease(long sequence) {
    applied.setRelease(sequence);
  }

  /** The message of a command, to be sent while it is not applied. */
  UnsafeBuffer message(long sequence) {
    return slots[(int) sequence & mask];
  }

  int length(long sequence) {
    return lengths[(int) sequence & mask];
  }
}
