package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolState;
import java.util.List;

/** Two orders of which one cancels the other: a limit order that rests, and one that sleeps. */
final class NaiveLinks {

  private NaiveLinks() {}

  /** The live order of its user that a new order names as its other leg, or null. */
  private static NaiveBook.Order named(NaiveBook book, Input in) {
    return in.linkedOrder() == 0 ? null : book.find(in.linkedOrder(), in.userId());
  }

  /** What is held for the other leg already; 0 if it cannot be one whatever the book says. */
  static long heldByOther(NaiveBook book, Input in) {
    NaiveBook.Order other = named(book, in);
    boolean mayBe = other != null && other.side == in.side() && other.linked == null;
    return mayBe ? other.held : 0;
  }

  /** Why a new order is not the other leg of the one that it names; null if it names none. */
  static ResultCode refusal(NaiveBook book, Input in) {
    if (in.linkedOrder() == 0) {
      return null;
    }
    NaiveBook.Order other = named(book, in);
    if (other == null) {
      return ResultCode.UNKNOWN_LINKED_ORDER;
    }
    NaiveBook.Order own = new NaiveBook.Order(in, book.lastPrice);
    List<NaiveBook.Order> place = own.isStop() ? book.orders : book.stops;
    if (other.linked != null
        || other.side != in.side()
        || other.filled != 0
        || !place.contains(other)) {
      return ResultCode.INVALID_LINKED_ORDER;
    }
    boolean gathers = book.state != SymbolState.CONTINUOUS && book.state != SymbolState.POST_ONLY;
    boolean takes =
        own.isStop()
            ? !book.letsSleep(own) && own.trigger.offset() == 0
            : in.postOnly() == 0 && !gathers && book.meets(in.side(), in.price());
    return takes ? ResultCode.WOULD_TAKE : null;
  }

  /** A leg stays where it is. */
  static ResultCode ofMove(NaiveBook.Order order) {
    return order.linked == null ? null : ResultCode.ORDER_IS_LINKED;
  }

  /** Whether a new order may say that it is a leg. */
  static boolean mayBeLeg(Input in) {
    boolean isLimit = NaiveInstructions.typeOf(in) == OrderType.LIMIT.code();
    return isLimit
        ? NaiveInstructions.timeOf(in).rests() && in.minQuantity() == 0
        : !NaiveInstructions.isMarket(in);
  }

  /** Whether the command gives an order that is there another price or other lots. */
  static boolean moves(Input in) {
    return in.type() == CommandType.MOVE || in.type() == CommandType.AMEND;
  }

  /** Makes the two a pair, of which the new one holds what the other one does not. */
  static void link(NaiveBook.Order own, NaiveBook.Order other) {
    own.linked = other;
    other.linked = own;
  }

  static void partIfGone(NaiveBook.Order order, List<NaiveBook.Order> leaving) {
    if (order.open == 0) {
      part(order, leaving);
    }
  }

  /** An order trades, wakes or leaves: all that is held for the pair is held for it. */
  static void part(NaiveBook.Order order, List<NaiveBook.Order> leaving) {
    NaiveBook.Order other = order.linked;
    if (other == null) {
      return;
    }
    order.held = Math.addExact(order.held, other.held);
    other.held = 0;
    order.linked = null;
    other.linked = null;
    leaving.add(other);
  }
}
