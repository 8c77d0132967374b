package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.hash.Hashing;
import dev.tandem.hash.Xxh3;
import dev.tandem.it.Ended;
import dev.tandem.wal.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A reader of snapshots in another language, written from the document of the formats alone, finds
 * in them what the exchange knows, and the same damage.
 */
@Timeout(300)
class SnapshotReaderInPythonTest {

  private static final String SCRIPT = "read_snapshot.py";

  /** By FORMATS.md: where the header has its checksum, and where its tables are told. */
  private static final int HEADER_SUM_AT = 432;

  private static final int ENTRIES_AT = 80;
  private static final int ENTRY_BYTES = 32;
  private static final int TABLES = 9;

  @TempDir private Path dir;

  @BeforeAll
  static void needPython() throws InterruptedException {
    Python.require();
  }

  private Exchange start(Topology topology, boolean risk) {
    return Exchange.builder()
        .topology(topology)
        .risk(risk)
        .ringSize(256)
        // It has nothing to do while Python reads.
        .waitMode(WaitMode.PARKING)
        .daemon()
        .journal(
            JournalOptions.in(dir.resolve("log"))
                .segmentBytes(1 << 18)
                .durability(Durability.WRITTEN))
        .start();
  }

  private JsonNode sound(Path snapshot) throws Exception {
    Ended ended = Python.run(dir, SCRIPT, List.of(snapshot));
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    return Python.json(ended).get(0);
  }

  /** What the command says about the one snapshot there is. */
  private void agreesWithTheCommand(JsonNode read) throws IOException {
    Ended ended = Ended.tandem("snapshot", "verify", "--json", dir.resolve("log"));
    JsonNode reported = Python.json(new Ended(0, ended.out().replace("\n", " "), "")).get(0);
    assertThat(reported.get("sound").asBoolean()).isTrue();
    JsonNode last = reported.get("snapshots").get(reported.get("snapshots").size() - 1);
    for (String name : List.of("sequence", "bytes", "eventHash", "stateHash")) {
      assertThat(read.get(name)).as(name).isEqualTo(last.get(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fused", "pipelined"})
  void readsAllThatTheExchangeKnows(String name) throws Exception {
    boolean fused = name.equals("fused");
    try (Exchange exchange = start(fused ? Topology.fused() : Topology.pipelined(2, 2), true)) {
      KnownState known = new KnownState(exchange);
      known.trade();
      SnapshotInfo info = exchange.snapshot().info();
      JsonNode read = sound(info.directory());
      known.assertAllIn(read, info);
      KnownState.assertRich(read);
      agreesWithTheCommand(read);
    }
    // What an exchange that starts from it adds to it is read as well.
    try (Exchange exchange = start(fused ? Topology.pipelined(1, 2) : Topology.fused(), true)) {
      exchange.async().addUser(77).join();
      SnapshotInfo info = exchange.snapshot().info();
      agreesWithTheCommand(sound(info.directory()));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsAnEmptyExchangeAndOneWithoutRisk(boolean risk) throws Exception {
    try (Exchange exchange = start(Topology.fused(), risk)) {
      KnownState known = new KnownState(exchange);
      known.assertAllIn(sound(exchange.snapshot().info().directory()), null);
      known.placeWithoutMoney(risk);
      SnapshotInfo info = exchange.snapshot().info();
      JsonNode read = sound(info.directory());
      known.assertAllIn(read, info);
      assertThat(read.get("riskShards").asInt() == 0).isEqualTo(!risk);
    }
  }

  /** The bytes of a small snapshot in which every table has rows. */
  private Path small() {
    try (Exchange exchange = start(Topology.fused(), true)) {
      KnownState.little(exchange);
      return exchange.snapshot().info().directory();
    }
  }

  /** Whether each of these files, in the place of the snapshot, is sound: both must agree. */
  private List<Boolean> verdicts(Path snapshot, List<byte[]> files) throws Exception {
    List<Path> copies = new ArrayList<>();
    List<Boolean> java = new ArrayList<>();
    Snapshots snapshots = Snapshots.openReadOnly(snapshot.getParent());
    for (byte[] file : files) {
      Path copy = dir.resolve("copy-" + copies.size()).resolve(snapshot.getFileName());
      Files.createDirectories(copy);
      Files.write(copy.resolve("state"), file);
      copies.add(copy);
      java.add(isSound(snapshots, copy));
    }
    Ended ended = Python.run(dir, SCRIPT, copies);
    assertThat(ended.code()).isEqualTo(java.contains(false) ? 1 : 0);
    List<JsonNode> reported = Python.json(ended);
    assertThat(reported).hasSameSizeAs(java);
    for (int i = 0; i < reported.size(); i++) {
      assertThat(!reported.get(i).has("damage"))
          .as("file %d: %s", i, reported.get(i))
          .isEqualTo(java.get(i));
    }
    return java;
  }

  private static boolean isSound(Snapshots snapshots, Path copy) {
    try {
      snapshots.verify(copy);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Tag("thorough")
  @Test
  void findTheSameDamageInEveryByte() throws Exception {
    Path snapshot = small();
    byte[] bytes = Files.readAllBytes(snapshot.resolve("state"));
    List<byte[]> files = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= (byte) (1 << (i & 7));
      files.add(damaged);
    }
    for (int length : new int[] {0, 7, 439, 440, bytes.length - 8, bytes.length - 1}) {
      files.add(Arrays.copyOf(bytes, length));
    }
    files.add(Arrays.copyOf(bytes, bytes.length + 1));
    files.add(bytes);
    List<Boolean> verdicts = verdicts(snapshot, files);
    assertThat(verdicts.getLast()).isTrue();
    assertThat(verdicts.subList(0, verdicts.size() - 1)).containsOnly(false);
  }

  @Test
  void findTheSameLiesBehindChecksumsThatFit() throws Exception {
    Path snapshot = small();
    byte[] bytes = Files.readAllBytes(snapshot.resolve("state"));
    int header = HEADER_SUM_AT + Long.BYTES;
    List<byte[]> files = new ArrayList<>();
    for (int at = header; at < bytes.length; at += Long.BYTES) {
      files.add(forged(bytes, at));
    }
    for (int at = 0; at < HEADER_SUM_AT; at += Integer.BYTES) {
      files.add(forged(bytes, at));
    }
    assertThat(verdicts(snapshot, files)).contains(true, false);
  }

  /** Changes one place, and makes all checksums fit again; not the two hashes. */
  private static byte[] forged(byte[] bytes, int at) {
    Xxh3 xxh3 = Hashing.xxh3();
    byte[] forged = bytes.clone();
    forged[at] ^= 1;
    ByteBuffer file = ByteBuffer.wrap(forged).order(ByteOrder.LITTLE_ENDIAN);
    if (at >= HEADER_SUM_AT) {
      for (int i = 0; i < TABLES; i++) {
        int entry = ENTRIES_AT + ENTRY_BYTES * i;
        int from = (int) file.getLong(entry + 16);
        int to = i == TABLES - 1 ? forged.length : (int) file.getLong(entry + ENTRY_BYTES + 16);
        file.putLong(entry + 24, xxh3.hash(forged, from, to - from));
      }
    }
    file.putLong(HEADER_SUM_AT, xxh3.hash(forged, 0, HEADER_SUM_AT));
    return forged;
  }
}
