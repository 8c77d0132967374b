package dev.tandem.gateway;

import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.api.StageTimings;
import dev.tandem.gateway.bridge.LoopDriver;
import dev.tandem.gateway.bridge.OrderDesk;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Starts the exchange of a gateway that has its own, on the log in the gateway's directory. */
final class EmbeddedExchange {

  private EmbeddedExchange() {}

  /**
   * Returns when all commands of the log are applied again.
   *
   * @param driver null if the exchange has threads
   * @param timings null if stages are not timed
   * @param restored gets the answers of the log's commands
   */
  static Exchange start(
      GatewaySettings settings,
      OrderDesk desk,
      LoopDriver driver,
      StageTimings timings,
      RestoredReports restored)
      throws IOException {
    ExchangeBuilder builder =
        Exchange.builder()
            .topology(settings.topology)
            .journal(settings.journal())
            .resultHandler(desk.answers())
            .replayedResultHandler(restored);
    if (timings != null) {
      builder.timings(timings);
    }
    if (driver != null) {
      builder.callerDriven(driver::wake);
    }
    try {
      Exchange running = builder.start();
      restored.started(running.recovery().orElseThrow().commands());
      if (driver != null) {
        driver.drive(running);
      }
      return running;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
