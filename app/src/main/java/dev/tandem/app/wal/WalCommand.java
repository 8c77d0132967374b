package dev.tandem.app.wal;

import dev.tandem.app.help.HelpCommand;
import dev.tandem.app.help.VersionCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tandem wal}: looks at write-ahead logs, and mends them. */
@Command(
    name = "wal",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    subcommands = {
      WalVerifyCommand.class,
      WalDumpCommand.class,
      WalRepairCommand.class,
      WalStatsCommand.class,
      HelpCommand.class
    },
    description = "Checks, prints, repairs and sums up the directory of a write-ahead log.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem wal verify /var/lib/exchange/wal",
      "  tandem wal dump /var/lib/exchange/wal --order 17 --answers",
      "  tandem wal repair /var/lib/exchange/wal",
      "  tandem wal stats /var/lib/exchange/wal"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the log is sound; a torn tail, which opening the log drops, is no damage",
      "1:the log is damaged, or it is not proven which segments it had",
      "2:wrong usage, or there is no log"
    })
public final class WalCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
