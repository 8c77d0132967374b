package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventBatch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A drop copy made of the log gives what a listener of the exchange was given. */
class LoggedEventsTest {

  private static final Duration NONE = Duration.ZERO;

  @TempDir private Path directory;

  /** One for each record, as the exchange's own listener was given it. */
  private final List<List<Long>> reported = new CopyOnWriteArrayList<>();

  private JournalOptions options() {
    return JournalOptions.in(directory).segmentBytes(64 << 10);
  }

  private Exchange start(JournalOptions options) {
    return Exchange.builder()
        .ringSize(64)
        .journal(options)
        .eventListener(events -> add(events, reported))
        .daemon()
        .start();
  }

  private static void add(EventBatch events, List<List<Long>> to) {
    assertThat(events.firstEvent()).isEqualTo(to.size());
    copy(events, to);
  }

  private static void copy(EventBatch events, List<List<Long>> to) {
    for (int record = 0; record < events.count(); record++) {
      List<Long> words = new ArrayList<>();
      for (int word = 0; word < EventBatch.RECORD_WORDS; word++) {
        words.add(events.word(record, word));
      }
      to.add(words);
    }
  }

  private static void setUp(Exchange exchange) {
    exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
    for (long user : new long[] {5, 6}) {
      exchange.async().addUser(user).join();
      exchange.async().adjustBalance(user, 10, 1_000_000, 1).join();
      exchange.async().adjustBalance(user, 20, 100_000_000, 2).join();
    }
  }

  private static void trade(Exchange exchange, int from, int to) {
    for (int order = from; order < to; order++) {
      exchange.async().place(5, 1, order, Side.SELL, TimeInForce.GTC, 100, 1).join();
      exchange.async().place(6, 1, order, Side.BUY, TimeInForce.GTC, 100, 1).join();
    }
  }

  /** What is given from a number on, which the next one has to come to. */
  private List<List<Long>> read(LoggedEvents events, long from) {
    List<List<Long>> found = new ArrayList<>();
    long[] first = {-1};
    long next =
        events.poll(
            batch -> {
              first[0] = first[0] < 0 ? batch.firstEvent() : first[0];
              copy(batch, found);
            },
            NONE);
    int early = found.isEmpty() ? 0 : (int) (from - first[0]);
    assertThat(early).isNotNegative();
    assertThat(next).isEqualTo(from + found.size() - early);
    return found.subList(early, found.size());
  }

  @Test
  void eventsFromAnyNumberAreThoseOfTheExchange() {
    JournalOptions written = options().keepWholeLog();
    try (Exchange exchange = start(written)) {
      setUp(exchange);
      trade(exchange, 1, 20);
      exchange.snapshot();
      trade(exchange, 20, 30);
    }
    for (int from = 0; from <= reported.size(); from += 7) {
      try (LoggedEvents events = LoggedEvents.open(options(), from)) {
        assertThat(read(events, from)).isEqualTo(reported.subList(from, reported.size()));
      }
    }
  }

  @Test
  void aCopyFollowsAndMissesNothingOverItsRestarts() {
    JournalOptions keeping = options().snapshotEvery(100).keepForCursors();
    List<List<Long>> copied = new ArrayList<>();
    try (Exchange exchange = start(keeping)) {
      setUp(exchange);
      for (int life = 0; life < 3; life++) {
        try (LoggedEvents copy = LoggedEvents.open(options(), "drop-copy", copied.size())) {
          trade(exchange, 1 + 1_000 * life, 20 + 1_000 * life);
          while (copied.size() < reported.size()) {
            copied.addAll(read(copy, copied.size()));
          }
          copy.done();
        }
        // It is away for many snapshots.
        trade(exchange, 200 + 1_000 * life, 600 + 1_000 * life);
      }
      assertThat(copied).isEqualTo(reported.subList(0, copied.size()));
      try (LoggedEvents copy = LoggedEvents.open(options(), "drop-copy", copied.size())) {
        while (copied.size() < reported.size()) {
          copied.addAll(read(copy, copied.size()));
        }
        copy.done();
      }
      assertThat(copied).isEqualTo(reported);
    }
  }

  /** A command that was given in part must not count as given. */
  @Test
  void aListenerThatThrowsLosesNothing() {
    IllegalStateException fault = new IllegalStateException("a listener's fault");
    try (Exchange exchange = start(options().keepForCursors())) {
      setUp(exchange);
      trade(exchange, 1, 5);
    }
    try (LoggedEvents copy = LoggedEvents.open(options(), "drop-copy", 0)) {
      assertThatThrownBy(
              () ->
                  copy.poll(
                      batch -> {
                        throw fault;
                      },
                      NONE))
          .hasStackTraceContaining(fault.getMessage());
      assertThatThrownBy(copy::done).hasMessageContaining("open the events again");
      assertThatThrownBy(() -> copy.poll(batch -> {}, NONE))
          .hasMessageContaining("open the events again");
    }
    try (LoggedEvents copy = LoggedEvents.open(options(), "drop-copy", 0)) {
      assertThat(read(copy, 0)).isEqualTo(reported);
    }
  }

  @Test
  void whatWasDeletedCannotBeMadeAgain() {
    try (Exchange exchange = start(options().snapshotEvery(100))) {
      setUp(exchange);
      trade(exchange, 1, 1_200);
      exchange.snapshot();
    }
    assertThatThrownBy(() -> LoggedEvents.open(options(), 3))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("event record 3 is wanted");
    try (LoggedEvents events = LoggedEvents.open(options(), reported.size())) {
      assertThat(read(events, reported.size())).isEmpty();
      assertThatThrownBy(events::done).isInstanceOf(IllegalStateException.class);
    }
  }
}
