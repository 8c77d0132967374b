package dev.tandem.app.cluster;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.cluster.NodeStatus;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tandem cluster stop}. */
@Command(
    name = "stop",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Ends all nodes of the cluster, behind a snapshot. To be called on the leader's machine. A"
          + " single node is ended by a signal to its process."
    })
final class ClusterStopCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Override
  public Integer call() throws IOException {
    NodeStatus.shutDown(config.read());
    spec.commandLine().getOut().println("the nodes take a snapshot and end");
    return ExitCode.OK;
  }
}
