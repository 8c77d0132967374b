package dev.tandem.app.cluster;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.serve.ConfigFile;
import dev.tandem.app.serve.DoorOptions;
import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.ReplicaListener;
import dev.tandem.cluster.door.ClusterDoor;
import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
      "Clients reach the node as they reach tandem serve: by REST, WebSocket, the binary protocol"
          + " and a browser, once it has a leader and its keys. A generated market, FIX and times"
          + " of stages are not there."
    })
final class ClusterStartCommand implements Callable<Integer> {

  private static final int PORTS_PER_NODE = 10;

  @Spec private CommandSpec spec;

  @Mixin private ConfigOption config;

  @Option(
      names = "--node",
      paramLabel = "N",
      required = true,
      description = "The number of this node in the settings, from 0.")
  private int number;

  @Option(
      names = "--no-gateway",
      description = "A node without clients: it counts for the majority, and needs no keys.")
  private boolean noGateway;

  @Option(
      names = "--keys",
      paramLabel = "DIR",
      description =
          "Where keys.json is, as tandem key --create --dir DIR makes it, the same on all nodes."
              + " Default: the directory in the settings.")
  private Path keys;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "The port of HTTP; 0 for any that is free. Default: 8480, and 10 for each node.")
  private Integer port;

  @Option(
      names = "--binary-port",
      paramLabel = "PORT",
      description = "The port of the binary protocol; 0 for any that is free. Default: the next.")
  private Integer binaryPort;

  @Option(
      names = "--gateway",
      paramLabel = "FILE",
      description =
          "Settings of the gateway: a line name = value for each option below and for the ports,"
              + " without dashes. Options given here come before it.")
  void gateway(Path file) {
    spec.commandLine().setDefaultValueProvider(new ConfigFile("--gateway", file, spec));
  }

  @Mixin private DoorOptions door;

  private volatile boolean stopping;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    ClusterConfig settings = config.read();
    GatewaySettings.Builder gateway = noGateway ? null : gateway(settings);
    ClusterDoor node =
        ClusterDoor.start(
            settings, number, new Roles(out), e -> err.println("tandem: " + e.getMessage()));
    // The JVM would end with 143 after its hooks; a stop on request is no failure.
    Thread hook = new Thread(() -> stop(node, err), "tandem-cluster-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      run(node, gateway, settings, out, err);
    } finally {
      if (!stopping) {
        Runtime.getRuntime().removeShutdownHook(hook);
        node.close();
      }
    }
    say(out, "node " + number + " was shut down");
    return ExitCode.OK;
  }

  // They complete the future that is waited for.
  @SuppressWarnings("FutureReturnValueIgnored")
  private void run(
      ClusterDoor node,
      GatewaySettings.Builder gateway,
      ClusterConfig settings,
      PrintWriter out,
      PrintWriter err)
      throws IOException {
    say(out, "node " + number + " runs; it answers " + settings.durability());
    CompletableFuture<Throwable> failed = new CompletableFuture<>();
    node.node().end().whenComplete((done, failure) -> failed.complete(failure));
    if (gateway != null) {
      open(node, gateway, out).ifPresent(g -> g.failure().thenAccept(failed::complete));
    }
    Throwable failure = failed.join();
    boolean isShutDown =
        node.node().end().isDone() && !node.node().end().isCompletedExceptionally();
    if (!isShutDown) {
      err.println("tandem: node " + number + " failed: " + failure);
      err.flush();
      // No answer is owed to anybody: clients send again to another node.
      Runtime.getRuntime().halt(ExitCode.FAILED);
    }
  }

  private GatewaySettings.Builder gateway(ClusterConfig settings) {
    Path directory = keys == null ? settings.directory() : keys;
    if (!Files.isRegularFile(directory.resolve("keys.json"))) {
      throw new ParameterException(
          spec.commandLine(),
          "%s has no keys.json: make it by tandem key --create --dir %s --role admin admin, and copy"
                  .formatted(directory, directory)
              + " it to all nodes; or run the node with --no-gateway");
    }
    try {
      GatewaySettings.Builder builder =
          GatewaySettings.in(directory)
              .port(port == null ? GatewaySettings.PORT + PORTS_PER_NODE * number : port);
      if (binaryPort != null) {
        builder.binaryPort(binaryPort);
      }
      door.set(builder).build();
      return builder;
    } catch (UnknownHostException | IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Empty if the node has ended before. */
  private Optional<Gateway> open(ClusterDoor node, GatewaySettings.Builder gateway, PrintWriter out)
      throws IOException {
    try {
      Gateway opened = node.open(gateway);
      DoorOptions.printAddresses(opened, out);
      out.flush();
      return Optional.of(opened);
    } catch (IOException e) {
      if (stopping || node.node().end().isDone()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private void stop(ClusterDoor node, PrintWriter err) {
    stopping = true;
    int code = ExitCode.OK;
    try {
      node.close();
    } catch (IOException | RuntimeException e) {
      code = ExitCode.FAILED;
      err.println("tandem: stopping failed: " + e);
      err.flush();
    }
    Runtime.getRuntime().halt(code);
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
