package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Why a command is refused: rules in one order, of which the first that applies wins. A rule may
 * take for granted that none before it applied.
 */
final class NaiveRefusals {

  private final NaiveState state;

  /** Whether the id of a new order was live when it came, also if that one has expired since. */
  private boolean idInUse;

  private final List<Function<Input, ResultCode>> beforeTheBook =
      List.of(
          NaiveForms::door,
          NaiveRefusals::form,
          this::user,
          this::symbol,
          this::priceLimit,
          this::order,
          this::moveOfLeg,
          this::transaction,
          this::payee,
          this::overflow,
          this::funds);
  private final List<Function<Input, ResultCode>> ofTheBook =
      List.of(
          this::order,
          this::trading,
          this::limits,
          this::liveOrderId,
          this::link,
          this::trigger,
          this::parts,
          this::postOnly,
          this::lots);

  NaiveRefusals(NaiveState state) {
    this.state = state;
  }

  /** The refusal of a command that its client did not send before; null if the book is asked. */
  ResultCode early(Input in) {
    NaiveBook book = state.books.get(in.symbol());
    idInUse = in.type() == CommandType.PLACE && book != null && book.find(in.orderId()) != null;
    return first(beforeTheBook, in);
  }

  /** The refusal by the book, once what has expired is gone; null if the command is accepted. */
  ResultCode late(Input in) {
    return first(ofTheBook, in);
  }

  private static ResultCode first(List<Function<Input, ResultCode>> rules, Input in) {
    for (Function<Input, ResultCode> rule : rules) {
      ResultCode refusal = rule.apply(in);
      if (refusal != null) {
        return refusal;
      }
    }
    return null;
  }

  private static ResultCode form(Input in) {
    return switch (in.type()) {
      case CommandType.NOP,
          CommandType.START_AUCTION,
          CommandType.UNCROSS,
          CommandType.END_SESSION,
          CommandType.TICK ->
          null;
      case CommandType.MASS_CANCEL ->
          in.side() >= 0 && in.side() <= 2 ? null : ResultCode.INVALID_SIDE;
      case CommandType.SET_STATE ->
          in.terms() >= 0 && in.terms() <= 5 ? null : ResultCode.INVALID_STATE;
      case CommandType.QUERY -> in.query() ? null : ResultCode.UNKNOWN_COMMAND;
      case CommandType.PLACE -> formOfPlace(in);
      case CommandType.CANCEL -> in.orderId() == 0 ? ResultCode.INVALID_ORDER_ID : null;
      case CommandType.REDUCE -> NaiveForms.ofReduce(in);
      case CommandType.MOVE -> NaiveForms.ofMove(in);
      case CommandType.AMEND -> NaiveAmend.form(in);
      case CommandType.ADD_USER,
          CommandType.SUSPEND_USER,
          CommandType.RESUME_USER,
          CommandType.SET_SELF_TRADE_GROUP ->
          in.userId() <= 0 ? ResultCode.INVALID_USER_ID : null;
      case CommandType.ADJUST_BALANCE ->
          in.amount() == 0 || in.amount() == Long.MIN_VALUE ? ResultCode.INVALID_AMOUNT : null;
      case CommandType.WITHDRAW_FEES -> in.amount() <= 0 ? ResultCode.INVALID_AMOUNT : null;
      case CommandType.TRANSFER -> NaiveTransfer.form(in);
      case CommandType.ADD_SYMBOL, CommandType.UPDATE_SYMBOL -> NaiveSymbols.form(in);
      case CommandType.ADD_CURRENCY ->
          NaiveNames.isOfCurrency(in.naming()) ? null : ResultCode.INVALID_CURRENCY;
      default -> ResultCode.UNKNOWN_COMMAND;
    };
  }

