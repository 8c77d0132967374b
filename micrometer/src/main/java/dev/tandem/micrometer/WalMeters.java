package dev.tandem.micrometer;

import dev.tandem.wal.Wal;
import dev.tandem.wal.WalStatistics;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The figures of a write-ahead log as meters {@code tandem.wal.…}. */
public final class WalMeters implements MeterBinder {

  private static final String PREFIX = "tandem.wal.";
  private static final String RECORDS = "records";

  private final Wal log;
  private final Iterable<Tag> tags;

  /**
   * @param tags distinguish several logs of one process
   */
  public WalMeters(Wal log, Iterable<Tag> tags) {
    this.log = Objects.requireNonNull(log, "log");
    this.tags = Objects.requireNonNull(tags, "tags");
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    bind(registry, tags, log, Wal::statistics);
  }

  /** Registers the meters of a log that belongs to something else. */
  static <S> void bind(
      MeterRegistry registry, Iterable<Tag> tags, S source, Function<S, WalStatistics> figures) {
    Meters<S, WalStatistics> of = new Meters<>(registry, PREFIX, tags, source, figures);
    of.counter("appended", RECORDS, "Records that were appended", WalStatistics::appended);
    of.counter("written", RECORDS, "Records that were written", WalStatistics::written);
    of.counter("synced", RECORDS, "Records that were synced", WalStatistics::synced);
    of.counter("urgent", RECORDS, "Appends that requested a sync", WalStatistics::critical);
    of.counter("batches", null, "Writes of a batch", WalStatistics::batches);
    of.counter("bytes", "bytes", "Bytes that were written", WalStatistics::bytes);
    of.counter("blocked", RECORDS, "Appends that waited for a buffer", s -> s.queue().blocked());
    of.counter("spilled", null, "Further buffers that were taken", s -> s.queue().spilled());
    of.counter(
        "refused", RECORDS, "Appends refused: backpressure or disk full", s -> s.queue().refused());
    of.counter(
        "listener.failures", null, "Exceptions of listeners", WalStatistics::listenerFailures);
    of.counter("segments.made", null, "Segments filled with zeros", s -> s.segments().made());
    of.counter(
        "segments.recycled", null, "Segments made of retired ones", s -> s.segments().recycled());
    of.gauge("segments.ready", null, "Segments prepared ahead", s -> s.segments().ready());
    of.gauge("queued.records", RECORDS, "Appended, not yet written", s -> s.queue().records());
    of.gauge("queued.bytes", "bytes", "Appended, not yet written", s -> s.queue().bytes());
    FunctionTimer.builder(
            PREFIX + "sync",
            source,
            measured -> figures.apply(measured).syncs().count(),
            measured -> totalSyncNs(figures.apply(measured)),
            TimeUnit.NANOSECONDS)
        .description("Forces of a segment")
        .tags(tags)
        .register(registry);
    TimeGauge.builder(
            PREFIX + "sync.p99", source, TimeUnit.NANOSECONDS, of.of(s -> s.syncs().p99Ns()))
        .description("The time that 99 in 100 forces stayed below, since the log was opened")
        .tags(tags)
        .register(registry);
    TimeGauge.builder(
            PREFIX + "sync.max", source, TimeUnit.NANOSECONDS, of.of(s -> s.syncs().maxNs()))
        .description("The longest force since the log was opened")
        .tags(tags)
        .register(registry);
  }

  private static double totalSyncNs(WalStatistics statistics) {
    return statistics.syncs().meanNs() * statistics.syncs().count();
  }
}
