package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.app.Main;
import dev.tandem.wal.Durability;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A reader in another language, written from the document of the formats alone, finds in a log what
 * Tandem's own tools find.
 */
class PythonReaderTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LIMIT_SECONDS = 60;

  /** Kills at different moments. */
  private static final int KILLS = 2;

  @TempDir private Path dir;
  private Path reader;

  private record Ended(int code, List<String> lines) {
    JsonNode last() throws IOException {
      return JSON.readTree(lines.get(lines.size() - 1));
    }
  }

  /** The process that is killed. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) throws IOException {
      WalConfig config =
          WalConfig.builder().segmentBytes(16 << 10).bufferBytes(4 << 10).segmentsAhead(2).build();
      SplittableRandom random = new SplittableRandom(7);
      try (Wal wal = Wal.open(Path.of(args[0]), config)) {
        while (true) {
          byte[] body = new byte[random.nextInt(400)];
          random.nextBytes(body);
          long sequence = wal.append((byte) random.nextInt(128), body);
          if (random.nextInt(20) == 0) {
            wal.confirmations().await(sequence, Durability.SYNCED);
          }
        }
      }
    }
  }

  @BeforeEach
  void findPython() throws IOException, InterruptedException {
    boolean there = false;
    try {
      there = new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      // There is none.
    }
    assumeTrue(there, "SKIPPED: python3 is not installed");
    reader = dir.resolve("wal_reader.py");
    try (InputStream script = getClass().getResourceAsStream("/reader/wal_reader.py")) {
      Files.copy(script, reader);
    }
  }

  private Ended python(Path log) throws IOException, InterruptedException {
    Path out = dir.resolve("out");
    Process process =
        new ProcessBuilder("python3", reader.toString(), log.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(out.toFile())
            .start();
    assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), Files.readAllLines(out));
  }

  private static Ended tandem(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = Stream.of(args).map(Object::toString).toArray(String[]::new);
    int code = Main.run(words, new PrintWriter(out), new PrintWriter(err));
    assertThat(code == 2 || code == 3).as(err.toString()).isFalse();
    return new Ended(code, out.toString().lines().toList());
  }

  private static JsonNode verify(Path log) throws IOException {
    return JSON.readTree(String.join("\n", tandem("wal", "verify", log, "--json").lines()));
  }

  private void kill(Path log, int segments) throws IOException, InterruptedException {
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Writer.class.getName(),
                log.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!Files.exists(log.resolve("segment-%016d.wal".formatted(segments)))) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      assertThat(writer.isAlive()).isTrue();
      Thread.sleep(1);
    }
    writer.destroyForcibly().waitFor();
  }

  private void agree(Path log, String end) throws IOException, InterruptedException {
    Ended found = python(log);
    List<String> records = found.lines().subList(0, found.lines().size() - 1);
    List<String> dumped = tandem("wal", "dump", log, "--json").lines();
    assertThat(records).hasSameSizeAs(dumped);
    for (int i = 0; i < records.size(); i++) {
      assertThat(JSON.readTree(records.get(i))).isEqualTo(JSON.readTree(dumped.get(i)));
    }
    JsonNode verified = verify(log);
    assertThat(found.last().get("end").asText()).as(found.last().toString()).isEqualTo(end);
    assertThat(verified.get("sound").asBoolean()).isEqualTo(!end.equals("damaged"));
    assertThat(found.code()).isEqualTo(end.equals("damaged") ? 1 : 0);
  }

  @Test
  void readsWhatKillsLeave() throws Exception {
    Path log = dir.resolve("log");
    for (int i = 1; i <= KILLS; i++) {
      // The next writer repairs what the one before has left, and goes on.
      kill(log, 6 * i);
      agree(log, "open");
      JsonNode verified = verify(log);
      assertThat(verified.get("lastSequence").asLong()).isPositive();
    }
    assertThat(tandem("wal", "repair", log).code()).isZero();
    agree(log, "ended");
    Path middle = log.resolve("segment-%016d.wal".formatted(4));
    byte[] bytes = Files.readAllBytes(middle);
    byte[] damaged = bytes.clone();
    damaged[damaged.length / 2] ^= 1;
    Files.write(middle, damaged);
    agree(log, "damaged");
    Files.delete(middle);
    assertThat(python(log).last().get("end").asText()).isEqualTo("damaged");
    assertThat(verify(log).get("sound").asBoolean()).isFalse();
    Files.write(middle, bytes);
    agree(log, "ended");
  }
}
