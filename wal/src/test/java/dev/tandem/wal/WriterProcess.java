package dev.tandem.wal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Another process that writes a log: until it is told to end, or killed. */
final class WriterProcess implements AutoCloseable {

  private final Process process;

  private WriterProcess(Process process) {
    this.process = process;
  }

  static WriterProcess start(Path log) throws IOException {
    return new WriterProcess(java(Writer.class, log.toString()).start());
  }

  /** A process of one of the test's classes, with its errors in the test's own. */
  static ProcessBuilder java(Class<?> main, String... arguments) {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName());
    builder.command().addAll(List.of(arguments));
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  /** As by {@code kill -9}. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Has it close the log. */
  void end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS)
        || process.exitValue() != 0) {
      throw new AssertionError("the writer did not end well");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  /** What it runs. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws Exception {
      WalConfig config =
          WalConfig.builder().segmentBytes(64 << 10).bufferBytes(16 << 10).segmentsAhead(3).build();
      try (Wal wal = Wal.open(Path.of(args[0]), config)) {
        Thread end = new Thread(Writer::awaitEnd, "end");
        end.setDaemon(true);
        end.start();
        for (int round = 0; end.isAlive(); round++) {
          long last = Logs.append(wal, 1 + round % 40);
          wal.confirmations().await(last, Durability.SYNCED, Await.DEADLINE);
          if (round % 20 == 0) {
            // The log rests, and marks what is synced.
            Thread.sleep(15);
          }
        }
      }
    }

    private static void awaitEnd() {
      try {
        while (System.in.read() >= 0) {
          // To the end.
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
