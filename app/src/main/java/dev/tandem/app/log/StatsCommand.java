package dev.tandem.app.log;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.logger.LogFilter;
import dev.tandem.logger.LogRecord;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tandem log stats}. */
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Counts records by level, logger and thread.",
      "Exits with 1 if there is damage or a hole, or the key is wrong."
    })
final class StatsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private LogInput input;
  @Mixin private RecordSelection selection;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    LogFilter filter = selection.filter(null);
    return input.read(
        err,
        reader -> {
          Counts counts = new Counts();
          for (LogRecord record = reader.next(); record != null; record = reader.next()) {
            if (filter.test(record)) {
              counts.add(record);
            }
          }
          if (selection.json()) {
            ObjectNode json = counts.json();
            json.put("segments", reader.files());
            json.put("holes", reader.holes());
            json.put("abandoned", reader.abandoned());
            json.put("damage", reader.damage().size());
            out.println(json);
          } else {
            counts.print(out);
            line(out, "segments", reader.files());
            line(out, "holes", reader.holes());
            line(out, "abandoned", reader.abandoned());
            line(out, "damage", reader.damage().size());
          }
          return input.report(reader, err) ? ExitCode.MISMATCH : ExitCode.OK;
        });
  }

  private static void line(PrintWriter out, String what, Object value) {
    out.println("%-9s %s".formatted(what, value));
  }

  /** What is counted. */
  private static final class Counts {
    private final Map<String, Long> levels = new TreeMap<>();
    private final Map<String, Long> loggers = new TreeMap<>();
    private final Map<String, Long> threads = new TreeMap<>();
    private Instant first;
    private Instant last;
    private long records;
    private long dropped;

    void add(LogRecord record) {
      if (record.dropped() != null) {
        dropped += record.dropped().stream().mapToLong(Long::longValue).sum();
        return;
      }
      records++;
      levels.merge(record.level().name(), 1L, Long::sum);
      loggers.merge(record.logger(), 1L, Long::sum);
      threads.merge(record.thread(), 1L, Long::sum);
      Instant time = record.instant();
      first = first == null || time.isBefore(first) ? time : first;
      last = last == null || time.isAfter(last) ? time : last;
    }

    ObjectNode json() {
      ObjectNode json = JsonNodeFactory.instance.objectNode();
      json.put("records", records);
      json.put("dropped", dropped);
      if (first != null) {
        json.put("firstTime", first.toString());
        json.put("lastTime", last.toString());
      }
      put(json, "levels", levels);
      put(json, "loggers", loggers);
      put(json, "threads", threads);
      return json;
    }

    private static void put(ObjectNode json, String what, Map<String, Long> counts) {
      ObjectNode of = json.putObject(what);
      counts.forEach((name, count) -> of.put(name, count));
    }

    void print(PrintWriter out) {
      line(out, "records", records);
      line(out, "dropped", dropped);
      if (first != null) {
        line(out, "first", first);
        line(out, "last", last);
        double seconds = Duration.between(first, last).toNanos() / 1e9;
        if (seconds > 0) {
          line(out, "rate", "%.0f records/s".formatted(records / seconds));
        }
      }
      print(out, "level", levels);
      print(out, "logger", loggers);
      print(out, "thread", threads);
    }

    private static void print(PrintWriter out, String what, Map<String, Long> counts) {
      counts.forEach((name, count) -> line(out, what, "%s %d".formatted(name, count)));
    }
  }
}
