package dev.tandem.logger.fronts.slf4j;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.fronts.Logging;
import dev.tandem.logger.fronts.jul.TandemHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;

/** A service that logs in every way, in a process of its own. */
final class ProviderChild {
  private ProviderChild() {}

  public static void main(String[] args) {
    Logger logger = LoggerFactory.getLogger("child.Service");
    logger.info("started {} of {}", 1, "two");
    logger.debug("not yet");
    Logging.get().levels().set("child", LogLevel.DEBUG);
    logger.debug("now");
    MDC.put("user", "7");
    logger
        .atWarn()
        .addMarker(MarkerFactory.getMarker("AUDIT"))
        .addKeyValue("order", 4711)
        .log("fluent {}", true);
    MDC.clear();
    logger.error("failed", new IllegalStateException("why"));
    System.getLogger("child.Platform").log(System.Logger.Level.INFO, "platform {0}", 1);
    TandemHandler.install();
    java.util.logging.Logger.getLogger("child.Jul").warning("jul");
    logger.info("x".repeat(3 << 20));
    System.out.println("the service lives");
  }
}
