package dev.tandem.cluster.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cluster.BrokenNode;
import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.ClusterNode;
import dev.tandem.cluster.EnvelopeSender;
import dev.tandem.cluster.ReplicaListener;
import dev.tandem.cluster.TestCluster;
import dev.tandem.core.StateSummary;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The check of a trial finds what it looks for. */
@Timeout(300)
class TrialCheckTest {

  private static final int COMMANDS = 500;

  @TempDir private Path dir;

  /** Writes down what a node applies, and takes all of it for acknowledged. */
  private static final class Recorder implements ReplicaListener {

    private final TrialFile applied;
    private final TrialFile acks;
    private final MemorySegment scratch = MemorySegment.ofArray(new byte[CommandCodec.MAX_BYTES]);

    Recorder(Path directory) throws IOException {
      applied = TrialFile.applied(directory, 0);
      acks = TrialFile.acks(directory, 0);
    }

    @Override
    public void onApplied(int gateway, long incarnation, long number, Command command) {
      try {
        applied.applied(command.sequence, command, scratch);
        acks.ack(command.clientSequence, 1);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void onIdle() {
      try {
        applied.flush();
        acks.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Each command is sent twice, as after an election in which it was not lost. */
  private TrialReport sentTwice(boolean dedupe) throws IOException {
    ClusterConfig config = TestCluster.alone(dir);
    Recorder recorder = new Recorder(dir);
    TrialMarket market = new TrialMarket(0, 0);
    Command command = new Command();
    StateSummary state;
    long last = dedupe ? COMMANDS - 1 : 2L * COMMANDS - 1;
    try (ClusterNode node =
            dedupe
                ? ClusterNode.start(config, 0, recorder, e -> {})
                : BrokenNode.withoutDedupe(config, recorder);
        EnvelopeSender sender = new EnvelopeSender(config)) {
      sender.hello(0, 1);
      for (int i = 1; i <= COMMANDS; i++) {
        market.next(command);
        sender.command(0, 1, i, command);
        sender.command(0, 1, i, command);
      }
      TestCluster.await("all commands", () -> node.lastCommand() == last);
      state = node.summary().join();
    }
    return check(new TrialReport.State(0, last, state.eventHash(), state.stateHash()));
  }

  private TrialReport check(TrialReport.State... states) throws IOException {
    return new TrialCheck(dir, List.of(states)).run();
  }

  @Test
  void withoutTheDedupeOfTheEnvelopeCommandsAreFoundTwice() throws IOException {
    TrialReport report = sentTwice(false);
    // In the log, and acknowledged.
    assertThat(report.twice()).isEqualTo(2L * COMMANDS);
    assertThat(report.isGood()).isFalse();
  }

  @Test
  void withItTheSameMessagesAreWell() throws IOException {
    TrialReport report = sentTwice(true);
    assertThat(report.isGood()).as(report.toString()).isTrue();
    assertThat(report.applied()).isEqualTo(COMMANDS);
  }

  /** A log of a market, and its acknowledgements; returns the state that belongs to it. */
  private TrialReport.State recorded() throws IOException {
    Recorder recorder = new Recorder(dir);
    TrialMarket market = new TrialMarket(0, 0);
    Command command = new Command();
    for (int i = 0; i < COMMANDS; i++) {
      market.next(command);
      command.sequence = i;
      command.timestampNs = i + 1L;
      recorder.onApplied(0, 1, i + 1, command);
    }
    recorder.onIdle();
    TrialReport alone = check(new TrialReport.State(0, 0, 0, 0));
    return new TrialReport.State(0, COMMANDS - 1, alone.serialEventHash(), alone.serialStateHash());
  }

  private void writeRows(List<byte[]> rows) throws IOException {
    Path file = dir.resolve("applied-0");
    Files.write(file, new byte[0]);
    for (byte[] row : rows) {
      Files.write(file, row, StandardOpenOption.APPEND);
    }
  }

  private List<byte[]> rows() throws IOException {
    byte[] all = Files.readAllBytes(dir.resolve("applied-0"));
    List<byte[]> rows = new ArrayList<>();
    for (int at = 0; at < all.length; at += TrialFile.APPLIED_BYTES) {
      rows.add(Arrays.copyOfRange(all, at, at + TrialFile.APPLIED_BYTES));
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "lost", "order", "hash", "node"})
  void whatIsWrongIsFound(String what) throws IOException {
    TrialReport.State state = recorded();
    TrialReport report;
    switch (what) {
      case "lost" -> {
        List<byte[]> rows = rows();
        rows.remove(COMMANDS / 2);
        writeRows(rows);
        report = check(state);
        assertThat(report.lost()).isEqualTo(1);
      }
      case "order" -> {
        List<byte[]> rows = rows();
        rows.add(10, rows.remove(11));
        writeRows(rows);
        report = check(state);
        assertThat(report.disordered()).isPositive();
      }
      case "hash" ->
          report =
              check(
                  new TrialReport.State(
                      0, state.lastCommand(), state.eventHash(), state.stateHash() + 1));
      case "node" -> {
        Files.copy(dir.resolve("acks-0"), dir.resolve("acks-1"));
        List<byte[]> rows = rows();
        Files.write(dir.resolve("applied-1"), rows.get(0));
        report =
            check(
                state,
                new TrialReport.State(
                    1, state.lastCommand(), state.eventHash(), state.stateHash()));
        assertThat(report.faults()).hasSize(1);
      }
      default -> {
        report = check(state);
        assertThat(report.isGood()).as(report.toString()).isTrue();
        return;
      }
    }
    assertThat(report.isGood()).isFalse();
  }
}
