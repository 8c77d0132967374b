package dev.tandem.core.ingress;

import dev.tandem.core.command.Command;

/**
 * A slot of the shared ring that is claimed and not published, so that nothing behind it can be
 * processed.
 *
 * @param sequence of the slot
 * @param claimant the thread that has claimed it, in words
 * @param isLost whether that thread has ended, so that the slot will never be published
 * @param isOwn whether that thread is the caller
 */
public record OpenClaim(long sequence, String claimant, boolean isLost, boolean isOwn) {

  /** Finds out who has claimed a slot. Takes the stacks of all threads: not often. */
  static OpenClaim of(Command slot, long sequence) {
    long id = ClaimMark.threadId(slot, sequence);
    if (id == 0) {
      return new OpenClaim(sequence, "a thread that has not come to fill it", false, false);
    }
    if (id == Thread.currentThread().threadId()) {
      return new OpenClaim(sequence, describe(Thread.currentThread()), false, true);
    }
    for (var entry : Thread.getAllStackTraces().entrySet()) {
      if (entry.getKey().threadId() == id) {
        StackTraceElement[] stack = entry.getValue();
        String at = stack.length == 0 ? "" : ", now at " + stack[0];
        return new OpenClaim(sequence, describe(entry.getKey()) + at, false, false);
      }
    }
    return ClaimMark.isVirtual(slot, sequence)
        ? new OpenClaim(sequence, "virtual thread #" + id, false, false)
        : new OpenClaim(sequence, "thread #" + id + ", which has ended", true, false);
  }

  private static String describe(Thread thread) {
    return "thread " + thread.getName() + " (#" + thread.threadId() + ")";
  }

  @Override
  public String toString() {
    return "slot "
        + sequence
        + " was claimed by "
        + claimant
        + ", and is not published; nothing behind it is processed"
        + " (submit(filler) publishes the slot whatever the filler throws)";
  }
}
