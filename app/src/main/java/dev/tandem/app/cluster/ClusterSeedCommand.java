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

/** {@code tandem cluster seed}. */
@Command(
    name = "seed",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Makes the directory of a node of a copy, its own or that of another node of the cluster."
          + " Started then, it gets the rest from the others. A node that has a directory is"
          + " refused, and so is a copy of another cluster."
    })
final class ClusterSeedCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Option(
      names = "--node",
      paramLabel = "N",
      required = true,
      description = "The number of the node in the settings, from 0.")
  private int number;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      required = true,
      description = "The copy, as tandem cluster backup makes it.")
  private Path directory;

  @Override
  public Integer call() throws IOException {
    long bytes = NodeBackup.seed(config.read(), number, directory);
    spec.commandLine().getOut().println("made of " + Figures.count(bytes, "byte"));
    return ExitCode.OK;
  }
}
