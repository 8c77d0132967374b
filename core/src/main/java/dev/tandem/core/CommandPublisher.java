package dev.tandem.core;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.ingress.CommandEntry;
import dev.tandem.core.pipeline.PoisonedException;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Submits commands without garbage. The answers come to the {@code ResultHandler}, in the order of
 * the sequences that these methods return.
 *
 * <p>Any number of threads may use it, or only one if the exchange was built for a single producer.
 * If the ring is full, it waits by the exchange's wait strategy.
 *
 * <p>If the exchange was built with lanes, read "lane" for "ring" here, and "position in the lane"
 * for "sequence"; see {@link ProducerLane}. The exchange's own publisher is then one lane for all
 * threads. Each thread fills a slot of its own, and their order is that of publishing, so a claimed
 * slot holds up nobody.
 *
 * <p>Every method that submits throws {@link ExchangeFailedException} if the kernel has failed, and
 * {@link IllegalStateException} if the exchange is closed.
 *
 * <p>The typed methods need no care, nor does {@link #submit}, where a command also needs a
 * timestamp. A client whose commands are to be applied at most once has a publisher {@link #as} of
 * its own.
 */
public final class CommandPublisher {

  private final CommandEntry entry;

  /** 0 if no client's. */
  private final long clientKey;

  private long nextSequence;

  CommandPublisher(CommandEntry entry) {
    this(entry, 0, 0);
  }

  private CommandPublisher(CommandEntry entry, long clientKey, long nextSequence) {
    this.entry = entry;
    this.clientKey = clientKey;
    this.nextSequence = nextSequence;
  }

  /**
   * A publisher of one client's commands, each of which is applied at most once; see {@link
   * dev.tandem.core.command.ClientWindow}. It numbers them from 1, or from what {@link #next} says:
   *
   * <pre>{@code
   * CommandPublisher client = exchange.publisher().as(key);
   * client.place(userId, symbol, orderId, Side.BUY, TimeInForce.GTC, price, quantity);
   * // Was it applied? Sent again under its number it is answered, and not applied again.
   * client.next(1).place(userId, symbol, orderId, Side.BUY, TimeInForce.GTC, price, quantity);
   * }</pre>
   *
   * <p>For one thread at a time. Makes one object; its commands make none.
   *
   * @param clientKey of the client, not 0
   */
  public CommandPublisher as(long clientKey) {
    if (clientKey == 0) {
      throw new IllegalArgumentException("client key 0 is that of no client");
    }
    return new CommandPublisher(entry, clientKey, 1);
  }

  /**
   * Says which client sequence the next command has; those after it have the numbers after it. One
   * that was not submitted, as where the ring is full, uses up no number.
   *
   * @return this publisher
   * @throws IllegalStateException if this is no client's publisher, see {@link #as}
   */
  public CommandPublisher next(long clientSequence) {
    if (clientKey == 0) {
      throw new IllegalStateException("only a client's commands have numbers: as(clientKey) first");
    }
    nextSequence = clientSequence;
    return this;
  }

  /**
   * Submits a command: claims a slot, has it filled, and publishes it. Waits as {@link #claim}.
   * Makes no garbage itself; a lambda that captures variables is a new object for each call, unless
   * the caller keeps it.
   *
   * @param filler writes the inputs, with {@link Commands} or by itself, and keeps no reference; if
   *     it throws, a NOP is published and answered instead, and the exception goes to the caller
   * @return the sequence of the command
   */
  public long submit(Consumer<Command> filler) {
    Objects.requireNonNull(filler, "filler");
    return fill(claim(), filler);
  }

  /**
   * Submits a command if the ring has a slot; otherwise the filler is not called.
   *
   * @param filler as with {@link #submit}
   * @return the sequence of the command, or -1 if the ring is full
   */
  public long trySubmit(Consumer<Command> filler) {
    Objects.requireNonNull(filler, "filler");
    Command c = tryClaim();
    return c == null ? -1 : fill(c, filler);
  }

  private long fill(Command c, Consumer<Command> filler) {
    long sequence = c.sequence;
    long number = c.clientSequence;
    try {
      filler.accept(c);
    } catch (Throwable t) {
      c.sequence = sequence;
      Commands.nop(c);
      // Unless the filler submitted others, which have the numbers behind it.
      if (clientKey != 0 && nextSequence == number + 1) {
        nextSequence = number;
      }
      try {
        publish(c);
      } catch (RuntimeException refused) {
        t.addSuppressed(refused);
      }
      throw t;
    }
    c.sequence = sequence;
    return publish(c);
  }

  /**
   * Claims a slot, waiting for one if the ring is full (on a thread of the kernel itself, as in a
   * result handler, a full ring is an {@link IllegalStateException} instead). Its inputs have their
   * defaults and its type is NOP. It must be published, whatever happens, by the same thread and
   * soon: in the shared ring nothing behind it is processed before.
   */
  public Command claim() {
    try {
      return numbered(entry.claim());
    } catch (PoisonedException e) {
      throw new ExchangeFailedException(e.getCause());
    }
  }

  /** Claims a slot if the ring has one; otherwise null. */
  public Command tryClaim() {
    try {
      Command c = entry.tryClaim();
      return c == null ? null : numbered(c);
    } catch (PoisonedException e) {
      throw new ExchangeFailedException(e.getCause());
    }
  }

  private Command numbered(Command c) {
    if (clientKey != 0) {
      Commands.from(c, clientKey, nextSequence++);
    }
    return c;
  }

  /**
   * Publishes a claimed slot; it must not be touched afterwards. Does not wait, with one exception:
   * the own publisher of an exchange with lanes, if it is full and more than 1,024 threads have a
   * slot in hand, waits as {@link #claim} does.
   *
   * @param c what {@link #claim} or {@link #tryClaim} gave this thread, with its sequence
   * @return the sequence of the command
   * @throws IllegalStateException if it is anything else, or is published already; then nothing is
   *     published
   */
  public long publish(Command c) {
    Objects.requireNonNull(c, "command");
    try {
      return entry.publish(c);
    } catch (PoisonedException e) {
      throw new ExchangeFailedException(e.getCause());
    }
  }

  /** Places an order; see {@link Commands#place}. Returns the sequence. */
  public long place(
      long userId,
      int symbol,
      long orderId,
      Side side,
      TimeInForce timeInForce,
      long price,
      long quantity) {
    // Before a slot is claimed: a slot that is never published would hold up all others.
    Objects.requireNonNull(side, "side");
    Objects.requireNonNull(timeInForce, "timeInForce");
    Command c = claim();
    Commands.place(c, userId, symbol, orderId, side, timeInForce, price, quantity);
    return publish(c);
  }

  /** Places an order if the ring has a slot. Returns the sequence, or -1 if the ring is full. */
  public long tryPlace(
      long userId,
      int symbol,
      long orderId,
      Side side,
      TimeInForce timeInForce,
      long price,
      long quantity) {
    Objects.requireNonNull(side, "side");
    Objects.requireNonNull(timeInForce, "timeInForce");
    Command c = tryClaim();
    if (c == null) {
      return -1;
    }
    Commands.place(c, userId, symbol, orderId, side, timeInForce, price, quantity);
    return publish(c);
  }

  /** Cancels all that is open of an order. Returns the sequence. */
  public long cancel(long userId, int symbol, long orderId) {
    Command c = claim();
    Commands.cancel(c, userId, symbol, orderId);
    return publish(c);
  }

  /** Takes lots off an order, which keeps its place. Returns the sequence. */
  public long reduce(long userId, int symbol, long orderId, long quantity) {
    Command c = claim();
    Commands.reduce(c, userId, symbol, orderId, quantity);
    return publish(c);
  }

  /**
   * Gives an order another price and open quantity (0 keeps it); it may take. Returns the sequence.
   */
  public long move(long userId, int symbol, long orderId, long price, long quantity) {
    Command c = claim();
    Commands.move(c, userId, symbol, orderId, price, quantity);
    return publish(c);
  }

  /**
   * Gives an order another price and total quantity, of which what is filled counts; see {@link
   * Commands#amend}. Returns the sequence.
   */
  public long amend(long userId, int symbol, long orderId, long price, long quantity) {
    Command c = claim();
    Commands.amend(c, userId, symbol, orderId, price, quantity);
    return publish(c);
  }

  /** Sets the state of a symbol. Returns the sequence. */
  public long setState(int symbol, SymbolState state) {
    Objects.requireNonNull(state, "state");
    Command c = claim();
    Commands.setState(c, symbol, state);
    return publish(c);
  }

  /** Sets the state AUCTION. Returns the sequence. */
  public long startAuction(int symbol) {
    Command c = claim();
    Commands.startAuction(c, symbol);
    return publish(c);
  }

  /** Removes orders that are good for the day. Returns the sequence. */
  public long endSession(int symbol) {
    Command c = claim();
    Commands.endSession(c, symbol);
    return publish(c);
  }

  /** Cancels orders of a user (0: of all) in a symbol, at most 64. Returns the sequence. */
  public long massCancel(long userId, int symbol) {
    Command c = claim();
    Commands.massCancel(c, userId, symbol);
    return publish(c);
  }

  /** Has a symbol do what is due; see {@link Commands#tick}. Returns the sequence. */
  public long tick(int symbol) {
    Command c = claim();
    Commands.tick(c, symbol);
    return publish(c);
  }

  /** Ends a call auction at one price. Returns the sequence. */
  public long uncross(int symbol) {
    Command c = claim();
    Commands.uncross(c, symbol);
    return publish(c);
  }

  /** Adds a user. Returns the sequence. */
  public long addUser(long userId) {
    Command c = claim();
    Commands.addUser(c, userId);
    return publish(c);
  }

  /** Refuses a user's new orders and moves from now on. Returns the sequence. */
  public long suspendUser(long userId) {
    Command c = claim();
    Commands.suspendUser(c, userId);
    return publish(c);
  }

  /** Ends a suspension. Returns the sequence. */
  public long resumeUser(long userId) {
    Command c = claim();
    Commands.resumeUser(c, userId);
    return publish(c);
  }

  /**
   * Gives a user a self-trade group, 0 for none. Returns the sequence. See {@link
   * Commands#setSelfTradeGroup}.
   */
  public long setSelfTradeGroup(long userId, long group) {
    Command c = claim();
    Commands.setSelfTradeGroup(c, userId, group);
    return publish(c);
  }

  /** Pays in, or out if negative, once per transaction id of the user. Returns the sequence. */
  public long adjustBalance(long userId, int currency, long amount, long transactionId) {
    Command c = claim();
    Commands.adjustBalance(c, userId, currency, amount, transactionId);
    return publish(c);
  }

  /**
   * Moves an amount from a user to another, once per transaction id of the first. Returns the
   * sequence. See {@link Commands#transfer}.
   */
  public long transfer(
      long fromUserId, long toUserId, int currency, long amount, long transactionId) {
    Command c = claim();
    Commands.transfer(c, fromUserId, toUserId, currency, amount, transactionId);
    return publish(c);
  }

  /** Pays fees that trades have left out of the exchange. Returns the sequence. */
  public long withdrawFees(int currency, long amount) {
    Command c = claim();
    Commands.withdrawFees(c, currency, amount);
    return publish(c);
  }

  /** Adds a symbol. Returns the sequence. */
  public long addSymbol(SymbolSpec spec) {
    Objects.requireNonNull(spec, "spec");
    Command c = claim();
    Commands.addSymbol(c, spec);
    return publish(c);
  }

  /** Gives a symbol other limits. Returns the sequence. See {@link Commands#updateSymbol}. */
  public long updateSymbol(SymbolSpec spec) {
    Objects.requireNonNull(spec, "spec");
    Command c = claim();
    Commands.updateSymbol(c, spec);
    return publish(c);
  }

  /** Names a currency, once, and makes garbage; see {@link Commands#addCurrency}. */
  public long addCurrency(int currency, String name, int decimals) {
    Objects.requireNonNull(name, "name");
    return submit(c -> Commands.addCurrency(c, currency, name, decimals));
  }
}
