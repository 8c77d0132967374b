package dev.tandem.app.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kill cuts calls off; an audit that allows for a crash passes, also after a next store. */
@Tag("thorough")
class KilledAuditTest {

  private static final int KILLS = 3;
  private static final long SOME_SEGMENTS = 8;

  @TempDir private Path directory;

  private static String log(int expected, Object... args) {
    StringWriter out = new StringWriter();
    List<String> words = new ArrayList<>(List.of("log"));
    Stream.of(args).forEach(word -> words.add(word.toString()));
    PrintWriter reported = new PrintWriter(out);
    assertThat(Main.run(words.toArray(new String[0]), reported, reported))
        .as("%s", out)
        .isEqualTo(expected);
    return out.toString();
  }

  @Test
  void callsOfSeveralThreadsThatAKillCutOffAreAllowedFor() throws Exception {
    Path key = directory.resolve("key");
    Files.writeString(key, "k1: " + "07".repeat(32) + "\n");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    for (int kill = 0; kill < KILLS; kill++) {
      Path logs = directory.resolve("logs-" + kill);
      writeAndKill(logs, key);
      log(1, "verify", "--key-file", key, logs);
      log(0, "verify", "--key-file", key, "--allow-unfinished", logs);
      // What the next store seals stays what a crash left.
      log(0, "write", "--dir", logs, "--records", 10, "--key-file", key, "--audit");
      log(0, "verify", "--key-file", key, "--allow-unfinished", logs);
    }
  }

  private static void writeAndKill(Path logs, Path key) throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "log",
                "write",
                "--dir",
                logs.toString(),
                "--key-file",
                key.toString(),
                "--audit",
                "--records",
                "50m",
                "--threads",
                "3",
                "--segment-size",
                "1m")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(200);
    try {
      while (segments(logs) < SOME_SEGMENTS && System.nanoTime() - deadline < 0) {
        Thread.sleep(10);
      }
    } finally {
      child.destroyForcibly().waitFor();
    }
    assertThat(segments(logs)).isGreaterThanOrEqualTo(SOME_SEGMENTS);
  }

  private static long segments(Path logs) throws IOException {
    if (!Files.isDirectory(logs)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(logs)) {
      return files.count();
    }
  }
}
