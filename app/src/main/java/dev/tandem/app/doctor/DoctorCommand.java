package dev.tandem.app.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.app.output.MachineJson;
import dev.tandem.doctor.Fact;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.FitnessWatch;
import dev.tandem.doctor.HostFacts;
import dev.tandem.doctor.JitterMeter;
import dev.tandem.doctor.Verdict;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tandem doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Says whether this machine is fit to measure: how it is set up, what could be better and by"
          + " which command, and what happens to a thread that spins for some seconds.",
      "The verdict is QUIET, DISTURBED (others used CPU time, or the host took some), THROTTLED (a"
          + " quota, heat or a lower clock) or OVERSUBSCRIBED (more threads than CPUs). The verdict"
          + " \"outside\" leaves out what became of this program's own threads."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:the machine is QUIET", "1:it is not", "2:wrong usage"})
public final class DoctorCommand implements Callable<Integer> {

  private static final int MOST_SECONDS = 3_600;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How long it watches (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(names = "--json", description = "Prints a JSON object instead.")
  private boolean json;

  @Override
  public Integer call() {
    if (seconds < 1 || seconds > MOST_SECONDS) {
      throw new ParameterException(
          spec.commandLine(), "--seconds is " + seconds + ", expected 1 to " + MOST_SECONDS);
    }
    List<Fact> facts = HostFacts.read();
    JitterMeter.Jitter jitter;
    FitnessReport report;
    try (FitnessWatch watch = FitnessWatch.begin()) {
      jitter = JitterMeter.measure(seconds * 1_000L);
      report = watch.report();
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      printJson(out, facts, jitter, report);
    } else {
      print(out, facts, jitter, report);
    }
    return report.verdict() == Verdict.QUIET ? ExitCode.OK : ExitCode.MISMATCH;
  }

  private static void print(
      PrintWriter out, List<Fact> facts, JitterMeter.Jitter jitter, FitnessReport report) {
    for (Fact fact : facts) {
      out.printf("%s %-24s %s%n", mark(fact), fact.name(), fact.value());
      if (!fact.advice().isEmpty()) {
        out.printf("    %s%n", fact.advice());
      }
    }
    out.printf(
        "%nA thread that spun for %.1f s lost %.3f %% of it in %,d gaps of 1 us or more, %,d of"
            + " them of 100 us or more; the longest was %s.%n",
        jitter.seconds(),
        jitter.lostPercent(),
        jitter.gaps(),
        jitter.longGaps(),
        Figures.duration(jitter.largestNanos()));
    out.printf("%n");
    ThreadLines.print(out, report.whole().threads());
    out.printf("%n%s%n", report);
  }

  private static String mark(Fact fact) {
    return switch (fact.rating()) {
      case GOOD -> "ok";
      case COSTS -> " !";
      case NEUTRAL -> "  ";
    };
  }

  private static void printJson(
      PrintWriter out, List<Fact> facts, JitterMeter.Jitter jitter, FitnessReport report) {
    ObjectNode object = Json.object();
    MachineJson.put(object);
    ArrayNode array = object.putArray("facts");
    for (Fact fact : facts) {
      array
          .addObject()
          .put("name", fact.name())
          .put("value", fact.value())
          .put("rating", fact.rating().toString())
          .put("advice", fact.advice());
    }
    object
        .putObject("jitter")
        .put("gaps", jitter.gaps())
        .put("longGaps", jitter.longGaps())
        .put("lostPercent", jitter.lostPercent())
        .put("longestNs", jitter.largestNanos());
    FitnessJson.put(object, report);
    Json.print(out, object);
  }
}
