package dev.tandem.client;

import dev.tandem.client.wire.Code;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The commands that are not answered yet, by sequence. Of those the gateway must know the first
 * answers, so the highest that is sent is less than a window above the lowest. Guarded by its
 * owner's lock.
 */
final class Unanswered {

  /** One command, as it is sent, perhaps more than once. */
  static final class Pending {
    final long sequence;
    final CompletableFuture<Answer> future = new CompletableFuture<>();
    private final byte[] message;
    private int sends;

    Pending(long sequence, byte[] message) {
      this.sequence = sequence;
      this.message = message;
    }
  }

  private final int window;
  private final Map<Long, Pending> sent = new LinkedHashMap<>();
  private final ArrayDeque<Pending> unsent = new ArrayDeque<>();

  Unanswered(int window) {
    this.window = window;
  }

  /** Whether who sends more should wait. */
  boolean isFull() {
    return unsent.size() >= window;
  }

  int size() {
    return sent.size() + unsent.size();
  }

  void add(Pending pending) {
    unsent.add(pending);
  }

  /** Writes what the window has room for. */
  void pump(ByteArrayOutputStream to) {
    while (!unsent.isEmpty() && fits(unsent.peek().sequence)) {
      Pending next = unsent.poll();
      sent.put(next.sequence, next);
      write(next, to);
    }
  }

  private boolean fits(long sequence) {
    return sent.isEmpty() || sequence - sent.keySet().iterator().next() < window;
  }

  private static void write(Pending pending, ByteArrayOutputStream to) {
    pending.sends++;
    to.writeBytes(pending.message);
  }

  /** Writes all that was sent once more, in order. */
  void resend(ByteArrayOutputStream to) {
    sent.values().forEach(pending -> write(pending, to));
  }

  /** Writes one once more, if it is still not answered. */
  void resend(long sequence, ByteArrayOutputStream to) {
    Pending pending = sent.get(sequence);
    if (pending != null) {
      write(pending, to);
    }
  }

  /**
   * Whether a refusal leaves open what became of the command: it was sent before, and this one only
   * says that there is no room now.
   */
  boolean isOpenAfter(long sequence, Code code) {
    Pending pending = sent.get(sequence);
    return pending != null && pending.sends > 1 && code.isForNow();
  }

  /**
   * Whether a refusal by a code that is not known leaves it open for good: the command was sent
   * before, and this one may only say that there is no room now. If it names the first answer,
   * nothing is open.
   */
  boolean isLostAfter(Answer answer) {
    Pending pending = sent.get(answer.sequence());
    return pending != null
        && pending.sends > 1
        && answer.code() == Code.OTHER
        && !answer.repeated();
  }

  /** Takes out a command that is answered; null if nobody waits for it any more. */
  Pending answered(long sequence) {
    return sent.remove(sequence);
  }

  /** Takes out all. */
  List<Pending> clear() {
    List<Pending> all = new ArrayList<>(sent.values());
    all.addAll(unsent);
    sent.clear();
    unsent.clear();
    return all;
  }
}
