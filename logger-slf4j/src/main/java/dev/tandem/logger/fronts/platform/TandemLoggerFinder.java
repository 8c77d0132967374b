package dev.tandem.logger.fronts.platform;

import dev.tandem.logger.fronts.Logging;

/** Found by the Java platform; gives it the loggers of {@link Logging}. */
public final class TandemLoggerFinder extends System.LoggerFinder {
  /** For the service loader. */
  public TandemLoggerFinder() {}

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new PlatformLogger(Logging.get().logger(name));
  }
}
