package dev.tandem.gateway.fix;

import dev.tandem.core.command.Side;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.fix.LevelBook.Change;
import dev.tandem.gateway.fix.LevelBook.Level;
import dev.tandem.gateway.fix.MarketFeed.Trade;
import java.time.LocalDateTime;
import java.util.List;
import quickfix.Group;
import quickfix.Message;
import quickfix.UtcTimestampPrecision;
import quickfix.field.ApplQueueDepth;
import quickfix.field.ApplQueueResolution;
import quickfix.field.MDEntryDate;
import quickfix.field.MDEntryID;
import quickfix.field.MDEntryPx;
import quickfix.field.MDEntrySize;
import quickfix.field.MDEntryTime;
import quickfix.field.MDEntryType;
import quickfix.field.MDReqID;
import quickfix.field.MDReqRejReason;
import quickfix.field.MDUpdateAction;
import quickfix.field.NoMDEntries;
import quickfix.field.NumberOfOrders;
import quickfix.field.Symbol;
import quickfix.field.Text;
import quickfix.fix44.MarketDataIncrementalRefresh;
import quickfix.fix44.MarketDataRequestReject;
import quickfix.fix44.MarketDataSnapshotFullRefresh;

/** Writes the messages of market data. An entry of a level is known by its side and its price. */
final class MarketMessages {

  private MarketMessages() {}

  /**
   * A book as it is now.
   *
   * @param trades since the message before
   * @param missed changes that were not sent, which this message stands for
   */
  static Message snapshot(
      MarketRequest request,
      int symbol,
      LevelBook book,
      List<Trade> trades,
      int missed,
      Units units) {
    Message message = new MarketDataSnapshotFullRefresh();
    message.setString(MDReqID.FIELD, request.id());
    message.setString(Symbol.FIELD, units.nameText(symbol));
    // Also where there is no entry.
    message.setInt(NoMDEntries.FIELD, 0);
    for (Side side : Side.values()) {
      if (side == Side.BUY ? request.bids() : request.offers()) {
        for (Level level : book.best(side, request.depth())) {
          Group entry = new MarketDataSnapshotFullRefresh.NoMDEntries();
          level(entry, side, level, units);
          message.addGroup(entry);
        }
      }
    }
    for (Trade trade : trades) {
      Group entry = new MarketDataSnapshotFullRefresh.NoMDEntries();
      trade(entry, trade, units);
      message.addGroup(entry);
    }
    if (missed > 0) {
      message.setInt(ApplQueueDepth.FIELD, missed);
      message.setInt(ApplQueueResolution.FIELD, ApplQueueResolution.QUEUE_FLUSHED);
    }
    return message;
  }

  /** What has changed since the message before. */
  static Message changes(
      MarketRequest request, int symbol, List<Change> changes, List<Trade> trades, Units units) {
    Message message = new MarketDataIncrementalRefresh();
    message.setString(MDReqID.FIELD, request.id());
    for (Trade trade : trades) {
      Group entry = entry(MDUpdateAction.NEW, symbol, units);
      entry.setString(MDEntryID.FIELD, Long.toString(trade.id()));
      trade(entry, trade, units);
      message.addGroup(entry);
    }
    for (Change change : changes) {
      if (change.now() == null) {
        Group entry = entry(MDUpdateAction.DELETE, symbol, units);
        entry.setChar(MDEntryType.FIELD, type(change.side()));
        entry.setString(MDEntryPx.FIELD, units.priceText(change.price()));
        message.addGroup(entry);
      } else {
        char action = change.before() == null ? MDUpdateAction.NEW : MDUpdateAction.CHANGE;
        Group entry = entry(action, symbol, units);
        level(entry, change.side(), change.now(), units);
        message.addGroup(entry);
      }
    }
    return message;
  }

  private static Group entry(char action, int symbol, Units units) {
    Group entry = new MarketDataIncrementalRefresh.NoMDEntries();
    entry.setChar(MDUpdateAction.FIELD, action);
    entry.setString(Symbol.FIELD, units.nameText(symbol));
    return entry;
  }

  private static char type(Side side) {
    return side == Side.BUY ? MDEntryType.BID : MDEntryType.OFFER;
  }

  private static void level(Group to, Side side, Level level, Units units) {
    to.setChar(MDEntryType.FIELD, type(side));
    to.setString(MDEntryPx.FIELD, units.priceText(level.price()));
    to.setString(MDEntrySize.FIELD, units.quantityText(level.quantity()));
    to.setInt(NumberOfOrders.FIELD, level.orders());
  }

  private static void trade(Group to, Trade trade, Units units) {
    LocalDateTime time = FixTime.of(trade.timeNs());
    to.setChar(MDEntryType.FIELD, MDEntryType.TRADE);
    to.setString(MDEntryPx.FIELD, units.priceText(trade.price()));
    to.setString(MDEntrySize.FIELD, units.quantityText(trade.quantity()));
    to.setUtcDateOnly(MDEntryDate.FIELD, time.toLocalDate());
    to.setUtcTimeOnly(MDEntryTime.FIELD, time.toLocalTime(), UtcTimestampPrecision.MILLIS);
  }

  /**
   * Refuses a request.
   *
   * @param reason MDReqRejReason; 0 for one that FIX 4.4 has no value for
   */
  static Message refused(String id, char reason, String text) {
    Message message = new MarketDataRequestReject();
    message.setString(MDReqID.FIELD, id);
    if (reason != 0) {
      message.setChar(MDReqRejReason.FIELD, reason);
    }
    message.setString(Text.FIELD, text);
    return message;
  }

  /** Whether a message that is sent is worth nothing later: it is not kept for being sent again. */
  static boolean isPassing(String message) {
    return switch (FixConnection.type(message)) {
      case MarketDataSnapshotFullRefresh.MSGTYPE, MarketDataIncrementalRefresh.MSGTYPE -> true;
      default -> false;
    };
  }
}
