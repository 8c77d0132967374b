package dev.tandem.micrometer;

import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeMetrics;
import dev.tandem.core.api.SnapshotStatistics;
import dev.tandem.core.command.ResultCode;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.Objects;

/**
 * The figures of an exchange as meters {@code tandem.exchange.…}, and, if it keeps a log, those of
 * its snapshots and of its log as {@link WalMeters} has them. Answers are one counter for each
 * {@link ResultCode}, with the tag {@code code}.
 */
public final class ExchangeMeters implements MeterBinder {

  private static final String PREFIX = "tandem.exchange.";
  private static final String COMMANDS = "commands";

  private final Exchange exchange;
  private final Iterable<Tag> tags;

  /**
   * @param tags distinguish several exchanges of one process
   */
  public ExchangeMeters(Exchange exchange, Iterable<Tag> tags) {
    this.exchange = Objects.requireNonNull(exchange, "exchange");
    this.tags = Objects.requireNonNull(tags, "tags");
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Meters<Exchange, ExchangeMetrics> of =
        new Meters<>(registry, PREFIX, tags, exchange, Exchange::metrics);
    of.counter("submitted", COMMANDS, "Commands taken, queries too", ExchangeMetrics::submitted);
    of.counter("answered", COMMANDS, "Commands answered, queries too", ExchangeMetrics::answered);
    of.counter("trades", null, "Trades in the life of the exchange", ExchangeMetrics::trades);
    of.gauge("waiting", COMMANDS, "Submitted, not yet answered", ExchangeMetrics::waiting);
    of.gauge("ring.size", COMMANDS, "Most commands that can wait", ExchangeMetrics::ringSize);
    of.gauge("failed", null, "1 if the kernel has stopped for good", m -> m.failed() ? 1 : 0);
    for (ResultCode code : ResultCode.values()) {
      if (code != ResultCode.PENDING) {
        FunctionCounter.builder(
                PREFIX + "answers",
                exchange,
                of.of(metrics -> metrics.answers().getOrDefault(code, 0L)))
            .baseUnit(COMMANDS)
            .description("Answers to commands, without queries, by result code")
            .tags(Tags.of(tags).and("code", code.name().toLowerCase(Locale.ROOT)))
            .register(registry);
      }
    }
    if (exchange.logStatistics().isPresent()) {
      WalMeters.bind(registry, tags, exchange, e -> e.logStatistics().orElseThrow());
      bindSnapshots(registry);
    }
  }

  private void bindSnapshots(MeterRegistry registry) {
    Meters<Exchange, SnapshotStatistics> of =
        new Meters<>(
            registry,
            PREFIX + "snapshots.",
            tags,
            exchange,
            e -> e.snapshotStatistics().orElseThrow());
    of.counter("taken", null, "Snapshots written", SnapshotStatistics::taken);
    of.counter("failed", null, "Attempts without a snapshot", SnapshotStatistics::failed);
    of.gauge(
        "age",
        "seconds",
        "Since the last snapshot, or since the start if there was none",
        s -> s.age().toNanos() / 1e9);
  }
}
