package dev.tandem.gateway.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.bridge.Submitted;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import dev.tandem.history.CandleQuestion;
import dev.tandem.history.History;
import dev.tandem.history.HistoryException;
import dev.tandem.history.HistoryStatus;
import dev.tandem.history.OrderStory;
import dev.tandem.history.Page;
import dev.tandem.history.Question;
import dev.tandem.history.Questions;
import dev.tandem.history.rows.Candle;
import dev.tandem.history.rows.Candles;
import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.rows.Trade;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The routes of what happened. They are answered from the history's database, on its threads, which
 * also make the answer's bytes: the event loop reads the question, and sends them.
 */
public final class HistoryRoutes {

  private static final String USER = "user";
  private static final String SYMBOL = "symbol";
  private static final String ORDER = "order";
  private static final String PLACED = "placed";
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String AFTER = "after";
  private static final String LIMIT = "limit";
  private static final String INTERVAL = "interval";
  private static final String BEFORE = "before";
  private static final long MINUTE_SECONDS = 60;
  private static final long DAY_SECONDS = 86_400;
  private static final long USUAL = 100;
  private static final long NS = 1_000_000_000;

  private final History history;
  private final Listings listings;

  /** A row as JSON. */
  private interface Row<T> {
    void write(T row, Units units, JsonGenerator to) throws IOException;
  }

  /**
   * Makes the routes.
   *
   * @param history null if the gateway keeps none
   */
  public HistoryRoutes(History history, Listings listings) {
    this.history = history;
    this.listings = listings;
  }

  /** The routes. */
  public List<Route> routes() {
    return List.of(
        Route.of(HttpMethod.GET, "/v1/history", this::status),
        Route.of(
            HttpMethod.GET,
            "/v1/history/orders",
            Set.of(USER, SYMBOL, FROM, TO, AFTER, LIMIT, Listings.UNITS),
            this::orders),
        Route.of(
            HttpMethod.GET,
            "/v1/history/orders/{order}",
            Set.of(USER, SYMBOL, PLACED, AFTER, LIMIT, Listings.UNITS),
            this::story),
        Route.of(
            HttpMethod.GET,
            "/v1/history/fills",
            Set.of(USER, SYMBOL, FROM, TO, AFTER, LIMIT, Listings.UNITS),
            this::fills),
        Route.of(
            HttpMethod.GET,
            "/v1/history/trades",
            Set.of(SYMBOL, FROM, TO, AFTER, LIMIT, Listings.UNITS),
            this::trades),
        Route.of(
            HttpMethod.GET,
            "/v1/history/candles",
            Set.of(SYMBOL, INTERVAL, FROM, BEFORE, LIMIT, Listings.UNITS),
            this::candles));
  }

  private History history() throws RefusedException {
    if (history == null) {
      throw new RefusedException(
          Refusal.NOT_IMPLEMENTED, "this gateway keeps no history: start it with --history");
    }
    return history;
  }

  private void status(Request request) throws BadRequestException, RefusedException {
    request.caller().require(Role.READ);
    request.fields();
    request.caller().asks(System.nanoTime());
    HistoryStatus status = history().status();
    request.answer(
        200,
        to -> {
          to.writeStringField("state", state(status));
          to.writeNumberField("next", status.nextEvent());
          writeTime("time", status.timeNs(), to);
          to.writeNumberField("wholeFrom", status.wholeFrom());
          writeTime("wholeFromTime", status.wholeFromNs(), to);
          if (status.problem() != null && request.isOfAdmin()) {
            to.writeStringField("problem", status.problem());
          }
        });
  }

  private static String state(HistoryStatus status) {
    if (status.problem() != null) {
      return "STOPPED";
    }
    return status.caughtUp() ? "CURRENT" : "BEHIND";
  }

