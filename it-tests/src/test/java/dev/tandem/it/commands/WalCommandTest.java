package dev.tandem.it.commands;

import static dev.tandem.it.Ended.tandem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.it.Ended;
import dev.tandem.it.LeftByKill;
import dev.tandem.wal.Durability;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tandem wal}: verify, dump, repair, stats. */
class WalCommandTest {

  private static final int RECORDS = 500;
  private static final WalConfig CONFIG =
      WalConfig.builder().segmentBytes(1 << 14).segmentsAhead(1).build();

  @TempDir private Path dir;
  private Path log;

  private static JsonNode json(Ended ended) throws IOException {
    return new ObjectMapper().readTree(ended.out());
  }

  /** The body of a record: its number, and bytes that follow from it; now and then a long one. */
  private static byte[] body(int n) {
    Random random = new Random(n);
    byte[] bytes = new byte[20 + random.nextInt(n % 16 == 0 ? 3_000 : 240)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes).putInt(n).array();
  }

  @BeforeEach
  void makeLog() throws Exception {
    log = dir.resolve("log");
    try (Wal wal = Wal.open(log, CONFIG)) {
      append(wal);
    }
  }

  private static void append(Wal wal) throws Exception {
    long last = -1;
    for (int n = 0; n < RECORDS; n++) {
      last = wal.append((byte) 3, body(n));
      if (n % 10 == 9) {
        wal.confirmations().await(last, Durability.SYNCED, Duration.ofMinutes(5));
      }
    }
  }

