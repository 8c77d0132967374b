package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.it.Ended;
import dev.tandem.wal.Durability;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A reader in another language, written from the document of the formats alone, finds in a log what
 * Tandem's own tools find.
 */
@Timeout(300)
class WalReaderInPythonTest {

  /** Kills at different moments. */
  private static final int KILLS = 2;

  @TempDir private Path dir;

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

  @BeforeAll
  static void needPython() throws InterruptedException {
    Python.require();
  }

  private Ended python(Path log) throws IOException, InterruptedException {
    return Python.run(dir, "read_wal.py", List.of(log));
  }

  private static JsonNode last(Ended ended) throws IOException {
    return Python.json(ended).getLast();
  }

  private static Ended tandem(Object... args) {
    Ended ended = Ended.tandem(args);
    assertThat(ended.code() == 2 || ended.code() == 3).as(ended.err()).isFalse();
    return ended;
  }

  private static JsonNode verify(Path log) throws IOException {
    return new ObjectMapper().readTree(tandem("wal", "verify", log, "--json").out());
  }

  private void kill(Path log, int segments) throws IOException, InterruptedException {
    Path output = dir.resolve("writer.out");
    Process writer = Python.child(output, Writer.class, log);
    Path segment = log.resolve("segment-%016d.wal".formatted(segments));
    Python.killWhen(writer, output, () -> Files.exists(segment));
  }

  private void agree(Path log, String end) throws IOException, InterruptedException {
    Ended found = python(log);
    List<JsonNode> records = Python.json(found);
    JsonNode last = records.removeLast();
    assertThat(records).isEqualTo(Python.json(tandem("wal", "dump", log, "--json")));
    JsonNode verified = verify(log);
    assertThat(last.get("end").asText()).as(last.toString()).isEqualTo(end);
    assertThat(verified.get("sound").asBoolean()).isEqualTo(!end.equals("damaged"));
    assertThat(found.code()).isEqualTo(end.equals("damaged") ? 1 : 0);
  }

  @Test
  void readsWhatKillsLeave() throws Exception {
    Path log = dir.resolve("log");
    for (int i = 1; i <= KILLS; i++) {
      // The next writer repairs what the one before has left, and continues.
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
    assertThat(last(python(log)).get("end").asText()).isEqualTo("damaged");
    assertThat(verify(log).get("sound").asBoolean()).isFalse();
    Files.write(middle, bytes);
    agree(log, "ended");
  }
}
