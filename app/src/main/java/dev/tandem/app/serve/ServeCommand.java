package dev.tandem.app.serve;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ClosedPipeError;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.replay.RecoveryText;
import dev.tandem.app.replay.TopologyChoice;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.api.Topology;
import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import dev.tandem.wal.Durability;
import dev.tandem.wal.Wal;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tandem serve}. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Runs an exchange that clients reach by REST, WebSocket, a binary protocol and FIX and people"
          + " by a browser. What it acknowledges is in its log: killed and started again, it goes"
          + " on where it was."
    },
    footerHeading = "%nStopping:%n",
    footer = {
      "SIGTERM and Ctrl-C: no more connections, commands in flight are answered, a snapshot is"
          + " taken, exit code 0. docs/gateway.md has routes, channels, limits and a session with"
          + " curl.",
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:stopped on request",
      "2:wrong usage, or an address, a log or a file that cannot be used",
      "3:the exchange failed and has stopped; what was acknowledged is in the log"
    })
public final class ServeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "Settings: a line name = value for each option, without its dashes. Options given here"
              + " come before it.")
  void config(Path file) {
    spec.commandLine().setDefaultValueProvider(new ConfigFile("--config", file, spec));
  }

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      defaultValue = "tandem-exchange",
      description =
          "Where log, snapshots and keys are; created if needed. Default: ${DEFAULT-VALUE}.")
  private Path directory;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8480",
      description = "The port; 0 for any that is free. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--binary-port",
      paramLabel = "N",
      description = "The port of the binary protocol; 0 for any that is free. Default: the next.")
  private Integer binaryPort;

  @Option(
      names = "--fix",
      paramLabel = "PORT",
      description = "The port of FIX 4.4; 0 for any that is free. Without it there is no FIX.")
  private Integer fixPort;

  @Option(names = "--demo", description = "Fills it with a generated market and a user to try it.")
  private boolean demo;

  @Option(
      names = "--demo-rate",
      paramLabel = "N",
      defaultValue = "200",
      description = "Commands a second of the generated market. Default: ${DEFAULT-VALUE}.")
  private int demoRate;

  @Option(
      names = "--topology",
      paramLabel = "T",
      defaultValue = "auto",
      converter = TopologyChoice.class,
      description = "auto, fused, pipelined or pipelined:R,M. Default: ${DEFAULT-VALUE}.")
  private Topology topology;

  @Option(
      names = "--kernel-thread",
      description =
          "Gives the fused topology threads of its own. Without it the event loop does its work,"
              + " which is less of it: nothing is handed over.")
  private boolean kernelThread;

  @Option(
      names = "--durability",
      paramLabel = "LEVEL",
      defaultValue = "SYNCED",
      description =
          "When a command is acknowledged: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Durability durability;

  @Option(
      names = "--snapshot-every",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "A snapshot after so many commands; 0: never. Default: ${DEFAULT-VALUE}.")
  private long snapshotEvery;

  @Option(
      names = "--whole-log",
      description =
          "Keeps the log from its first record on, for recover --check and wal dump --answers."
              + " Without it what snapshots make up for is deleted.")
  private boolean wholeLog;

  @Option(
      names = "--keep-for-cursors",
      description =
          "Keeps what a drop copy has not passed with its cursor. A cursor that nobody advances any"
              + " more fills the disk.")
  private boolean keepForCursors;

  @Option(
      names = "--history",
      paramLabel = "URL",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Keeps a history that orders, fills and trades are asked from: in history.db of the"
              + " directory, or in jdbc:postgresql://HOST/NAME. The log is kept until it has it.")
  private String history;

  @Option(
      names = "--metrics-stages",
      description =
          "Measures how long each stage of the kernel works on each command, for /metrics and"
              + " Flight Recorder.")
  private boolean stageMetrics;

  @Mixin private DoorOptions door;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    checkNoLog(directory);
    Gateway gateway = start(settings());
    // The JVM would end with 143 after its hooks; a stop on request is no failure.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(gateway), "tandem-stop"));
    printRecovery(gateway.recovery(), out, spec.commandLine().getErr());
    gateway
        .adminToken()
        .ifPresent(token -> out.println("key of the administrator, shown only now: " + token));
    DoorOptions.printAddresses(gateway, out);
    out.flush();
    Throwable failure = gateway.failure().join();
    spec.commandLine().getErr().println("tandem: the exchange failed and has stopped: " + failure);
    spec.commandLine().getErr().flush();
    Runtime.getRuntime().halt(ExitCode.FAILED);
    return ExitCode.FAILED;
  }

  static void printRecovery(RecoveryReport found, PrintWriter out, PrintWriter err) {
    if (!found.isFresh()) {
      out.printf(Locale.ROOT, "recovered %,d commands", found.commands());
      if (found.snapshotSequence() >= 0) {
        out.printf(
            Locale.ROOT, ", %,d of them from the log behind a snapshot", found.replayedCommands());
      }
      out.println();
    }
    found
        .doubt()
        .ifPresent(doubt -> err.println("tandem: warning: " + RecoveryText.doubtText(doubt)));
  }

  /** Where a log was meant to be served, an empty exchange beside it would be a surprise. */
  private static void checkNoLog(Path directory) throws IOException {
    if (Wal.isLog(directory)) {
      throw new IOException(
          directory
              + ": is itself a log, as 'tandem replay --wal' makes one; a service keeps its log in "
              + directory.resolve("log")
              + ". To serve this log, make another directory and move it there as 'log'");
    }
  }

  private static Gateway start(GatewaySettings settings) throws IOException {
    try {
      return Gateway.start(settings);
    } catch (BindException e) {
      throw new IOException(
          e.getMessage()
              + "; --host, --port, --binary-port and --fix say where to listen, port 0 is any that"
              + " is free",
          e);
    }
  }

  private void stop(Gateway gateway) {
    int code = ExitCode.OK;
    try {
      gateway.close();
      if (!gateway.unfinished().isEmpty()) {
        report(
            spec.commandLine().getErr(),
            "tandem: stopped without the end of these steps, which took too long: "
                + String.join(", ", gateway.unfinished())
                + "; the log has all that was answered");
      }
      report(spec.commandLine().getOut(), "stopped");
    } catch (RuntimeException e) {
      code = ExitCode.FAILED;
      report(spec.commandLine().getErr(), "tandem: stopping failed: " + e);
    } finally {
      Runtime.getRuntime().halt(code);
    }
  }

  /** Whoever started it may read no more; it has stopped all the same. */
  private static void report(PrintWriter to, String line) {
    try {
      to.println(line);
      to.flush();
    } catch (ClosedPipeError e) {
      // Nobody is left to be notified.
    }
  }

  private GatewaySettings settings() {
    try {
      GatewaySettings.Builder builder =
          door.set(
              GatewaySettings.in(directory)
                  .port(port)
                  .topology(topology)
                  .kernelThread(kernelThread)
                  .durability(durability)
                  .snapshotEvery(snapshotEvery)
                  .wholeLog(wholeLog)
                  .keepForCursors(keepForCursors)
                  .stageMetrics(stageMetrics));
      if (binaryPort != null) {
        builder.binaryPort(binaryPort);
      }
      if (fixPort != null) {
        builder.fixPort(fixPort);
      }
      if (history != null && history.isEmpty()) {
        builder.history();
      } else if (history != null) {
        builder.history(history);
      }
      if (demo) {
        builder.demo(demoRate);
      }
      return builder.build();
    } catch (UnknownHostException | IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
