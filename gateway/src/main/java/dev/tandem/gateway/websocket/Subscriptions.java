package dev.tandem.gateway.websocket;

import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.bridge.ReadGate;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import dev.tandem.gateway.reports.Missed;
import dev.tandem.gateway.reports.ReportReader;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** What one session has subscribed to. On the event loop. */
final class Subscriptions {

  private static final int MOST = 256;

  private final StreamSession session;
  private final StreamSessions sessions;
  private final Map<String, Subscription> channels = new LinkedHashMap<>();
  private final Map<Long, ReportReader> users = new LinkedHashMap<>();

  /** Those of them whose reports are in decimals. */
  private final Set<ReportReader> inDecimals = new HashSet<>();

  Subscriptions(StreamSession session, StreamSessions sessions) {
    this.session = session;
    this.sessions = sessions;
  }

  private static String place(Channel channel, int symbol) {
    return channel + "/" + symbol;
  }

  /**
   * Subscribes to a channel of a symbol. What it begins with is sent within this call if the book
   * is kept. If a copy must be taken first, the session's messages wait for that, so that they are
   * handled in the order in which they were sent.
   *
   * @param answer confirms to the client, and says whether it resumes
   * @param refused says why there is no subscription, in place of that
   */
  void subscribe(
      JsonFields fields,
      Caller caller,
      ReadGate gate,
      Consumer<Boolean> answer,
      BiConsumer<Refusal, String> refused)
      throws BadRequestException, RefusedException {
    String run = fields.textOrNull("run");
    long from = run == null ? 0 : fields.number("from", 0, Long.MAX_VALUE);
    caller.require(Role.READ);
    Channel channel = fields.choice("channel", Channel.class);
    Listings listings = sessions.desk.listings();
    int symbol = listings.symbol(fields);
    Units units = listings.unitsOf(fields).apply(symbol);
    caller.asks(System.nanoTime());
    if (!sessions.desk.hasSymbol(symbol)) {
      throw new RefusedException(Refusal.NOT_FOUND, "there is no symbol " + symbol);
    }
    if (channels.containsKey(place(channel, symbol))) {
      throw new BadRequestException("subscribed already");
    }
    if (channels.size() >= MOST) {
      throw new BadRequestException("a session has at most " + MOST + " subscriptions");
    }
    boolean answered =
        sessions.desk.askBook(
            symbol,
            book -> {
              if (!session.hasEnded()) {
                begin(add(channel, book, units), book.sequence(), run, from, answer);
              }
              gate.release();
            },
            (refusal, why) -> {
              if (!session.hasEnded()) {
                refused.accept(refusal, why);
              }
              gate.release();
            });
    if (!answered) {
      gate.hold();
    }
  }

  private Subscription add(Channel channel, MarketBook book, Units units) {
    Subscription subscription = new Subscription(session, channel, book.symbol(), units);
    channels.put(place(channel, book.symbol()), subscription);
    sessions.channels.add(subscription, book);
    return subscription;
  }

  void unsubscribe(JsonFields fields) throws BadRequestException, RefusedException {
    Channel channel = fields.choice("channel", Channel.class);
    int symbol = sessions.desk.listings().symbol(fields);
    Subscription gone = channels.remove(place(channel, symbol));
    if (gone == null) {
      throw new BadRequestException("not subscribed");
    }
    sessions.channels.remove(gone);
  }

  /**
   * Subscribes to a user's orders from now on, or from the last report that the client has.
   *
   * @param run the start whose numbers it counts by; null if it has no report yet
   * @param from number of the last report that it has of that start
   * @param decimals whether reports are in decimals
   * @param answer says to the client where the reports begin
   */
  void executions(
      long user,
      Caller caller,
      String run,
      long from,
      boolean decimals,
      BiConsumer<Long, Missed> answer)
      throws BadRequestException, RefusedException {
    caller.require(Role.READ, user);
    caller.asks(System.nanoTime());
    if (users.containsKey(user)) {
      throw new BadRequestException("subscribed already");
    }
    if (users.size() >= MOST) {
      throw new BadRequestException("a session may subscribe to at most " + MOST + " users");
    }
    ReportReader reader = sessions.reports.add(user, session);
    users.put(user, reader);
    if (decimals) {
      inDecimals.add(reader);
    }
    Missed missed =
        reader.resume(run == null ? 0 : StreamSessions.run(run), from, sessions.reports);
    if (missed != Missed.NEW) {
      sessions.counts.resumed(missed == Missed.NOTHING ? "resumed" : missed.reason());
    }
    answer.accept(reader.reported(), missed);
    reader.feed().proceed(reader);
  }

  /** The number of the last report of a user; -1 if the session does not subscribe to the user. */
  long reported(long user) {
    ReportReader reader = users.get(user);
    return reader == null ? -1 : reader.feed().last();
  }

  /** A report as its subscriber wants it; takes over the one that is kept. */
  ByteBuf inUnits(ReportReader reader, ByteBuf report) {
    if (!inDecimals.contains(reader)) {
      return report;
    }
    try {
      return DecimalReports.of(report, sessions.desk.listings()::units);
    } finally {
      report.release();
    }
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
    // A session that is cut off forgets them.
    List.copyOf(users.values()).forEach(reader -> reader.feed().proceed(reader));
  }

  /** Sends what it begins with: a snapshot, or what it has missed since it was here. */
  private void begin(
      Subscription subscription, long last, String run, long from, Consumer<Boolean> answer) {
    History history = sessions.channels.history(subscription);
    boolean resumes = sessions.run.equals(run) && history.goesBackTo(from, last);
    answer.accept(resumes);
    if (resumes) {
      history.report(from, session::send);
    } else {
      sendSnapshot(subscription);
    }
  }

  private void sendSnapshot(Subscription subscription) {
    // The snapshot has it.
    sessions.channels.skip(subscription);
    MarketBook book = sessions.desk.book(subscription.symbol);
    if (book == null) {
      // The desk has failed: there is nothing to show, and the gateway ends.
      return;
    }
    ByteBuf snapshot = sessions.channels.snapshot(subscription.channel, book, subscription.units);
    if (snapshot != null) {
      session.send(snapshot);
    }
  }

  /** Whether reports are kept for the session that it has not been sent. */
  boolean oweReports() {
    return users.values().stream().anyMatch(ReportReader::isOwed);
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
    long now = System.nanoTime();
    users.values().forEach(reader -> sessions.reports.remove(reader, now));
    users.clear();
    inDecimals.clear();
  }
}
