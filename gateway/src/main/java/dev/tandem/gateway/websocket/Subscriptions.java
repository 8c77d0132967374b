package dev.tandem.gateway.websocket;

import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** What one session has subscribed to. On the event loop. */
final class Subscriptions {

  private static final int MOST = 256;

  private final StreamSession session;
  private final StreamSessions sessions;
  private final Map<String, Subscription> channels = new LinkedHashMap<>();
  private final Set<Long> users = new HashSet<>();

  Subscriptions(StreamSession session, StreamSessions sessions) {
    this.session = session;
    this.sessions = sessions;
  }

  private static String place(Channel channel, int symbol) {
    return channel + "/" + symbol;
  }

  /** Subscribes to a channel of a symbol; what comes {@link #begin first} is sent by itself. */
  Subscription subscribe(JsonFields fields, Caller caller)
      throws BadRequestException, RefusedException {
    caller.require(Role.READ);
    Channel channel = fields.choice("channel", Channel.class);
    int symbol = (int) fields.number("symbol", 0, Integer.MAX_VALUE);
    MarketBook book = sessions.desk.book(symbol);
    if (book == null) {
      throw new RefusedException(Refusal.NOT_FOUND, "there is no symbol " + symbol);
    }
    if (channels.containsKey(place(channel, symbol))) {
      throw new BadRequestException("subscribed already");
    }
    if (channels.size() >= MOST) {
      throw new BadRequestException("a session has at most " + MOST + " subscriptions");
    }
    Subscription subscription = new Subscription(session, channel, symbol);
    channels.put(place(channel, symbol), subscription);
    sessions.channels.add(subscription, book);
    return subscription;
  }

  void unsubscribe(JsonFields fields) throws BadRequestException {
    Channel channel = fields.choice("channel", Channel.class);
    int symbol = (int) fields.number("symbol", 0, Integer.MAX_VALUE);
    Subscription gone = channels.remove(place(channel, symbol));
    if (gone == null) {
      throw new BadRequestException("not subscribed");
    }
    sessions.channels.remove(gone);
  }

  /** Hears of a user's orders. */
  void executions(JsonFields fields, Caller caller) throws BadRequestException, RefusedException {
    long user = fields.number("user", Long.MIN_VALUE, Long.MAX_VALUE);
    caller.require(Role.READ, user);
    if (users.size() >= MOST) {
      throw new BadRequestException("a session hears of at most " + MOST + " users");
    }
    if (!users.add(user)) {
      throw new BadRequestException("subscribed already");
    }
    sessions.reports.add(user, session);
  }

  /** A new beginning for each that was left behind, as long as the session reads. */
  void catchUp() {
    for (Subscription subscription : new ArrayList<>(channels.values())) {
      if (subscription.behind && session.reads()) {
        subscription.behind = false;
        sessions.counts.conflated();
        sendSnapshot(subscription);
      }
    }
  }

  /**
   * Sends what a new subscription begins with: a snapshot, or what it has missed since it was here.
   *
   * @param answer tells the client, by whether it goes on from where it was
   */
  void begin(Subscription subscription, String run, long from, Consumer<Boolean> answer) {
    History history = sessions.channels.history(subscription);
    boolean resumes = sessions.run.equals(run) && history.goesBackTo(from);
    answer.accept(resumes);
    if (resumes) {
      history.tell(from, session::send);
    } else {
      sendSnapshot(subscription);
    }
  }

  private void sendSnapshot(Subscription subscription) {
    // The snapshot has it.
    sessions.channels.skip(subscription);
    MarketBook book = sessions.desk.book(subscription.symbol);
    ByteBuf snapshot = sessions.channels.snapshot(subscription.channel, book);
    if (snapshot != null) {
      session.send(snapshot);
    }
  }

  /** What comes next is behind the market data that was before it. */
  void deliver() {
    if (!channels.isEmpty() && sessions.channels.hasPending()) {
      // A session that is cut off forgets them.
      List.copyOf(channels.values()).forEach(this::deliver);
    }
  }

  private void deliver(Subscription subscription) {
    if (channels.containsValue(subscription)) {
      sessions.channels.deliver(subscription);
    }
  }

  /** The session has ended. */
  void forget() {
    channels.values().forEach(sessions.channels::remove);
    channels.clear();
    users.forEach(user -> sessions.reports.remove(user, session));
    users.clear();
  }
}
