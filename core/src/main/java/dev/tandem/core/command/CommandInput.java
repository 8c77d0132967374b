package dev.tandem.core.command;

import java.util.concurrent.CompletableFuture;

/**
 * What the publisher writes of a command. A class of its own because the JVM lays out the fields of
 * a superclass first: they lie together, before the outputs of the stages. Admission writes two of
 * them: a number that lanes leave open, and a time that was not given.
 */
abstract class CommandInput {

  /**
   * Number of this command in the life of the kernel, from 0; set when the slot is claimed, or by
   * admission.
   */
  public long sequence;

  /**
   * Kept by the ingress alone: which thread has claimed the slot, and whether it is published. No
   * input: it is neither copied nor cleared.
   */
  public long claim;

  /**
   * Nanoseconds since the epoch; 0 stands for the time of the admission stage's clock. Admission
   * raises it to that of the command before: the time of the stream never falls.
   */
  public long timestampNs;

  /** Who sends; 0 for a client that does not want duplicates detected. */
  public long clientKey;

  /**
   * The client's own number of this command, rising; within {@link ClientWindow#SIZE} in any order.
   * Ignored if {@link #clientKey} is 0.
   */
  public long clientSequence;

  public long userId;

  /**
   * Order; of a TRANSFER the user who gets the amount, see {@link #payeeId}; of a
   * SET_SELF_TRADE_GROUP the group, see {@link #groupId}.
   */
  public long orderId;

  /** Limit price in ticks. */
  public long price;

  /**
   * Quantity in lots: of the order (PLACE), to take off (REDUCE), the new open quantity (MOVE; 0
   * keeps what is open), or the new total with what is filled (AMEND).
   */
  public long quantity;

  /**
   * Units of {@link #currency} to add (negative: withdraw), of fees to withdraw, or to transfer.
   */
  public long amount;

  /**
   * Identifies a balance adjustment or a transfer among those of its user, who pays: rising, within
   * {@code TransactionWindow.SIZE} in any order.
   */
  public long transactionId;

  public int symbol;
  public int currency;

  /** One of {@link CommandType}. */
  public byte type;

  /** Code of a {@link Side}. */
  public byte side;

  /** Its {@link OrderTerms}; of a SET_STATE the code of the {@link SymbolState}. */
  public byte terms;

  /**
   * Code of the {@link ResultCode} that a door has refused the command with before it was
   * published; 0 if none has. Admission then refuses it, and the stages behind change nothing. See
   * {@link Commands#refuse}.
   */
  public byte refusal;

  /** Whether the command has {@link #instructions}; a plain order has none. */
  private boolean extended;

  /** Made with the first command of the slot that needs it, and then used again. */
  private Instructions instructions;

  /**
   * The {@link SymbolSpec} of ADD_SYMBOL or UPDATE_SYMBOL, the {@link Naming} of ADD_CURRENCY or
   * the query of QUERY; otherwise null.
   */
  public Object payload;

  /** Completed with the answer by the results stage; null if nobody waits for it. */
  public CompletableFuture<CommandResult> completion;

  /** Of a TRANSFER the user who gets the amount; {@link #userId} pays it. */
  public final long payeeId() {
    return orderId;
  }

  /** Of a SET_SELF_TRADE_GROUP the group that {@link #userId} gets; 0: none. */
  public final long groupId() {
    return orderId;
  }

  /** Gives the command an optional part that says nothing yet. */
  public final Instructions extend() {
    if (instructions == null) {
      instructions = new Instructions();
    }
    instructions.clear();
    extended = true;
    return instructions;
  }

  /** The optional part, which says nothing yet if the command had none. */
  final Instructions instruct() {
    return extended ? instructions : extend();
  }

  /** Takes the optional part away. */
  public final void shorten() {
    if (extended) {
      extended = false;
    }
  }

  /** The optional part of the command; null if it has none, or one that says nothing. */
  public final Instructions instructions() {
    return extended && !instructions.isEmpty() ? instructions : null;
  }

  /** Takes over every input of a command but its {@link #sequence}, which is the slot's own. */
  @SuppressWarnings("ReferenceEquality") // whether there is something to be stored
  public void copyInput(CommandInput from) {
    copyValues(from);
    if (payload != from.payload) {
      payload = from.payload;
    }
    if (completion != from.completion) {
      completion = from.completion;
    }
  }

  /** Gives every input its default, so that a publisher writes only what its command needs. */
  public void clearInput() {
    timestampNs = 0;
    clientKey = 0;
    clientSequence = 0;
    userId = 0;
    orderId = 0;
    price = 0;
    quantity = 0;
    amount = 0;
    transactionId = 0;
    symbol = 0;
    currency = 0;
    type = CommandType.NOP;
    side = Side.BUY_CODE;
    terms = 0;
    refusal = 0;
    extended = false;
    // References are rare, and storing one costs a barrier.
    if (payload != null) {
      payload = null;
    }
    if (completion != null) {
      completion = null;
    }
  }

  /** Takes over the inputs but the sequence and the two references. */
  final void copyValues(CommandInput from) {
    timestampNs = from.timestampNs;
    clientKey = from.clientKey;
    clientSequence = from.clientSequence;
    userId = from.userId;
    orderId = from.orderId;
    price = from.price;
    quantity = from.quantity;
    amount = from.amount;
    transactionId = from.transactionId;
    symbol = from.symbol;
    currency = from.currency;
    type = from.type;
    side = from.side;
    terms = from.terms;
    refusal = from.refusal;
    extended = from.extended;
    if (extended) {
      extend().copyFrom(from.instructions);
    }
  }
}