  private static List<Path> segments(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(f -> f.toString().endsWith(".wal")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void flip(Path file, long offset) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, offset);
      one.put(0, (byte) (one.get(0) ^ 4));
      channel.write(one.rewind(), offset);
    }
  }

  @Test
  void aSoundLogIsReportedInTextAndJson() throws IOException {
    Ended text = tandem("wal", "verify", log);
    assertThat(text.err()).isEmpty();
    assertThat(text.code()).isZero();
    assertThat(text.out()).contains("500 records, sequence 0 to 499").contains("sound");
    JsonNode verified = json(tandem("wal", "verify", log, "--json"));
    assertThat(verified.get("sound").asBoolean()).isTrue();
    assertThat(verified.get("problems")).isEmpty();
    assertThat(verified.get("records").asInt()).isEqualTo(RECORDS);
    assertThat(verified.get("segments").size()).isGreaterThan(2);
    Ended stats = tandem("wal", "stats", log);
    assertThat(stats.code()).isZero();
    assertThat(stats.out()).contains("500 records").contains("type 3").contains("batches");
    JsonNode sums = json(tandem("wal", "stats", log, "--json"));
    assertThat(sums.get("recordsByType").get("3").asInt()).isEqualTo(RECORDS);
    assertThat(sums.get("fileBytes").asLong()).isGreaterThan(sums.get("usedBytes").asLong() - 1);
    assertThat(sums.get("lastSequence").asLong()).isEqualTo(RECORDS - 1);
  }

  @Test
  void recordsAreDumpedAsTheyAre() throws IOException {
    Ended ended = tandem("wal", "dump", log, "--from", 490, "--count", 5, "--json");
    assertThat(ended.code()).isZero();
    List<String> lines = ended.out().lines().toList();
    assertThat(lines).hasSize(5);
    for (int i = 0; i < lines.size(); i++) {
      JsonNode record = new ObjectMapper().readTree(lines.get(i));
      assertThat(record.get("sequence").asInt()).isEqualTo(490 + i);
      assertThat(record.get("type").asInt()).isEqualTo(3);
      assertThat(java.util.HexFormat.of().parseHex(record.get("body").asText()))
          .isEqualTo(body(490 + i));
    }
    assertThat(tandem("wal", "dump", log).out().lines()).hasSize(RECORDS);
    assertThat(tandem("wal", "dump", log, "--count", 1, "--bytes", 4).out())
        .startsWith("0 type 3 ")
        .contains("segment-")
        .endsWith(" 00000000..." + System.lineSeparator());
  }

  @Test
  void damageIsNamedAndNothingIsRepairedOverIt() throws IOException {
    Path damaged = segments(log).get(1);
    flip(damaged, 700);
    byte[] before = Files.readAllBytes(damaged);
    for (List<String> command :
        List.of(List.of("verify"), List.of("stats"), List.of("repair"), List.of("dump"))) {
      Ended ended = tandem("wal", command.get(0), log);
      assertThat(ended.code()).as(command.get(0)).isEqualTo(1);
      assertThat(ended.out() + ended.err())
          .contains(damaged.getFileName().toString())
          .contains("expected")
          .contains("found");
    }
    JsonNode json = json(tandem("wal", "verify", log, "--json"));
    assertThat(json.get("sound").asBoolean()).isFalse();
    assertThat(json.get("problems").get(0).get("segment").asText())
        .isEqualTo(damaged.getFileName().toString());
    JsonNode refused = json(tandem("wal", "repair", log, "--json"));
    assertThat(refused.get("sound").asBoolean()).isFalse();
    assertThat(refused.get("repaired").asBoolean(true)).isFalse();
    assertThat(refused.get("problems").get(0).get("offset")).isNotNull();
    // What is behind the damage is not lost to whoever looks for it.
    assertThat(json.get("lastSequence").asInt()).isEqualTo(RECORDS - 1);
    assertThat(Files.readAllBytes(damaged)).isEqualTo(before);
  }

  @Test
  void whatIsMissingIsNamedAndNothingIsRepairedOverIt() throws IOException {
    List<String> used = new ArrayList<>();
    for (JsonNode segment : json(tandem("wal", "verify", log, "--json")).get("segments")) {
      if (segment.get("records").asInt() > 0) {
        used.add(segment.get("file").asText());
      }
    }
    for (String gone : List.of(used.get(0), used.get(used.size() - 1))) {
      Path victim = LeftByKill.copy(log, dir.resolve("without-" + gone));
      Files.delete(victim.resolve(gone));
      for (String command : List.of("verify", "stats", "repair", "dump")) {
        Ended ended = tandem("wal", command, victim);
        assertThat(ended.code()).as(command).isEqualTo(1);
        assertThat(ended.out() + ended.err()).as(command).contains(gone).contains("found no file");
      }
      JsonNode json = json(tandem("wal", "verify", victim, "--json"));
      assertThat(json.get("problems").get(0).get("segment").asText()).isEqualTo(gone);
      Ended recovered = tandem("recover", victim);
      assertThat(recovered.code()).isEqualTo(2);
      assertThat(recovered.err()).contains(gone).contains("found no file");
      assertThat(victim.resolve(gone)).doesNotExist();
    }
  }

  @Test
  void withoutItsExtentALogIsReadAndMadeWholeByRepairAlone() throws IOException {
    Path victim = LeftByKill.copy(log, dir.resolve("without-extent"));
    Files.delete(victim.resolve("wal.extent"));
    for (String command : List.of("verify", "stats", "dump")) {
      Ended ended = tandem("wal", command, victim);
      assertThat(ended.code()).as(command).isEqualTo(1);
      assertThat(ended.out() + ended.err()).as(command).contains("wal.extent", "wal repair");
    }
    assertThat(tandem("wal", "dump", victim).out().lines()).hasSize(RECORDS);
    Ended repaired = tandem("wal", "repair", victim);
    assertThat(repaired.code()).isEqualTo(1);
    assertThat(repaired.out()).contains("doubt", "wal.extent", "NOT PROVEN", "may be missing");
    assertThat(tandem("wal", "verify", victim).code()).isZero();
    assertThat(tandem("wal", "dump", victim).out()).isEqualTo(tandem("wal", "dump", log).out());
  }

  /** Whoever reads no more than one field, or the exit code, must not take it for a whole log. */
  @Test
  void aDoubtIsReportedInEveryFormAndOnce() throws IOException {
    Path victim = LeftByKill.copy(log, dir.resolve("in-doubt"));
    Files.delete(victim.resolve("wal.extent"));
    for (String command : List.of("verify", "stats")) {
      Ended ended = tandem("wal", command, victim, "--json");
      assertThat(ended.code()).as(command).isEqualTo(1);
      assertThat(json(ended).get("sound").asBoolean()).as(command).isFalse();
      assertThat(json(ended).get("problems").get(0).get("segment").asText())
          .isEqualTo("wal.extent");
    }
    Ended repaired = tandem("wal", "repair", victim, "--json");
    assertThat(json(repaired).get("sound").asBoolean()).isFalse();
    assertThat(json(repaired).get("repaired").asBoolean()).isTrue();
    assertThat(json(repaired).get("doubt").asText()).contains("wal.extent");
    assertThat(json(repaired).get("records").asInt()).isEqualTo(RECORDS);
    assertThat(repaired.code()).isEqualTo(1);
    // The new file counts from here on.
    Ended again = tandem("wal", "repair", victim, "--json");
    assertThat(again.code()).isZero();
    assertThat(json(again).get("sound").asBoolean()).isTrue();
    assertThat(json(again).get("repaired").asBoolean()).isFalse();
    assertThat(json(again).get("doubt").asText()).isEmpty();
    assertThat(json(tandem("wal", "verify", victim, "--json")).get("sound").asBoolean()).isTrue();
  }

  @Test
  void aLogOfSomethingElseIsNoExchange() {
    Ended recovered = tandem("recover", log);
    assertThat(recovered.code()).isEqualTo(2);
    assertThat(recovered.err()).contains("record 0 of the log is none of an exchange");
  }

  @Test
  void aTornTailIsNoDamageAndIsRepaired() throws Exception {
    // The log as a process leaves it that is killed, with its last record half written.
    Path torn = Files.createDirectory(dir.resolve("torn"));
    Path source = dir.resolve("open");
    try (Wal wal = Wal.open(source, CONFIG)) {
      append(wal);
      LeftByKill.copy(source, torn);
    }
    Ended before = tandem("wal", "verify", torn, "--json");
    assertThat(before.code()).isZero();
    long last = json(before).get("lastSequence").asLong();
    Path end = null;
    for (JsonNode segment : json(before).get("segments")) {
      if (segment.get("records").asInt() > 0) {
        end = torn.resolve(segment.get("file").asText());
      }
    }
    flip(end, lastByte(end));
    Ended verified = tandem("wal", "verify", torn);
    assertThat(verified.code()).isZero();
    assertThat(verified.out()).contains("torn tail").contains("sound");
    Ended repaired = tandem("wal", "repair", torn, "--json");
    assertThat(repaired.code()).isZero();
    assertThat(json(repaired).get("repaired").asBoolean()).isTrue();
    assertThat(json(repaired).get("lastSequence").asLong()).isLessThan(last);
    assertThat(tandem("wal", "repair", torn).out()).contains("nothing to repair");
    assertThat(tandem("wal", "verify", torn).out()).contains("ended after").contains("sound");
  }

  private static long lastByte(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int at = bytes.length - 1;
    while (bytes[at] == 0) {
      at--;
    }
    return at;
  }

  @Test
  void wrongUsageIsExplained() throws IOException {
    Ended missing = tandem("wal", "verify", dir.resolve("nowhere"));
    assertThat(missing.code()).isEqualTo(2);
    assertThat(missing.err()).contains("no such directory");
    Path empty = Files.createDirectory(dir.resolve("empty"));
    for (String command : List.of("verify", "dump", "repair", "stats")) {
      Ended ended = tandem("wal", command, empty);
      assertThat(ended.code()).as(command).isEqualTo(2);
      assertThat(ended.err()).contains("holds no segment");
      assertThat(tandem("wal", command, "--help").out()).contains("Usage: tandem wal " + command);
      assertThat(tandem("wal", command).code()).isEqualTo(2);
    }
    assertThat(tandem("wal", "dump", log, "--from", -1).code()).isEqualTo(2);
    assertThat(tandem("wal").out()).contains("verify", "dump", "repair", "stats");
  }
}
