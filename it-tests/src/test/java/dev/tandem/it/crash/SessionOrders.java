package dev.tandem.it.crash;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The commands of one session of a client, each known by its sequence, and what became of them.
 * User 1 sells; some of that is bought by user 2, and the rest cancelled after a while. The first
 * orders sold are dear, so the book is never empty.
 */
final class SessionOrders {

  /** So many orders of a session rest, beside as many dear ones. */
  static final int OPEN = 100;

  private static final int BUY_EVERY = 20;
  private static final long SESSION_IDS = 1_000_000_000L;
  private static final long DEAR_IDS = 500_000_000L;
  private static final int DEAR = 190;

  /** A command: a sale, a purchase, or else a cancel. */
  record Command(long sequence, boolean sells, boolean buys, long order, int price) {}

  final int session;
  final long last;
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong placed = new AtomicLong();
  private final AtomicLong bought = new AtomicLong();
  private final AtomicLong cancelled = new AtomicLong();
  private final AtomicLong missing = new AtomicLong();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  /**
   * @param last sequence
   */
  SessionOrders(int session, long last) {
    this.session = session;
    this.last = last;
  }

  Command command(long sequence) {
    long number = (sequence + 1) / 2;
    long ids = session * SESSION_IDS;
    if (sequence % 2 != 0) {
      return new Command(sequence, true, false, ids + number, 100 + (int) (number % 50));
    }
    if (number <= OPEN) {
      return new Command(sequence, true, false, ids + DEAR_IDS + number, DEAR);
    }
    return number % BUY_EVERY == 0
        ? new Command(sequence, false, true, ids + DEAR_IDS + number, DEAR)
        : new Command(sequence, false, false, ids + number - OPEN, 0);
  }

  /** What a command was answered, the first time. */
  void answered(long sequence, String code) {
    Command command = command(sequence);
    if (command.sells() && code.equals("OK")) {
      placed.incrementAndGet();
    } else if (command.buys() && code.equals("OK")) {
      bought.incrementAndGet();
    } else if (!command.sells() && !command.buys() && code.equals("OK")) {
      cancelled.incrementAndGet();
    } else if (!command.sells() && !command.buys() && code.equals("UNKNOWN_ORDER")) {
      missing.incrementAndGet();
    } else {
      wrong.add(command + " is answered " + code);
    }
    answered.incrementAndGet();
  }

  long answered() {
    return answered.get();
  }

  long bought() {
    return bought.get();
  }

  /** Cancels of what was bought before. */
  long missing() {
    return missing.get();
  }

  /** Lots that rest. */
  long live() {
    return placed.get() - cancelled.get() - bought.get();
  }

  Queue<String> wrong() {
    return wrong;
  }
}
