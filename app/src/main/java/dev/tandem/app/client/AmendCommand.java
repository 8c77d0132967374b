package dev.tandem.app.client;

import dev.tandem.app.help.VersionCommand;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tandem client amend}. */
@Command(
    name = "amend",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = "Gives an order another price or total; fewer lots at its price keep its place.")
final class AmendCommand implements Callable<Integer> {

  @Mixin private OrderOptions order;

  @Parameters(
      index = "3",
      paramLabel = "PRICE",
      description = "The limit, also where it stays as it is.")
  private String price;

  @Parameters(
      index = "4",
      paramLabel = "QUANTITY",
      description = "The new total, with what is filled of it.")
  private String quantity;

  @Option(
      names = "--trigger",
      paramLabel = "PRICE",
      description = "Of an order that sleeps: another price that triggers it.")
  private String trigger;

  @Override
  public Integer call() throws IOException {
    int symbol = order.symbol().number();
    long ticks = order.symbol().price("PRICE", price);
    long lots = order.symbol().quantity("QUANTITY", quantity);
    long wakes = trigger == null ? 0 : order.symbol().price("--trigger", trigger);
    return order.send(
        client -> client.amend(order.user(), symbol, order.order(), ticks, lots, wakes));
  }
}
