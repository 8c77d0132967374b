package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.ReplayDriver;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.it.Ended;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The files of {@code testdata} say what they said when they were written; {@code vectors_test.cpp}
 * reads the same files. {@code -Dtandem.vectors.write=true} writes them first.
 */
class TestVectorsTest {

  private static final int CODES = 16;
  private static final long MOST_BYTES = 600_000;

  @BeforeAll
  static void writeIfAsked() throws IOException {
    if (Boolean.getBoolean("tandem.vectors.write")) {
      TestVectors.write();
    }
  }

  private static byte[] bytes(String name) throws IOException {
    return Files.readAllBytes(TestVectors.directory().resolve(name));
  }

  /** Where a command ends that begins here: its flags say so. */
  private static int lengthAt(byte[] commands, int at) {
    int flags = commands[at + 1];
    return 64
        + ((flags & 2) != 0 ? 24 : 0)
        + ((flags & 4) != 0 ? 88 : 0)
        + ((flags & 32) != 0 ? 32 : 0)
        + ((flags & 16) != 0 ? 64 : 0)
        + ((flags & 8) != 0 ? 8 : 0);
  }

  @Test
  void theStreamHasItsAnswersEventsAndHashes() throws Exception {
    byte[] commands = bytes("commands.bin");
    ByteArrayOutputStream codes = new ByteArrayOutputStream();
    ByteArrayOutputStream events = new ByteArrayOutputStream();
    Stages stages =
        Stages.onePass(
            true, 0, 0, () -> 1, c -> codes.write(c.result), batch -> add(batch, events));
    ReplayDriver driver = new ReplayDriver(stages, stages.results());
    for (int at = 0; at < commands.length; ) {
      int length = lengthAt(commands, at);
      Command c = driver.next();
      c.clear();
      CommandCodec.decode(MemorySegment.ofArray(commands).asSlice(at, length), c);
      driver.submit();
      at += length;
    }
    assertThat(codes.toByteArray()).isEqualTo(bytes("codes.bin"));
    assertThat(events.toByteArray()).isEqualTo(bytes("events.bin"));
    try (StateImage image = stages.image()) {
      assertThat(new String(bytes("hashes.txt"), StandardCharsets.US_ASCII))
          .isEqualTo(
              "event-hash %016x\nstate-hash %016x\n"
                  .formatted(image.eventHash(), image.stateHash()));
    }
    Set<Byte> kinds = new HashSet<>();
    for (byte code : codes.toByteArray()) {
      kinds.add(code);
    }
    assertThat(kinds)
        .hasSizeGreaterThan(CODES)
        .contains(
            ResultCode.OK.code(),
            ResultCode.DUPLICATE_COMMAND.code(),
            ResultCode.CLIENT_SEQUENCE_REUSED.code())
        .anyMatch(ResultCode::isOfDoor);
  }

  private static void add(EventBatch batch, ByteArrayOutputStream to) {
    ByteBuffer words =
        ByteBuffer.allocate(batch.count() * EventBatch.RECORD_WORDS * Long.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < batch.count(); i++) {
      for (int word = 0; word < EventBatch.RECORD_WORDS; word++) {
        words.putLong(batch.word(i, word));
      }
    }
    to.writeBytes(words.array());
  }

  @ParameterizedTest
  @ValueSource(strings = {"closed", "killed", "torn", "damaged", "snapshot", "snapshot-damaged"})
  void aLogIsJudgedAndRecovered(String name) throws IOException {
    String expected = new String(bytes("wal/" + name + ".txt"), StandardCharsets.UTF_8);
    assertThat(LoggedVector.read(TestVectors.directory().resolve("wal").resolve(name)))
        .isEqualTo(expected);
    assertThat(expected)
        .contains(
            switch (name) {
              case "damaged" -> "refused ";
              case "torn" -> "(torn tail)";
              case "snapshot-damaged" -> "skipped snapshots/snapshot-";
              case "snapshot" -> "replayed 0\n";
              default -> "replayed 60\n";
            });
  }

  @Test
  void theFilesHaveTheirDigests() throws IOException {
    Path list = TestVectors.directory().resolve("digests.txt");
    List<String> lines = Files.readAllLines(list);
    assertThat(lines).hasSize(9);
    for (String line : lines) {
      String algorithm = line.substring(0, line.indexOf(' '));
      String name = line.substring(line.indexOf('(') + 1, line.indexOf(')'));
      Ended sum =
          Ended.tandem("hash", "-a", algorithm, "--tag", TestVectors.directory().resolve(name));
      assertThat(sum.out().strip()).endsWith(line.substring(line.indexOf(name)));
    }
  }

  @Test
  void theyAreSmall() throws IOException {
    try (Stream<Path> all = Files.walk(TestVectors.directory())) {
      assertThat(all.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum())
          .isBetween(100_000L, MOST_BYTES);
    }
  }
}
