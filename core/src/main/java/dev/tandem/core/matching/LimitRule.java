package dev.tandem.core.matching;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.HeldPrice;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;

/** What the limits of a symbol say to a command on its book, which the state takes. */
final class LimitRule {

  private LimitRule() {}

  /** Whether the command is within them; else it is refused with the first one that it breaks. */
  static boolean admits(Command c, OrderBook book) {
    if (book.spec().limits().isNone()) {
      return true;
    }
    ResultCode refusal = refusal(c, book);
    if (refusal != ResultCode.PENDING) {
      c.reject(refusal);
      return false;
    }
    return true;
  }

  private static ResultCode refusal(Command c, OrderBook book) {
    return switch (c.type) {
      case CommandType.PLACE ->
          c.quantity == 0
              ? refusalOfBudget(c.instructions().budget(), book.spec().limits())
              : refusalOfPlace(c, book.spec());
      case CommandType.MOVE, CommandType.AMEND -> refusalOfMove(c, openOf(c, book), book);
      case CommandType.REDUCE ->
          c.quantity < openOf(c, book) && !book.spec().limits().isInSteps(c.quantity)
              ? ResultCode.QUANTITY_NOT_IN_STEPS
              : ResultCode.PENDING;
      default -> ResultCode.PENDING;
    };
  }

  /** What an order shows is judged as a quantity, so that each of its parts is one, too. */
  private static ResultCode refusalOfPlace(Command c, SymbolSpec spec) {
    ResultCode ofOrder = refusal(c.quantity, HeldPrice.of(c, spec), c.quantity, spec);
    long shown = c.instructions() == null ? 0 : c.instructions().displayQuantity();
    return ofOrder != ResultCode.PENDING || shown == 0 ? ofOrder : spec.limits().refusalOf(shown);
  }

  /**
   * A total that leaves as many lots open as before, or none, names none that are to be judged.
   *
   * @param open lots of the order; 0 if it is not there, which is refused as such
   */
  private static ResultCode refusalOfMove(Command c, long open, OrderBook book) {
    if (open == 0) {
      return ResultCode.PENDING;
    }
    long lots = lotsOf(c, book);
    boolean namesNone = c.type == CommandType.AMEND && (lots == 0 || lots == open);
    return refusal(namesNone ? 0 : c.quantity, c.price, lots, book.spec());
  }

  private static ResultCode refusalOfBudget(long budget, LotLimits limits) {
    return limits.maxValue() != 0 && budget > limits.maxValue()
        ? ResultCode.NOTIONAL_TOO_LARGE
        : ResultCode.PENDING;
  }

  /** Open lots that a MOVE or AMEND would give its order, which is there, before it takes. */
  static long lotsOf(Command c, OrderBook book) {
    int order = c.type == CommandType.AMEND ? book.find(c.orderId) : 0;
    if (order != 0) {
      return LiveOrderCommands.openOf(c, order, book.orders());
    }
    return c.quantity == 0 ? openOf(c, book) : c.quantity;
  }

  /** Open lots of the order that the command names; 0 if its user has none. */
  private static long openOf(Command c, OrderBook book) {
    int order = book.find(c.orderId);
    if (order != 0) {
      return book.orders().user(order) == c.userId ? book.orders().open(order) : 0;
    }
    return book.stops() == null ? 0 : book.stops().openOf(c.orderId, c.userId);
  }

  /**
   * @param named lots that the command names; 0 if it names none
   * @param lots lots that its order comes to have
   */
  private static ResultCode refusal(long named, long price, long lots, SymbolSpec spec) {
    LotLimits limits = spec.limits();
    ResultCode ofLots = named == 0 ? ResultCode.PENDING : limits.refusalOf(named);
    if (ofLots != ResultCode.PENDING) {
      return ofLots;
    }
    // Nobody knows what a sell without a limit brings.
    return price != 0 && limits.isWorthTooMuch(price, lots, spec.tickScale())
        ? ResultCode.NOTIONAL_TOO_LARGE
        : ResultCode.PENDING;
  }
}
