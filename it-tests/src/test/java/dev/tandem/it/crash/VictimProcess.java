package dev.tandem.it.crash;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A child that is booted and waits for its order, so that the time of its start overlaps with the
 * examination of the one before.
 */
final class VictimProcess implements AutoCloseable {

  private final Process process;
  private final Path output;

  private VictimProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Boots a child with this main class, under a program such as strace if one is given. */
  static VictimProcess boot(Path scratch, Class<?> main, String... prefix) throws IOException {
    return boot(scratch, main, List.of(), prefix);
  }

  /** Boots a child with these arguments. */
  static VictimProcess boot(Path scratch, Class<?> main, List<String> arguments, String... prefix)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(prefix));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + Path.of(System.getProperty("tandem.root"), "app/src/main/jvm.args"));
    if (main == Victim.class) {
      // One of its logs is in Chronicle's store.
      command.add(
          "@" + Path.of(System.getProperty("tandem.root"), "wal-chronicle/src/main/jvm.args"));
    }
    // Written to no file of its own, started fast: what it does with the log is all that counts.
    command.addAll(
        List.of(
            "-XX:-UsePerfData",
            "-XX:-UseParallelGC",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-Xmx256m", "-XX:-StackTraceInThrowable"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    Path output = Files.createTempFile(scratch, "victim", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    return new VictimProcess(process, output);
  }

  /** Has it begin. */
  void order(String line) throws IOException {
    Writer in = process.outputWriter(StandardCharsets.UTF_8);
    in.write(line + "\n");
    in.flush();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** {@code kill -9}, and waits until it is gone. */
  void kill() {
    List<ProcessHandle> below = process.descendants().toList();
    process.destroyForcibly();
    below.forEach(ProcessHandle::destroyForcibly);
    awaitEnd();
    Deadline.await("children of a killed process", () -> below.stream().noneMatch(this::runs));
  }

  private boolean runs(ProcessHandle handle) {
    return handle.isAlive();
  }

  /** Waits until it ended by itself. */
  int awaitEnd() {
    Deadline.await("the end of " + process.info() + ": " + output(), () -> !process.isAlive());
    return process.exitValue();
  }

  /** What it wrote: normally nothing. */
  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
