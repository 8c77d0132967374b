package dev.tandem.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogMetrics;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.wal.Durability;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalStatistics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The meters are the counters. */
class MetersTest {

  @TempDir private Path dir;

  private final MeterRegistry registry = new SimpleMeterRegistry();

  /** What is measured: the registry does not keep it alive. */
  private Object measured;

  private long counter(String name, String... tags) {
    return (long) registry.get(name).tags(tags).functionCounter().count();
  }

  private long gauge(String name) {
    return (long) registry.get(name).gauge().value();
  }

  @Test
  void ofALog() throws Exception {
    try (Wal wal = Wal.open(dir, WalConfig.defaults())) {
      measured = wal;
      new WalMeters(wal, Tags.of("log", "orders")).bindTo(registry);
      assertThat(counter("tandem.wal.appended", "log", "orders")).isZero();
      long last = -1;
      for (int i = 0; i < 5; i++) {
        last = wal.append((byte) 1, new byte[100]);
      }
      wal.confirmations().await(last, Durability.SYNCED);
    }
    // Closed: the figures stay.
    assertThat(counter("tandem.wal.appended")).isEqualTo(5);
    assertThat(counter("tandem.wal.synced")).isEqualTo(5);
  }

  @Test
  void everyFigureOfALog() throws Exception {
    WalStatistics figures =
        new WalStatistics(
            1,
            2,
            3,
            4,
            9,
            12,
            new WalStatistics.Syncs(5, 6.0, 7, 8),
            new WalStatistics.Queue(10, 11, 13, 14, 15),
            new WalStatistics.Segments(17, 18, 19),
            16);
    measured = figures;
    WalMeters.bind(registry, Tags.empty(), figures, same -> same);
    assertThat(counter("tandem.wal.appended")).isEqualTo(1);
    assertThat(counter("tandem.wal.written")).isEqualTo(2);
    assertThat(counter("tandem.wal.synced")).isEqualTo(3);
    assertThat(counter("tandem.wal.urgent")).isEqualTo(4);
    assertThat(registry.get("tandem.wal.sync").functionTimer().count()).isEqualTo(5);
    assertThat(registry.get("tandem.wal.sync").functionTimer().totalTime(TimeUnit.NANOSECONDS))
        .isCloseTo(5 * 6.0, within(1e-6));
    assertThat(registry.get("tandem.wal.sync.p99").timeGauge().value(TimeUnit.NANOSECONDS))
        .isEqualTo(7);
    assertThat(registry.get("tandem.wal.sync.max").timeGauge().value(TimeUnit.NANOSECONDS))
        .isEqualTo(8);
    assertThat(counter("tandem.wal.batches")).isEqualTo(9);
    assertThat(gauge("tandem.wal.queued.records")).isEqualTo(10);
    assertThat(gauge("tandem.wal.queued.bytes")).isEqualTo(11);
    assertThat(counter("tandem.wal.bytes")).isEqualTo(12);
    assertThat(counter("tandem.wal.blocked")).isEqualTo(13);
    assertThat(counter("tandem.wal.spilled")).isEqualTo(14);
    assertThat(counter("tandem.wal.refused")).isEqualTo(15);
    assertThat(counter("tandem.wal.listener.failures")).isEqualTo(16);
    assertThat(gauge("tandem.wal.segments.ready")).isEqualTo(17);
    assertThat(counter("tandem.wal.segments.made")).isEqualTo(18);
    assertThat(counter("tandem.wal.segments.recycled")).isEqualTo(19);
  }

  @Test
  void ofAnExchangeAndItsLog() {
    try (Exchange exchange =
        Exchange.builder()
            .risk(false)
            .journal(JournalOptions.in(dir).segmentBytes(1 << 20))
            .start()) {
      measured = exchange;
      new ExchangeMeters(exchange, Tags.of("venue", "test")).bindTo(registry);
      exchange.async().addSymbol(SymbolSpec.of(7, 1, 2)).join();
      exchange.async().place(1, 7, 1, Side.SELL, TimeInForce.GTC, 30, 50).join();
      exchange.async().place(2, 7, 2, Side.BUY, TimeInForce.GTC, 31, 40).join();
      exchange.async().cancel(1, 7, 99).join();
      assertThat(counter("tandem.exchange.answers", "venue", "test", "code", "ok")).isEqualTo(3);
      assertThat(counter("tandem.exchange.answers", "code", "unknown_order")).isEqualTo(1);
      assertThat(counter("tandem.exchange.answers", "code", "insufficient_funds")).isZero();
      assertThat(counter("tandem.exchange.trades")).isEqualTo(1);
      assertThat(counter("tandem.exchange.submitted")).isEqualTo(4);
      assertThat(gauge("tandem.exchange.ring.size")).isEqualTo(4096);
      assertThat(gauge("tandem.exchange.failed")).isZero();
      assertThat(counter("tandem.wal.appended", "venue", "test"))
          .isEqualTo(exchange.logStatistics().orElseThrow().appended())
          .isGreaterThanOrEqualTo(4);
      assertThat(counter("tandem.exchange.snapshots.taken")).isZero();
      exchange.snapshot();
      exchange.snapshot();
      assertThat(counter("tandem.exchange.snapshots.taken", "venue", "test")).isEqualTo(2);
      assertThat(counter("tandem.exchange.snapshots.failed")).isZero();
      assertThat(gauge("tandem.exchange.snapshots.age")).isNotNegative();
      exchange.awaitAnswered();
    }
    assertThat(counter("tandem.exchange.answered"))
        .isEqualTo(counter("tandem.exchange.submitted"))
        .isEqualTo(9);
    assertThat(gauge("tandem.exchange.waiting")).isZero();
  }

  @Test
  void anExchangeWithoutALogHasNoMetersOfOne() {
    try (Exchange exchange = Exchange.builder().start()) {
      new ExchangeMeters(exchange, Tags.empty()).bindTo(registry);
      assertThat(registry.find("tandem.wal.appended").meters()).isEmpty();
      assertThat(registry.find("tandem.exchange.snapshots.taken").meters()).isEmpty();
      assertThat(counter("tandem.exchange.submitted")).isZero();
    }
  }

  @Test
  void ofAStore() throws Exception {
    LogStore closed;
    try (LogStore store = LogStore.open(dir, LogStoreConfig.builder().build())) {
      closed = store;
      measured = store;
      new LoggerMeters(store, Tags.of("log", "app")).bindTo(registry);
      for (int i = 0; i < 3; i++) {
        store.writer("meters").log(LogLevel.INFO, "record {}", i);
      }
      LogMetrics metrics = store.metrics();
      assertThat(counter("tandem.logger.records", "log", "app")).isEqualTo(3);
      assertThat(counter("tandem.logger.bytes")).isEqualTo(metrics.bytes()).isPositive();
      assertThat(counter("tandem.logger.dropped")).isZero();
      assertThat(counter("tandem.logger.troubles")).isEqualTo(metrics.failures());
      assertThat(gauge("tandem.logger.sealer.lag")).isEqualTo(metrics.sealerLag());
      assertThat(gauge("tandem.logger.sealer.backlog")).isEqualTo(metrics.sealerBacklog());
    }
    closed.writer("meters").log(LogLevel.INFO, "too late");
    assertThat(counter("tandem.logger.dropped")).isEqualTo(1);
    assertThat(counter("tandem.logger.rotations")).isEqualTo(1);
    assertThat(measured).isSameAs(closed);
  }
}
