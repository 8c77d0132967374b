package dev.tandem.app.cluster;

import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.cluster.trial.Trial;
import dev.tandem.cluster.trial.TrialReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tandem cluster demo}. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Runs three nodes on this machine, each with a gateway that sends the commands of a generated"
          + " market, kills the leader under load (kill -9), and reports what became of the"
          + " commands. Needs no file and leaves none.",
      "Afterwards an embedded exchange is given the log: its hashes are those of all nodes."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tandem cluster demo", "  tandem cluster demo --kills 10 --commands 50k"})
final class ClusterDemoCommand implements Callable<Integer> {

  private static final int MAX_KILLS = 200;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Spec private CommandSpec spec;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "2",
      description = "How often the leader is killed (default: ${DEFAULT-VALUE}).")
  private int kills;

  @Option(
      names = "--commands",
      paramLabel = "N",
      defaultValue = "20k",
      converter = Figures.Count.class,
      description =
          "Commands that each gateway is answered before the next step (default:"
              + " ${DEFAULT-VALUE}).")
  private long commands;

  @Option(
      names = "--heartbeat",
      paramLabel = "MS",
      defaultValue = "1000",
      description =
          "Silence of the leader, in milliseconds, after which another is elected (default:"
              + " ${DEFAULT-VALUE}).")
  private int heartbeat;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (kills < 0 || kills > MAX_KILLS) {
      throw new ParameterException(
          spec.commandLine(), "--kills is " + kills + ", expected 0 to " + MAX_KILLS);
    }
    PrintWriter out = spec.commandLine().getOut();
    Path directory = Files.createTempDirectory("tandem-cluster-demo");
    boolean good = false;
    try (Trial trial =
        new Trial(directory, Duration.ofMillis(heartbeat), PATIENCE, line -> say(out, line))) {
      Thread onSignal = new Thread(() -> close(trial), "tandem-cluster-demo-stop");
      Runtime.getRuntime().addShutdownHook(onSignal);
      TrialReport report = trial.run(kills, commands);
      Runtime.getRuntime().removeShutdownHook(onSignal);
      print(out, report);
      good = report.isGood();
    } catch (TimeoutException e) {
      throw new IOException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    } finally {
      if (good) {
        delete(directory);
      } else {
        say(out, "what the nodes wrote is in " + directory);
      }
    }
    return good ? ExitCode.OK : ExitCode.MISMATCH;
  }

  private static void close(Trial trial) {
    try {
      trial.close();
    } catch (IOException e) {
      // The nodes end with their input, and the system removes what is in memory.
    }
  }

  private static void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }

  private static void print(PrintWriter out, TrialReport report) {
    out.println();
    line(out, "applied", Figures.count(report.applied(), "command"));
    line(out, "acknowledged", Figures.count(report.acknowledged(), "command"));
    line(out, "lost", Figures.count(report.lost()));
    line(out, "twice", Figures.count(report.twice()));
    line(out, "out of order", Figures.count(report.disordered()));
    line(out, "nobody answered", "for at most " + report.silenceMs() + " ms");
    for (TrialReport.State node : report.nodes()) {
      line(out, "node " + node.node(), hashes(node.eventHash(), node.stateHash()));
    }
    line(out, "embedded", hashes(report.serialEventHash(), report.serialStateHash()) + ", the log");
    report.faults().forEach(fault -> line(out, "fault", fault));
    line(out, "verdict", report.isGood() ? "all is well" : "NOT WELL");
  }

  private static String hashes(long eventHash, long stateHash) {
    return "events %016x, state %016x".formatted(eventHash, stateHash);
  }

  private static void line(PrintWriter out, String name, String text) {
    out.printf("%-16s %s%n", name, text);
  }

  private static void delete(Path directory) throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(directory)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }
}
