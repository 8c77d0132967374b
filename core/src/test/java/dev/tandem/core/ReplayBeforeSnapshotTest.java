package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.command.Command;
import dev.tandem.core.snapshot.Snapshots;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start that reports again what happened shortly before the newest snapshot, too. */
class ReplayBeforeSnapshotTest {

  private static final int COMMANDS = 3_000;

  @TempDir private Path directory;
  private final List<SnapshotInfo> snapshots = new ArrayList<>();
  private JournalOptions options;
  private long state;
  private long events;

  /** A log of three parts, with snapshots between them. */
  @BeforeEach
  void log() {
    options = JournalOptions.in(directory).segmentBytes(1 << 16).keepWholeLog();
    try (Exchange exchange = Exchange.builder().journal(options).daemon().start()) {
      List<Command> flow = RandomFlow.of(5, COMMANDS);
      CommandPublisher publisher = exchange.publisher();
      for (int i = 0; i < COMMANDS; i++) {
        if (i == COMMANDS / 3 || i == 5 * COMMANDS / 6) {
          snapshots.add(exchange.snapshot().info());
        }
        Command slot = publisher.claim();
        RandomFlow.copy(flow.get(i), slot);
        publisher.publish(slot);
      }
      state = exchange.stateHash();
      events = exchange.eventHash();
    }
  }

  private long before(int snapshot) {
    return snapshots.get(snapshot).logSequence();
  }

  /** Which snapshot a start begins with: the last record that it includes. */
  private long beginning(long most) {
    List<Long> answered = new ArrayList<>();
    try (Exchange exchange =
        Exchange.builder()
            .journal(options.replayBeforeSnapshot(most))
            .replayedResultHandler(c -> answered.add(c.number))
            .daemon()
            .start()) {
      assertThat(exchange.stateHash()).isEqualTo(state);
      assertThat(exchange.eventHash()).isEqualTo(events);
      assertThat(exchange.recovery().orElseThrow().replayedCommands()).isEqualTo(answered.size());
      // Otherwise automatic snapshots would count from the older one.
      assertThat(exchange.snapshotStatistics().orElseThrow().lastRecord()).isEqualTo(before(1));
      return exchange.recovery().orElseThrow().snapshotSequence();
    }
  }

  @Test
  void beginsWithTheSnapshotBeforeTheNewest() {
    long between = before(1) - before(0);
    assertThat(beginning(0)).isEqualTo(before(1));
    assertThat(beginning(between - 1)).isEqualTo(before(1));
    assertThat(beginning(between)).isEqualTo(before(0));
    assertThatThrownBy(() -> options.replayBeforeSnapshot(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  @Test
  void beginsWithTheFirstRecordWhereThereIsNoOlderSnapshot() throws IOException {
    Snapshots.open(directory.resolve("snapshots")).deleteAllBut(1, -2);
    assertThat(beginning(before(1))).isEqualTo(before(1));
    assertThat(beginning(before(1) + 1)).isEqualTo(-1);
  }

  /** The newest snapshot makes up for that, as it does without this choice. */
  @Test
  void aDamagedRecordBeforeTheNewestIsNotNeeded() throws IOException {
    Path segment;
    try (Stream<Path> files = Files.list(directory)) {
      segment = files.filter(f -> f.toString().endsWith(".wal")).sorted().toList().get(2);
    }
    try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), file.size() / 2);
    }
    assertThat(beginning(Long.MAX_VALUE)).isEqualTo(before(1));
  }
}
