package dev.tandem.app.client;

import dev.tandem.app.help.VersionCommand;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tandem client move}. */
@Command(
    name = "move",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = "Gives an order another price; it loses its place.")
final class MoveCommand implements Callable<Integer> {

  @Mixin private OrderOptions order;

  @Parameters(index = "3", paramLabel = "PRICE", description = "The new limit, in ticks.")
  private long price;

  @Parameters(
      index = "4",
      arity = "0..1",
      paramLabel = "LOTS",
      defaultValue = "0",
      description = "The new open lots. Default: as many as were open.")
  private long quantity;

  @Override
  public Integer call() throws IOException {
    return order.send(
        client -> client.move(order.user(), order.symbol(), order.order(), price, quantity));
  }
}