  private static ResultCode formOfPlace(Input in) {
    if (in.orderId() == 0) {
      return ResultCode.INVALID_ORDER_ID;
    }
    boolean needsNone =
        NaiveInstructions.isMarket(in) || List.of(3, 5, 7).contains(NaiveInstructions.typeOf(in));
    if (needsNone ? in.price() < 0 : in.price() <= 0) {
      return ResultCode.INVALID_PRICE;
    }
    if (in.budget() != 0 ? in.quantity() < 0 : in.quantity() <= 0) {
      return ResultCode.INVALID_QUANTITY;
    }
    if (in.side() != Side.BUY_CODE && in.side() != Side.SELL_CODE) {
      return ResultCode.INVALID_SIDE;
    }
    return OrderTerms.isKnown(in.terms())
        ? NaiveInstructions.form(in)
        : ResultCode.INVALID_ORDER_TYPE;
  }

  /** A buy must say what it pays at most; a sell must, or its symbol. */
  private ResultCode priceLimit(Input in) {
    if (in.type() != CommandType.PLACE || in.price() != 0 || in.budget() != 0) {
      return null;
    }
    boolean isProtected = specOf(in).protectionPoints() != 0;
    boolean maySo = in.side() == Side.SELL_CODE || in.triggerPrice() != 0;
    return maySo && isProtected ? null : ResultCode.LIMIT_REQUIRED;
  }

  private ResultCode user(Input in) {
    NaiveUser user = state.users.get(in.userId());
    return switch (in.type()) {
      case CommandType.ADD_USER -> user == null ? null : ResultCode.USER_EXISTS;
      case CommandType.PLACE,
          CommandType.CANCEL,
          CommandType.REDUCE,
          CommandType.MOVE,
          CommandType.AMEND,
          CommandType.SUSPEND_USER,
          CommandType.RESUME_USER,
          CommandType.ADJUST_BALANCE,
          CommandType.TRANSFER,
          CommandType.SET_SELF_TRADE_GROUP ->
          user == null ? ResultCode.UNKNOWN_USER : suspension(in.type(), user);
      case CommandType.MASS_CANCEL ->
          user == null && in.userId() != 0 ? ResultCode.UNKNOWN_USER : null;
      default -> null;
    };
  }

  private static ResultCode suspension(byte type, NaiveUser user) {
    return switch (type) {
      case CommandType.PLACE, CommandType.MOVE, CommandType.AMEND, CommandType.SUSPEND_USER ->
          user.suspended ? ResultCode.USER_SUSPENDED : null;
      case CommandType.RESUME_USER -> user.suspended ? null : ResultCode.USER_NOT_SUSPENDED;
      default -> null;
    };
  }

  private ResultCode symbol(Input in) {
    boolean known = state.books.containsKey(in.symbol());
    return switch (in.type()) {
      case CommandType.ADD_SYMBOL ->
          known ? ResultCode.SYMBOL_EXISTS : NaiveNames.inUse(state, in.spec().naming());
      case CommandType.UPDATE_SYMBOL ->
          known ? NaiveSymbols.fixed(specOf(in), in.spec()) : ResultCode.UNKNOWN_SYMBOL;
      case CommandType.ADD_CURRENCY ->
          state.names.containsKey(in.currency())
              ? ResultCode.CURRENCY_EXISTS
              : NaiveNames.inUse(state.names.values().stream(), in.naming());
      case CommandType.PLACE,
          CommandType.CANCEL,
          CommandType.REDUCE,
          CommandType.MOVE,
          CommandType.AMEND,
          CommandType.START_AUCTION,
          CommandType.UNCROSS,
          CommandType.SET_STATE,
          CommandType.END_SESSION,
          CommandType.MASS_CANCEL,
          CommandType.TICK ->
          known ? null : ResultCode.UNKNOWN_SYMBOL;
      default -> null;
    };
  }

  private ResultCode order(Input in) {
    return switch (in.type()) {
      case CommandType.CANCEL, CommandType.REDUCE, CommandType.MOVE, CommandType.AMEND ->
          liveOrder(in) == null ? ResultCode.UNKNOWN_ORDER : null;
      default -> null;
    };
  }

