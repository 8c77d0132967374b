package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandResult.Trade;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.statemachine.EventRecords;
import dev.tandem.hash.Xxh64Records;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The event records that listeners are told: what the hash is over, numbered for the log's life.
 */
@Timeout(300)
class EventStreamTest {

  private static final int COMMANDS = 2_000;

  @TempDir private Path directory;

  /** Keeps all records, and checks that their numbers leave no gap. */
  private static final class Kept implements EventRecordListener {
    final List<List<Long>> records = new ArrayList<>();
    long firstEvent = -1;
    private long lastCommand = -1;

    @Override
    public void onEvents(EventBatch events) {
      if (firstEvent < 0) {
        firstEvent = events.firstEvent();
      } else {
        assertThat(events.command()).isEqualTo(lastCommand + 1);
      }
      assertThat(events.firstEvent()).isEqualTo(firstEvent + records.size());
      lastCommand = events.command();
      for (int i = 0; i < events.count(); i++) {
        List<Long> words = new ArrayList<>();
        for (int word = 0; word < EventBatch.RECORD_WORDS; word++) {
          words.add(events.word(i, word));
        }
        assertThat(words.get(1)).isEqualTo(events.command());
        records.add(words);
      }
      assertThat(events.bytes().byteSize())
          .isGreaterThanOrEqualTo((long) events.count() * EventBatch.RECORD_BYTES);
    }

    long hash() {
      Xxh64Records hash = new Xxh64Records(0);
      for (List<Long> w : records) {
        hash.update(w.get(0), w.get(1), w.get(2), w.get(3), w.get(4), w.get(5), w.get(6), w.get(7));
      }
      return hash.digest();
    }
  }

