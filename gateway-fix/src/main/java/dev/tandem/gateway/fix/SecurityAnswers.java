package dev.tandem.gateway.fix;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.gateway.bridge.AnswerListener;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.spi.ProtocolContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Message;
import quickfix.field.LastFragment;
import quickfix.field.MsgType;
import quickfix.field.NoRelatedSym;
import quickfix.field.SecurityListRequestType;
import quickfix.field.SecurityReqID;
import quickfix.field.SecurityRequestResult;
import quickfix.field.SecurityResponseID;
import quickfix.field.SecurityStatusReqID;
import quickfix.field.SecurityTradingStatus;
import quickfix.field.SubscriptionRequestType;
import quickfix.field.Symbol;
import quickfix.field.Text;
import quickfix.field.TotNoRelatedSym;
import quickfix.field.TradSesReqID;
import quickfix.field.TradSesStatus;
import quickfix.field.TradSesStatusRejReason;
import quickfix.field.TradingSessionID;
import quickfix.field.UnsolicitedIndicator;
import quickfix.fix44.SecurityList;
import quickfix.fix44.SecurityStatus;
import quickfix.fix44.TradingSessionStatus;

/**
 * Answers which symbols there are, what their states are, and that the exchange is open. On the
 * thread of FIX.
 */
final class SecurityAnswers {

  /** Symbols of one message. */
  private static final int OF_A_MESSAGE = 100;

  /** States that a session may have subscribed to at once. */
  static final int MOST = 256;

  /** The one session of trading that there is. */
  private static final String SESSION = "TANDEM";

  private final Listings listings;
  private final ProtocolContext context;
  private final Executor fix;

  /** Symbols whose states sessions want, by SecurityStatusReqID. */
  private final Map<FixSession, Map<String, Integer>> watched = new HashMap<>();

  private long responses;

  SecurityAnswers(ProtocolContext context, Executor fix) {
    this.context = context;
    this.fix = fix;
    listings = context.listings();
  }

  /** Begins to receive changes of states; before the first answer, or on the event loop. */
  void open() {
    context.answers().listen(new States());
  }

  /** Brings changes of states to the thread of FIX: they are few. */
  private final class States implements AnswerListener {
    @Override
    public void onAnswer(Command answer) {
      SymbolState state = answer.newState();
      if (state != null) {
        int symbol = answer.symbol;
        fix.execute(() -> changed(symbol, state));
      }
    }
  }

  /** Whether it answers messages of this type. */
  static boolean answers(String type) {
    return switch (type) {
      case MsgType.SECURITY_LIST_REQUEST,
          MsgType.SECURITY_STATUS_REQUEST,
          MsgType.TRADING_SESSION_STATUS_REQUEST ->
          true;
      default -> false;
    };
  }

  /** A message of one of these types. */
  void received(FixSession from, Message message) throws FieldNotFound {
    switch (message.getHeader().getString(MsgType.FIELD)) {
      case MsgType.SECURITY_LIST_REQUEST -> list(from, message);
      case MsgType.SECURITY_STATUS_REQUEST -> status(from, message);
      default -> from.sendNow(session(message));
    }
  }

  /** Its connection has ended. */
  void ended(FixSession session) {
    watched.remove(session);
  }

  private void list(FixSession from, Message message) throws FieldNotFound {
    int type = message.getInt(SecurityListRequestType.FIELD);
    boolean subscribes =
        message.isSetField(SubscriptionRequestType.FIELD)
            && message.getChar(SubscriptionRequestType.FIELD) != SubscriptionRequestType.SNAPSHOT;
    List<SymbolSpec> found = new ArrayList<>();
    if (type == SecurityListRequestType.ALL_SECURITIES) {
      found.addAll(listings.symbols());
    } else if (type == SecurityListRequestType.SYMBOL && message.isSetField(Symbol.FIELD)) {
      Integer symbol = MarketRequest.symbol(message.getString(Symbol.FIELD), listings);
      if (symbol != null) {
        found.add(listings.symbol(symbol));
      }
    } else {
      subscribes = true;
    }
    if (subscribes) {
      from.sendNow(
          list(message, SecurityRequestResult.INVALID_OR_UNSUPPORTED_REQUEST, List.of(), 0, true));
    } else if (found.isEmpty()) {
      from.sendNow(
          list(
              message,
              SecurityRequestResult.NO_INSTRUMENTS_FOUND_THAT_MATCH_SELECTION_CRITERIA,
              List.of(),
              0,
              true));
    }
    int all = subscribes ? 0 : found.size();
    for (int first = 0; first < all; first += OF_A_MESSAGE) {
      int end = Math.min(all, first + OF_A_MESSAGE);
      from.sendNow(
          list(
              message,
              SecurityRequestResult.VALID_REQUEST,
              found.subList(first, end),
              all,
              end == all));
    }
  }

