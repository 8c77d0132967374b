package dev.tandem.app.client;

import dev.tandem.app.help.VersionCommand;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tandem client cancel}. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = "Cancels all that is open of an order.")
final class CancelCommand implements Callable<Integer> {

  @Mixin private OrderOptions options;

  @Parameters(index = "0", paramLabel = "USER", description = "The user.")
  private long user;

  @Parameters(index = "1", paramLabel = "SYMBOL", description = "The symbol.")
  private int symbol;

  @Parameters(index = "2", paramLabel = "ORDER", description = "The id of the order.")
  private long order;

  @Override
  public Integer call() throws IOException {
    return options.send(client -> client.cancel(user, symbol, order));
  }
}
