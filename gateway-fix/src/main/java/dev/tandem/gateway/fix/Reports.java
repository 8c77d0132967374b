package dev.tandem.gateway.fix;

import dev.tandem.core.command.Side;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.fix.Execution.State;
import java.math.BigDecimal;
import java.math.RoundingMode;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.UtcTimestampPrecision;
import quickfix.field.Account;
import quickfix.field.AvgPx;
import quickfix.field.BusinessRejectReason;
import quickfix.field.BusinessRejectRefID;
import quickfix.field.CashOrderQty;
import quickfix.field.ClOrdID;
import quickfix.field.CumQty;
import quickfix.field.CxlRejReason;
import quickfix.field.CxlRejResponseTo;
import quickfix.field.ExecID;
import quickfix.field.ExecInst;
import quickfix.field.ExecRestatementReason;
import quickfix.field.ExecType;
import quickfix.field.ExpireTime;
import quickfix.field.LastPx;
import quickfix.field.LastQty;
import quickfix.field.LeavesQty;
import quickfix.field.ListID;
import quickfix.field.MDReqID;
import quickfix.field.MassStatusReqID;
import quickfix.field.MaxFloor;
import quickfix.field.MinQty;
import quickfix.field.MsgSeqNum;
import quickfix.field.MsgType;
import quickfix.field.OrdRejReason;
import quickfix.field.OrdStatus;
import quickfix.field.OrdType;
import quickfix.field.OrderID;
import quickfix.field.OrderQty;
import quickfix.field.OrigClOrdID;
import quickfix.field.PegOffsetValue;
import quickfix.field.PosReqID;
import quickfix.field.Price;
import quickfix.field.QuoteID;
import quickfix.field.QuoteReqID;
import quickfix.field.RefMsgType;
import quickfix.field.RefSeqNum;
import quickfix.field.SecurityReqID;
import quickfix.field.SecurityStatusReqID;
import quickfix.field.StopPx;
import quickfix.field.Symbol;
import quickfix.field.Text;
import quickfix.field.TimeInForce;
import quickfix.field.TradSesReqID;
import quickfix.field.TransactTime;
import quickfix.field.WorkingIndicator;
import quickfix.fix44.BusinessMessageReject;
import quickfix.fix44.ExecutionReport;
import quickfix.fix44.OrderCancelReject;

/** Writes the messages that sessions are sent about orders. */
final class Reports {

  private static final int AVERAGE_DIGITS = 8;
  private static final char REJECTED = '8';
  private static final String ACCEPTED_BEFORE = "DUPLICATE_COMMAND, first OK";
  private static final String NO_ORDER = "NONE";

  /** What messages are named by: orders, and what the exchange does not answer. */
  private static final int[] IDS = {
    ClOrdID.FIELD,
    QuoteReqID.FIELD,
    QuoteID.FIELD,
    MDReqID.FIELD,
    SecurityReqID.FIELD,
    SecurityStatusReqID.FIELD,
    TradSesReqID.FIELD,
    MassStatusReqID.FIELD,
    ListID.FIELD,
    PosReqID.FIELD
  };

  /** What a refusal of an order repeats of it. */
  private static final int[] ORDER = {
    Symbol.FIELD,
    quickfix.field.Side.FIELD,
    OrderQty.FIELD,
    CashOrderQty.FIELD,
    OrdType.FIELD,
    Price.FIELD,
    StopPx.FIELD,
    PegOffsetValue.FIELD,
    TimeInForce.FIELD,
    ExpireTime.FIELD,
    ExecInst.FIELD,
    MinQty.FIELD,
    MaxFloor.FIELD
  };

  private Reports() {}

  /** What happened to an order, as clients call it. */
  static Message of(Execution e, Listings listings, ClOrdIds ids) {
    Units units = listings.units(e.state().symbol());
    boolean isTriggered = e.type() == Execution.TRIGGERED;
    char type = isTriggered ? Execution.RESTATED : e.type();
    Message report = state(e.state(), type, e.execId(), status(e), e.timeNs(), units);
    report.setString(ClOrdID.FIELD, ids.text(e.clOrdId()));
    if (e.original() != null) {
      report.setString(OrigClOrdID.FIELD, ids.text(e.original()));
    }
    if (e.type() == Execution.TRADE) {
      report.setString(LastPx.FIELD, units.priceText(e.lastPrice()));
      report.setString(LastQty.FIELD, units.quantityText(e.lastQuantity()));
    }
    if (type == Execution.RESTATED) {
      report.setInt(
          ExecRestatementReason.FIELD,
          isTriggered ? ExecRestatementReason.MARKET_OPTION : ExecRestatementReason.OTHER);
    }
    return report;
  }

  /** What became of a command that was sent before, and accepted then. */
  static Message status(FixOrder order, State state, String execId, Listings listings) {
    Units units = listings.units(state.symbol());
    Message report = state(state, Execution.STATUS, execId, status(state), now(), units);
    report.setString(ClOrdID.FIELD, order.clOrdId());
    report.setString(Text.FIELD, ACCEPTED_BEFORE);
    return report;
  }

  /** The same of an order that ended, and of which nobody knows any more what it traded. */
  static Message forgotten(Message asked, FixOrder order) {
    try {
      Message reject = new BusinessMessageReject();
      reject.setInt(RefSeqNum.FIELD, asked.getHeader().getInt(MsgSeqNum.FIELD));
      reject.setString(RefMsgType.FIELD, asked.getHeader().getString(MsgType.FIELD));
      reject.setString(BusinessRejectRefID.FIELD, order.clOrdId());
      reject.setInt(BusinessRejectReason.FIELD, BusinessRejectReason.UNKNOWN_ID);
      reject.setString(
          Text.FIELD, ACCEPTED_BEFORE + ": the order has ended, and nothing else is known of it");
      return reject;
    } catch (FieldNotFound e) {
      // The session has checked that they are there.
      throw new IllegalStateException(e);
    }
  }

