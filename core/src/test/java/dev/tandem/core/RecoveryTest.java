package dev.tandem.core;

import static dev.tandem.core.command.Side.BUY;
import static dev.tandem.core.command.TimeInForce.GTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryReport;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.marketdata.MarketData;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.wal.Durability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An exchange that is started on the log of another one continues as if there had been only one.
 */
@Timeout(300)
class RecoveryTest {

  private static final int COMMANDS = 2_000;
  private static final int SEGMENT_BYTES = 1 << 16;

  private static final Topology[] TOPOLOGIES = {
    Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(2, 2)
  };

  @TempDir private Path directory;

  private record Hashes(long commands, long trades, long events, long state) {}

  private JournalOptions options(Path log) {
    return JournalOptions.in(log).segmentBytes(SEGMENT_BYTES).keepWholeLog();
  }

  private static Exchange start(Topology topology, JournalOptions options, ResultHandler handler) {
    return Exchange.builder()
        .topology(topology)
        .journal(options)
        .ringSize(1024)
        .daemon()
        .resultHandler(handler)
        .start();
  }

  private static void submit(Exchange exchange, List<Command> flow, int from, int to) {
    CommandPublisher publisher = exchange.publisher();
    for (int i = from; i < to; i++) {
      Command slot = publisher.claim();
      RandomFlow.copy(flow.get(i), slot);
      publisher.publish(slot);
    }
  }

  private static Hashes hashes(Exchange exchange) {
    StateSummary summary = exchange.summary();
    assertThat(summary.eventHash()).isEqualTo(exchange.eventHash());
    assertThat(summary.stateHash()).isEqualTo(exchange.stateHash());
    return new Hashes(
        summary.commands(), summary.trades(), summary.eventHash(), summary.stateHash());
  }

  private Hashes recovered(Topology topology, JournalOptions options) {
    try (Exchange exchange = start(topology, options, ResultHandler.NONE)) {
      return hashes(exchange);
    }
  }

  @Test
  void theStateComesBackInEveryTopology() {
    for (int seed = 0; seed < 12; seed++) {
      Topology topology = TOPOLOGIES[seed % TOPOLOGIES.length];
      JournalOptions options =
          options(directory.resolve("log-" + seed))
              .durability(Durability.values()[seed / 3 % Durability.values().length]);
      Hashes live;
      try (Exchange exchange = start(topology, options, ResultHandler.NONE)) {
        submit(exchange, RandomFlow.of(seed, COMMANDS), 0, COMMANDS);
        live = hashes(exchange);
        assertThat(live.commands).isEqualTo(COMMANDS);
        assertThat(live.trades).isPositive();
      }
      for (Topology other : TOPOLOGIES) {
        assertThat(recovered(other, options))
            .as("seed %d, %s as %s", seed, topology, other)
            .isEqualTo(live);
      }
    }
  }

  /** Stopped and started at random places, with and without snapshots in between. */
  @Test
  void oftenInterruptedComesToWhatItsWholeLogComesTo() {
    for (int seed = 0; seed < 8; seed++) {
      Random random = new Random(seed);
      List<Command> flow = RandomFlow.of(seed + 900, COMMANDS);
      JournalOptions options = options(directory.resolve("log-" + seed));
      int done = 0;
      Hashes last = null;
      while (done < flow.size()) {
        int next = Math.min(flow.size(), done + 1 + random.nextInt(600));
        Topology topology = TOPOLOGIES[random.nextInt(TOPOLOGIES.length)];
        try (Exchange exchange = start(topology, options, ResultHandler.NONE)) {
          if (last != null) {
            assertThat(hashes(exchange)).as("seed %d at %d", seed, done).isEqualTo(last);
          }
          int middle = done + random.nextInt(next - done + 1);
          submit(exchange, flow, done, middle);
          if (random.nextBoolean()) {
            exchange.snapshot();
          }
          submit(exchange, flow, middle, next);
          last = hashes(exchange);
          RecoveryReport report = exchange.recovery().orElseThrow();
          assertThat(report.dropReason()).isEmpty();
        }
        done = next;
      }
      assertThat(last.commands).isEqualTo(COMMANDS);
      assertThat(recovered(Topology.fused(), options.withoutSnapshots()))
          .as("seed %d from the first record on", seed)
          .isEqualTo(last);
    }
  }

