package dev.tandem.app.client;

import dev.tandem.app.help.HelpCommand;
import dev.tandem.app.help.VersionCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tandem client}: orders and books from the terminal. */
@Command(
    name = "client",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    subcommands = {
      PlaceCommand.class,
      CancelCommand.class,
      MoveCommand.class,
      AmendCommand.class,
      OrdersCommand.class,
      BookCommand.class,
      WatchCommand.class,
      HelpCommand.class
    },
    description =
        "Places, cancels, moves, amends and lists orders at a gateway, and shows its books.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  export TANDEM_KEY=admin.…        as tandem serve or tandem key printed it",
      "  tandem client place 7 1 1001 BUY 30 50",
      "  tandem client place 7 BTC-USD 1003 BUY 100.25 0.5",
      "  tandem client place 7 1 1002 SELL 25 50 --type STOP_LIMIT --trigger 27",
      "  tandem client move 7 1 1001 31",
      "  tandem client amend 7 1 1001 31 40",
      "  tandem client cancel 7 1 1001",
      "  tandem client orders 7",
      "  tandem client book 1",
      "  tandem client watch 1"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:accepted, or shown",
      "1:refused by the exchange or the gateway",
      "2:wrong usage, or no gateway that lets the key in"
    })
public final class ClientCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
