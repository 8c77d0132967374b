package dev.tandem.app.client;

import dev.tandem.app.help.VersionCommand;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tandem client cancel}. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = "Cancels all that is open of an order.")
final class CancelCommand implements Callable<Integer> {

  @Mixin private OrderOptions order;

  @Override
  public Integer call() throws IOException {
    int symbol = order.symbol().number();
    return order.send(client -> client.cancel(order.user(), symbol, order.order()));
  }
}
