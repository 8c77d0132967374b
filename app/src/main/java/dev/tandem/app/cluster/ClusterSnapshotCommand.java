package dev.tandem.app.cluster;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.cluster.NodeStatus;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tandem cluster snapshot}. */
@Command(
    name = "snapshot",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Has all nodes take a snapshot at the same place of the log. To be called on the leader's"
          + " machine. No command is applied while it is taken."
    })
final class ClusterSnapshotCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Option(
      names = "--timeout",
      paramLabel = "S",
      defaultValue = "60",
      description = "Seconds to wait for it (default: ${DEFAULT-VALUE}).")
  private int timeout;

  @Override
  public Integer call() throws IOException {
    NodeStatus.takeSnapshot(config.read(), TimeUnit.SECONDS.toNanos(timeout));
    spec.commandLine().getOut().println("the snapshot is taken");
    return ExitCode.OK;
  }
}
