package dev.tandem.core.command;

/**
 * One slot of the ring: a command's inputs, and what the stages wrote about it.
 *
 * <p>A slot is preallocated and used again; nobody may keep a reference to it after the handler
 * returned. The publisher writes the input fields, each stage its own output fields (the admission
 * stage also what number or time is missing among the inputs), and the sequences of the pipeline
 * order the accesses: there is no lock and no volatile in here.
 *
 * <p>Fields are public on purpose: this is a record of memory shared between stages, not an object
 * with behaviour.
 */
public final class Command extends CommandInput {

  // Output of admission.

  /**
   * Code of the {@link ResultCode} that admission refused the command with; PENDING if it let it
   * pass. Unlike {@link #result}, later stages do not write it, so several may read it at once.
   */
  public byte entryResult;

  /** Number of the client among those of the kernel, if {@link #clientKey} is not 0. */
  public int client;

  // Output of risk and matching.

  /** Code of a {@link ResultCode}. */
  public byte result;

  /**
   * From hold to matching and to settlement: the risk stage's handle of the order that something is
   * held for. 0 if nothing is held, so matching has refused what is refused and has one.
   */
  public int holdTag;

  /** From matching to settlement: the handle of the order that a command found, not of a PLACE. */
  public int foundTag;

  /** Side of the order that the command found; for PLACE the order's own. */
  public byte orderSide;

  /**
   * Price in ticks of the order that a CANCEL or REDUCE found, the new one of a MOVE or AMEND, the
   * limit of a PLACE, or the price of an UNCROSS (0: nothing crossed). Of an order that slid
   * ({@link PostOnly}) the price at which it rests; of one that an AMEND cancels the one at which
   * it did.
   */
  public long orderPrice;

  /**
   * Lots that traded for this command's order, or in all pairs of an UNCROSS. Like the other fields
   * of the order as of {@link Outcomes#ownEnd}.
   */
  public long filledQuantity;

  /** Lots that rest in the book for this command's order after it. */
  public long openQuantity;

  /**
   * Lots that this command took off the book or never let in: a cancel's, a reduce's, an IOC's, a
   * FOK's, those of an AMEND that left the order its place. Not those of {@link
   * #preventedQuantity}.
   */
  public long releasedQuantity;

  /**
   * Whether this command's own order sleeps, or slept where it is cancelled: then what is open of
   * it is in no book. See {@link Outcomes#SLEEP}.
   */
  public boolean asleep;

  // Output of results.

  /**
   * For a command whose client sequence was seen before, {@link ResultCode#DUPLICATE_COMMAND} or
   * {@link ResultCode#CLIENT_SEQUENCE_REUSED}: the code that the first one was answered with.
   * Otherwise PENDING.
   */
  public byte firstResult;

  /**
   * Number of the command among those that leave event records, from 0; it continues over restarts.
   * -1 if it leaves none.
   */
  public long number;

  /**
   * Number of its RESULT record in the event stream, from 0; it continues over restarts. -1 if the
   * command leaves no records. {@link #eventOf} numbers those of its outcomes.
   */
  public long eventNumber;

  /** The trades of this command, and what else it did to orders that are not its own. */
  public final Outcomes outcomes;

  /** A cleared slot. */
  public Command() {
    this(new Outcomes());
  }

  /**
   * A cleared slot with this buffer for its outcomes. A ring that allocates all buffers before all
   * slots has its slots side by side in memory.
   */
  public Command(Outcomes outcomes) {
    this.outcomes = outcomes;
  }

  /** Makes the slot ready for a new command: every input and output has its default. */
  public void clear() {
    clearInput();
    clearOutput();
  }

  /** Makes the slot ready for the stages; the admission stage calls it first. */
  public void clearOutput() {
    entryResult = ResultCode.PENDING_CODE;
    result = ResultCode.PENDING_CODE;
    holdTag = 0;
    foundTag = 0;
    orderSide = 0;
    orderPrice = 0;
    filledQuantity = 0;
    openQuantity = 0;
    releasedQuantity = 0;
    asleep = false;
    firstResult = ResultCode.PENDING_CODE;
    if (!outcomes.isClear()) {
      outcomes.clear();
    }
  }

