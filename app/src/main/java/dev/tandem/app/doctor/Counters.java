package dev.tandem.app.doctor;

import dev.tandem.flow.BadInputException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The programs under which a command is run to be counted: {@code perf stat} and {@code strace}.
 * Their counts go into files, so the command's own output stays as it is.
 */
final class Counters {

  private static final String PERF = "perf";
  private static final String STRACE = "strace";

  /**
   * perf ends with 0 where its command was killed by a signal: a shell between the two keeps the
   * code, in the file that is its first word.
   */
  private static final String KEEP_CODE = "\"$@\"; echo $? > \"$0\"";

  /** Begins the line in which perf names what it ran, which is the shell. */
  private static final String PERF_TITLE = " Performance counter stats for";

  private final List<Path> folders;
  private final Path out;

  private boolean withPerf;
  private boolean withStrace;
  private String missing = "";

  /**
   * @param folders in which programs are looked for
   * @param out an empty folder for what they count
   */
  Counters(List<Path> folders, Path out) {
    this.folders = folders;
    this.out = out;
  }

  /** The folders of this process's PATH. */
  static List<Path> path() {
    String path = System.getenv().getOrDefault("PATH", "");
    return List.of(path.split(File.pathSeparator, -1)).stream().map(Path::of).toList();
  }

  /**
   * Chooses what counts.
   *
   * @param perf whether it was requested; null for yes where it is installed and may count, unless
   *     strace was requested, which would count perf's calls, too, and slow down what it counts
   * @param strace whether it was requested
   * @throws BadInputException if a requested one is not installed or may not count
   */
  void choose(Boolean perf, boolean strace) throws IOException, InterruptedException {
    if (strace && find(STRACE).isEmpty()) {
      throw refused(STRACE, STRACE + " is not installed");
    }
    withStrace = strace;
    if (perf == null ? !strace : perf) {
      Optional<String> hindrance = hindranceOfPerf();
      if (hindrance.isPresent() && perf != null) {
        throw refused(PERF, hindrance.get());
      }
      withPerf = hindrance.isEmpty();
      missing = hindrance.map(text -> text + ": cycles are not counted").orElse("");
    }
  }

  /** What would have been taken and is not there, in a line; empty if nothing. */
  String missing() {
    return missing;
  }

  private static BadInputException refused(String program, String why) {
    return new BadInputException(why + "; leave --" + program + " out");
  }

  private Optional<Path> find(String program) {
    return folders.stream().map(f -> f.resolve(program)).filter(Files::isExecutable).findFirst();
  }

  /** Why perf cannot count here; empty if it can. A kernel or a container may forbid it. */
  private Optional<String> hindranceOfPerf() throws IOException, InterruptedException {
    Optional<Path> perf = find(PERF);
    if (perf.isEmpty()) {
      return Optional.of(PERF + " is not installed");
    }
    Path said = out.resolve("perf-said.txt");
    int code =
        new ProcessBuilder(
                perf.get().toString(), "stat", "-o", out.resolve("tried.txt").toString(), "true")
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    return code == 0
        ? Optional.empty()
        : Optional.of(
            PERF + " is installed, but may not count here (" + firstLine(said, code) + ")");
  }

  private static String firstLine(Path file, int code) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1)
        .lines()
        .map(String::strip)
        .filter(line -> line.length() > "Error:".length())
        .findFirst()
        .orElse("exit code " + code);
  }

  /**
   * The words with which a command is run. perf counts strace, if both were requested: the calls of
   * a command are exact, and its cycles under strace are not its own anyway.
   */
  List<String> words(List<String> command) {
    List<String> words = new ArrayList<>();
    if (withPerf) {
      words.addAll(List.of(find(PERF).orElseThrow().toString(), "stat", "-o", perfCounts()));
      words.addAll(List.of("--", "sh", "-c", KEEP_CODE, code().toString()));
    }
    if (withStrace) {
      words.addAll(List.of(find(STRACE).orElseThrow().toString(), "-c", "-f", "-o", calls()));
      words.add("--");
    }
    words.addAll(command);
    return words;
  }

  private String perfCounts() {
    return out.resolve("perf.txt").toString();
  }

  private String calls() {
    return out.resolve("strace.txt").toString();
  }

  private Path code() {
    return out.resolve("code.txt");
  }

  /**
   * Refuses a command that is not there: beneath a program that counts, that program or a shell
   * would speak of it, with an exit code that might be the command's.
   */
  void check(String program) {
    boolean found =
        program.contains(File.separator)
            ? Files.isExecutable(Path.of(program)) && !Files.isDirectory(Path.of(program))
            : find(program).isPresent();
    if ((withPerf || withStrace) && !found) {
      throw new BadInputException(program + " cannot be run: no such program");
    }
  }

  /**
   * The command's exit code.
   *
   * @param ofFirst that of the first word
   */
  int code(int ofFirst) throws IOException {
    if (!Files.exists(code())) {
      return ofFirst;
    }
    String text = Files.readString(code()).strip();
    return text.matches("\\d{1,3}") ? Integer.parseInt(text) : ofFirst;
  }

  /** What was counted, as the programs write it. */
  List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String file : List.of(perfCounts(), calls())) {
      if (Files.exists(Path.of(file))) {
        // Words of the command, which may be no UTF-8, stand in it.
        new String(Files.readAllBytes(Path.of(file)), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.startsWith(PERF_TITLE) ? PERF_TITLE + " the command:" : line)
            .forEach(lines::add);
      }
    }
    return lines;
  }
}
