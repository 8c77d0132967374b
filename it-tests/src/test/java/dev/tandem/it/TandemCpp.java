package dev.tandem.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.AssertionFailedError;

/** Runs the programs that the build makes of the C++ sources, each as a process of its own. */
public final class TandemCpp {

  private static final boolean REQUIRED =
      System.getProperty("tandem.reference", "").equals("required");
  private static final long LIMIT_SECONDS = 300;

  private TandemCpp() {}

  /** Skips the test, and says so, where the programs were not built; fails if they are required. */
  public static void require() {
    if (Files.isExecutable(program("tandem-cpp")) && Files.isExecutable(victim())) {
      return;
    }
    String message = "the C++ programs were not built: there is no " + program("tandem-cpp");
    if (REQUIRED) {
      throw new AssertionFailedError("required by tandem.reference: " + message);
    }
    System.out.println("SKIPPED: " + message);
    assumeTrue(false, message);
  }

  private static Path program(String name) {
    return TestData.root().resolve("hash/target/cmake").resolve(name);
  }

  /** The program that appends until it is killed. */
  public static Path victim() {
    return program("tandem-wal-victim");
  }

  /** The exchange on a log that continues in a file of commands until it is killed. */
  public static Path exchangeVictim() {
    return program("tandem-exchange-victim");
  }

  /** The program that writes log files, also until it is killed. */
  public static Path logVictim() {
    return program("tandem-log-victim");
  }

  /** The client that speaks to a gateway. */
  public static Path wireClient() {
    return program("tandem-wire-client");
  }

  /** Runs {@code tandem-cpp} and waits for its end. */
  public static Ended run(Object... args) throws IOException, InterruptedException {
    return run(program("tandem-cpp"), args);
  }

  /** Runs a program and waits for its end. */
  public static Ended run(Path program, Object... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    // A file: who writes much to both would wait for a reader of the second.
    Path said = Files.createTempFile("tandem-cpp-", ".txt");
    Process process = new ProcessBuilder(command).redirectError(said.toFile()).start();
    try {
      process.getOutputStream().close();
      String out = text(process.getInputStream().readAllBytes());
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      return new Ended(process.exitValue(), out, text(Files.readAllBytes(said)));
    } finally {
      process.destroyForcibly();
      Files.delete(said);
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Starts the program that is killed; what it tells goes to a file. */
  public static Process startVictim(
      Path reported, Path log, int life, String level, int producers, long each)
      throws IOException {
    return new ProcessBuilder(
            victim().toString(),
            log.toString(),
            Integer.toString(life),
            level,
            Integer.toString(producers),
            Long.toString(each))
        .redirectErrorStream(true)
        .redirectOutput(reported.toFile())
        .start();
  }

  /** Starts the program that writes log files; what it tells goes to a file. */
  public static Process startLogVictim(Path reported, Path log, int threads, long each)
      throws IOException {
    return start(
        reported,
        logVictim().toString(),
        log.toString(),
        Integer.toString(threads),
        Long.toString(each));
  }

  /** Starts {@code tandem-cpp log tail -f}; what it prints goes to a file. */
  public static Process startTail(Path reported, Path log) throws IOException {
    return start(reported, program("tandem-cpp").toString(), "log", "tail", "-f", log.toString());
  }

  private static Process start(Path reported, String... command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(reported.toFile())
        .start();
  }
}