  private Message list(Message asked, int result, List<SymbolSpec> symbols, int all, boolean isLast)
      throws FieldNotFound {
    Message list = new SecurityList();
    list.setString(SecurityReqID.FIELD, asked.getString(SecurityReqID.FIELD));
    list.setString(SecurityResponseID.FIELD, Long.toString(++responses));
    list.setInt(SecurityRequestResult.FIELD, result);
    list.setInt(TotNoRelatedSym.FIELD, all);
    list.setBoolean(LastFragment.FIELD, isLast);
    for (SymbolSpec spec : symbols) {
      Units units = listings.units(spec.symbol());
      Group each = new SecurityList.NoRelatedSym();
      each.setString(Symbol.FIELD, units.nameText(spec.symbol()));
      each.setString(
          Text.FIELD,
          "symbol %d, decimals of price %d, of quantity %d"
              .formatted(spec.symbol(), Math.max(0, units.price()), Math.max(0, units.quantity())));
      list.addGroup(each);
    }
    if (symbols.isEmpty()) {
      list.removeField(NoRelatedSym.FIELD);
    }
    return list;
  }

  private void status(FixSession from, Message message) throws FieldNotFound {
    String id = message.getString(SecurityStatusReqID.FIELD);
    char type = message.getChar(SubscriptionRequestType.FIELD);
    Map<String, Integer> its = watched.computeIfAbsent(from, each -> new LinkedHashMap<>());
    if (type == SubscriptionRequestType.DISABLE_PREVIOUS_SNAPSHOT_UPDATE_REQUEST) {
      its.remove(id);
      return;
    }
    String text = message.getString(Symbol.FIELD);
    Integer symbol = MarketRequest.symbol(text, listings);
    boolean subscribes = type != SubscriptionRequestType.SNAPSHOT;
    String wrong =
        symbol == null
            ? "there is no symbol " + text
            : subscribes && its.containsKey(id)
                ? "SecurityStatusReqID(324) is that of a subscription"
                : subscribes && its.size() >= MOST
                    ? "a session subscribes to at most " + MOST + " states"
                    : null;
    if (wrong != null) {
      Message refused = status(id, text, SecurityTradingStatus.UNKNOWN_OR_INVALID, wrong);
      from.sendNow(refused);
      return;
    }
    if (subscribes) {
      its.put(id, symbol);
    }
    context
        .loop()
        .execute(
            () -> {
              SymbolState state = context.market().state(symbol);
              fix.execute(() -> from.sendNow(status(id, symbol, state)));
            });
  }

  private Message status(String id, int symbol, SymbolState state) {
    return status(id, listings.units(symbol).nameText(symbol), code(state), state.name());
  }

  private static Message status(String id, String symbol, int code, String text) {
    Message status = new SecurityStatus();
    status.setString(SecurityStatusReqID.FIELD, id);
    status.setString(Symbol.FIELD, symbol);
    status.setInt(SecurityTradingStatus.FIELD, code);
    status.setString(Text.FIELD, text);
    return status;
  }

  /** The value of FIX for a state, which {@code Text} names. */
  private static int code(SymbolState state) {
    return switch (state) {
      case CONTINUOUS -> SecurityTradingStatus.READY_TO_TRADE;
      case AUCTION -> SecurityTradingStatus.OPENING_ROTATION;
      case HALTED, CANCEL_ONLY -> SecurityTradingStatus.TRADING_HALT;
      case POST_ONLY -> SecurityTradingStatus.PRE_OPEN;
      case CLOSED -> SecurityTradingStatus.NOT_AVAILABLE_FOR_TRADING;
    };
  }

  private void changed(int symbol, SymbolState state) {
    // A session that ends meanwhile leaves the map.
    Map.copyOf(watched)
        .forEach(
            (session, its) ->
                Map.copyOf(its)
                    .forEach(
                        (id, each) -> {
                          if (each == symbol) {
                            Message status = status(id, symbol, state);
                            status.setBoolean(UnsolicitedIndicator.FIELD, true);
                            session.sendNow(status);
                          }
                        }));
  }

  private static Message session(Message asked) throws FieldNotFound {
    Message status = new TradingSessionStatus();
    status.setString(TradSesReqID.FIELD, asked.getString(TradSesReqID.FIELD));
    boolean isOther =
        asked.isSetField(TradingSessionID.FIELD)
            && !asked.getString(TradingSessionID.FIELD).equals(SESSION);
    status.setString(
        TradingSessionID.FIELD, isOther ? asked.getString(TradingSessionID.FIELD) : SESSION);
    status.setInt(
        TradSesStatus.FIELD, isOther ? TradSesStatus.REQUEST_REJECTED : TradSesStatus.OPEN);
    if (isOther) {
      status.setInt(
          TradSesStatusRejReason.FIELD, TradSesStatusRejReason.UNKNOWN_OR_INVALID_TRADINGSESSIONID);
    }
    return status;
  }
}
