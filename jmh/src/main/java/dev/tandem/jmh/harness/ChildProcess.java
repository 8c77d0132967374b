package dev.tandem.jmh.harness;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The process of one system, which answers requests by {@link RequestLoop}; started at the first
 * request, and again when it died. A process that does not answer for five minutes is killed: a
 * peer may hang, and a run must not hang with it. For one thread.
 */
public final class ChildProcess implements AutoCloseable {

  /**
   * How a system's process is started.
   *
   * @param system its name, the first argument; the second is the directory
   * @param command the words before these
   */
  public record Launch(String system, List<String> command) {

    /** A program that answers as {@link RequestLoop} does. */
    public static Launch ofProgram(Path program, String system) {
      return new Launch(system, List.of(program.toString()));
    }

    /**
     * A JVM.
     *
     * @param main runs a {@link RequestLoop}
     * @param jvmFlags those that the system needs
     */
    public static Launch ofJvm(
        Class<?> main, String system, List<String> jvmFlags, Libraries libraries) {
      return ofJvm(Path.of(System.getProperty("java.home")), main, system, jvmFlags, libraries);
    }

    /** The same, on another Java. */
    public static Launch ofJvm(
        Path home, Class<?> main, String system, List<String> jvmFlags, Libraries libraries) {
      List<String> command = new ArrayList<>();
      command.add(home.resolve("bin").resolve("java").toString());
      command.addAll(JvmFlags.CHILD);
      command.addAll(jvmFlags);
      command.addAll(List.of("-cp", libraries.classPath(), main.getName()));
      return new Launch(system, List.copyOf(command));
    }

    /** The options of its JVM. */
    public List<String> flags() {
      int classPath = command.indexOf("-cp");
      return classPath < 0 ? List.of() : command.subList(1, classPath);
    }
  }

  /** The longest answer of a full run, a slow peer's of millions of commands, takes two. */
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final ScheduledExecutorService KILLER =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("child-limit").factory());

  private final Duration limit;
  private final Launch launch;
  private final Path directory;
  private final Path errors;
  private Process process;
  private BufferedWriter requests;
  private BufferedReader answers;

  /**
   * @param parent a folder is made in it for the system, and a file for its errors
   */
  public ChildProcess(Launch launch, Path parent) {
    this(launch, parent, LIMIT);
  }

  /**
   * @param limit how long an answer may take
   */
  ChildProcess(Launch launch, Path parent, Duration limit) {
    this.limit = limit;
    this.launch = launch;
    this.directory = parent.resolve(launch.system());
    this.errors = parent.resolve(launch.system() + ".err");
  }

  /**
   * Waits for the answer.
   *
   * @throws IOException if the process ended instead, with the last line of its errors, or if it
   *     was killed because its answer took too long
   */
  public String ask(String request) throws IOException {
    if (process == null || !process.isAlive()) {
      start();
    }
    // By its handle: the process's own method closes the streams that are being read here.
    ProcessHandle asked = process.toHandle();
    // Known before the process ends: a task that still kills it can be cancelled all the same.
    AtomicBoolean killed = new AtomicBoolean();
    ScheduledFuture<?> end =
        KILLER.schedule(
            () -> {
              killed.set(true);
              asked.destroyForcibly();
            },
            limit.toMillis(),
            TimeUnit.MILLISECONDS);
    String answer = null;
    try {
      requests.write(request);
      requests.newLine();
      requests.flush();
      answer = answer();
    } catch (IOException e) {
      if (!killed.get()) {
        throw e;
      }
    } finally {
      end.cancel(false);
    }
    if (answer != null) {
      return answer;
    }
    // Its answers have ended, so it is of no use; the next request is another process's.
    process.destroyForcibly().onExit().join();
    throw new IOException(
        killed.get()
            ? "no answer to \"%s\" within %d s, so the process was killed"
                .formatted(request, limit.toSeconds())
            : "the process ended: " + lastError());
  }

  /** The next answer; null if there is none. */
  private String answer() throws IOException {
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.startsWith(RequestLoop.ANSWER)) {
        return line.substring(RequestLoop.ANSWER.length());
      }
    }
    return null;
  }

  private void start() throws IOException {
    Files.createDirectories(directory);
    List<String> command = new ArrayList<>(launch.command());
    command.addAll(List.of(launch.system(), directory.toString()));
    process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    requests =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private String lastError() throws IOException {
    List<String> lines = Files.readAllLines(errors);
    return lines.isEmpty() ? "without a word" : lines.get(lines.size() - 1);
  }

  /** CPU time used so far. */
  public Duration cpuTime() {
    return process == null
        ? Duration.ZERO
        : process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  @Override
  public void close() throws IOException {
    if (process == null) {
      return;
    }
    try {
      requests.close();
    } catch (IOException e) {
      // It died with a request unread: there is nobody left to be sent the end.
    }
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
