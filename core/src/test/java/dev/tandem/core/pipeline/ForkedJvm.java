package dev.tandem.core.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a main class of the test class path in a JVM of its own. */
final class ForkedJvm {

  record Result(int exitCode, String output) {}

  private ForkedJvm() {}

  static Result run(Path directory, List<String> jvmArgs, Class<?> main, List<String> args) {
    return run(directory, List.of(), jvmArgs, main, args);
  }

  /** Runs what the arguments name; one of them may be a file of arguments. */
  static Result run(Path directory, List<String> args) {
    return run(directory, List.of(), args);
  }

  /** Runs it under another program, which is named with its arguments. */
  static Result run(
      Path directory,
      List<String> wrapper,
      List<String> jvmArgs,
      Class<?> main,
      List<String> args) {
    List<String> all = new ArrayList<>(jvmArgs);
    all.add(main.getName());
    all.addAll(args);
    return run(directory, wrapper, all);
  }

  private static Result run(Path directory, List<String> wrapper, List<String> args) {
    List<String> command = new ArrayList<>(wrapper);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.addAll(args);
    try {
      Path output = Files.createTempFile(directory, "forked", ".log");
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        if (!process.waitFor(600, TimeUnit.SECONDS)) {
          throw new AssertionError("forked JVM does not end:\n" + Files.readString(output));
        }
        return new Result(process.exitValue(), Files.readString(output));
      } finally {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