  private void orders(Request request) throws BadRequestException, RefusedException {
    JsonFields fields = request.fields();
    Long user = fields.has(USER) ? Long.valueOf(user(request, fields)) : everybody(request);
    Question question = question(user, fields);
    Questions questions = history().questions();
    Function<Page<OrderState>, Request.Written> page =
        pageOf("orders", fields, HistoryRoutes::writeOrder, order -> order.symbol, o -> o.placed);
    answer(request, () -> questions.orders(question, page));
  }

  private void fills(Request request) throws BadRequestException, RefusedException {
    JsonFields fields = request.fields();
    Question question = question(user(request, fields), fields);
    Questions questions = history().questions();
    Function<Page<OrderEvent>, Request.Written> page =
        pageOf("fills", fields, HistoryRoutes::writeFill, OrderEvent::symbol, OrderEvent::event);
    answer(request, () -> questions.fills(question, page));
  }

  private void trades(Request request) throws BadRequestException, RefusedException {
    request.caller().require(Role.READ);
    JsonFields fields = request.fields();
    request.caller().asks(System.nanoTime());
    boolean withUsers = request.isOfAdmin();
    Question question = question(null, fields);
    Questions questions = history().questions();
    Function<Page<Trade>, Request.Written> page =
        pageOf(
            "trades",
            fields,
            (trade, units, to) -> writeTrade(trade, withUsers, units, to),
            Trade::symbol,
            Trade::trade);
    answer(request, () -> questions.trades(question, page));
  }

  private void candles(Request request) throws BadRequestException, RefusedException {
    request.caller().require(Role.READ);
    JsonFields fields = request.fields();
    request.caller().asks(System.nanoTime());
    int symbol = listings.symbol(fields);
    Units units = listings.unitsOf(fields).apply(symbol);
    CandleQuestion question =
        new CandleQuestion(
            symbol,
            NS * fields.number(INTERVAL, 1, DAY_SECONDS, MINUTE_SECONDS),
            time(fields, FROM),
            numberOrNull(fields, BEFORE),
            (int) limit(fields));
    Questions questions = history().questions();
    answer(request, () -> questions.candles(question, page -> writtenCandles(symbol, page, units)));
  }

  private static Request.Written writtenCandles(int symbol, Candles page, Units units) {
    return Request.written(
        to -> {
          units.symbol(symbol, to);
          to.writeArrayFieldStart("candles");
          for (Candle each : page.rows()) {
            writeCandle(each, units, to);
          }
          to.writeEndArray();
          if (page.last() >= 0) {
            to.writeNumberField("last", page.last());
          }
          if (page.next() >= 0) {
            to.writeNumberField("next", page.next());
          }
        });
  }

  private static void writeCandle(Candle candle, Units units, JsonGenerator to) throws IOException {
    to.writeStartObject();
    to.writeStringField("time", Instant.ofEpochSecond(candle.timeNs() / NS).toString());
    units.price("open", candle.open(), to);
    units.price("high", candle.high(), to);
    units.price("low", candle.low(), to);
    units.price("close", candle.close(), to);
    units.quantity("volume", candle.volume(), to);
    to.writeNumberField("trades", candle.trades());
    to.writeEndObject();
  }

  private void story(Request request) throws BadRequestException, RefusedException {
    JsonFields fields = request.fields();
    long user = user(request, fields);
    int symbol = listings.symbol(fields);
    long order = fields.number(ORDER, Long.MIN_VALUE, Long.MAX_VALUE);
    Long placed = numberOrNull(fields, PLACED);
    Units units = listings.unitsOf(fields).apply(symbol);
    Question question =
        new Question(
            user, symbol, order, null, null, numberOrNull(fields, AFTER), (int) limit(fields));
    Questions questions = history().questions();
    answer(
        request,
        () ->
            questions.story(
                placed,
                question,
                found -> found.isEmpty() ? null : writtenStory(found.get(), units)));
  }

  private static Request.Written writtenStory(OrderStory story, Units units) {
    return Request.written(
        to -> {
          writeOrder(story.order(), units, to);
          to.writeArrayFieldStart("events");
          for (OrderEvent each : story.events()) {
            to.writeStartObject();
            writeEvent(each, units, to);
            to.writeEndObject();
          }
          to.writeEndArray();
          if (story.more()) {
            to.writeNumberField("next", story.events().getLast().event());
          }
        });
  }

