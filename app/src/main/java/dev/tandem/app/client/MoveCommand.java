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

  @Parameters(index = "3", paramLabel = "PRICE", description = "The new limit.")
  private String price;

  @Parameters(
      index = "4",
      arity = "0..1",
      paramLabel = "QUANTITY",
      defaultValue = "0",
      description = "The new open quantity. Default: as much as was open.")
  private String quantity;

  @Override
  public Integer call() throws IOException {
    int symbol = order.symbol().number();
    long ticks = order.symbol().price("PRICE", price);
    long lots = order.symbol().quantity("QUANTITY", quantity);
    return order.send(client -> client.move(order.user(), symbol, order.order(), ticks, lots));
  }
}
