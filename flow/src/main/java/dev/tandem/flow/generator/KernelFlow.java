package dev.tandem.flow.generator;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.Arrays;

/**
 * Commands on one symbol, decoded, that leave the book as empty as they found it, so that they can
 * be sent again and again with the same ids. What they meet there is counted by a book that is run
 * along once, so that a benchmark can state and check it.
 */
public final class KernelFlow {

  /** Users with money enough for everything. */
  public static final int USERS = 1_000;

  /** Users above this lack funds: their orders are refused. */
  public static final long POOR = 10_000;

  /** The symbol of all commands. */
  public static final int SYMBOL = 1;

  /** Id of the currency that every symbol buys and sells. */
  public static final int LOTS = 1;

  /** Id of the currency that every symbol is paid in. */
  public static final int MONEY = 2;

  /** What each user has of each currency. */
  public static final long FUNDS = 1L << 50;

  private int size;
  private byte[] types = new byte[1 << 16];
  private byte[] sides = new byte[1 << 16];
  private byte[] terms = new byte[1 << 16];
  private long[] orders = new long[1 << 16];
  private long[] users = new long[1 << 16];
  private long[] prices = new long[1 << 16];
  private long[] quantities = new long[1 << 16];
  private Population population;

  private KernelFlow() {}

  /** The commands of a stream, each order by one of {@link #USERS} users, and then cancels. */
  static KernelFlow of(BookStream stream) {
    return of(stream, PoorUsers.IDLE);
  }

  /** The same; orders that lack funds are by these users. */
  static KernelFlow of(BookStream stream, PoorUsers poor) {
    KernelFlow flow = new KernelFlow();
    long[] w = stream.words();
    for (int at = 0; at < stream.size() * BookStream.WORDS; at += BookStream.WORDS) {
      int kind = (int) w[at];
      byte type =
          switch (kind & 0xff) {
            case BookStream.PLACE -> CommandType.PLACE;
            case BookStream.CANCEL -> CommandType.CANCEL;
            default -> CommandType.MOVE;
          };
      TimeInForce timeInForce =
          (kind & BookStream.IMMEDIATE) == 0 ? TimeInForce.GTC : TimeInForce.IOC;
      long order = w[at + 1];
      byte side = (byte) (kind >>> 8 & 1);
      boolean lacks = (kind & BookStream.LACKS_FUNDS) != 0;
      long user = lacks ? poor.user((int) (w[at] >>> 32)) : userOf(order);
      flow.put(type, side, timeInForce, order, user, w[at + 2], w[at + 3]);
    }
    return flow.finish();
  }

  private static long userOf(long order) {
    return 1 + Long.remainderUnsigned(order, USERS);
  }

  private void put(
      byte type, byte side, TimeInForce timeInForce, long order, long user, long price, long lots) {
    if (size == types.length) {
      types = Arrays.copyOf(types, size * 2);
      sides = Arrays.copyOf(sides, size * 2);
      terms = Arrays.copyOf(terms, size * 2);
      orders = Arrays.copyOf(orders, size * 2);
      users = Arrays.copyOf(users, size * 2);
      prices = Arrays.copyOf(prices, size * 2);
      quantities = Arrays.copyOf(quantities, size * 2);
    }
    types[size] = type;
    sides[size] = side;
    terms[size] = timeInForce.code();
    orders[size] = order;
    users[size] = user;
    prices[size] = price;
    quantities[size++] = lots;
  }

  /** Counts what the commands meet, and appends a cancel for each order that is left. */
  private KernelFlow finish() {
    Census census = new Census();
    for (int i = 0; i < size; i++) {
      if (users[i] > POOR) {
        census.refuse();
      } else {
        census.add(types[i], sides[i], terms[i], orders[i], users[i], prices[i], quantities[i]);
      }
    }
    for (int side = 0; side < 2; side++) {
      census
          .view()
          .forEachOrder(
              side,
              (s, price, id, user, lots, tag) ->
                  put(CommandType.CANCEL, (byte) s, TimeInForce.GTC, id, user, 0, 0));
    }
    population = census.population(size);
    return this;
  }

  /** Size and refusals of one pass. */
  public Population population() {
    return population;
  }

  /** Commands of a pass. */
  public int size() {
    return size;
  }

  /** Code of the type of command {@code i}. */
  public byte type(int i) {
    return types[i];
  }

  /** Code of its side. */
  public byte side(int i) {
    return sides[i];
  }

  /** Code of its order type. */
  public byte terms(int i) {
    return terms[i];
  }

  /** Order id of command {@code i}; 0 if it has none. */
  public long order(int i) {
    return orders[i];
  }

  /** User of command {@code i}. */
  public long user(int i) {
    return users[i];
  }

  /** Limit of command {@code i} in ticks; 0 if it has none. */
  public long price(int i) {
    return prices[i];
  }

  /** Lots of command {@code i}; of a move 0 keeps what is open. */
  public long quantity(int i) {
    return quantities[i];
  }

  /**
   * Adds the symbol, and if risk is on the users with their money.
   *
   * @param risk whether the exchange has users
   */
  public static void prepare(Exchange exchange, boolean risk) {
    CommandPublisher publisher = exchange.publisher();
    publisher.addSymbol(SymbolSpec.of(SYMBOL, LOTS, MONEY));
    for (long user = 1; risk && user <= USERS; user++) {
      publisher.addUser(user);
      publisher.adjustBalance(user, LOTS, FUNDS, 1);
      publisher.adjustBalance(user, MONEY, FUNDS, 2);
    }
    exchange.awaitAnswered();
  }

  /**
   * Fills one command.
   *
   * @param i its place in the pass
   * @param c just claimed
   */
  public void fill(int i, Command c) {
    c.timestampNs = 1;
    switch (types[i]) {
      case CommandType.PLACE -> {
        Side side = Side.of(sides[i]);
        TimeInForce type = TimeInForce.of(terms[i]);
        Commands.place(c, users[i], SYMBOL, orders[i], side, type, prices[i], quantities[i]);
      }
      case CommandType.MOVE ->
          Commands.move(c, users[i], SYMBOL, orders[i], prices[i], quantities[i]);
      default -> Commands.cancel(c, users[i], SYMBOL, orders[i]);
    }
  }

  /** Sends a pass, one command at a time. */
  public void send(CommandPublisher publisher) {
    for (int i = 0; i < size; i++) {
      Command c = publisher.claim();
      fill(i, c);
      publisher.publish(c);
    }
  }
}
