package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryPoint;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.journal.RecordTypes;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.ReplayDriver;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged records of commands. Each is refused as no command, or it is one: it is written back as
 * it was read, and the stages judge it without making or losing money. In a log whose checksums fit
 * recovery names the first record that is none, and gives the state before it. {@code
 * -Dtandem.fuzz.seconds} says for how long, else a number of inputs decides.
 */
class CommandFuzzTest {

  private static final long SECONDS = Long.getLong("tandem.fuzz.seconds", 0);
  private static final long SEED = Long.getLong("tandem.fuzz.seed", System.nanoTime());
  private static final int FLOWS = 20;
  private static final int LOGS = 20;
  private static final int COMMANDS = 400;
  private static final int LOGGED = 60;

  /** Of a flow's commands one in so many is as it was, so that the damaged ones meet a state. */
  private static final int WHOLE = 3;

  @TempDir private Path directory;
  private final SplittableRandom random = new SplittableRandom(SEED);

  private static List<byte[]> records(long seed, int size) {
    MemorySegment memory = MemorySegment.ofArray(new byte[CommandCodec.MAX_BYTES]);
    byte[] bytes = (byte[]) memory.heapBase().orElseThrow();
    List<byte[]> records = new ArrayList<>();
    for (Command c : RandomFlow.of(seed, size)) {
      records.add(Arrays.copyOf(bytes, CommandCodec.encode(c, memory)));
    }
    return records;
  }

  private boolean proceeds(long input, int most, long end) {
    return SECONDS == 0 ? input < most : System.nanoTime() - end < 0;
  }

  private static long end() {
    return System.nanoTime() + SECONDS * 1_000_000_000L / 2;
  }

  private static Stages stages() {
    return new Stages(1, 1, 0, 0, () -> 1, c -> {}, null);
  }

  private static byte[] encoded(Command c) {
    MemorySegment memory = MemorySegment.ofArray(new byte[CommandCodec.MAX_BYTES]);
    return Arrays.copyOf((byte[]) memory.heapBase().orElseThrow(), CommandCodec.encode(c, memory));
  }

  /** Whether these are bytes of a command, which is then in the slot. */
  private static boolean isCommand(byte[] bytes, Command slot) {
    try {
      CommandCodec.decode(MemorySegment.ofArray(bytes), slot);
    } catch (IllegalArgumentException e) {
      assertThat(e)
          .hasMessageMatching("a command (of " + bytes.length + " bytes|with refusal -?\\d+),? .*");
      return false;
    }
    // In a new slot: whether a query is written as one goes by the answer, which a used one has.
    Command again = new Command();
    CommandCodec.decode(MemorySegment.ofArray(bytes), again);
    byte[] once = encoded(again);
    CommandCodec.decode(MemorySegment.ofArray(once), again);
    if (!Arrays.equals(encoded(again), once)) {
      throw new AssertionError("a command that is written again is another");
    }
    return true;
  }

  @Test
  void aDamagedCommandIsRefusedOrJudged() throws Exception {
    long end = end();
    long judged = 0;
    for (long flow = 0; proceeds(flow, FLOWS, end); flow++) {
      List<byte[]> records = records(random.nextLong(), COMMANDS);
      Stages stages = stages();
      ReplayDriver driver = new ReplayDriver(stages, stages.results());
      for (int i = 0; i < records.size(); i++) {
        byte[] whole = records.get(i);
        byte[] other = records.get(random.nextInt(records.size()));
        byte[] bytes = i % WHOLE == 0 ? DamagedBytes.of(whole, other, random) : whole;
        try {
          if (isCommand(bytes, driver.next())) {
            judged++;
            driver.submit();
          }
        } catch (RuntimeException | Error e) {
          throw failed(flow, bytes, e);
        }
      }
      // What is restored is checked: no supply is less or more than what its owners have.
      try (StateImage image = stages.image()) {
        Stages again = stages();
        again.restore(image);
        try (StateImage same = again.image()) {
          assertThat(same.stateHash())
              .as("seed %d, flow %d", SEED, flow)
              .isEqualTo(image.stateHash());
        }
      } catch (RuntimeException e) {
        throw failed(flow, new byte[0], e);
      }
    }
    assertThat(judged).isPositive();
  }

  private static AssertionError failed(long input, byte[] bytes, Throwable cause) {
    return new AssertionError(
        "seed %d, input %d, bytes %s: %s"
            .formatted(SEED, input, HexFormat.of().formatHex(bytes), cause),
        cause);
  }

  @Test
  void recoveryNamesTheRecordThatIsNoCommand() throws IOException {
    long end = end();
    for (long input = 0; proceeds(input, LOGS, end); input++) {
      List<byte[]> records = records(random.nextLong(), LOGGED);
      int damaged = random.nextInt(records.size());
      byte[] other = records.get(random.nextInt(records.size()));
      Path log = directory.resolve("log-" + input);
      byte[] bytes = DamagedBytes.of(records.get(damaged), other, random);
      byte type = random.nextInt(8) == 0 ? (byte) random.nextInt(1, 128) : RecordTypes.COMMAND;
      try (Wal wal = Wal.open(log, WalConfig.builder().segmentBytes(1 << 16).build())) {
        wal.append(RecordTypes.EXCHANGE, RecordTypes.exchange(true));
        for (int i = 0; i < records.size(); i++) {
          boolean whole = i != damaged;
          wal.append(whole ? RecordTypes.COMMAND : type, whole ? records.get(i) : bytes);
        }
      }
      try {
        judge(log, records, damaged, type, bytes);
      } catch (RuntimeException | Error e) {
        throw failed(input, bytes, e);
      }
      delete(log);
    }
  }

  private static void judge(Path log, List<byte[]> records, int damaged, byte type, byte[] bytes)
      throws IOException {
    JournalOptions options = JournalOptions.in(log);
    // The record of the exchange is in front.
    LoggedState before = LoggedState.read(options, RecoveryPoint.record(damaged));
    assertThat(before.summary().stateHash()).isEqualTo(hashOf(records.subList(0, damaged)));
    boolean read =
        type == RecordTypes.COMMAND
            ? isCommand(bytes, new Command())
            : type == RecordTypes.EXCHANGE && Arrays.equals(bytes, RecordTypes.exchange(true));
    try {
      LoggedState state = LoggedState.read(options, RecoveryPoint.END);
      assertThat(read).as("a record of type %d is none", type).isTrue();
      assertThat(state.lastRecord()).isEqualTo(records.size());
    } catch (JournalException e) {
      assertThat(read).as(e.getMessage()).isFalse();
      assertThat(e).hasMessageStartingWith(log + ": record " + (damaged + 1) + " of the log");
    }
  }

  private static long hashOf(List<byte[]> records) {
    Stages stages = stages();
    ReplayDriver driver = new ReplayDriver(stages, stages.results());
    for (byte[] record : records) {
      CommandCodec.decode(MemorySegment.ofArray(record), driver.next());
      try {
        driver.submit();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
    try (StateImage image = stages.image()) {
      return image.stateHash();
    }
  }

  private static void delete(Path log) throws IOException {
    try (var files = Files.walk(log)) {
      for (Path path : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