  private static void submit(Exchange exchange, List<Command> flow) {
    for (Command c : flow) {
      Command slot = exchange.publisher().claim();
      RandomFlow.copy(c, slot);
      exchange.publisher().publish(slot);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void numbersContinueOverARestart(boolean snapshot) {
    JournalOptions options = JournalOptions.in(directory.resolve("log")).segmentBytes(1 << 16);
    List<Command> flow = RandomFlow.of(21, COMMANDS);
    Kept whole = new Kept();
    Kept first = new Kept();
    Kept replayed = new Kept();
    Kept second = new Kept();
    long hash;
    try (Exchange exchange =
        Exchange.builder().topology(Topology.fused()).daemon().eventListener(whole).start()) {
      submit(exchange, flow);
      hash = exchange.eventHash();
    }
    assertThat(whole.firstEvent).isZero();
    assertThat(whole.hash()).isEqualTo(hash);
    assertThat(whole.records).hasSizeGreaterThan(COMMANDS);

    try (Exchange exchange = start(options, Topology.pipelined(2, 2), first, new Kept())) {
      submit(exchange, flow.subList(0, 900));
      if (snapshot) {
        exchange.snapshot();
      }
      submit(exchange, flow.subList(900, 1_500));
    }
    try (Exchange exchange = start(options, Topology.fused(), second, replayed)) {
      submit(exchange, flow.subList(1_500, COMMANDS));
      assertThat(exchange.eventHash()).isEqualTo(hash);
    }
    List<List<Long>> all = new ArrayList<>(first.records);
    assertThat(second.firstEvent).isEqualTo(all.size());
    all.addAll(second.records);
    assertThat(all).isEqualTo(whole.records);
    assertThat(replayed.firstEvent > 0).isEqualTo(snapshot);
    assertThat(replayed.records)
        .isEqualTo(first.records.subList((int) replayed.firstEvent, first.records.size()));
  }

  private static Exchange start(
      JournalOptions options,
      Topology topology,
      EventRecordListener listener,
      EventRecordListener replayed) {
    return Exchange.builder()
        .topology(topology)
        .journal(options)
        .daemon()
        .eventListener(listener)
        .replayedEventListener(replayed)
        .start();
  }

  /** More records than the listener's buffer has at first, and then few again. */
  @Test
  void aSweepIsReportedWhole() {
    Kept kept = new Kept();
    try (Exchange exchange =
        Exchange.builder()
            .topology(Topology.fused())
            .risk(false)
            .daemon()
            .eventListener(kept)
            .start()) {
      exchange.publisher().addSymbol(SymbolSpec.of(1, 1, 2));
      for (int order = 1; order <= 5_000; order++) {
        exchange.publisher().place(1, 1, order, Side.SELL, TimeInForce.GTC, 10, 1);
      }
      exchange.publisher().place(2, 1, 9_999, Side.BUY, TimeInForce.IOC, 10, 5_001);
      exchange.publisher().cancel(2, 1, 7);
      exchange.awaitAnswered();
      assertThat(kept.hash()).isEqualTo(exchange.eventHash());
    }
    assertThat(kept.records).hasSize(1 + 5_000 + 5_002 + 1);
  }

  @Test
  void anAnswerSaysWhoseItIsAndWhereItsTradesAre() {
    JournalOptions options = JournalOptions.in(directory.resolve("log")).segmentBytes(1 << 16);
    Kept kept = new Kept();
    try (Exchange exchange = start(options, Topology.pipelined(1, 1), kept, new Kept())) {
      submit(exchange, RandomFlow.of(4, 600));
      exchange.async().addSymbol(SymbolSpec.of(90, 0, 3)).join();
      for (long user = 91; user <= 92; user++) {
        exchange.async().addUser(user).join();
        exchange.async().adjustBalance(user, 0, 1_000, 1).join();
        exchange.async().adjustBalance(user, 3, 1_000, 2).join();
      }
    }
    Kept after = new Kept();
    try (Exchange exchange = start(options, Topology.fused(), after, events -> {})) {
      exchange.async().place(91, 90, 1, Side.SELL, TimeInForce.GTC, 10, 3).join();
      exchange.async().place(91, 90, 2, Side.SELL, TimeInForce.GTC, 11, 3).join();
      CommandResult taken =
          exchange
              .async()
              .submit(
                  c -> {
                    Commands.place(c, 92, 90, 5, Side.BUY, TimeInForce.GTC, 12, 7);
                    Commands.from(c, -44, 17);
                    c.timestampNs = Long.MAX_VALUE;
                  })
              .join();
      assertThat(taken.type()).isEqualTo(CommandType.PLACE);
      assertThat(taken.clientKey()).isEqualTo(-44);
      assertThat(taken.clientSequence()).isEqualTo(17);
      assertThat(taken.symbol()).isEqualTo(90);
      assertThat(taken.userId()).isEqualTo(92);
      assertThat(taken.orderId()).isEqualTo(5);
      assertThat(taken.timestampNs()).isEqualTo(Long.MAX_VALUE);
      assertThat(taken.firstCode()).isEqualTo(ResultCode.PENDING);
      // Behind all that was recorded before this exchange began.
      assertThat(taken.number()).isEqualTo(600 + 7 + 2);
      assertThat(taken.trades()).hasSize(2);
      for (Trade trade : taken.trades()) {
        List<Long> record = after.records.get((int) (trade.id() - after.firstEvent));
        assertThat(record.get(0) & 0xff).isEqualTo(EventRecords.TRADE);
        assertThat(record.subList(1, 8))
            .containsExactly(
                taken.number(),
                5L,
                trade.makerOrderId(),
                92L,
                91L,
                trade.price(),
                trade.quantity());
      }
      CommandResult nop = exchange.async().submit(c -> {}).join();
      assertThat(nop.number()).isEqualTo(-1);
      CommandResult again =
          exchange
              .async()
              .submit(
                  c -> {
                    Commands.place(c, 92, 90, 5, Side.BUY, TimeInForce.GTC, 12, 7);
                    Commands.from(c, -44, 17);
                  })
              .join();
      assertThat(again.code()).isEqualTo(ResultCode.DUPLICATE_COMMAND);
      assertThat(again.firstCode()).isEqualTo(ResultCode.OK);
      assertThat(again.number()).isEqualTo(taken.number() + 1);
      CommandResult reused = exchange.async().as(-44).next(17).cancel(92, 90, 5).join();
      assertThat(reused.code()).isEqualTo(ResultCode.CLIENT_SEQUENCE_REUSED);
      assertThat(reused.firstCode()).isEqualTo(ResultCode.OK);
      assertThat(reused.number()).isEqualTo(again.number() + 1);
    }
  }
}
