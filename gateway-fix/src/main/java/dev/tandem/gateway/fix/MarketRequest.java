package dev.tandem.gateway.fix;

import dev.tandem.gateway.command.Listings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.AggregatedBook;
import quickfix.field.MDEntryType;
import quickfix.field.MDImplicitDelete;
import quickfix.field.MDReqID;
import quickfix.field.MDReqRejReason;
import quickfix.field.MDUpdateType;
import quickfix.field.MarketDepth;
import quickfix.field.NoMDEntryTypes;
import quickfix.field.NoRelatedSym;
import quickfix.field.NoTradingSessions;
import quickfix.field.OpenCloseSettlFlag;
import quickfix.field.Scope;
import quickfix.field.SubscriptionRequestType;
import quickfix.field.Symbol;

/**
 * A MarketDataRequest that begins something.
 *
 * @param once whether it wants a snapshot, and nothing after it
 * @param depth best levels of each side; 0 for all
 * @param incremental whether changes are sent, and not a snapshot for each
 */
record MarketRequest(
    String id,
    boolean once,
    int depth,
    boolean incremental,
    boolean bids,
    boolean offers,
    boolean trades,
    List<Integer> symbols) {

  /** The highest MarketDepth beside all. */
  static final int MOST_DEPTH = 1_000;

  /** What is answered by a MarketDataRequestReject. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final char reason;

    /**
     * @param reason MDReqRejReason
     */
    Refused(char reason, String text) {
      super(text);
      this.reason = reason;
    }

    char reason() {
      return reason;
    }
  }

  /** Whether a message ends a subscription. */
  static boolean isEnd(Message message) throws FieldNotFound {
    return message.getChar(SubscriptionRequestType.FIELD)
        == SubscriptionRequestType.DISABLE_PREVIOUS_SNAPSHOT_UPDATE_REQUEST;
  }

  /**
   * Reads a message that ends none.
   *
   * @param listings what the names of symbols mean
   */
  static MarketRequest read(Message message, Listings listings) throws FieldNotFound, Refused {
    boolean once =
        message.getChar(SubscriptionRequestType.FIELD) == SubscriptionRequestType.SNAPSHOT;
    int depth = message.getInt(MarketDepth.FIELD);
    if (depth < 0 || depth > MOST_DEPTH) {
      throw new Refused(
          MDReqRejReason.UNSUPPORTED_MARKETDEPTH, "MarketDepth(264) is 0 to " + MOST_DEPTH);
    }
    if (!once && !message.isSetField(MDUpdateType.FIELD)) {
      throw new Refused(
          MDReqRejReason.UNSUPPORTED_MDUPDATETYPE, "MDUpdateType(265) is needed, 0 or 1");
    }
    refuse(message);
    List<Character> types = types(message);
    return new MarketRequest(
        message.getString(MDReqID.FIELD),
        once,
        depth,
        !once && message.getInt(MDUpdateType.FIELD) == MDUpdateType.INCREMENTAL_REFRESH,
        types.contains(MDEntryType.BID),
        types.contains(MDEntryType.OFFER),
        types.contains(MDEntryType.TRADE),
        symbols(message, listings));
  }

  /** Refuses what the exchange does not have. */
  private static void refuse(Message message) throws FieldNotFound, Refused {
    if (message.isSetField(AggregatedBook.FIELD) && !message.getBoolean(AggregatedBook.FIELD)) {
      throw new Refused(
          MDReqRejReason.UNSUPPORTED_AGGREGATEDBOOK, "AggregatedBook(266) is Y: an entry a price");
    }
    if (message.isSetField(OpenCloseSettlFlag.FIELD)) {
      throw new Refused(
          MDReqRejReason.UNSUPPORTED_OPENCLOSESETTLEFLAG, "OpenCloseSettlFlag(286) is not known");
    }
    if (message.isSetField(Scope.FIELD)) {
      throw new Refused(MDReqRejReason.UNSUPPORTED_SCOPE, "Scope(546) is not known");
    }
    if (message.isSetField(MDImplicitDelete.FIELD) && message.getBoolean(MDImplicitDelete.FIELD)) {
      throw new Refused(
          MDReqRejReason.UNSUPPORTED_MDIMPLICITDELETE,
          "MDImplicitDelete(547) is N: what leaves the depth is deleted");
    }
    if (message.isSetField(NoTradingSessions.FIELD)) {
      throw new Refused(
          MDReqRejReason.UNSUPPORTED_TRADINGSESSIONID, "NoTradingSessions(386) is not known");
    }
  }

  private static List<Character> types(Message message) throws FieldNotFound, Refused {
    List<Character> types = new ArrayList<>();
    for (Group group : message.getGroups(NoMDEntryTypes.FIELD)) {
      char type = group.getChar(MDEntryType.FIELD);
      if (type != MDEntryType.BID && type != MDEntryType.OFFER && type != MDEntryType.TRADE) {
        throw new Refused(
            MDReqRejReason.UNSUPPORTED_MDENTRYTYPE,
            "MDEntryType(269) is 0, bid, 1, offer, or 2, trade");
      }
      types.add(type);
    }
    return types;
  }

  private static List<Integer> symbols(Message message, Listings listings)
      throws FieldNotFound, Refused {
    Set<Integer> symbols = new LinkedHashSet<>();
    for (Group group : message.getGroups(NoRelatedSym.FIELD)) {
      String text = group.getString(Symbol.FIELD);
      Integer symbol = symbol(text, listings);
      if (symbol == null) {
        throw new Refused(MDReqRejReason.UNKNOWN_SYMBOL, "there is no symbol " + text);
      }
      symbols.add(symbol);
    }
    return List.copyOf(symbols);
  }

  /** The number of a symbol that there is, by its number or its name; null if there is none. */
  static Integer symbol(String text, Listings listings) {
    Integer symbol;
    try {
      symbol = Integer.valueOf(text);
    } catch (NumberFormatException e) {
      symbol = listings.symbolNamed(text);
    }
    return symbol == null || listings.symbol(symbol) == null ? null : symbol;
  }
}
