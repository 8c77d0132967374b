package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.event.ResultHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The state machine for those who bring order, time and durability. */
class ReplicaTest {

  private static final int COMMANDS = 4_000;
  private static final long STEP_NS = 1_000;

  private final byte[] bytes = new byte[CommandCodec.MAX_BYTES];

  private static Replica replica() {
    return new Replica(true, 16, 16, ResultHandler.NONE, null);
  }

  private void apply(Replica replica, Command command, long timeNs) {
    int length = CommandCodec.encode(command, MemorySegment.ofArray(bytes));
    replica.apply(MemorySegment.ofArray(bytes).asSlice(0, length), timeNs);
  }

  private void apply(Replica replica, List<Command> flow, int from, int to) {
    for (int i = from; i < to; i++) {
      apply(replica, flow.get(i), (i + 1) * STEP_NS);
    }
  }

  private static byte[] snapshot(Replica replica) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    replica.snapshot(Channels.newChannel(out));
    return out.toByteArray();
  }

  private static Replica restored(byte[] snapshot) throws IOException {
    Replica replica = replica();
    replica.restore(Channels.newChannel(new ByteArrayInputStream(snapshot)));
    return replica;
  }

  @Test
  void aReplicaHasTheHashesOfAnExchange() {
    List<Command> flow = RandomFlow.of(1, COMMANDS);
    Replica replica = replica();
    apply(replica, flow, 0, COMMANDS);
    long trades = replica.summary().trades();
    assertThat(trades).isGreaterThan(100);
    try (Exchange exchange = Exchange.builder().daemon().start()) {
      CommandPublisher publisher = exchange.publisher();
      for (int i = 0; i < COMMANDS; i++) {
        Command slot = publisher.claim();
        RandomFlow.copy(flow.get(i), slot);
        slot.timestampNs = (i + 1) * STEP_NS;
        publisher.publish(slot);
      }
      assertThat(replica.eventHash()).isEqualTo(exchange.eventHash());
      assertThat(replica.stateHash()).isEqualTo(exchange.stateHash());
    }
  }

  @Test
  void aSnapshotInTheMiddleChangesNothing() throws IOException {
    List<Command> flow = RandomFlow.of(2, COMMANDS);
    Replica whole = replica();
    apply(whole, flow, 0, COMMANDS);
    for (int middle : new int[] {0, 1, 5, COMMANDS / 2, COMMANDS - 1, COMMANDS}) {
      Replica first = replica();
      apply(first, flow, 0, middle);
      Replica second = restored(snapshot(first));
      assertThat(second.lastCommand()).isEqualTo(middle - 1);
      assertThat(second.timeNs()).isEqualTo(first.timeNs());
      apply(second, flow, middle, COMMANDS);
      assertThat(second.summary()).as("from %d on", middle).isEqualTo(whole.summary());
      assertThat(second.lastCommand()).isEqualTo(COMMANDS - 1);
      assertThat(snapshot(second)).isEqualTo(snapshot(whole));
    }
  }

  @Test
  void aSnapshotThatIsCutOrFlippedAtAnyByteIsRefused() throws IOException {
    Replica replica = replica();
    // Windows of clients make most of the bytes: without any the damage hits all else.
    List<Command> flow = new ArrayList<>(RandomFlow.of(3, 400));
    flow.forEach(c -> c.clientKey = 0);
    apply(replica, flow, 0, flow.size());
    byte[] snapshot = snapshot(replica);
    assertThat(restored(snapshot).stateHash()).isEqualTo(replica.stateHash());
    for (int at = 0; at < snapshot.length; at++) {
      byte[] cut = Arrays.copyOf(snapshot, at);
      assertThatThrownBy(() -> restored(cut)).as("cut at %d", at).isInstanceOf(IOException.class);
      byte[] flipped = snapshot.clone();
      flipped[at] ^= (byte) (1 << at % 8);
      assertThatThrownBy(() -> restored(flipped))
          .as("flipped at %d", at)
          .isInstanceOf(IOException.class);
    }
    byte[] longer = Arrays.copyOf(snapshot, snapshot.length + 1);
    assertThatThrownBy(() -> restored(longer)).hasMessageContaining("behind its end");
  }

  @Test
  void aTimeThatStepsBackCountsAsTheHighest() throws IOException {
    List<Long> times = new ArrayList<>();
    Replica replica = new Replica(true, 1, 1, c -> times.add(c.timestampNs), null);
    Command command = new Command();
    long[] given = {-5, 0, 7, 3, 9, 9, 1};
    for (long time : given) {
      Commands.addUser(command, 1);
      apply(replica, command, time);
    }
    assertThat(times).containsExactly(1L, 1L, 7L, 7L, 9L, 9L, 9L);
    Replica second = restored(snapshot(replica));
    apply(second, command, 2);
    assertThat(second.timeNs()).isEqualTo(9);
  }

  @Test
  void theNumberCountsWhatLeavesNoRecordToo() {
    List<Long> numbers = new ArrayList<>();
    Replica replica = new Replica(true, 1, 1, c -> numbers.add(c.sequence), null);
    Command command = new Command();
    command.type = CommandType.NOP;
    apply(replica, command, 1);
    Commands.addUser(command, 1);
    apply(replica, command, 2);
    assertThat(numbers).containsExactly(0L, 1L);
    assertThat(replica.lastCommand()).isEqualTo(1);
    assertThat(replica.summary().commands()).isEqualTo(1);
  }

  @Test
  void bytesThatAreNoCommandChangeNothing() {
    Replica replica = replica();
    assertThatThrownBy(() -> replica.apply(MemorySegment.ofArray(new byte[63]), 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(replica.lastCommand()).isEqualTo(-1);
    assertThat(replica.timeNs()).isZero();
  }

  @Test
  void aHandlerThatFailsEndsTheReplica() {
    Replica replica =
        new Replica(
            true,
            1,
            1,
            c -> {
              throw new IOException("no");
            },
            null);
    Command command = new Command();
    Commands.addUser(command, 1);
    assertThatThrownBy(() -> apply(replica, command, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(IOException.class);
    assertThatThrownBy(replica::summary).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void onlyANewReplicaIsRestored() throws IOException {
    Replica replica = replica();
    Command command = new Command();
    Commands.addUser(command, 1);
    apply(replica, command, 1);
    byte[] snapshot = snapshot(replica);
    assertThatThrownBy(
            () -> replica.restore(Channels.newChannel(new ByteArrayInputStream(snapshot))))
        .isInstanceOf(IllegalStateException.class);
    Replica withoutRisk = new Replica(false, 1, 1, ResultHandler.NONE, null);
    assertThatThrownBy(
            () -> withoutRisk.restore(Channels.newChannel(new ByteArrayInputStream(snapshot))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("without a risk stage");
  }
}