  /** The interrupted run is the uninterrupted one, to the last event. */
  @Test
  void interruptedIsUninterrupted() {
    for (int seed = 0; seed < 8; seed++) {
      List<Command> flow = RandomFlow.of(seed + 300, COMMANDS);
      Random random = new Random(seed);
      int stop = 500 + random.nextInt(1_000);
      Hashes whole = run(directory.resolve("whole-" + seed), flow, flow.size());
      assertThat(run(directory.resolve("parts-" + seed), flow, stop)).isEqualTo(whole);
    }
  }

  private Hashes run(Path log, List<Command> flow, int stop) {
    int done = 0;
    while (true) {
      try (Exchange exchange = start(Topology.pipelined(2, 2), options(log), ResultHandler.NONE)) {
        submit(exchange, flow, done, stop);
        if (stop == flow.size()) {
          return hashes(exchange);
        }
        exchange.snapshot();
      }
      done = stop;
      stop = flow.size();
    }
  }

  @Test
  void replayedAnswersAreTheOldOnes() {
    List<String> live = new ArrayList<>();
    List<String> replayed = new ArrayList<>();
    List<Command> flow = RandomFlow.of(5, COMMANDS);
    JournalOptions options = options(directory.resolve("log"));
    try (Exchange exchange =
        start(Topology.pipelined(1, 1), options, c -> live.add(c + " " + c.filledQuantity))) {
      submit(exchange, flow, 0, flow.size());
    }
    try (Exchange exchange =
        Exchange.builder()
            .journal(options)
            .daemon()
            .replayedResultHandler(c -> replayed.add(c + " " + c.filledQuantity))
            .start()) {
      assertThat(exchange.recovery().orElseThrow().replayedCommands()).isEqualTo(flow.size());
    }
    assertThat(replayed).isEqualTo(live);
  }

  /** Who follows books from the snapshot on comes to the books of the log's end. */
  @Test
  void booksOfTheSnapshotComeBeforeTheAnswersBehindIt() {
    List<Command> flow = RandomFlow.of(8, COMMANDS);
    JournalOptions options = options(directory.resolve("log"));
    try (Exchange exchange = start(Topology.fused(), options, ResultHandler.NONE)) {
      submit(exchange, flow, 0, COMMANDS / 2);
      exchange.snapshot();
      submit(exchange, flow, COMMANDS / 2, COMMANDS);
    }
    MarketData followed = new MarketData(new MarketListener() {});
    try (Exchange exchange =
        Exchange.builder().journal(options).daemon().replayedResultHandler(followed).start()) {
      assertThat(exchange.recovery().orElseThrow().replayedCommands()).isEqualTo(COMMANDS / 2);
      assertThat(exchange.symbols()).isNotEmpty();
      for (SymbolSpec spec : exchange.symbols()) {
        BookSnapshot book = exchange.book(spec.symbol()).orElseThrow();
        for (Side side : Side.values()) {
          assertThat(followed.book(spec.symbol()).view().orders(side.code()))
              .isEqualTo(book.orders(side).size());
        }
      }
    }
  }

  @Test
  void clientSequencesAreRememberedAcrossTheRestart() {
    JournalOptions options = options(directory.resolve("log"));
    try (Exchange exchange = start(Topology.fused(), options, ResultHandler.NONE)) {
      assertThat(addUser(exchange, 1, 5).code()).isEqualTo(ResultCode.OK);
    }
    try (Exchange exchange = start(Topology.pipelined(1, 1), options, ResultHandler.NONE)) {
      assertThat(addUser(exchange, 1, 5).code()).isEqualTo(ResultCode.DUPLICATE_COMMAND);
      assertThat(addUser(exchange, 1, 5).firstCode()).isEqualTo(ResultCode.OK);
      assertThat(addUser(exchange, 2, 6).code()).isEqualTo(ResultCode.OK);
    }
  }

  private static CommandResult addUser(Exchange exchange, long user, long sequence) {
    return exchange.async().as(77).next(sequence).addUser(user).join();
  }

