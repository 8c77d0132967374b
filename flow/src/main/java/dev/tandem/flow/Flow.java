package dev.tandem.flow;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Commands decoded into memory, 64 bytes each, in the order they are to be submitted: reading and
 * parsing are over before a clock starts.
 *
 * <p>Besides the kernel's inputs, a command has a number by which outputs name it, the line it came
 * from, and, for CANCEL and UNCROSS, the result that the file states. Not thread-safe while it
 * grows; any thread may read it afterwards.
 */
public final class Flow {

  /** A flow without this many commands fits the arrays. */
  public static final int MAX_COMMANDS = Integer.MAX_VALUE - 8;

  private static final int STRIDE = 8;
  private static final int TIME = 0;
  private static final int USER = 1;
  private static final int ORDER = 2;
  private static final int PRICE = 3;
  private static final int QUANTITY = 4;
  private static final int NUMBER = 5;
  private static final int LINE = 6;
  private static final int KIND = 7;

  private static final int SIDE_SHIFT = 8;
  private static final int TERMS_SHIFT = 16;
  private static final int SAYS_SHIFT = 24;

  /**
   * What few commands say, in one byte: the code of post only, whether there is a minimum or a
   * display quantity, a trigger, a trailing offset or another leg, a budget, an expire time, a mode
   * of self-trades, and whether the offset is in ppm.
   */
  private static final int POST_ONLY = 3;

  private static final int HAS_LOTS = 4;
  private static final int HAS_TRIGGER = 8;
  private static final int HAS_BUDGET = 16;
  private static final int EXPIRES = 32;
  private static final int HAS_SELF_TRADE = 64;
  private static final int IN_PPM = 128;
  private static final int SYMBOL_SHIFT = 32;

  private static final int CHUNK_SHIFT = 13;
  private static final int CHUNK = 1 << CHUNK_SHIFT;
  private static final int CHUNK_MASK = CHUNK - 1;

  /** What each user is paid in of each currency unless {@link #fund} says otherwise: plenty. */
  public static final long FUNDING = 1_000_000_000_000_000L;

  private final FlowFormat format;
  private final List<FlowSymbol> symbols = new ArrayList<>();
  private final FlowUsers users = new FlowUsers();
  private long[][] chunks = new long[16][];

  // What few orders say, each by the number of its command.
  private final Map<Integer, Long> minima = new HashMap<>();
  private final Map<Integer, Long> displays = new HashMap<>();
  private final Map<Integer, Long> triggers = new HashMap<>();
  private final Map<Integer, Long> offsets = new HashMap<>();
  private final Map<Integer, Long> linked = new HashMap<>();
  private final Map<Integer, Long> budgets = new HashMap<>();

  /** When orders expire by the number of their command, of those that do. */
  private final Map<Integer, Long> expireTimes = new HashMap<>();

  /** Codes of modes of self-trades in the same way. */
  private final Map<Integer, Byte> selfTrades = new HashMap<>();

  /** Who gets the amount of a TRANSFER in the same way. */
  private final Map<Integer, Long> payees = new HashMap<>();

  private int size;
  private int added;
  private long funding = FUNDING;

  /** An empty flow that came, or might have come, from a file of this format. */
  public Flow(FlowFormat format) {
    this.format = format;
  }

  /** Says what each user is paid in of each currency; too little makes refusals. */
  public void fund(long amount) {
    if (amount < 1) {
      throw new IllegalArgumentException("a user is paid in 1 or more: " + amount);
    }
    funding = amount;
  }

  /** What each user is to be paid in of each currency. */
  public long funding() {
    return funding;
  }

  /** The user who owns an order where a file names none. */
  public static long userOf(long orderId) {
    return 1 + Math.floorMod(orderId, 1000L);
  }

  public FlowFormat format() {
    return format;
  }

  /** The symbols; the position in this list is the symbol's id. */
  public List<FlowSymbol> symbols() {
    return symbols;
  }

  /** Adds a symbol with the next id. */
  public void addSymbol(FlowSymbol symbol) {
    if (symbol.spec().symbol() != symbols.size()) {
      throw new IllegalArgumentException("symbol id " + symbol.spec().symbol());
    }
    symbols.add(symbol);
  }

  /** Number of commands, with those that no line stands for. */
  public int size() {
    return size;
  }

