package dev.tandem.jmh.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.ArrayList;
import java.util.Iterator;
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
 * @param outside what the machine and others did, without what the measurement did to itself
 * @param host the machine: its CPU, how many of them, its Java
 * @param entrants how each was configured, and why
 * @param notes what a reader of the figures must know, flows and their populations among it
 * @param rows figures
 * @param curves percentiles
 * @param parity the answer of {@code tandem parity}; null in all other results
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
    Judgement outside,
    String host,
    Map<String, String> entrants,
    List<String> notes,
    List<Row> rows,
    List<Curve> curves,
    @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode parity) {

  /** Version of this form. */
  public static final int SCHEMA = 2;

  /** The commit, set by the program that starts a comparison. */
  public static final String COMMIT_PROPERTY = "tandem.commit";

  /** Ends the name of a commit whose sources were changed. */
  static final String CHANGED = "+";

  static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** What is said of a subject beside its figures. */
  public record About(
      String subject, String title, Map<String, String> entrants, List<String> notes) {}

  /** A result that ends now, on this machine. */
  public static Result now(About about, FitnessReport fitness, List<Row> rows, List<Curve> curves) {
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
        hostNow(),
        about.entrants,
        about.notes,
        rows,
        curves,
        null);
  }

  /** The same, made by another call than that of this process. */
  Result by(String call) {
    return new Result(
        schema, subject, title, time, commit, call, verdict, reasons, changes, outside, host,
        entrants, notes, rows, curves, parity);
  }

  /** The same with the answer of {@code tandem parity}. */
  Result with(JsonNode answer) {
    return new Result(
        schema, subject, title, time, commit, command, verdict, reasons, changes, outside, host,
        entrants, notes, rows, curves, answer);
  }

  /** The same with other rows. */
  public Result with(List<Row> other) {
    return new Result(
        schema, subject, title, time, commit, command, verdict, reasons, changes, outside, host,
        entrants, notes, other, curves, parity);
  }

  /**
   * Prints it as Markdown, and writes it.
   *
   * @param file null for none
   */
  public void report(Path file) throws IOException {
    System.out.print(Markdown.subject(this));
    if (file != null) {
      write(file);
    }
  }

  /** Writes it, a row or curve a line; folders are made. */
  public void write(Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    List<String> members = new ArrayList<>();
    JSON.valueToTree(this)
        .properties()
        .forEach(m -> members.add("\"" + m.getKey() + "\": " + lines(m.getValue())));
    Files.writeString(file, "{\n" + String.join(",\n", members) + "\n}\n");
  }

  /** An array of objects has a line for each. */
  private static String lines(JsonNode value) {
    Iterator<JsonNode> elements = value.elements();
    if (!value.isArray() || !elements.hasNext() || !value.get(0).isObject()) {
      return value.toString();
    }
    List<String> texts = new ArrayList<>();
    elements.forEachRemaining(element -> texts.add(element.toString()));
    return "[\n" + String.join(",\n", texts) + "\n]";
  }

  /**
   * Reads one.
   *
   * @throws IOException if it is none, or of a later version
   */
  public static Result read(Path file) throws IOException {
    JsonNode tree = JSON.readTree(file.toFile());
    int schema = tree.path("schema").asInt();
    if (schema < 1 || schema > SCHEMA) {
      throw new IOException(file + ": a result of version " + schema + ", expected 1 to " + SCHEMA);
    }
    return JSON.treeToValue(tree, Result.class);
  }

  /** The verdict for a reader, with that from outside where it may be another. */
  String verdictText() {
    return verdict.equals(Verdict.QUIET.name())
        ? verdict
        : verdict + ", outside: " + outside.verdict();
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

  private static String hostNow() {
    List<Fact> facts = HostFacts.read();
    return fact(facts, "CPU")
        + ", "
        + fact(facts, "CPUs for this process")
        + " CPUs, "
        + fact(facts, "Java");
  }

  private static String fact(List<Fact> facts, String name) {
    return facts.stream()
        .filter(fact -> fact.name().equals(name))
        .map(Fact::value)
        .findFirst()
        .orElse("?");
  }
}