  /** By the log, then by a snapshot, which has neither the command nor its refusal. */
  @Test
  void aRefusalByADoorIsRememberedAcrossTheRestart() {
    JournalOptions options = options(directory.resolve("log"));
    Hashes hashes;
    try (Exchange exchange = start(Topology.pipelined(1, 1), options, ResultHandler.NONE)) {
      exchange.async().addSymbol(SymbolSpec.of(1, 1, 2)).join();
      exchange.async().addUser(1).join();
      exchange.async().adjustBalance(1, 2, 1_000, 1).join();
      assertThat(refused(exchange, 77, 10).code()).isEqualTo(ResultCode.QUANTITY_TOO_LARGE);
      // Without a client, too, it is in the log, and among the events.
      CommandResult nobodys = refused(exchange, 0, 10);
      assertThat(nobodys.code()).isEqualTo(ResultCode.QUANTITY_TOO_LARGE);
      assertThat(nobodys.number()).isEqualTo(4);
      assertThat(exchange.orders(1)).isEmpty();
      hashes = hashes(exchange);
    }
    for (int start = 0; start < 2; start++) {
      try (Exchange exchange = start(Topology.fused(), options, ResultHandler.NONE)) {
        if (start == 0) {
          assertThat(hashes(exchange)).isEqualTo(hashes);
          exchange.snapshot();
        }
        CommandResult again = exchange.async().as(77).place(1, 1, 3, BUY, GTC, 10, 4).join();
        assertThat(again.code()).isEqualTo(ResultCode.DUPLICATE_COMMAND);
        assertThat(again.firstCode()).isEqualTo(ResultCode.QUANTITY_TOO_LARGE);
        CommandResult other = exchange.async().as(77).place(1, 1, 3, BUY, GTC, 11, 4).join();
        assertThat(other.code()).isEqualTo(ResultCode.CLIENT_SEQUENCE_REUSED);
        assertThat(other.firstCode()).isEqualTo(ResultCode.QUANTITY_TOO_LARGE);
        assertThat(exchange.orders(1)).isEmpty();
      }
    }
  }

  private static CommandResult refused(Exchange exchange, long client, long price) {
    return exchange
        .async()
        .submit(
            c -> {
              Commands.place(c, 1, 1, 3, BUY, GTC, price, 4);
              Commands.from(c, client, 1);
              Commands.refuse(c, ResultCode.QUANTITY_TOO_LARGE);
            })
        .join();
  }

  @Test
  void aLogOfAnotherKindOfExchangeIsRefused() {
    JournalOptions options = options(directory.resolve("log"));
    try (Exchange exchange = start(Topology.fused(), options, ResultHandler.NONE)) {
      exchange.async().addSymbol(SymbolSpec.of(1, 1, 2)).join();
    }
    assertThatThrownBy(() -> Exchange.builder().risk(false).journal(options).start())
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("with risk")
        .hasMessageContaining("without risk");
    // The directory is free again.
    recovered(Topology.fused(), options);
  }

  @Test
  void twoExchangesCannotShareALog() {
    JournalOptions options = options(directory.resolve("log"));
    try (Exchange exchange = start(Topology.fused(), options, ResultHandler.NONE)) {
      assertThatThrownBy(() -> Exchange.builder().journal(options).start())
          .isInstanceOf(JournalException.class);
      assertThat(exchange.failure()).isEmpty();
    }
  }

  @Test
  void automaticSnapshotsAreTakenAndOldOnesGo() {
    JournalOptions options =
        JournalOptions.in(directory.resolve("log"))
            .segmentBytes(SEGMENT_BYTES)
            .durability(Durability.WRITTEN)
            .snapshotEvery(300);
    List<Command> flow = RandomFlow.of(11, 6_000);
    Hashes live;
    try (Exchange exchange = start(Topology.fused(), options, ResultHandler.NONE)) {
      for (int i = 0; i < flow.size(); i += 100) {
        submit(exchange, flow, i, i + 100);
        exchange.awaitAnswered();
        if (i % 1_000 == 0) {
          exchange.snapshot();
        }
      }
      live = hashes(exchange);
    }
    try (Exchange exchange = start(Topology.fused(), options, ResultHandler.NONE)) {
      RecoveryReport report = exchange.recovery().orElseThrow();
      assertThat(report.snapshotSequence()).isPositive();
      assertThat(report.replayedCommands()).isLessThan(flow.size());
      assertThat(hashes(exchange)).isEqualTo(live);
    }
    // The beginning of the log is gone, and that is told.
    assertThatThrownBy(
            () -> start(Topology.fused(), options.withoutSnapshots(), ResultHandler.NONE))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("first record");
  }
}