  /** Names what a BusinessMessageReject refuses, if that has an id of its own. */
  static void name(Message reject, Message asked) {
    for (int field : IDS) {
      asked
          .getOptionalString(field)
          .ifPresent(id -> reject.setString(BusinessRejectRefID.FIELD, id));
      if (reject.isSetField(BusinessRejectRefID.FIELD)) {
        return;
      }
    }
  }

  /** Whether a BusinessMessageReject says that: it reports an order that was accepted. */
  static boolean isForgotten(Message reject) {
    return reject.getOptionalString(Text.FIELD).orElse("").startsWith(ACCEPTED_BEFORE);
  }

  /** A Logout that says why. */
  static Message logout(String why) {
    Message logout = new Message();
    logout.getHeader().setString(MsgType.FIELD, MsgType.LOGOUT);
    logout.setString(Text.FIELD, why);
    return logout;
  }

  /** A message that is not taken; its own fields say what it was. */
  static Message refused(Message asked, State state, Refused why, String execId) {
    try {
      String type = asked.getHeader().getString(MsgType.FIELD);
      Message report;
      if (type.equals(MsgType.ORDER_SINGLE)) {
        report = new ExecutionReport();
        report.setString(OrderID.FIELD, NO_ORDER);
        report.setString(ExecID.FIELD, execId);
        report.setChar(ExecType.FIELD, REJECTED);
        report.setChar(OrdStatus.FIELD, REJECTED);
        report.setInt(OrdRejReason.FIELD, why.orderReason());
        amounts(report, "0", "0", "0");
        copy(asked, report, ORDER);
      } else {
        report = new OrderCancelReject();
        report.setString(OrderID.FIELD, state == null ? NO_ORDER : Long.toString(state.order()));
        report.setChar(OrdStatus.FIELD, state == null ? REJECTED : status(state));
        report.setChar(
            CxlRejResponseTo.FIELD, type.equals(MsgType.ORDER_CANCEL_REQUEST) ? '1' : '2');
        report.setInt(CxlRejReason.FIELD, why.cancelReason());
        copy(asked, report, OrigClOrdID.FIELD);
      }
      copy(asked, report, ClOrdID.FIELD, Account.FIELD);
      report.setString(Text.FIELD, why.text());
      time(report, now());
      return report;
    } catch (FieldNotFound e) {
      // The session has checked that they are there.
      throw new IllegalStateException(e);
    }
  }

  private static void copy(Message from, Message to, int... fields) throws FieldNotFound {
    for (int field : fields) {
      if (from.isSetField(field)) {
        to.setString(field, from.getString(field));
      }
    }
  }

  private static Message state(
      State state, char type, String execId, char status, long timeNs, Units units) {
    Message report = new ExecutionReport();
    report.setString(OrderID.FIELD, Long.toString(state.order()));
    report.setString(ExecID.FIELD, execId);
    report.setChar(ExecType.FIELD, type);
    report.setChar(OrdStatus.FIELD, status);
    report.setString(Account.FIELD, Long.toString(state.user()));
    report.setString(Symbol.FIELD, units.nameText(state.symbol()));
    side(report, state.side());
    Terms terms = state.terms();
    if (terms == null || terms.budget() == 0) {
      report.setString(OrderQty.FIELD, units.quantityText(state.quantity()));
    }
    if (state.price() != 0) {
      report.setString(Price.FIELD, units.priceText(state.price()));
    }
    if (terms != null) {
      terms.write(report, units);
      if (terms.type().hasTrigger() && status == OrdStatus.NEW) {
        report.setBoolean(WorkingIndicator.FIELD, !state.asleep());
      }
    }
    amounts(
        report,
        units.quantityText(state.leaves()),
        units.quantityText(state.filled()),
        average(state, units));
    time(report, timeNs);
    return report;
  }

  /** What has come and traded nothing yet is New, also where no lot was there for it. */
  private static char status(Execution e) {
    return e.type() == Execution.NEW ? OrdStatus.NEW : status(e.state());
  }

  private static char status(State state) {
    if (state.leaves() > 0) {
      return state.filled() > 0 ? OrdStatus.PARTIALLY_FILLED : OrdStatus.NEW;
    }
    if (state.filled() > 0 && state.filled() >= state.quantity()) {
      return OrdStatus.FILLED;
    }
    return state.phase() == State.Phase.EXPIRED ? OrdStatus.EXPIRED : OrdStatus.CANCELED;
  }

  private static String average(State state, Units units) {
    if (state.filled() == 0) {
      return "0";
    }
    return new BigDecimal(state.notional())
        .divide(BigDecimal.valueOf(state.filled()), AVERAGE_DIGITS, RoundingMode.HALF_EVEN)
        .movePointLeft(Math.max(0, units.price()))
        .stripTrailingZeros()
        .toPlainString();
  }

  private static void side(Message to, byte side) {
    to.setChar(quickfix.field.Side.FIELD, side == Side.BUY_CODE ? '1' : '2');
  }

  private static void amounts(Message to, String leaves, String filled, String average) {
    to.setString(LeavesQty.FIELD, leaves);
    to.setString(CumQty.FIELD, filled);
    to.setString(AvgPx.FIELD, average);
  }

  private static long now() {
    return System.currentTimeMillis() * 1_000_000;
  }

  private static void time(Message to, long timeNs) {
    to.setUtcTimeStamp(TransactTime.FIELD, FixTime.of(timeNs), UtcTimestampPrecision.MILLIS);
  }
}
