package dev.tandem.gateway.bridge;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.Exchange;
import dev.tandem.core.IndicativePrice;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.ResultCode;
import dev.tandem.micrometer.ExchangeMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** An exchange of this process, whose result handler is {@link OrderDesk#answers}. */
public record ExchangeEngine(Exchange exchange) implements Engine {

  @Override
  public List<Listed> open() {
    // Nobody else submits, so no command comes between the symbols.
    return exchange.symbols().stream()
        .map(spec -> new Listed(spec, exchange.book(spec.symbol()).orElseThrow()))
        .toList();
  }

  @Override
  public SortedMap<Integer, Naming> currencyNames() {
    return exchange.currencyNames();
  }

  @Override
  public Command tryClaim() {
    return exchange.publisher().tryClaim();
  }

  @Override
  public long publish(Command command) {
    return exchange.publisher().publish(command);
  }

  @Override
  public Optional<BookSnapshot> book(int symbol) {
    return exchange.book(symbol);
  }

  @Override
  public Optional<IndicativePrice> indicativePrice(int symbol) {
    return exchange.indicativePrice(symbol);
  }

  @Override
  public Optional<UserState> user(long userId) {
    return exchange.user(userId);
  }

  @Override
  public Optional<Throwable> failure() {
    return exchange.failure();
  }

  @Override
  public long answered() {
    return exchange.answered();
  }

  @Override
  public long waiting() {
    // In this order, so that there never are more answers than commands.
    long answered = exchange.answered();
    return exchange.submitted() - answered;
  }

  @Override
  public long trades() {
    return exchange.trades();
  }

  @Override
  public Map<ResultCode, Long> answers() {
    return exchange.metrics().answers();
  }

  @Override
  public long unwritten() {
    return exchange.logStatistics().map(s -> s.queue().records()).orElse(0L);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    new ExchangeMeters(exchange, Tags.empty()).bindTo(registry);
  }

  @Override
  public void prepareStop() {
    exchange.snapshot();
  }

  @Override
  public void close() {
    exchange.close();
  }
}
