package dev.tandem.app.cluster;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.ClusterNode;
import dev.tandem.cluster.ReplicaListener;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tandem cluster start}. */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Runs a node until it is stopped: by tandem cluster stop, Ctrl-C or SIGTERM. One that was"
          + " killed continues from its log.",
      "A node has no gateway yet: commands come from programs that embed it."
    })
final class ClusterStartCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Option(
      names = "--node",
      paramLabel = "N",
      required = true,
      description = "The number of this node in the settings, from 0.")
  private int number;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ClusterConfig settings = config.read();
    ClusterNode node =
        ClusterNode.start(
            settings, number, new Roles(out), e -> err.println("tandem: " + e.getMessage()));
    Thread onSignal = new Thread(() -> close(node, err), "tandem-cluster-stop");
    Runtime.getRuntime().addShutdownHook(onSignal);
    say(out, "node " + number + " runs; it answers " + settings.durability());
    try {
      node.end().join();
    } catch (CompletionException e) {
      err.println("tandem: the replica of node " + number + " failed: " + e.getCause());
      return ExitCode.FAILED;
    }
    say(out, "node " + number + " was shut down");
    return ExitCode.OK;
  }

  private static void close(ClusterNode node, PrintWriter err) {
    try {
      node.close();
    } catch (IOException | RuntimeException e) {
      err.println("tandem: stopping failed: " + e);
      err.flush();
    }
  }

  private static void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }

  /** What the node becomes, on the output. */
  private record Roles(PrintWriter out) implements ReplicaListener {

    @Override
    public void onRole(boolean isLeader) {
      say(out, isLeader ? "leader" : "follower");
    }

    @Override
    public void onTerm(long term) {
      say(out, "term " + term);
    }
  }
}
