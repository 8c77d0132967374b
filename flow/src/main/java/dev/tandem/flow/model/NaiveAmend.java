package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;

/** What an AMEND makes of its order, which names all of its lots, the filled ones too. */
final class NaiveAmend {

  private NaiveAmend() {}

  /** What is wrong with one, whatever the state. */
  static ResultCode form(Input in) {
    if (in.orderId() == 0) {
      return ResultCode.INVALID_ORDER_ID;
    }
    if (in.price() <= 0) {
      return ResultCode.INVALID_PRICE;
    }
    if (in.quantity() <= 0) {
      return ResultCode.INVALID_QUANTITY;
    }
    if (!in.saying(1, 0).instructions().isEmpty()) {
      return ResultCode.UNSUPPORTED_INSTRUCTION;
    }
    return in.triggerPrice() < 0 ? ResultCode.INVALID_TRIGGER : null;
  }

  /** The lots that are open then: those of the total that are not filled. */
  static long open(Input in, NaiveBook.Order order) {
    return Math.max(0, in.quantity() - order.filled);
  }

  /**
   * Whether a command is one that leaves nothing open: the order is cancelled, and it does not
   * matter how it stands.
   */
  static boolean cancels(Input in, NaiveBook.Order order) {
    return in.type() == CommandType.AMEND && open(in, order) == 0;
  }

  /** Whether it gives a trigger to an order that does not sleep until a price that it names. */
  static boolean hasNoTrigger(Input in, NaiveBook book, NaiveBook.Order order) {
    boolean isNamed = book.stops.contains(order) && order.trigger.offset() == 0;
    return in.triggerPrice() != 0 && !isNamed;
  }

  /** Whether a move may take; not if it cancels, or only takes lots off an order that sleeps. */
  static boolean mayTake(Input in, NaiveBook book, NaiveBook.Order order) {
    boolean onlyTakesOff =
        in.type() == CommandType.AMEND
            && book.sleeps(order)
            && !hasNoTrigger(in, book, order)
            && keepsPlace(in, book, order);
    return !cancels(in, order) && !onlyTakesOff;
  }

  /** The lots that a move names which are judged; 0 are none: it leaves as many open, or none. */
  static long named(Input in, NaiveBook.Order order) {
    boolean namesNone =
        in.type() == CommandType.AMEND && (cancels(in, order) || open(in, order) == order.open);
    return namesNone ? 0 : in.quantity();
  }

  /** Whether the order stays where it is, with as many lots or fewer, or with none. */
  static boolean keepsPlace(Input in, NaiveBook book, NaiveBook.Order order) {
    if (cancels(in, order)) {
      return true;
    }
    long trigger = in.triggerPrice();
    return open(in, order) <= order.open
        && book.priceOf(order.postOnly, order.side, in.price()) == order.price
        && (trigger == 0 || trigger == order.trigger.ticks());
  }
}
