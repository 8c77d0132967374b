package dev.tandem.logger.fronts;

import dev.tandem.logger.LogMetrics;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.config.LoggingConfig;
import java.io.IOException;
import java.util.Optional;

/** Writes to a store. */
final class StoreOutput implements Output {
  private final LogStore store;

  private StoreOutput(LogStore store) {
    this.store = store;
  }

  static Output open(LoggingConfig config) throws IOException {
    return new StoreOutput(LogStore.open(config.directory(), config.store()));
  }

  @Override
  public RecordWriter writer(String logger) {
    return new StoreWriter(store.writer(logger));
  }

  @Override
  public void flush() throws IOException {
    store.flush();
  }

  @Override
  public long dropped() {
    return store.dropped();
  }

  @Override
  public Optional<LogMetrics> metrics() {
    return Optional.of(store.metrics());
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}