  /**
   * Takes over all inputs and outputs of a command that all stages have finished with, so that they
   * can be read after the handler that got it has returned. Whoever waits for that command's answer
   * does not wait for this copy, and a query is not copied with it.
   */
  public void copyFrom(Command other) {
    sequence = other.sequence;
    copyValues(other);
    completion = null;
    payload = other.payload instanceof QueryPayload ? null : other.payload;
    entryResult = other.entryResult;
    client = other.client;
    result = other.result;
    holdTag = other.holdTag;
    foundTag = other.foundTag;
    orderSide = other.orderSide;
    orderPrice = other.orderPrice;
    filledQuantity = other.filledQuantity;
    openQuantity = other.openQuantity;
    releasedQuantity = other.releasedQuantity;
    asleep = other.asleep;
    firstResult = other.firstResult;
    number = other.number;
    eventNumber = other.eventNumber;
    outcomes.copyFrom(other.outcomes);
  }

  /** Refuses this command. */
  public void reject(ResultCode code) {
    result = code.code();
  }

  /** Refuses this command in the admission stage. */
  public void rejectEntry(ResultCode code) {
    entryResult = code.code();
    result = entryResult;
  }

  /** Whether the admission stage has refused this command. */
  public boolean isRejectedAtEntry() {
    return entryResult != ResultCode.PENDING_CODE;
  }

  /** Whether a stage has refused this command, so that the later ones pass it on untouched. */
  public boolean isRejected() {
    return result > ResultCode.OK_CODE;
  }

  /**
   * Whether it did anything to an order or a book: it was accepted, or has outcomes all the same.
   */
  public boolean changesOrders() {
    return outcomes.count() != 0 || (result == ResultCode.OK_CODE && CommandType.isOfBook(type));
  }

  /**
   * Whether it was accepted and is of an order: the fields of its own order say what became of it.
   */
  public boolean changesOwnOrder() {
    return result == ResultCode.OK_CODE && CommandType.isOfOrder(type);
  }

  /**
   * Whether its own order, or the one that it changed, is live after it: has lots that rest, wait
   * or sleep. Of a command that {@link #changesOwnOrder changes one}.
   */
  public boolean leavesOwnOrder() {
    return openQuantity > 0;
  }

  /** The state that it has brought its symbol into; null if it has not changed it. */
  public SymbolState newState() {
    for (int i = outcomes.trades() == outcomes.count() ? -1 : outcomes.count() - 1; i >= 0; i--) {
      if (outcomes.kind(i) == Outcomes.STATE) {
        return SymbolState.of(outcomes.reason(i));
      }
    }
    return null;
  }

  /**
   * Whether this command's own order is the taker of a trade that the fields of the order include.
   */
  public boolean isTaker(int outcome) {
    return outcome < outcomes.ownEnd()
        && outcomes.isTrade(outcome)
        && outcomes.takerOrderId(outcome) == orderId
        && outcomes.symbol(outcome) == symbol
        && !outcomes.isAuction(outcome);
  }

  /**
   * Lots of this command's own order that {@link SelfTrade} cancelled as it took. Lots that were
   * named are filled, open, released or prevented.
   */
  public long preventedQuantity() {
    long lots = 0;
    for (int i = outcomes.trades() == outcomes.count() ? -1 : outcomes.ownEnd() - 1; i >= 0; i--) {
      lots += isPrevented(i) ? outcomes.quantity(i) : 0;
    }
    return lots;
  }

  /** Whether an outcome is of lots of {@link #preventedQuantity}. */
  public boolean isPrevented(int outcome) {
    return outcome < outcomes.ownEnd()
        && outcomes.isOffBook(outcome)
        && outcomes.reason(outcome) == Outcomes.BY_SELF_TRADE
        && outcomes.orderId(outcome) == orderId
        && outcomes.symbol(outcome) == symbol;
  }

  /**
   * Number of an outcome's record in the event stream, which of a trade is also its id. The records
   * follow the RESULT in order; what the command's own order released stands at {@link
   * Outcomes#ownEnd}.
   */
  public long eventOf(int outcome) {
    int own = releasedQuantity != 0 && outcome >= outcomes.ownEnd() ? 1 : 0;
    return eventNumber + 1 + outcome + own;
  }

  @Override
  public String toString() {
    return CommandType.nameOf(type)
        + "[sequence="
        + sequence
        + ", symbol="
        + symbol
        + ", user="
        + userId
        + switch (type) {
          case CommandType.TRANSFER -> ", payee=";
          case CommandType.SET_SELF_TRADE_GROUP -> ", group=";
          default -> ", order=";
        }
        + orderId
        + ", side="
        + side
        + ", terms="
        + terms
        + ", price="
        + price
        + ", quantity="
        + quantity
        + (amount == 0
            ? ""
            : ", currency=" + currency + ", amount=" + amount + ", transaction=" + transactionId)
        + ", result="
        + ResultCode.of(result)
        + "]";
  }
}
