package dev.tandem.jmh.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Runs that are kept, a folder for each, below one for each kind of machine. */
final class History {

  /** Ends the name of a subject's folder of whole distributions. */
  static final String HISTOGRAMS = ".histograms";

  private History() {}

  /**
   * The last run of a machine like this one, without what this one has not measured again; empty if
   * there is none that can be read.
   */
  static Map<String, Result> last(Path history, Map<String, Result> now) throws IOException {
    Path folder = history.resolve(machine(now));
    if (!Files.isDirectory(folder)) {
      return Map.of();
    }
    try (Stream<Path> runs = Files.list(folder)) {
      List<Path> all = runs.sorted().toList();
      if (all.isEmpty()) {
        return Map.of();
      }
      Map<String, Result> last = ParityRun.read(all.get(all.size() - 1));
      last.keySet().removeAll(notMeasuredAgain(last, now));
      return last;
    }
  }

  /** The subjects of which both runs have one and the same measurement. */
  static List<String> notMeasuredAgain(Map<String, Result> before, Map<String, Result> now) {
    return now.values().stream()
        .filter(result -> result.equals(before.get(result.subject())))
        .map(Result::subject)
        .toList();
  }

  /** Keeps the results of a folder, and the distributions that stand beside them. */
  static void keep(Path history, Path from, Map<String, Result> results) throws IOException {
    if (results.isEmpty()) {
      return;
    }
    String time = results.values().stream().map(Result::time).max(String::compareTo).orElseThrow();
    Path folder = history.resolve(machine(results)).resolve(time.replace(":", ""));
    Files.createDirectories(folder);
    for (String subject : results.keySet()) {
      String name = subject + ".json";
      Files.write(folder.resolve(name), Files.readAllBytes(from.resolve(name)));
      Path histograms = from.resolve(subject + HISTOGRAMS);
      if (Files.isDirectory(histograms)) {
        copy(histograms, folder.resolve(subject + HISTOGRAMS));
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    List<Path> files;
    try (Stream<Path> all = Files.list(from)) {
      files = all.toList();
    }
    for (Path file : files) {
      Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static String machine(Map<String, Result> results) {
    return results.values().stream()
        .findFirst()
        .map(Result::host)
        .orElse("none")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-");
  }
}