  private static long user(Request request, JsonFields fields)
      throws BadRequestException, RefusedException {
    request.caller().require(Role.READ);
    long user = fields.number(USER, Long.MIN_VALUE, Long.MAX_VALUE);
    request.caller().require(Role.READ, user);
    request.caller().asks(System.nanoTime());
    return user;
  }

  /** Asks for the orders of all users, which only an administrator may. */
  private static Long everybody(Request request) throws BadRequestException, RefusedException {
    request.caller().require(Role.READ);
    if (!request.isOfAdmin()) {
      throw new BadRequestException("user is missing");
    }
    request.caller().asks(System.nanoTime());
    return null;
  }

  private Question question(Long user, JsonFields fields)
      throws BadRequestException, RefusedException {
    Integer symbol = fields.has(SYMBOL) ? Integer.valueOf(listings.symbol(fields)) : null;
    return new Question(
        user,
        symbol,
        null,
        time(fields, FROM),
        time(fields, TO),
        numberOrNull(fields, AFTER),
        (int) limit(fields));
  }

  private static long limit(JsonFields fields) throws BadRequestException {
    return fields.number(LIMIT, 1, Question.MOST, USUAL);
  }

  private static Long numberOrNull(JsonFields fields, String name) throws BadRequestException {
    return fields.has(name) ? fields.number(name, Long.MIN_VALUE, Long.MAX_VALUE) : null;
  }

  private static Long time(JsonFields fields, String name) throws BadRequestException {
    String text = fields.textOrNull(name);
    if (text == null) {
      return null;
    }
    try {
      Instant time = Instant.parse(text);
      return Math.addExact(Math.multiplyExact(time.getEpochSecond(), NS), time.getNano());
    } catch (DateTimeException | ArithmeticException e) {
      throw new BadRequestException(name + " is no time such as 2026-11-30T12:00:00Z");
    }
  }

  /** Has a question answered; an answer that is null says that there is no such thing. */
  // The request is answered by what is done with the future.
  @SuppressWarnings("FutureReturnValueIgnored")
  private static void answer(Request request, Supplier<CompletableFuture<Request.Written>> ask)
      throws RefusedException {
    CompletableFuture<Request.Written> answer;
    try {
      answer = ask.get();
    } catch (RejectedExecutionException e) {
      throw new RefusedException(Refusal.BUSY, "too many questions wait");
    }
    answer.whenComplete(
        (found, failure) -> {
          try {
            request.later(() -> give(request, found, failure));
          } catch (RejectedExecutionException e) {
            // The event loop has ended, and with it the connection.
            if (found != null) {
              found.bytes().release();
            }
          }
        });
  }

  private static void give(Request request, Request.Written found, Throwable failure) {
    if (found != null) {
      request.answer(found);
    } else if (failure == null) {
      request.refuse(Refusal.NOT_FOUND, "the history has no such order of the user");
    } else {
      fail(request, failure);
    }
  }

  private static void fail(Request request, Throwable failure) {
    switch (failure instanceof CompletionException ? failure.getCause() : failure) {
      case HistoryException e ->
          request.refuse(
              Refusal.UNAVAILABLE,
              request.isOfAdmin() ? e.getMessage() : "the history cannot be read at the moment");
      case CancellationException e ->
          request.refuse(Submitted.STOPPED.refusal(), Submitted.STOPPED.why());
      case Throwable cause -> throw new IllegalStateException("a question to the history", cause);
    }
  }

  private <T> Function<Page<T>, Request.Written> pageOf(
      String name, JsonFields fields, Row<T> row, Function<T, Integer> symbol, Function<T, Long> at)
      throws BadRequestException {
    IntFunction<Units> units = listings.unitsOf(fields);
    return page ->
        Request.written(
            to -> {
              to.writeArrayFieldStart(name);
              for (T each : page.rows()) {
                to.writeStartObject();
                row.write(each, units.apply(symbol.apply(each)), to);
                to.writeEndObject();
              }
              to.writeEndArray();
              if (page.more()) {
                to.writeNumberField("next", at.apply(page.rows().getLast()));
              }
            });
  }

