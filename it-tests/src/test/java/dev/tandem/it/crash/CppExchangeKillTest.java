package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.naive.HostileFlow;
import dev.tandem.core.naive.Input;
import dev.tandem.it.CrashScale;
import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import dev.tandem.wal.Wal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The exchange in C++ is killed again and again while it works and takes snapshots. Whatever it
 * answered is there, and both languages come to the state of just the commands in its log.
 */
class CppExchangeKillTest {

  private static final int LIVES = 8;
  private static final int FLOWS = 20;
  private static final int MOST_BATCHES = 25;

  @TempDir private Path dir;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
  }

  /** Those that leave a record each. */
  private static List<Input> inputs() {
    List<Input> all = new ArrayList<>();
    for (int seed = 0; seed < FLOWS; seed++) {
      HostileFlow.of(seed).inputs().stream()
          .filter(input -> input.type() != CommandType.QUERY && input.type() != CommandType.NOP)
          .forEach(all::add);
    }
    return all;
  }

  private Path write(List<Input> inputs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment record = arena.allocate(CommandCodec.MAX_BYTES, Long.BYTES);
      Command c = new Command();
      for (Input input : inputs) {
        c.clear();
        input.fill(c, null);
        int length = CommandCodec.encode(c, record);
        bytes.writeBytes(record.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
      }
    }
    return Files.write(dir.resolve("commands"), bytes.toByteArray());
  }

  /** What the last whole line of this kind says; -1 if there is none. */
  private static int last(Path told, String what) throws IOException {
    String text = Files.readString(told);
    return text.substring(0, text.lastIndexOf('\n') + 1)
        .lines()
        .filter(line -> line.startsWith(what + " "))
        .mapToInt(line -> Integer.parseInt(line.substring(what.length() + 1)))
        .reduce((first, second) -> second)
        .orElse(-1);
  }

  private static long lines(Path file) {
    try {
      return Files.readString(file).lines().count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Starts it, and kills it when it has answered some batches; how much it answered at last. */
  private int life(Path log, Path commands, Random random, int known) throws Exception {
    Path told = dir.resolve("told");
    Process victim =
        new ProcessBuilder(
                TandemCpp.exchangeVictim().toString(),
                log.toString(),
                commands.toString(),
                random.nextBoolean() ? "fused" : "pipelined",
                Integer.toString(1 + random.nextInt(5)))
            .redirectErrorStream(true)
            .redirectOutput(told.toFile())
            .start();
    try {
      int batches = random.nextInt(MOST_BATCHES);
      Deadline.await("answers", () -> !victim.isAlive() || lines(told) >= batches);
      if (!victim.isAlive() && victim.exitValue() != 0) {
        throw new AssertionError("it ended by itself: " + Files.readString(told));
      }
    } finally {
      victim.destroyForcibly().waitFor();
    }
    int opened = last(told, "open");
    if (opened >= 0) {
      assertThat(opened).as("what was there is there again").isGreaterThanOrEqualTo(known);
    }
    return Math.max(known, last(told, "acked"));
  }

  @Test
  void nothingAnsweredIsLost() throws Exception {
    List<Input> inputs = inputs();
    Path commands = write(inputs);
    long seed = CrashScale.seed();
    System.out.println("kill -9 of the exchange in C++: seed " + seed);
    Random random = new Random(seed);
    Path log = dir.resolve("log");
    int acked = 0;
    int applied = 0;
    try (Exchange model = Exchange.builder().topology(Topology.fused()).daemon().start()) {
      CommandPublisher publisher = model.publisher();
      for (int life = 0; life < LIVES * CrashScale.scale(); life++) {
        acked = life(log, commands, random, acked);
        if (!Files.isDirectory(log) || !Wal.isLog(log)) {
          continue;
        }
        Ended java = Ended.tandem("recover", log, "--read-only", "--json");
        assertThat(java.code()).as("life %d: %s", life, java.err()).isZero();
        JsonNode found = new ObjectMapper().readTree(java.out());
        int logged = Math.max(0, found.get("lastRecord").asInt());
        assertThat(logged).as("life " + life).isBetween(acked, inputs.size());
        for (; applied < logged; applied++) {
          Command c = publisher.claim();
          inputs.get(applied).fill(c, null);
          publisher.publish(c);
        }
        assertThat(found.get("stateHash").asText()).isEqualTo("%016x".formatted(model.stateHash()));
        assertThat(found.get("eventHash").asText()).isEqualTo("%016x".formatted(model.eventHash()));
        Ended cpp = TandemCpp.run("recover", log, "--read-only", "--json");
        JsonNode byCpp = new ObjectMapper().readTree(cpp.out());
        for (String field : List.of("lastRecord", "stateHash", "eventHash", "droppedBytes")) {
          assertThat(byCpp.get(field)).as(field).isEqualTo(found.get(field));
        }
      }
    }
    assertThat(acked).as("it did answer").isGreaterThan(200);
    assertThat(Ended.tandem("recover", log, "--check").code()).isZero();
  }
}
