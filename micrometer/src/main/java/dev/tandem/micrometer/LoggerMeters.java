package dev.tandem.micrometer;

import dev.tandem.logger.LogMetrics;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.fronts.Logging;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Collections;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The figures of a store of log files as meters {@code tandem.logger.…}: of one store, or of the
 * one that the logging of the process writes to. Where that is opened anew, its counters begin
 * anew, but for {@code tandem.logger.dropped}, which continues.
 */
public final class LoggerMeters implements MeterBinder {

  private static final String PREFIX = "tandem.logger.";
  private static final String RECORDS = "records";

  /** While no store is open. */
  private static final LogMetrics NONE =
      new LogMetrics(0, 0, Collections.emptyList(), 0, 0, 0, 0, 0, 0, 0, 0);

  private final MeterBinder binder;

  /**
   * @param tags distinguish several stores of one process
   */
  public LoggerMeters(LogStore store, Iterable<Tag> tags) {
    Objects.requireNonNull(store, "store");
    Objects.requireNonNull(tags, "tags");
    binder = registry -> bind(registry, tags, store, LogStore::metrics, LogStore::dropped);
  }

  /** Measures the logging of a process, with what was dropped because no log was open. */
  public LoggerMeters(Logging logging, Iterable<Tag> tags) {
    Objects.requireNonNull(logging, "logging");
    Objects.requireNonNull(tags, "tags");
    binder =
        registry -> bind(registry, tags, logging, l -> l.metrics().orElse(NONE), Logging::dropped);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    binder.bindTo(registry);
  }

  private static <S> void bind(
      MeterRegistry registry,
      Iterable<Tag> tags,
      S source,
      Function<S, LogMetrics> figures,
      ToDoubleFunction<S> dropped) {
    Meters<S, LogMetrics> of = new Meters<>(registry, PREFIX, tags, source, figures);
    of.counter(RECORDS, RECORDS, "Records that were written", LogMetrics::records);
    of.counter("bytes", "bytes", "Bytes claimed in segments", LogMetrics::bytes);
    FunctionCounter.builder(PREFIX + "dropped", source, dropped)
        .baseUnit(RECORDS)
        .description("Records that were to be written and were not")
        .tags(tags)
        .register(registry);
    of.counter("rotations", null, "Segments that were closed", LogMetrics::rotations);
    of.counter("abandoned", RECORDS, "Records whose writers failed", LogMetrics::abandoned);
    of.counter("deleted", null, "Files that retention removed", LogMetrics::deleted);
    of.counter(
        "segment.failures", null, "Failed attempts to make a segment", LogMetrics::segmentFailures);
    of.counter("troubles", null, "Failed attempts at other work", LogMetrics::failures);
    of.gauge("holes", null, "Holes found when the store was opened", LogMetrics::holes);
    of.gauge("sealer.lag", "bytes", "Written, not yet sealed", LogMetrics::sealerLag);
    of.gauge("sealer.backlog", null, "Closed segments not yet sealed", LogMetrics::sealerBacklog);
  }
}
