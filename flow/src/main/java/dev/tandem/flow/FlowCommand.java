package dev.tandem.flow;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;

/**
 * One command to be added to a {@link Flow}: who fills it sets the fields that the command has,
 * appends it, and may use it again. A command about money has no order: {@link #currency} puts what
 * it has into the fields of one. One thread at a time.
 */
public final class FlowCommand {

  /** When it was sent: nanoseconds since the beginning of the flow's day, or a mere order. */
  public long timeNs;

  /** Position of its symbol in {@link Flow#symbols()}. */
  public int symbol;

  /** A constant of {@link CommandType}. */
  public byte type;

  /** From 1; 0 for a command of no user. */
  public long userId;

  /** 0 for a command of no order. */
  public long orderId;

  /** A code of {@link Side}. */
  public byte side;

  /** The {@link OrderTerms} of a PLACE, the code of the state of a SET_STATE; otherwise 0. */
  public byte terms;

  /** The code of the {@link PostOnly} of a PLACE; 0: the order may take. */
  public byte postOnly;

  /** The lots that the order of a PLACE shows at most; 0: all. */
  public long displayQuantity;

  /** The minimum quantity of a PLACE in lots; 0: none. */
  public long minQuantity;

  /** The trigger price of a PLACE in ticks; 0: none. */
  public long triggerPrice;

  /** How far the order of a PLACE trails its best price, in ticks or ppm; 0: it does not. */
  public long trailing;

  /** Whether that is in ppm. */
  public boolean inPpm;

  /** The order of which that of a PLACE is the other leg; 0: of none. */
  public long linkedOrder;

  /** The budget of a PLACE in units of the quote currency; 0: none. */
  public long budget;

  /** The code of the {@link SelfTrade} of a PLACE. */
  public byte selfTrade;

  /** When the order of a PLACE expires, in nanoseconds; 0: never. */
  public long expireTime;

  /** Ticks; for UNCROSS the expected price, {@link Flow#UNCHECKED} for none. */
  public long price;

  /** Lots; for CANCEL and UNCROSS the expected quantity, {@link Flow#UNCHECKED} for none. */
  public long quantity;

  /** What outputs call the command. */
  public long number;

  /** Its line or record in the file, from 1; 0 for a command that no line stands for. */
  public long line;

  /** The user who gets the amount of a TRANSFER; 0 for any other command. */
  public long payeeId;

  /** A cleared command. */
  public FlowCommand() {
    clear();
  }

  /** Sets what a command about money has; of these a file of commands can hold a TRANSFER alone. */
  public void currency(int currency, long amount, long transactionId) {
    quantity = currency;
    price = amount;
    orderId = transactionId;
  }

  /** Gives each field its default: a buy that rests, and 0 for the rest. */
  public void clear() {
    timeNs = 0;
    symbol = 0;
    type = CommandType.NOP;
    userId = 0;
    orderId = 0;
    side = Side.BUY_CODE;
    terms = 0;
    postOnly = 0;
    displayQuantity = 0;
    minQuantity = 0;
    triggerPrice = 0;
    trailing = 0;
    inPpm = false;
    linkedOrder = 0;
    budget = 0;
    selfTrade = 0;
    expireTime = 0;
    price = 0;
    quantity = 0;
    number = 0;
    line = 0;
    payeeId = 0;
  }
}
