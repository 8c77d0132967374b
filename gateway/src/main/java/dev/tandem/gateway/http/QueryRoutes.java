package dev.tandem.gateway.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.client.Decimals;
import dev.tandem.core.ExchangeFailedException;
import dev.tandem.core.IndicativePrice;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.bridge.Engine;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.bridge.Submitted;
import dev.tandem.gateway.command.Listings;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.command.Units;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import dev.tandem.gateway.json.JsonText;
import dev.tandem.gateway.orderentry.OrderLimits;
import dev.tandem.gateway.websocket.LiveOrders;
import dev.tandem.gateway.websocket.MarketChannels;
import io.netty.handler.codec.http.HttpMethod;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * The routes of queries. Symbols, live orders and kept books are known here; other books and
 * balances are queried from the kernel, by a thread that may wait for it.
 */
public final class QueryRoutes {

  private static final int MOST_LEVELS = 1_000;
  private static final int USUAL_LEVELS = 20;

  private final OrderDesk desk;
  private final Engine engine;
  private final ExecutorService waiting;
  private final OrderLimits limits;

  /**
   * @param waiting runs what waits for the kernel; has a bound on what it takes
   * @param limits of orders, to be shown
   */
  public QueryRoutes(OrderDesk desk, Engine engine, ExecutorService waiting, OrderLimits limits) {
    this.limits = limits;
    this.desk = desk;
    this.engine = engine;
    this.waiting = waiting;
  }

  /** The routes that only read. */
  public List<Route> routes() {
    return List.of(
        Route.of(HttpMethod.GET, "/v1/symbols", this::symbols),
        Route.of(HttpMethod.GET, "/v1/currencies", this::currencies),
        Route.of(HttpMethod.GET, "/v1/symbols/{symbol}/book", Set.of("depth"), this::book),
        Route.of(
            HttpMethod.GET,
            "/v1/symbols/{symbol}/auction",
            Set.of(Listings.UNITS),
            this::indicativePrice),
        Route.of(
            HttpMethod.GET, "/v1/users/{user}/balances", Set.of(Listings.UNITS), this::balances),
        Route.of(
            HttpMethod.GET,
            "/v1/users/{user}/orders",
            Set.of(LiveOrders.LIMIT, LiveOrders.AFTER, Listings.UNITS),
            this::orders));
  }

  private void symbols(Request request) throws BadRequestException, RefusedException {
    request.caller().require(Role.READ);
    request.fields();
    request.caller().asks(System.nanoTime());
    request.answer(
        200,
        to -> {
          to.writeArrayFieldStart("symbols");
          for (SymbolSpec spec : desk.listings().symbols()) {
            to.writeStartObject();
            to.writeNumberField("symbol", spec.symbol());
            to.writeNumberField("base", spec.baseCurrency());
            to.writeNumberField("quote", spec.quoteCurrency());
            to.writeNumberField("lotScale", spec.lotScale());
            to.writeNumberField("tickScale", spec.tickScale());
            to.writeNumberField("makerFeePpm", spec.makerFeePpm());
            to.writeNumberField("takerFeePpm", spec.takerFeePpm());
            LotLimits limits = spec.limits();
            to.writeNumberField("lotStep", limits.lotStep());
            to.writeNumberField("minLots", limits.minLots());
            to.writeNumberField("maxLots", limits.maxLots());
            to.writeNumberField("maxValue", limits.maxValue());
            to.writeNumberField("protectionPoints", spec.protectionPoints());
            Naming naming = spec.naming();
            if (naming.isNamed()) {
              to.writeStringField("name", naming.name());
              to.writeNumberField("priceDecimals", naming.decimals());
              to.writeNumberField("quantityDecimals", naming.quantityDecimals());
            }
            writeName("baseName", desk.listings().currency(spec.baseCurrency()), to);
            writeName("quoteName", desk.listings().currency(spec.quoteCurrency()), to);
            OrderLimits.OfSymbol here = this.limits.of(spec.symbol());
            to.writeNumberField("maxQuantity", here.quantity());
            to.writeNumberField("maxNotional", here.notional());
            to.writeNumberField("priceBandPpm", here.bandPpm());
            to.writeStringField("state", desk.state(spec.symbol()).name());
            to.writeEndObject();
          }
          to.writeEndArray();
        });
  }

  private static void writeName(String field, Naming naming, JsonGenerator to) throws IOException {
    if (naming.isNamed()) {
      to.writeStringField(field, naming.name());
    }
  }

  private void currencies(Request request) throws BadRequestException, RefusedException {
    request.caller().require(Role.READ);
    request.fields();
    request.caller().asks(System.nanoTime());
    request.answer(
        200,
        to -> {
          to.writeArrayFieldStart("currencies");
          for (Map.Entry<Integer, Naming> currency : desk.listings().currencies().entrySet()) {
            to.writeStartObject();
            to.writeNumberField("currency", currency.getKey());
            to.writeStringField("name", currency.getValue().name());
            to.writeNumberField("decimals", currency.getValue().decimals());
            to.writeEndObject();
          }
          to.writeEndArray();
        });
  }

