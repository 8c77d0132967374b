package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.app.output.Json;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command that tells something tells it as JSON too, by the one rule of {@link Json}. */
class JsonTest {

  @TempDir private Path directory;
  private String log;
  private String wal;

  @BeforeEach
  void write() {
    log = directory.resolve("log").toString();
    wal = directory.resolve("wal").toString();
    assertThat(HelpTest.tandem("log", "write", "--dir", log, "--records", "50").code()).isZero();
    try (Exchange exchange =
        Exchange.builder()
            .journal(JournalOptions.in(Path.of(wal)).segmentBytes(1 << 20))
            .daemon()
            .start()) {
      for (int user = 1; user <= 20; user++) {
        exchange.async().addUser(user).join();
      }
      exchange.snapshot();
    }
  }

  /** What a command prints, which must be JSON alone and keep the rule. */
  static JsonNode json(int code, String... args) throws Exception {
    Outcome outcome = HelpTest.tandem(args);
    assertThat(outcome.code()).as("%s: %s", String.join(" ", args), outcome.err()).isEqualTo(code);
    JsonNode json = null;
    // One object, or one a line.
    try (var values =
        new ObjectMapper().readerFor(JsonNode.class).<JsonNode>readValues(outcome.out())) {
      while (values.hasNextValue()) {
        json = values.nextValue();
        checkRule(String.join(" ", args), json);
      }
    }
    assertThat(json).as(String.join(" ", args)).isNotNull();
    return json;
  }

  private static void checkRule(String where, JsonNode node) {
    node.forEach(child -> checkRule(where, child));
    node.properties()
        .forEach(
            field -> {
              String name = field.getKey();
              JsonNode value = field.getValue();
              String at = where + ": " + name + " is " + value;
              assertThat(name.replace("PerSecond", "").toLowerCase(Locale.ROOT))
                  .as(at)
                  .doesNotContain("second", "timest");
              if (name.endsWith("Ns")) {
                assertThat(value.isIntegralNumber() || value.isObject()).as(at).isTrue();
              } else if ((name.equals("time") || name.endsWith("Time")) && !value.isNull()) {
                assertThat(Instant.parse(value.asText())).as(at).isNotNull();
              } else if (name.endsWith("Hash")) {
                assertThat(value.asText()).as(at).matches("[0-9a-f]{16}");
              }
            });
  }

  @Test
  void everyCommandThatReportsSomething() throws Exception {
    JsonNode version = json(0, "version", "--json");
    assertThat(version.get("version").asText()).startsWith("0.");
    assertThat(version.get("machine").get("cpus").asInt()).isPositive();
    assertThat(json(0, "log", "verify", "--json", log).get("records").asInt()).isEqualTo(50);
    assertThat(json(0, "log", "stats", "--json", log).has("firstTime")).isTrue();
    assertThat(json(0, "log", "cat", "--json", log).has("time")).isTrue();
    assertThat(json(0, "wal", "verify", "--json", wal).get("sound").asBoolean()).isTrue();
    assertThat(json(0, "wal", "stats", "--json", wal).has("lastTime")).isTrue();
    assertThat(json(0, "wal", "dump", "--json", wal).get("user").asInt()).isEqualTo(20);
    assertThat(json(0, "wal", "dump", "--raw", "--json", wal).has("time")).isTrue();
    assertThat(json(0, "wal", "repair", "--json", wal).get("sound").asBoolean()).isTrue();
    for (String command : new String[] {"list", "verify"}) {
      JsonNode snapshots = json(0, "snapshot", command, "--json", wal);
      assertThat(snapshots.get("snapshots").get(0).has("createdTime")).isTrue();
    }
    JsonNode recovered = json(0, "recover", "--json", "--check", wal);
    assertThat(recovered.get("state").get("users").asInt()).isEqualTo(20);
    assertThat(recovered.get("tookNs").asLong()).isPositive();
    assertThat(recovered.get("checked").asBoolean()).isTrue();
  }

  @Test
  void theDemoAndTheReplay() throws Exception {
    JsonNode demo = json(0, "demo", "--json", "--commands", "2k", "--rounds", "1", "--warmup", "0");
    assertThat(demo.get("agree").asBoolean()).isTrue();
    assertThat(demo.get("runs")).hasSize(2);
    assertThat(demo.get("openLoop").get("ratePerSecond").asLong()).isEqualTo(250_000);
    String flow = directory.resolve("flow.csv").toString();
    assertThat(HelpTest.tandem("generate", "--commands", "1k", "-o", flow).code()).isZero();
    JsonNode replay =
        json(0, "replay", "--warmup", "0", "--rounds", "2", "--json", "-", "--rate", "1M", flow);
    assertThat(replay.get("runs").get(0).get("rounds")).hasSize(2);
    assertThat(replay.get("asExpected").asBoolean()).isTrue();
  }

  @Test
  void whatIsWrongIsReportedAsJsonToo() throws Exception {
    Path snapshot;
    try (Stream<Path> all = Files.walk(Path.of(wal).resolve("snapshots"))) {
      snapshot = all.filter(Files::isRegularFile).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(snapshot);
    bytes[bytes.length / 2] ^= 1;
    Files.write(snapshot, bytes);
    JsonNode snapshots = json(1, "snapshot", "verify", "--json", wal);
    assertThat(snapshots.get("sound").asBoolean()).isFalse();
    assertThat(snapshots.get("snapshots").get(0).get("damage").asText()).isNotEmpty();
    try (Stream<Path> all = Files.list(Path.of(log))) {
      snapshot = all.findFirst().orElseThrow();
    }
    bytes = Files.readAllBytes(snapshot);
    bytes[bytes.length / 2] ^= 1;
    Files.write(snapshot, bytes);
    JsonNode damaged = json(1, "log", "verify", "--json", log);
    assertThat(damaged.get("sound").asBoolean()).isFalse();
    assertThat(damaged.get("damage").get(0).get("file").asText()).isEqualTo(snapshot.toString());
  }

  @Test
  void aDirectoryWithoutSnapshotsIsNoSoundOne() throws Exception {
    Path empty = Files.createDirectories(directory.resolve("empty").resolve("snapshots"));
    Outcome verified =
        HelpTest.tandem("snapshot", "verify", "--json", empty.getParent().toString());
    assertThat(verified.code()).isEqualTo(2);
    assertThat(verified.err()).contains("no snapshots to verify");
  }
}
