package dev.tandem.jmh.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A server process, on one CPU if configured so. Its standard output is read up to the line wanted.
 */
final class Served implements AutoCloseable {

  /** Ticks of {@code /proc} in a second. */
  private static final double TICKS = 100;

  private static final int USER_AT = 11;

  private final Process process;
  private final List<String> lines = new ArrayList<>();

  /**
   * Starts it.
   *
   * @param cpu where it runs; below 0 for anywhere
   * @param ready begins the line that says it serves
   */
  Served(List<String> words, int cpu, Path errors, String ready) throws IOException {
    process = new ProcessBuilder(onCpu(words, cpu)).redirectError(errors.toFile()).start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      lines.add(line);
      if (line.startsWith(ready)) {
        return;
      }
    }
    throw new IOException("the server did not start: " + Files.readString(errors) + lines);
  }

  /** The same words, pinned. */
  static List<String> onCpu(List<String> words, int cpu) {
    List<String> all = new ArrayList<>();
    if (cpu >= 0) {
      all.addAll(List.of("taskset", "-c", Integer.toString(cpu)));
    }
    all.addAll(words);
    return all;
  }

  /** What follows a word in what it has said. */
  String said(String word) throws IOException {
    for (String line : lines) {
      int at = line.indexOf(word);
      if (at >= 0) {
        return line.substring(at + word.length()).strip();
      }
    }
    throw new IOException("the server has not said " + word + ": " + lines);
  }

  /** CPU time of all its threads so far, user and system, in µs; by steps of 10 ms. */
  double cpuMicros() throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
    // Behind the name, which may hold anything.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[USER_AT]) + Long.parseLong(fields[USER_AT + 1])) * 1e6 / TICKS;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