  private ResultCode moveOfLeg(Input in) {
    return NaiveLinks.moves(in) ? NaiveLinks.ofMove(liveOrder(in)) : null;
  }

  private ResultCode link(Input in) {
    return in.type() == CommandType.PLACE
        ? NaiveLinks.refusal(state.books.get(in.symbol()), in)
        : null;
  }

  private NaiveBook.Order liveOrder(Input in) {
    return state.books.get(in.symbol()).find(in.orderId(), in.userId());
  }

  private ResultCode transaction(Input in) {
    if (in.type() != CommandType.ADJUST_BALANCE && in.type() != CommandType.TRANSFER) {
      return null;
    }
    return switch (state.users.get(in.userId()).transactions.judge(in.transactionId())) {
      case NEW -> null;
      case SEEN -> ResultCode.DUPLICATE_TRANSACTION;
      case STALE -> ResultCode.STALE_TRANSACTION;
    };
  }

  private ResultCode payee(Input in) {
    return NaiveTransfer.unknownPayee(state, in);
  }

  private ResultCode overflow(Input in) {
    boolean fits =
        switch (in.type()) {
          case CommandType.PLACE, CommandType.MOVE, CommandType.AMEND ->
              requirement(in).isPresent();
          case CommandType.ADJUST_BALANCE ->
              NaiveMoney.fits(
                  BigInteger.valueOf(state.supply(in.currency()))
                      .add(BigInteger.valueOf(in.amount())));
          default -> true;
        };
    return fits ? null : ResultCode.OVERFLOW;
  }

  private OptionalLong requirement(Input in) {
    NaiveBook book = state.books.get(in.symbol());
    if (in.type() == CommandType.PLACE && in.budget() != 0) {
      return NaiveMoney.withFee(book.spec, in.budget());
    }
    if (in.type() == CommandType.PLACE) {
      return NaiveMoney.requirement(
          book.spec, in.side(), NaiveInstructions.heldPrice(in, book.spec), in.quantity());
    }
    NaiveBook.Order order = liveOrder(in);
    return NaiveMoney.requirement(book.spec, order.side, in.price(), quantityOfMove(in, order));
  }

  /** The open lots that a command comes to; in a move 0 keeps what is open. */
  static long quantityOfMove(Input in, NaiveBook.Order order) {
    if (in.type() == CommandType.AMEND) {
      return NaiveAmend.open(in, order);
    }
    return in.quantity() == 0 ? order.open : in.quantity();
  }

  private ResultCode funds(Input in) {
    boolean enough =
        switch (in.type()) {
          case CommandType.PLACE -> {
            long other = NaiveLinks.heldByOther(state.books.get(in.symbol()), in);
            yield requirement(in).getAsLong() - other <= available(in, in.side());
          }
          case CommandType.MOVE, CommandType.AMEND -> {
            NaiveBook.Order order = liveOrder(in);
            long more = Math.max(0, requirement(in).getAsLong() - order.held);
            yield more <= available(in, order.side);
          }
          case CommandType.ADJUST_BALANCE ->
              in.amount() > 0
                  || -in.amount() <= state.users.get(in.userId()).available(in.currency());
          case CommandType.TRANSFER ->
              in.amount() <= state.users.get(in.userId()).available(in.currency());
          case CommandType.WITHDRAW_FEES -> in.amount() <= state.fees(in.currency());
          default -> true;
        };
    return enough ? null : ResultCode.INSUFFICIENT_FUNDS;
  }

  private long available(Input in, byte side) {
    NaiveBook book = state.books.get(in.symbol());
    return state.users.get(in.userId()).available(NaiveSettlement.payingCurrency(book.spec, side));
  }

