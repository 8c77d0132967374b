package dev.tandem.jmh.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.tandem.doctor.Fact;
import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.HostFacts;
import dev.tandem.doctor.Judgement;
import dev.tandem.doctor.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/**
 * What one comparison measured: the JSON of all of them.
 *
 * @param schema {@link #SCHEMA}
 * @param subject its short name, which is also that of its file
 * @param title what is compared, in a line
 * @param time when it ended, ISO-8601
 * @param commit of the sources; empty if not known
 * @param command the exact call, from the project's folder
 * @param verdict what the machine was fit for
 * @param reasons why it was not quiet
 * @param changes where that changed on the way
 * @param outside what the machine and others did, without what the measurement did to itself; null
 *     in a result that was kept before that was told
 * @param machine how it is set up
 * @param entrants how each was configured, and why
 * @param notes what a reader of the figures must know, flows and their populations among it
 * @param rows figures
 * @param curves percentiles
 * @param raw all that was measured
 */
public record Result(
    int schema,
    String subject,
    String title,
    String time,
    String commit,
    String command,
    String verdict,
    List<String> reasons,
    List<String> changes,
    @JsonInclude(JsonInclude.Include.NON_NULL) Judgement outside,
    List<Fact> machine,
    Map<String, String> entrants,
    List<String> notes,
    List<Row> rows,
    List<Curve> curves,
    JsonNode raw) {

  /** Version of this form. */
  public static final int SCHEMA = 1;

  /** The commit, told by whoever starts a comparison. */
  public static final String COMMIT_PROPERTY = "tandem.commit";

  /** Ends the name of a commit whose sources were changed. */
  static final String CHANGED = "+";

  static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** What is told of a subject beside its figures. */
  public record About(
      String subject, String title, Map<String, String> entrants, List<String> notes) {}

  /** A result that ends now, on this machine. */
  public static Result now(
      About about, FitnessReport fitness, List<Row> rows, List<Curve> curves, Object raw) {
    return new Result(
        SCHEMA,
        about.subject,
        about.title,
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        System.getProperty(COMMIT_PROPERTY, ""),
        Calls.ofThisProcess(),
        fitness.verdict().toString(),
        fitness.reasons(),
        fitness.changes(),
        fitness.outside(),
        HostFacts.read(),
        about.entrants,
        about.notes,
        rows,
        curves,
        JSON.valueToTree(raw));
  }

  /** The same without all that was measured. */
  Result withoutRaw() {
    return new Result(
        schema,
        subject,
        title,
        time,
        commit,
        command,
        verdict,
        reasons,
        changes,
        outside,
        machine,
        entrants,
        notes,
        rows,
        curves,
        JSON.createObjectNode());
  }

  /** The same, made by another call than that of this process. */
  Result by(String call) {
    return new Result(
        schema, subject, title, time, commit, call, verdict, reasons, changes, outside, machine,
        entrants, notes, rows, curves, raw);
  }

  /** Writes it; folders are made. */
  public void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    JSON.writeValue(file.toFile(), this);
  }

  /**
   * Reads one.
   *
   * @throws IOException if it is none, or of another version
   */
  public static Result read(Path file) throws IOException {
    JsonNode tree = JSON.readTree(file.toFile());
    int schema = tree.path("schema").asInt();
    if (schema != SCHEMA) {
      throw new IOException(file + ": a result of version " + schema + ", expected " + SCHEMA);
    }
    return JSON.treeToValue(tree, Result.class);
  }

  /** The verdict for a reader, with that from outside where it is known and may be another. */
  String verdictText() {
    boolean other = outside != null && !verdict.equals(Verdict.QUIET.name());
    return other ? verdict + ", outside: " + outside.verdict() : verdict;
  }

  /** Whether its sources were a commit's and some changes that nobody else has. */
  boolean isOfChangedSources() {
    return commit.endsWith(CHANGED);
  }

  /** The commit for a reader. */
  String commitText() {
    String text = commit.isEmpty() ? "not known" : commit;
    return isOfChangedSources() ? text + " (with changes that were not committed)" : text;
  }

  /** The machine's name for a reader: its CPU and how many of them. */
  String host() {
    return fact("CPU") + ", " + fact("CPUs for this process") + " CPUs, " + fact("Java");
  }

  private String fact(String name) {
    return machine.stream()
        .filter(fact -> fact.name().equals(name))
        .map(Fact::value)
        .findFirst()
        .orElse("?");
  }
}
