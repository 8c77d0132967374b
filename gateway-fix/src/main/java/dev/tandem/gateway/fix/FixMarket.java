package dev.tandem.gateway.fix;

import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.fix.MarketFeed.Subscriber;
import dev.tandem.gateway.spi.ProtocolContext;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.field.MDReqID;
import quickfix.field.MDReqRejReason;
import quickfix.field.MsgType;

/**
 * Market data for sessions: answers their requests, and sends them changes of the books that they
 * have subscribed to. Subscriptions end with the connection. On the thread of FIX.
 */
final class FixMarket implements MarketTap.Receiver {

  /** Symbols that a session may have subscribed to at once, as often as it did. */
  static final int MOST = 256;

  private final Executor fix;
  private final Executor loop;
  private final Listings listings;
  private final MarketTap tap;
  private final SecurityAnswers securities;
  private final Map<Integer, MarketFeed> feeds = new HashMap<>();

  /** What each session has subscribed to, by MDReqID. */
  private final Map<FixSession, Map<String, MarketRequest>> requests = new HashMap<>();

  /** Symbols whose changes are sent when the thread comes to it. */
  private final Set<Integer> changed = new LinkedHashSet<>();

  /**
   * @param fix runs what it is given on the thread of FIX
   */
  FixMarket(ProtocolContext context, Executor fix) {
    this.fix = fix;
    loop = context.loop();
    listings = context.listings();
    tap = new MarketTap(context.market(), fix, this);
    securities = new SecurityAnswers(context, fix);
  }

  /** Begins to receive; before the first answer, or on the event loop. */
  void open() {
    tap.open();
    securities.open();
  }

  /** Whether it answers messages of this type. */
  static boolean answers(String type) {
    return type.equals(MsgType.MARKET_DATA_REQUEST) || SecurityAnswers.answers(type);
  }

  /** A message of one of these types. */
  void received(FixSession from, Message message) throws FieldNotFound {
    if (!message.getHeader().getString(MsgType.FIELD).equals(MsgType.MARKET_DATA_REQUEST)) {
      securities.received(from, message);
      return;
    }
    try {
      if (MarketRequest.isEnd(message)) {
        unsubscribe(from, message.getString(MDReqID.FIELD));
      } else {
        begin(from, message);
      }
    } catch (MarketRequest.Refused e) {
      from.refused("bad_request");
      from.sendNow(
          MarketMessages.refused(message.getString(MDReqID.FIELD), e.reason(), e.getMessage()));
    }
  }

  private Map<String, MarketRequest> of(FixSession session) {
    return requests.computeIfAbsent(session, each -> new LinkedHashMap<>());
  }

  private void begin(FixSession from, Message message) throws FieldNotFound, MarketRequest.Refused {
    Map<String, MarketRequest> its = of(from);
    String id = message.getString(MDReqID.FIELD);
    if (its.containsKey(id)) {
      throw new MarketRequest.Refused(
          MDReqRejReason.DUPLICATE_MDREQID, "MDReqID(262) is that of a subscription");
    }
    MarketRequest request = MarketRequest.read(message, listings);
    int symbols = its.values().stream().mapToInt(each -> each.symbols().size()).sum();
    if (symbols + request.symbols().size() > MOST) {
      throw new MarketRequest.Refused(
          MDReqRejReason.INSUFFICIENT_BANDWIDTH,
          "a session subscribes to at most " + MOST + " symbols");
    }
    its.put(id, request);
    for (int symbol : request.symbols()) {
      MarketFeed feed = feeds.get(symbol);
      boolean isNew = feed == null;
      if (isNew) {
        feed = new MarketFeed(symbol);
        feeds.put(symbol, feed);
      }
      feed.add(new Subscriber(from, request), units(symbol));
      if (isNew) {
        follow(symbol);
      } else {
        endOnes(symbol, feed);
      }
    }
    if (!requests.containsKey(from)) {
      // It has ended while it was sent a book.
      request.symbols().forEach(symbol -> leave(symbol, from, null));
    }
  }

  private Units units(int symbol) {
    return listings.units(symbol);
  }

  private void follow(int symbol) {
    loop.execute(() -> tap.follow(symbol));
  }

  private void unsubscribe(FixSession from, String id) throws MarketRequest.Refused {
    MarketRequest ended = of(from).remove(id);
    if (ended == null) {
      throw new MarketRequest.Refused((char) 0, "MDReqID(262) is that of no subscription");
    }
    for (int symbol : ended.symbols()) {
      leave(symbol, from, id);
    }
  }

  private void leave(int symbol, FixSession session, String id) {
    MarketFeed feed = feeds.get(symbol);
    if (feed != null) {
      feed.remove(session, id);
      drop(symbol, feed);
    }
  }

  private void drop(int symbol, MarketFeed feed) {
    if (feed.isEmpty()) {
      feeds.remove(symbol);
      loop.execute(() -> tap.leave(symbol));
    }
  }

  /** Its connection has ended, and with it what it has subscribed to. */
  void ended(FixSession session) {
    if (requests.remove(session) != null) {
      List.copyOf(feeds.keySet()).forEach(symbol -> leave(symbol, session, null));
    }
    securities.ended(session);
  }

  /** Requests for a snapshot end with it. */
  private void endOnes(int symbol, MarketFeed feed) {
    Set<MarketRequest> left = Collections.newSetFromMap(new IdentityHashMap<>());
    feed.all().forEach(each -> left.add(each.request()));
    for (Map<String, MarketRequest> its : requests.values()) {
      its.values()
          .removeIf(each -> each.once() && each.symbols().contains(symbol) && !left.contains(each));
    }
    drop(symbol, feed);
  }

  @Override
  public void began(int symbol, long[] bids, long[] asks) {
    MarketFeed feed = feeds.get(symbol);
    if (feed == null) {
      loop.execute(() -> tap.leave(symbol));
      return;
    }
    feed.begin(bids, asks, units(symbol));
    endOnes(symbol, feed);
  }

  @Override
  public void changed(int symbol, long timeNs, long[] levels, long[] trades) {
    MarketFeed feed = feeds.get(symbol);
    if (feed != null && feed.change(timeNs, levels, trades) && changed.add(symbol)) {
      // What has come by then is sent together.
      fix.execute(() -> flush(symbol));
    }
  }

  private void flush(int symbol) {
    changed.remove(symbol);
    MarketFeed feed = feeds.get(symbol);
    if (feed != null) {
      feed.flush(units(symbol));
    }
  }

  @Override
  public void lost(int symbol) {
    MarketFeed feed = feeds.get(symbol);
    if (feed != null) {
      feed.lost();
      follow(symbol);
    }
  }

  @Override
  public void refused(int symbol, String why) {
    MarketFeed feed = feeds.remove(symbol);
    if (feed != null) {
      for (Subscriber each : feed.all()) {
        String id = each.request().id();
        if (of(each.session()).remove(id) != null) {
          each.session().sendNow(MarketMessages.refused(id, (char) 0, why));
          each.request().symbols().forEach(other -> leave(other, each.session(), id));
        }
      }
    }
  }

  /** Once a second: those who were left behind and read again. */
  void tick() {
    for (Map.Entry<Integer, MarketFeed> each : List.copyOf(feeds.entrySet())) {
      each.getValue().catchUp(units(each.getKey()));
    }
  }
}