  /** The table of what a symbol takes in which state, a command after the other. */
  private ResultCode trading(Input in) {
    NaiveBook book = state.books.get(in.symbol());
    return switch (in.type()) {
      case CommandType.PLACE -> {
        boolean mustTake =
            OrderTerms.isImmediate(in.terms())
                || in.minQuantity() != 0
                || NaiveInstructions.isMarket(in);
        if (NaiveInstructions.timeOf(in) == TimeInForce.AT_AUCTION
            && book.state != SymbolState.AUCTION) {
          yield ResultCode.NOT_IN_AUCTION;
        }
        if (mustTake && book.state != SymbolState.CONTINUOUS) {
          yield ResultCode.NOT_IN_CONTINUOUS_TRADING;
        }
        yield gathers(book, in.side(), in.price(), in.postOnly());
      }
      case CommandType.MOVE, CommandType.AMEND -> {
        // One that leaves nothing, or only less asleep, does not take, as one that slides.
        NaiveBook.Order order = liveOrder(in);
        int rule = NaiveAmend.mayTake(in, book, order) ? order.postOnly : 2;
        yield gathers(book, order.side, in.price(), rule);
      }
      case CommandType.REDUCE ->
          book.state == SymbolState.HALTED || book.state == SymbolState.CLOSED
              ? ResultCode.NOT_ALLOWED_IN_STATE
              : null;
      case CommandType.CANCEL, CommandType.MASS_CANCEL ->
          book.state == SymbolState.CLOSED ? ResultCode.NOT_ALLOWED_IN_STATE : null;
      case CommandType.START_AUCTION -> mayBecome(book, SymbolState.AUCTION);
      case CommandType.SET_STATE -> mayBecome(book, SymbolState.values()[in.terms()]);
      case CommandType.UNCROSS ->
          book.state == SymbolState.AUCTION ? null : ResultCode.NOT_IN_AUCTION;
      default -> null;
    };
  }

  private static ResultCode gathers(NaiveBook book, byte side, long price, int postOnly) {
    return switch (book.state) {
      case CONTINUOUS, AUCTION -> null;
      case POST_ONLY -> postOnly != 2 && book.meets(side, price) ? ResultCode.WOULD_TAKE : null;
      case HALTED, CANCEL_ONLY, CLOSED -> ResultCode.NOT_ALLOWED_IN_STATE;
    };
  }

  private static ResultCode mayBecome(NaiveBook book, SymbolState next) {
    if (book.state == next) {
      return ResultCode.ALREADY_IN_STATE;
    }
    boolean mustNotCross = next == SymbolState.CONTINUOUS || next == SymbolState.POST_ONLY;
    return mustNotCross && book.isCrossed() ? ResultCode.BOOK_CROSSED : null;
  }

  private ResultCode limits(Input in) {
    return switch (in.type()) {
      case CommandType.PLACE -> {
        long price = NaiveInstructions.heldPrice(in, specOf(in));
        ResultCode ofOrder = limits(in, in.quantity(), price, in.quantity());
        yield ofOrder == null && in.displayQuantity() != 0
            ? lots(in, in.displayQuantity())
            : ofOrder;
      }
      case CommandType.MOVE, CommandType.AMEND -> {
        NaiveBook.Order order = liveOrder(in);
        yield limits(in, NaiveAmend.named(in, order), in.price(), quantityOfMove(in, order));
      }
      case CommandType.REDUCE -> ofReduce(in);
      default -> null;
    };
  }

  private ResultCode ofReduce(Input in) {
    long step = specOf(in).limits().lotStep();
    boolean all = in.quantity() >= liveOrder(in).open;
    return all || step == 0 || in.quantity() % step == 0 ? null : ResultCode.QUANTITY_NOT_IN_STEPS;
  }

  /** The lots that a command names are judged, 0 are none; the value is that of all lots. */
  private ResultCode limits(Input in, long named, long price, long lots) {
    if (named != 0 && lots(in, named) != null) {
      return lots(in, named);
    }
    SymbolSpec spec = specOf(in);
    BigInteger value =
        in.budget() != 0 ? BigInteger.valueOf(in.budget()) : NaiveMoney.notional(spec, price, lots);
    return isTooMuch(value, spec) ? ResultCode.NOTIONAL_TOO_LARGE : null;
  }