  /** Number of commands that the file has: the START_AUCTIONs of a phase are not in it. */
  public int fileCommands() {
    return size - added;
  }

  /** Whether a command of this flow can be refused only by a mistake: the flow is an oracle. */
  public boolean isOracle() {
    return format == FlowFormat.SSE;
  }

  /** Appends a command; its fields are copied. */
  public void add(FlowCommand command) {
    long[] chunk = chunkForNext();
    int at = (size & CHUNK_MASK) * STRIDE;
    chunk[at + TIME] = command.timeNs;
    chunk[at + USER] = command.userId;
    chunk[at + ORDER] = command.orderId;
    chunk[at + PRICE] = command.price;
    chunk[at + QUANTITY] = command.quantity;
    chunk[at + NUMBER] = command.number;
    chunk[at + LINE] = command.line;
    chunk[at + KIND] =
        command.type
            | (command.side << SIDE_SHIFT)
            | (command.terms << TERMS_SHIFT)
            | ((long) says(command) << SAYS_SHIFT)
            | ((long) command.symbol << SYMBOL_SHIFT);
    if (command.minQuantity != 0) {
      minima.put(size, command.minQuantity);
    }
    if (command.displayQuantity != 0) {
      displays.put(size, command.displayQuantity);
    }
    if (command.triggerPrice != 0) {
      triggers.put(size, command.triggerPrice);
    }
    if (command.trailing != 0) {
      offsets.put(size, command.trailing);
    }
    if (command.linkedOrder != 0) {
      linked.put(size, command.linkedOrder);
    }
    if (command.budget != 0) {
      budgets.put(size, command.budget);
    }
    if (command.expireTime != 0) {
      expireTimes.put(size, command.expireTime);
    }
    if (command.selfTrade != 0) {
      selfTrades.put(size, command.selfTrade);
    }
    if (command.type == CommandType.TRANSFER) {
      payees.put(size, command.payeeId);
      users.add(command.payeeId);
    }
    count(command.userId, command.line);
  }

  private static int says(FlowCommand command) {
    return command.postOnly
        | (command.minQuantity == 0 && command.displayQuantity == 0 ? 0 : HAS_LOTS)
        | ((command.triggerPrice | command.trailing | command.linkedOrder) == 0 ? 0 : HAS_TRIGGER)
        | (command.inPpm ? IN_PPM : 0)
        | (command.selfTrade == 0 ? 0 : HAS_SELF_TRADE)
        | (command.budget == 0 ? 0 : HAS_BUDGET)
        | (command.expireTime == 0 ? 0 : EXPIRES);
  }

  /** No quantity is expected of a CANCEL or UNCROSS, or no price of an UNCROSS. */
  public static final long UNCHECKED = -1;

  /** Appends command {@code i} of another flow as one of {@code symbol}. */
  void addFrom(Flow other, int i, int symbol) {
    long[] chunk = chunkForNext();
    int at = (size & CHUNK_MASK) * STRIDE;
    int from = (i & CHUNK_MASK) * STRIDE;
    System.arraycopy(other.chunks[i >> CHUNK_SHIFT], from, chunk, at, STRIDE);
    chunk[at + KIND] =
        (chunk[at + KIND] & ((1L << SYMBOL_SHIFT) - 1)) | ((long) symbol << SYMBOL_SHIFT);
    if (other.minQuantity(i) != 0) {
      minima.put(size, other.minQuantity(i));
    }
    if (other.displayQuantity(i) != 0) {
      displays.put(size, other.displayQuantity(i));
    }
    if (other.triggerPrice(i) != 0) {
      triggers.put(size, other.triggerPrice(i));
    }
    if (other.trailing(i) != 0) {
      offsets.put(size, other.trailing(i));
    }
    if (other.linkedOrder(i) != 0) {
      linked.put(size, other.linkedOrder(i));
    }
    if (other.budget(i) != 0) {
      budgets.put(size, other.budget(i));
    }
    if (other.expireTime(i) != 0) {
      expireTimes.put(size, other.expireTime(i));
    }
    if (other.selfTrade(i) != 0) {
      selfTrades.put(size, (byte) other.selfTrade(i));
    }
    if (other.type(i) == CommandType.TRANSFER) {
      payees.put(size, other.payeeId(i));
      users.add(other.payeeId(i));
      // As another symbol it has another base currency.
      int base = other.symbols.get(other.symbol(i)).spec().baseCurrency();
      chunk[at + QUANTITY] =
          chunk[at + QUANTITY] == base
              ? symbols.get(symbol).spec().baseCurrency()
              : chunk[at + QUANTITY];
    }
    count(chunk[at + USER], chunk[at + LINE]);
  }