  private static void writeOrder(OrderState order, Units units, JsonGenerator to)
      throws IOException {
    to.writeNumberField(PLACED, order.placed);
    writeTime("time", order.placedNs, to);
    units.symbol(order.symbol, to);
    to.writeNumberField(ORDER, order.orderId);
    to.writeNumberField(USER, order.userId);
    to.writeStringField("side", order.side.name());
    to.writeStringField("type", order.type);
    to.writeStringField("timeInForce", order.timeInForce);
    units.price("price", order.price, to);
    if (order.triggerPrice != 0) {
      units.price("triggerPrice", order.triggerPrice, to);
    }
    units.quantity("quantity", order.quantity, to);
    if (order.displayQuantity != 0) {
      units.quantity("displayQuantity", order.displayQuantity, to);
    }
    units.quantity("filled", order.filled, to);
    units.quantity("open", order.open, to);
    to.writeStringField("status", order.status.name());
    if (order.asleep) {
      to.writeBooleanField("asleep", true);
    }
    if (order.reason != null) {
      to.writeStringField("reason", order.reason);
    }
    writeTime("endTime", order.endedNs, to);
    to.writeNumberField("lastEvent", order.lastEvent);
  }

  private static void writeEvent(OrderEvent event, Units units, JsonGenerator to)
      throws IOException {
    to.writeNumberField("event", event.event());
    writeTime("time", event.timeNs(), to);
    to.writeStringField("kind", event.kind());
    units.price("price", event.price(), to);
    units.quantity("quantity", event.quantity(), to);
    units.quantity("open", event.open(), to);
    units.quantity("filled", event.filled(), to);
    if (event.triggerPrice() != 0) {
      units.price("triggerPrice", event.triggerPrice(), to);
    }
    if (event.reason() != null) {
      to.writeStringField("reason", event.reason());
    }
    if (event.liquidity() != null) {
      to.writeStringField("liquidity", event.liquidity());
    }
  }

  private static void writeFill(OrderEvent fill, Units units, JsonGenerator to) throws IOException {
    to.writeNumberField("trade", fill.event());
    writeTime("time", fill.timeNs(), to);
    units.symbol(fill.symbol(), to);
    to.writeNumberField(ORDER, fill.orderId());
    to.writeNumberField(PLACED, fill.placed());
    to.writeNumberField(USER, fill.userId());
    to.writeStringField("side", fill.side());
    units.price("price", fill.price(), to);
    units.quantity("quantity", fill.quantity(), to);
    units.quantity("open", fill.open(), to);
    units.quantity("filled", fill.filled(), to);
    to.writeStringField("liquidity", fill.liquidity());
  }

  private static void writeTrade(Trade trade, boolean withUsers, Units units, JsonGenerator to)
      throws IOException {
    to.writeNumberField("trade", trade.trade());
    writeTime("time", trade.timeNs(), to);
    units.symbol(trade.symbol(), to);
    units.price("price", trade.price(), to);
    units.quantity("quantity", trade.quantity(), to);
    to.writeStringField("takerSide", trade.takerSide());
    if (trade.auction()) {
      to.writeBooleanField("auction", true);
    }
    if (withUsers) {
      to.writeNumberField("takerUser", trade.takerUser());
      to.writeNumberField("takerOrder", trade.takerOrder());
      to.writeNumberField("makerUser", trade.makerUser());
      to.writeNumberField("makerOrder", trade.makerOrder());
    }
  }

  private static void writeTime(String name, long timeNs, JsonGenerator to) throws IOException {
    if (timeNs != 0) {
      to.writeStringField(name, Instant.ofEpochSecond(timeNs / NS, timeNs % NS).toString());
    }
  }
}
