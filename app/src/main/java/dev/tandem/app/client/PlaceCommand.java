package dev.tandem.app.client;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tandem client place}. */
@Command(
    name = "place",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = "Places an order.")
final class PlaceCommand implements Callable<Integer> {

  @Mixin private OrderOptions order;

  @Parameters(index = "3", paramLabel = "SIDE", description = "${COMPLETION-CANDIDATES}.")
  private Side side;

  @Parameters(index = "4", paramLabel = "PRICE", description = "The limit, in ticks.")
  private long price;

  @Parameters(index = "5", paramLabel = "LOTS", description = "How many lots.")
  private long quantity;

  @Option(
      names = "--time-in-force",
      paramLabel = "TIF",
      defaultValue = "GTC",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private TimeInForce timeInForce;

  @Override
  public Integer call() throws IOException {
    return order.send(
        client ->
            client.place(
                order.user(), order.symbol(), order.order(), side, timeInForce, price, quantity));
  }
}