  private long[] chunkForNext() {
    if (size == MAX_COMMANDS) {
      throw new BadInputException("more than " + MAX_COMMANDS + " commands");
    }
    int index = size >> CHUNK_SHIFT;
    if (index == chunks.length) {
      chunks = Arrays.copyOf(chunks, index * 2);
    }
    if (chunks[index] == null) {
      chunks[index] = new long[CHUNK * STRIDE];
    }
    return chunks[index];
  }

  private void count(long userId, long line) {
    size++;
    if (line == 0) {
      added++;
    }
    users.add(userId);
  }

  /** All users of the flow, by rising id. */
  public long[] users() {
    return users.ids();
  }

  private long field(int i, int field) {
    return chunks[i >> CHUNK_SHIFT][(i & CHUNK_MASK) * STRIDE + field];
  }

  public long timeNs(int i) {
    return field(i, TIME);
  }

  public long userId(int i) {
    return field(i, USER);
  }

  public long orderId(int i) {
    return field(i, ORDER);
  }

  /**
   * Price in ticks; of an UNCROSS, what it must come to (0: nothing crosses), or {@link
   * #UNCHECKED}.
   */
  public long price(int i) {
    return field(i, PRICE);
  }

  /** Quantity in lots; of a CANCEL or UNCROSS, what it must come to, or {@link #UNCHECKED}. */
  public long quantity(int i) {
    return field(i, QUANTITY);
  }

  /** What outputs call the command. */
  public long number(int i) {
    return field(i, NUMBER);
  }

  /** Line or record of the file, from 1; 0 if no line stands for the command. */
  public long line(int i) {
    return field(i, LINE);
  }

  public byte type(int i) {
    return (byte) field(i, KIND);
  }

  public byte side(int i) {
    return (byte) (field(i, KIND) >> SIDE_SHIFT);
  }

  public byte terms(int i) {
    return (byte) (field(i, KIND) >> TERMS_SHIFT);
  }

  /** The code of the {@link PostOnly} of a PLACE; 0: the order may take. */
  public int postOnly(int i) {
    return says(i) & POST_ONLY;
  }

  /** The minimum quantity of a PLACE in lots; 0: none. */
  public long minQuantity(int i) {
    return (says(i) & HAS_LOTS) == 0 ? 0 : minima.getOrDefault(i, 0L);
  }

  /** The lots that the order of a PLACE shows at most; 0: all. */
  public long displayQuantity(int i) {
    return (says(i) & HAS_LOTS) == 0 ? 0 : displays.getOrDefault(i, 0L);
  }

  /** The trigger price of a PLACE in ticks; 0: none. */
  public long triggerPrice(int i) {
    return (says(i) & HAS_TRIGGER) == 0 ? 0 : triggers.getOrDefault(i, 0L);
  }

  /** The order of which that of a PLACE is the other leg; 0: of none. */
  public long linkedOrder(int i) {
    return (says(i) & HAS_TRIGGER) == 0 ? 0 : linked.getOrDefault(i, 0L);
  }

  /** How far the order of a PLACE trails its best price, in ticks or ppm; 0: it does not. */
  public long trailing(int i) {
    return (says(i) & HAS_TRIGGER) == 0 ? 0 : offsets.getOrDefault(i, 0L);
  }

  /** Whether that is in ppm. */
  public boolean trailsInPpm(int i) {
    return (says(i) & IN_PPM) != 0;
  }

  /** The budget of a PLACE in units of the quote currency; 0: none. */
  public long budget(int i) {
    return (says(i) & HAS_BUDGET) == 0 ? 0 : budgets.get(i);
  }

  /** When the order of a PLACE expires, in nanoseconds; 0: never. */
  public long expireTime(int i) {
    return (says(i) & EXPIRES) == 0 ? 0 : expireTimes.get(i);
  }

  /** The code of the {@link SelfTrade} of a PLACE. */
  public int selfTrade(int i) {
    return (says(i) & HAS_SELF_TRADE) == 0 ? 0 : selfTrades.get(i);
  }

