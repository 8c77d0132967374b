package dev.tandem.gateway;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The faults that the gateway logs while this is open; nobody else is shown them. */
public final class LoggedFaults extends Handler implements AutoCloseable {

  private static final Logger LOGGER = Logger.getLogger("dev.tandem.gateway");

  private final List<Throwable> causes = new CopyOnWriteArrayList<>();

  /** From now on. */
  public LoggedFaults() {
    LOGGER.addHandler(this);
    LOGGER.setUseParentHandlers(false);
  }

  /** Their causes, in turn. */
  public List<Throwable> causes() {
    return causes;
  }

  @Override
  public void publish(LogRecord record) {
    if (record.getThrown() != null) {
      causes.add(record.getThrown());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    LOGGER.removeHandler(this);
    LOGGER.setUseParentHandlers(true);
  }
}
