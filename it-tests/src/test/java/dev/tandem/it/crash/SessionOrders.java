package dev.tandem.it.crash;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The commands of one session of a client, each known by its sequence, and what must become of
 * them. A session has a symbol of its own, so the order of its sequences is all that counts: a
 * plain book beside it says what each must be answered, and what is left in the end. User 1 sells,
 * moves and cancels; user 2 buys what is cheap.
 */
final class SessionOrders {

  /** Three of them are cheap sales, one is dear; three buy, two move, one cancels. */
  static final int GROUP = 10;

  /** Orders of ten commands. */
  static final int ORDERS_OF_A_GROUP = 7;

  private static final int NOBODY_BUYS = 30;
  private static final int MOVED_AFTER = 20;
  private static final int CANCELLED_AFTER = 40;
  private static final int FORGOTTEN_AFTER = 60;
  private static final int DEAR = 130;
  private static final int DEAREST = 200;

  /** Orders that never were; one each, for a replace of FIX waits for the answer of another. */
  private static final long NOBODYS = 900_000_000_000L;

  /** What a command does. */
  enum Kind {
    SELL,
    BUY,
    MOVE,
    CANCEL
  }

  /**
   * A command.
   *
   * @param order the order's id, which is the sequence of the command that has placed it
   * @param price in ticks; 0 for a cancel
   * @param lots of a new order; else 0
   */
  record Command(long sequence, Kind kind, long order, int price, int lots) {

    boolean isOrder() {
      return kind == Kind.SELL || kind == Kind.BUY;
    }

    /** Who sends it. */
    int user() {
      return kind == Kind.BUY ? 2 : 1;
    }
  }

  /** An order that rests. */
  private static final class Resting {
    private final long order;
    private final int price;
    private int lots;

    Resting(long order, int price, int lots) {
      this.order = order;
      this.price = price;
      this.lots = lots;
    }
  }

  final int session;
  final long last;
  private final TreeMap<Integer, ArrayDeque<Resting>> book = new TreeMap<>();
  private final Map<Long, Resting> resting = new HashMap<>();
  private final Map<Long, String> expected = new HashMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private long modelled;
  private long answered;
  private long sold;
  private long paid;

  /**
   * @param last sequence
   */
  SessionOrders(int session, long last) {
    this.session = session;
    this.last = last;
  }

  int symbol() {
    return session + 1;
  }

  Command command(long sequence) {
    long group = (sequence - 1) / GROUP;
    int slot = (int) ((sequence - 1) % GROUP);
    return switch (slot) {
      case 0, 1, 2 ->
          new Command(sequence, Kind.SELL, sequence, 100 + (int) (sequence * 7 % 25), slot + 1);
      case 3 -> new Command(sequence, Kind.SELL, sequence, DEAR + (int) (group % 20), 2);
      case 4, 5, 6 ->
          group < NOBODY_BUYS
              ? new Command(sequence, Kind.SELL, sequence, 100 + (int) (group % 25), slot - 3)
              : new Command(sequence, Kind.BUY, sequence, DEAREST, 7 - slot);
      case 7 -> change(sequence, Kind.MOVE, group - MOVED_AFTER, DEAR + (int) (group * 3 % 20));
      case 8 -> change(sequence, Kind.CANCEL, group - CANCELLED_AFTER, 0);
      default -> change(sequence, Kind.MOVE, group - FORGOTTEN_AFTER, DEAR);
    };
  }

  /** Of the dear order of a group. */
  private static Command change(long sequence, Kind kind, long group, int price) {
    long order = group < 0 ? NOBODYS + sequence : group * GROUP + 4;
    return new Command(sequence, kind, order, price, 0);
  }

  private String apply(Command c) {
    switch (c.kind()) {
      case SELL -> rest(new Resting(c.order(), c.price(), c.lots()));
      case BUY -> buy(c.lots());
      case MOVE, CANCEL -> {
        Resting order = resting.remove(c.order());
        if (order == null) {
          return "UNKNOWN_ORDER";
        }
        ArrayDeque<Resting> level = book.get(order.price);
        level.remove(order);
        if (level.isEmpty()) {
          book.remove(order.price);
        }
        if (c.kind() == Kind.MOVE) {
          rest(new Resting(order.order, c.price(), order.lots));
        }
      }
    }
    return "OK";
  }

  private void rest(Resting order) {
    book.computeIfAbsent(order.price, price -> new ArrayDeque<>()).add(order);
    resting.put(order.order, order);
  }

  private void buy(int lots) {
    for (int left = lots; left > 0; left--) {
      Map.Entry<Integer, ArrayDeque<Resting>> best = book.firstEntry();
      Resting order = best.getValue().peek();
      order.lots--;
      sold++;
      paid += order.price;
      if (order.lots == 0) {
        best.getValue().remove();
        resting.remove(order.order);
        if (best.getValue().isEmpty()) {
          book.remove(best.getKey());
        }
      }
    }
  }

  /** What a command was answered, the first time. */
  synchronized void answered(long sequence, String code) {
    while (modelled < sequence) {
      modelled++;
      expected.put(modelled, apply(command(modelled)));
    }
    String right = expected.remove(sequence);
    if (!code.equals(right)) {
      wrong.add(command(sequence) + " is answered " + code + ", expected " + right);
    }
    answered++;
  }

  synchronized long answered() {
    return answered;
  }

  Queue<String> wrong() {
    return wrong;
  }

  synchronized long sold() {
    return sold;
  }

  synchronized long paid() {
    return paid;
  }

  /** Lots that rest. */
  synchronized long held() {
    return resting.values().stream().mapToLong(order -> order.lots).sum();
  }

  /** The asks as the gateway reports them. */
  synchronized String asks() {
    StringBuilder text = new StringBuilder();
    book.forEach(
        (price, level) ->
            text.append(text.isEmpty() ? "" : ",")
                .append("[%d,%d,%d]".formatted(price, lots(level), level.size())));
    return "\"asks\":[" + text + "]";
  }

  private static long lots(ArrayDeque<Resting> level) {
    return level.stream().mapToLong(order -> order.lots).sum();
  }

  /** The orders that rest, in the order of their ids, as the gateway reports them. */
  synchronized Iterable<String> open() {
    return resting.values().stream()
        .map(
            o ->
                ("\"symbol\":%d,\"order\":%d,\"side\":\"SELL\",\"type\":\"LIMIT\","
                        + "\"timeInForce\":\"GTC\",\"price\":%d,\"quantity\":%d")
                    .formatted(symbol(), o.order, o.price, o.lots))
        .sorted()
        .toList();
  }
}