  /** The user who gets the amount of a TRANSFER; of any other command 0. */
  public long payeeId(int i) {
    return type(i) == CommandType.TRANSFER ? payees.get(i) : 0;
  }

  /** The currency of a TRANSFER. */
  public int currency(int i) {
    return (int) field(i, QUANTITY);
  }

  /** The amount of a TRANSFER. */
  public long amount(int i) {
    return field(i, PRICE);
  }

  /** The transaction id of a TRANSFER. */
  public long transactionId(int i) {
    return field(i, ORDER);
  }

  private int says(int i) {
    return (int) (field(i, KIND) >> SAYS_SHIFT) & 0xff;
  }

  public int symbol(int i) {
    return (int) (field(i, KIND) >> SYMBOL_SHIFT);
  }

  /** {@code file:line} of a command, for messages. */
  public String place(int i) {
    FlowSymbol symbol = symbols.get(symbol(i));
    String file = symbol.file() == null ? "generated" : symbol.file().toString();
    if (line(i) == 0) {
      return file + ": before command " + number(i);
    }
    return format == FlowFormat.BOOK_WORKLOAD ? file + ": record " + line(i) : file + ":" + line(i);
  }

  /** Writes command {@code i} into a cleared slot of the ring. */
  public void fill(int i, Command c) {
    long[] chunk = chunks[i >> CHUNK_SHIFT];
    int at = (i & CHUNK_MASK) * STRIDE;
    long kind = chunk[at + KIND];
    byte type = (byte) kind;
    c.type = type;
    c.timestampNs = chunk[at + TIME];
    c.symbol = (int) (kind >> SYMBOL_SHIFT);
    if (CommandType.isAdministrative(type)) {
      if (CommandType.isOfBook(type)) {
        c.terms = (byte) (kind >> TERMS_SHIFT);
        if (type == CommandType.MASS_CANCEL) {
          c.userId = chunk[at + USER];
          c.side = (byte) (kind >> SIDE_SHIFT);
        }
      } else if (type == CommandType.SET_SELF_TRADE_GROUP) {
        c.userId = chunk[at + USER];
        c.orderId = chunk[at + ORDER];
      } else {
        fillUserOrMoney(chunk, at, c);
        if (type == CommandType.TRANSFER) {
          c.orderId = payees.get(i);
        }
      }
      return;
    }
    c.userId = chunk[at + USER];
    c.orderId = chunk[at + ORDER];
    if (type != CommandType.CANCEL) {
      c.side = (byte) (kind >> SIDE_SHIFT);
      c.terms = (byte) (kind >> TERMS_SHIFT);
      c.price = chunk[at + PRICE];
      c.quantity = chunk[at + QUANTITY];
      if ((kind >> SAYS_SHIFT & 0xff) != 0) {
        instruct(i, c);
      }
    }
  }

  private void instruct(int i, Command c) {
    if (triggerPrice(i) != 0) {
      c.extend().triggerPrice(triggerPrice(i));
    }
    if (trailing(i) != 0) {
      Commands.trailing(c, trailing(i), trailsInPpm(i));
    }
    if (budget(i) != 0) {
      c.extend().budget(budget(i));
    }
    if (postOnly(i) != 0) {
      Commands.postOnly(c, PostOnly.of(postOnly(i)));
    }
    if (minQuantity(i) != 0) {
      Commands.minQuantity(c, minQuantity(i));
    }
    if (displayQuantity(i) != 0) {
      Commands.displayQuantity(c, displayQuantity(i));
    }
    if (linkedOrder(i) != 0) {
      Commands.linkedOrder(c, linkedOrder(i));
    }
    if (selfTrade(i) != 0) {
      Commands.selfTrade(c, SelfTrade.of(selfTrade(i)));
    }
    if (expireTime(i) != 0) {
      Commands.expireTime(c, expireTime(i));
    }
  }

  /** As {@link FlowCommand#currency} put it there; all of it is 0 where only a user is meant. */
  private static void fillUserOrMoney(long[] chunk, int at, Command c) {
    c.userId = chunk[at + USER];
    c.currency = (int) chunk[at + QUANTITY];
    c.amount = chunk[at + PRICE];
    c.transactionId = chunk[at + ORDER];
  }
}