  private void book(Request request) throws BadRequestException, RefusedException {
    request.caller().require(Role.READ);
    JsonFields fields = request.fields();
    int symbol = desk.listings().symbol(fields);
    Units units = desk.listings().unitsOf(fields).apply(symbol);
    int depth = (int) fields.number("depth", 1, MOST_LEVELS, USUAL_LEVELS);
    request.caller().asks(System.nanoTime());
    if (!desk.hasSymbol(symbol)) {
      throw new RefusedException(Refusal.NOT_FOUND, "there is no symbol " + symbol);
    }
    desk.askBook(
        symbol, book -> request.now(() -> answer(request, book, depth, units)), request::refuse);
  }

  private static void answer(Request request, MarketBook book, int depth, Units units) {
    request.answer(
        200,
        to -> {
          units.symbol(book.symbol(), to);
          to.writeNumberField("seq", book.sequence());
          to.writeNumberField("event", book.lastEvent());
          to.writeStringField("state", book.state().name());
          MarketChannels.writeLevels(book.view(), depth, units, to);
        });
  }

  private void indicativePrice(Request request) throws BadRequestException, RefusedException {
    request.caller().require(Role.READ);
    JsonFields fields = request.fields();
    int symbol = desk.listings().symbol(fields);
    Units units = desk.listings().unitsOf(fields).apply(symbol);
    request.caller().asks(System.nanoTime());
    ask(
        request,
        e -> e.indicativePrice(symbol),
        (Optional<IndicativePrice> found) ->
            to -> {
              IndicativePrice now = found.orElseThrow();
              units.symbol(symbol, to);
              to.writeNumberField("event", now.lastEvent());
              to.writeStringField("state", now.state().name());
              units.price("price", now.price(), to);
              units.quantity("quantity", now.quantity(), to);
              units.quantity("surplus", now.surplus(), to);
            },
        "there is no symbol " + symbol);
  }

  private void balances(Request request) throws BadRequestException, RefusedException {
    JsonFields fields = request.fields();
    long user = user(request, fields);
    boolean inDecimals = desk.listings().isInDecimals(fields);
    ask(
        request,
        e -> e.user(user),
        (Optional<UserState> found) ->
            to -> {
              UserState state = found.orElseThrow();
              to.writeNumberField("user", user);
              to.writeBooleanField("suspended", state.suspended());
              to.writeArrayFieldStart("balances");
              writeBalances(state, inDecimals, to);
              to.writeEndArray();
            },
        "there is no user " + user);
  }

  private void writeBalances(UserState state, boolean inDecimals, JsonGenerator to)
      throws IOException {
    for (var balance : state.balances()) {
      to.writeStartObject();
      Naming naming = inDecimals ? desk.listings().currency(balance.currency()) : Naming.NONE;
      if (naming.isNamed()) {
        to.writeStringField("currency", naming.name());
      } else {
        to.writeNumberField("currency", balance.currency());
      }
      if (inDecimals) {
        to.writeStringField("available", Decimals.text(balance.available(), naming.decimals()));
        to.writeStringField("held", Decimals.text(balance.held(), naming.decimals()));
      } else {
        to.writeNumberField("available", balance.available());
        to.writeNumberField("held", balance.held());
      }
      to.writeEndObject();
    }
  }

  private void orders(Request request) throws BadRequestException, RefusedException {
    JsonFields fields = request.fields();
    long user = user(request, fields);
    JsonText.Writer page = LiveOrders.page(desk, user, fields);
    request.answer(
        200,
        to -> {
          to.writeNumberField("user", user);
          page.write(to);
        });
  }

  private static long user(Request request, JsonFields fields)
      throws BadRequestException, RefusedException {
    long user = fields.number("user", Long.MIN_VALUE, Long.MAX_VALUE);
    request.caller().require(Role.READ, user);
    request.caller().asks(System.nanoTime());
    return user;
  }

  private <T> void ask(
      Request request,
      Function<Engine, Optional<T>> question,
      Function<Optional<T>, JsonText.Writer> writer,
      String absent)
      throws RefusedException {
    try {
      waiting.execute(
          () -> {
            Optional<T> found;
            try {
              found = question.apply(engine);
            } catch (RuntimeException e) {
              request.later(() -> unanswered(request, e));
              return;
            } catch (Error e) {
              request.later(
                  () -> {
                    throw e;
                  });
              return;
            }
            request.later(
                () -> {
                  if (found.isEmpty()) {
                    request.refuse(Refusal.NOT_FOUND, absent);
                  } else {
                    request.answer(200, writer.apply(found));
                  }
                });
          });
    } catch (RejectedExecutionException e) {
      throw new RefusedException(Refusal.BUSY, "too many questions wait");
    }
  }

  private void unanswered(Request request, RuntimeException thrown) {
    if (thrown instanceof ExchangeFailedException || desk.hasStopped()) {
      request.refuse(Submitted.STOPPED.refusal(), Submitted.STOPPED.why());
    } else {
      throw thrown;
    }
  }
}
