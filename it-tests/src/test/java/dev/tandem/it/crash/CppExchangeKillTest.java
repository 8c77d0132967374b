package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.CommandType;
import dev.tandem.flow.model.HostileFlow;
import dev.tandem.flow.model.Input;
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
 * answered is there, and both languages come to the state of just the commands in its log. As a
 * control, one that does not wait for its log loses commands that it answered.
 */
class CppExchangeKillTest {

  private static final int LIVES = 8;
  private static final int FLOWS = 20;
  private static final int MOST_BATCHES = 25;

  /** The exit value of a process that SIGKILL has ended. */
  private static final int KILLED = 128 + 9;

  /** Far more than the control needs: it lost commands in nearly every life. */
  private static final int MOST_CONTROL_LIVES = 40;

  /** So many batches that the control takes no snapshot, which waits for the log. */
  private static final int NO_SNAPSHOT = 1_000_000;

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
  private static int last(Path reported, String what) throws IOException {
    String text = Files.readString(reported);
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

  /** A log and what came of its victims. */
  private static final class History implements AutoCloseable {
    private final Path log;
    private final List<Input> inputs;

    /** It has nothing to do while the victims live. */
    private final Exchange model =
        Exchange.builder().topology(Topology.fused()).waitMode(WaitMode.PARKING).daemon().start();

    private int applied;

    /** What was answered at least. */
    private int acked;

    History(Path log, List<Input> inputs) {
      this.log = log;
      this.inputs = inputs;
    }

    /** Nothing is left for another victim. */
    boolean isAtEnd() {
      return applied == inputs.size();
    }

    /** The log holds what was answered, and leads to the model's state in both languages. */
    void examine(String life) throws Exception {
      if (!Files.isDirectory(log) || !Wal.isLog(log)) {
        return;
      }
      Ended java = Ended.tandem("recover", log, "--read-only", "--json");
      assertThat(java.code()).as("%s: %s", life, java.err()).isZero();
      JsonNode found = new ObjectMapper().readTree(java.out());
      int logged = Math.max(0, found.get("lastRecord").asInt());
      assertThat(logged).as(life).isBetween(acked, inputs.size());
      CommandPublisher publisher = model.publisher();
      for (; applied < logged; applied++) {
        Command c = publisher.claim();
        inputs.get(applied).fill(c, null);
        publisher.publish(c);
      }
      assertThat(found.get("stateHash").asText())
          .as(life)
          .isEqualTo("%016x".formatted(model.stateHash()));
      assertThat(found.get("eventHash").asText())
          .as(life)
          .isEqualTo("%016x".formatted(model.eventHash()));
      Ended cpp = TandemCpp.run("recover", log, "--read-only", "--json");
      JsonNode byCpp = new ObjectMapper().readTree(cpp.out());
      for (String field : List.of("lastRecord", "stateHash", "eventHash", "droppedBytes")) {
        assertThat(byCpp.get(field)).as("%s: %s", life, field).isEqualTo(found.get(field));
      }
    }

    @Override
    public void close() {
      model.close();
    }
  }

  private Process start(
      Path reported, Path log, Path commands, boolean fused, int every, String level)
      throws IOException {
    return new ProcessBuilder(
            TandemCpp.exchangeVictim().toString(),
            log.toString(),
            commands.toString(),
            fused ? "fused" : "pipelined",
            Integer.toString(every),
            level)
        .redirectErrorStream(true)
        .redirectOutput(reported.toFile())
        .start();
  }

  /**
   * Starts one, and kills it when it has answered some batches; whether it had not ended by itself,
   * with all commands applied.
   */
  private boolean life(History of, Path commands, Random random) throws Exception {
    Path reported = dir.resolve("told");
    Process victim =
        start(reported, of.log, commands, random.nextBoolean(), 1 + random.nextInt(5), "SYNCED");
    try {
      int batches = random.nextInt(MOST_BATCHES);
      Deadline.await("answers", () -> !victim.isAlive() || lines(reported) >= batches);
    } finally {
      victim.destroyForcibly().waitFor();
    }
    boolean killed = victim.exitValue() == KILLED;
    if (!killed) {
      assertThat(victim.exitValue())
          .as("it ended by itself: " + Files.readString(reported))
          .isZero();
      assertThat(last(reported, "acked")).isEqualTo(of.inputs.size());
    }
    int opened = last(reported, "open");
    if (opened >= 0) {
      assertThat(opened).as("what was there is there again").isGreaterThanOrEqualTo(of.acked);
    }
    of.acked = Math.max(of.acked, last(reported, "acked"));
    return killed;
  }

  @Test
  void nothingAnsweredIsLost() throws Exception {
    List<Input> inputs = inputs();
    Path commands = write(inputs);
    long seed = CrashScale.seed();
    Random random = new Random(seed);
    int lives = LIVES * CrashScale.scale();
    int kills = 0;
    int logs = 0;
    long answered = 0;
    History history = new History(dir.resolve("log-0"), inputs);
    try {
      for (int life = 0; life < lives; life++) {
        if (life(history, commands, random)) {
          kills++;
        }
        history.examine("seed " + seed + ", life " + life);
        if (history.isAtEnd()) {
          answered += history.acked;
          assertThat(Ended.tandem("recover", history.log, "--check").code()).isZero();
          history.close();
          history = new History(dir.resolve("log-" + ++logs), inputs);
        }
      }
      if (history.acked > 0) {
        answered += history.acked;
        assertThat(Ended.tandem("recover", history.log, "--check").code()).isZero();
      }
    } finally {
      history.close();
    }
    System.out.println(
        "kill -9 of the exchange in C++: seed %d, %d lives, %d killed at work, %d answered, %d logs"
            .formatted(seed, lives, kills, answered, logs + 1));
    // One that applies the last commands may end before it is killed: one life of a log, of some
    // 40.
    assertThat(kills).as("killed at work").isBetween(lives - logs, lives).isGreaterThan(lives / 2);
    assertThat(answered).as("it did answer").isGreaterThan(25L * lives);
  }

  @Test
  void oneThatDoesNotWaitForItsLogLosesCommands() throws Exception {
    Path commands = write(inputs());
    long seed = CrashScale.seed();
    Random random = new Random(seed);
    int lost = 0;
    int life = 0;
    for (; lost == 0 && life < MOST_CONTROL_LIVES; life++) {
      Path log = dir.resolve("control-" + life);
      Path reported = dir.resolve("told-" + life);
      Process victim = start(reported, log, commands, random.nextBoolean(), NO_SNAPSHOT, "NONE");
      try {
        Deadline.await("an answer", () -> !victim.isAlive() || lines(reported) > 1);
      } finally {
        victim.destroyForcibly().waitFor();
      }
      if (victim.exitValue() == KILLED) {
        Ended found = Ended.tandem("recover", log, "--read-only", "--json");
        assertThat(found.code()).as(found.err()).isZero();
        int logged =
            Math.max(0, new ObjectMapper().readTree(found.out()).get("lastRecord").asInt());
        lost = Math.max(0, last(reported, "acked") - logged);
      }
    }
    System.out.println(
        "control, kill -9 of the exchange in C++: seed %d, life %d lost %d commands"
            .formatted(seed, life, lost));
    assertThat(lost).as("commands that were answered and are lost").isPositive();
  }
}