  private ResultCode lots(Input in, long named) {
    LotLimits most = specOf(in).limits();
    if (most.lotStep() != 0 && named % most.lotStep() != 0) {
      return ResultCode.QUANTITY_NOT_IN_STEPS;
    }
    if (named < most.minLots()) {
      return ResultCode.QUANTITY_TOO_SMALL;
    }
    return most.maxLots() != 0 && named > most.maxLots() ? ResultCode.QUANTITY_TOO_LARGE : null;
  }

  private SymbolSpec specOf(Input in) {
    return state.books.get(in.symbol()).spec;
  }

  private ResultCode liveOrderId(Input in) {
    return idInUse ? ResultCode.DUPLICATE_ORDER_ID : null;
  }

  private ResultCode trigger(Input in) {
    return in.type() == CommandType.AMEND
            && NaiveAmend.hasNoTrigger(in, state.books.get(in.symbol()), liveOrder(in))
        ? ResultCode.INVALID_TRIGGER
        : null;
  }

  /** Whether a command gives an order lots anew that is there. */
  private boolean moves(Input in) {
    return CommandType.mayMove(in.type()) && !NaiveAmend.cancels(in, liveOrder(in));
  }

  /** A move may not give an order more than a thousand parts; where it sleeps it has none. */
  private ResultCode parts(Input in) {
    if (!moves(in) || liveOrder(in).display == 0) {
      return null;
    }
    NaiveBook.Order order = liveOrder(in);
    return NaiveInstructions.parts(quantityOfMove(in, order), order.display) > 1000
        ? ResultCode.TOO_MANY_PARTS
        : null;
  }

  /** An order that must not take has a price, and its lots are not worth too much at that. */
  private ResultCode postOnly(Input in) {
    if (in.type() == CommandType.PLACE) {
      return postOnly(in, in.postOnly(), in.side(), in.quantity());
    }
    if (!moves(in)) {
      return null;
    }
    NaiveBook.Order order = liveOrder(in);
    return postOnly(in, order.postOnly, order.side, quantityOfMove(in, order));
  }

  private ResultCode postOnly(Input in, int postOnly, byte side, long lots) {
    NaiveBook book = state.books.get(in.symbol());
    Long price = book.priceOf(postOnly, side, in.price());
    if (price == null) {
      return ResultCode.WOULD_TAKE;
    }
    if (price == in.price()) {
      return null;
    }
    BigInteger value = NaiveMoney.notional(book.spec, price, lots);
    if (isTooMuch(value, book.spec)) {
      return ResultCode.NOTIONAL_TOO_LARGE;
    }
    return NaiveMoney.fits(value) ? null : ResultCode.OVERFLOW;
  }

  private static boolean isTooMuch(BigInteger value, SymbolSpec spec) {
    long most = spec.limits().maxValue();
    return most != 0 && value.compareTo(BigInteger.valueOf(most)) > 0;
  }

  /** An order that never rests, or not yet, fits whatever is there. */
  private ResultCode lots(Input in) {
    NaiveBook book = state.books.get(in.symbol());
    boolean fits = true;
    NaiveBook.Order placed = new NaiveBook.Order(in);
    if (in.type() == CommandType.PLACE
        && OrderTerms.rests(in.terms())
        && !NaiveInstructions.isMarket(in)
        && book.walk(placed, in.price(), in.quantity()).traded() >= in.minQuantity()
        && !book.letsSleep(placed)) {
      fits =
          book.fits(
              placed, book.priceOf(in.postOnly(), in.side(), in.price()), in.quantity(), null);
    } else if (moves(in)) {
      NaiveBook.Order order = liveOrder(in);
      long price = book.priceOf(order.postOnly, order.side, in.price());
      fits = book.sleeps(order) || book.fits(order, price, quantityOfMove(in, order), order);
    }
    return fits ? null : ResultCode.OVERFLOW;
  }
}
