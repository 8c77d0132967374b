package dev.tandem.app.cluster;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.cluster.NodeBackup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tandem cluster backup}. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Copies log and snapshots of a node that does not run, for tandem cluster seed. The others"
          + " work meanwhile. A node that runs is refused: stop it first."
    })
final class ClusterBackupCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Option(
      names = "--node",
      paramLabel = "N",
      required = true,
      description = "The number of the node in the settings, from 0.")
  private int number;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      required = true,
      description = "Where the copy goes; must not be there, or be empty.")
  private Path directory;

  @Override
  public Integer call() throws IOException {
    long bytes = NodeBackup.backup(config.read(), number, directory);
    spec.commandLine().getOut().println("copied " + Figures.count(bytes, "byte"));
    return ExitCode.OK;
  }
}
