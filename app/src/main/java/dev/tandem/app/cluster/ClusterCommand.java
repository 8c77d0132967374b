package dev.tandem.app.cluster;

import dev.tandem.app.help.HelpCommand;
import dev.tandem.app.help.VersionCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tandem cluster}: the exchange on three machines. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    subcommands = {
      ClusterDemoCommand.class,
      ClusterStartCommand.class,
      ClusterStatusCommand.class,
      ClusterSnapshotCommand.class,
      ClusterStopCommand.class,
      ClusterBackupCommand.class,
      ClusterSeedCommand.class,
      HelpCommand.class
    },
    description = "Runs the exchange on the nodes of Aeron Cluster: see docs/cluster.md.",
    synopsisSubcommandLabel = "COMMAND",
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem cluster demo                           kill a leader under load",
      "  tandem cluster start --config cluster.conf --node 0",
      "  tandem cluster status --config cluster.conf",
      "  tandem cluster snapshot --config cluster.conf",
      "  tandem cluster stop --config cluster.conf"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all is well",
      "1:a command was lost, is there twice, or nodes differ; or a node does not run",
      "2:wrong usage, a setting that makes no sense, a node that cannot do this now",
      "3:a node has failed"
    })
public final class ClusterCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
