package dev.tandem.app.cluster;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.NodeStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tandem cluster status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Says what the nodes of this machine do: role, term, commit position and how far the replica"
          + " is behind it, last command, event hash, age of the newest snapshot, disk. Nodes at the"
          + " same command have the same hash."
    })
final class ClusterStatusCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Override
  public Integer call() throws IOException {
    ClusterConfig settings = config.read();
    List<NodeStatus> here = new ArrayList<>();
    for (int node = 0; node < settings.nodes(); node++) {
      if (Files.isDirectory(settings.directoryOf(node))) {
        here.add(NodeStatus.of(settings, node));
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    if (here.isEmpty()) {
      out.println("no node is on this machine: there is nothing in " + settings.directory());
      return ExitCode.MISMATCH;
    }
    here.forEach(node -> print(out, node));
    return here.stream().allMatch(NodeStatus::isRunning) ? ExitCode.OK : ExitCode.MISMATCH;
  }

  private static void print(PrintWriter out, NodeStatus node) {
    if (!node.isRunning()) {
      out.printf("node %d  does not run%n", node.node());
      return;
    }
    out.printf(
        "node %d  %s, term %d, committed %s, lag %s, last command %s, event hash %016x%n",
        node.node(),
        node.role(),
        node.term(),
        Figures.count(node.commitPosition(), "byte"),
        Figures.count(node.lag(), "byte"),
        Figures.count(node.lastCommand()),
        node.eventHash());
    out.printf(
        "        dropped %s, refused %s, newest snapshot %s%n",
        Figures.count(node.repeats(), "repeat"),
        Figures.count(node.refused()),
        node.snapshotTimeNs() == 0
            ? "none"
            : Json.time(node.snapshotTimeNs())
                + (node.snapshotTookNs() == 0
                    ? ""
                    : ", took " + Figures.duration(node.snapshotTookNs())));
    out.printf(
        "        same hashes as another node %s, disk %s, free %s%n",
        node.agreedCommand() < 0
            ? "at no command yet"
            : "at command " + Figures.count(node.agreedCommand()),
        Figures.count(node.diskBytes(), "byte"),
        Figures.count(node.freeBytes(), "byte"));
  }
}
