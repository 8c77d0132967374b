package dev.tandem.logger.fronts.slf4j;

import dev.tandem.logger.fronts.Logging;
import dev.tandem.logger.fronts.jul.TandemHandler;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Found by SLF4J; gives it the loggers of {@link Logging}. A wrong configuration fails the start of
 * SLF4J.
 */
public final class TandemServiceProvider implements SLF4JServiceProvider {
  private final ConcurrentMap<String, Logger> loggers = new ConcurrentHashMap<>();
  private final IMarkerFactory markers = new BasicMarkerFactory();
  private final MDCAdapter mdc = new TandemMdc();

  /** For the service loader. */
  public TandemServiceProvider() {}

  @Override
  public ILoggerFactory getLoggerFactory() {
    return name -> loggers.computeIfAbsent(name, n -> new TandemLogger(Logging.get().logger(n)));
  }

  @Override
  public IMarkerFactory getMarkerFactory() {
    return markers;
  }

  @Override
  public MDCAdapter getMDCAdapter() {
    return mdc;
  }

  @Override
  public String getRequestedApiVersion() {
    return "2.0.99";
  }

  @Override
  public void initialize() {
    Logging logging = Logging.get();
    if (logging.config().bridgeJul()) {
      TandemHandler.install();
    }
  }
}
