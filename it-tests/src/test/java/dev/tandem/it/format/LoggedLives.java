package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.parity.TwinExchange;
import dev.tandem.app.parity.TwinOptions;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.wal.Durability;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * One stream of commands through exchanges that follow each other on one log, in Java or in C++. At
 * each opening and at each end the hashes must be those of an exchange in Java that keeps nothing.
 *
 * <p>Used by one thread at a time.
 */
final class LoggedLives implements AutoCloseable {

  private static final int SEGMENT_BYTES = 64 << 10;

  private final boolean risk;
  private final int size;
  private final BiConsumer<Integer, Command> fill;
  private final Path log;
  private final Exchange model;
  private int done;

  /**
   * Begins with an empty log.
   *
   * @param fill writes all of a command, by its number, into a cleared slot
   */
  LoggedLives(boolean risk, int size, BiConsumer<Integer, Command> fill, Path log) {
    this.risk = risk;
    this.size = size;
    this.fill = fill;
    this.log = log;
    // It has nothing to do while the others live.
    model =
        Exchange.builder()
            .topology(Topology.fused())
            .risk(risk)
            .waitMode(WaitMode.PARKING)
            .daemon()
            .start();
  }

  int done() {
    return done;
  }

  private void sendToModel(int end) {
    CommandPublisher publisher = model.publisher();
    for (int i = done; i < end; i++) {
      Command c = publisher.claim();
      fill.accept(i, c);
      publisher.publish(c);
    }
    model.awaitAnswered();
  }

  private List<Long> hashes() {
    return List.of(model.eventHash(), model.stateHash());
  }

  /** A life in Java, up to a command; with a snapshot in its middle if requested. */
  void inJava(Topology topology, int to, boolean snapshot) {
    int end = Math.min(to, size);
    JournalOptions journal = JournalOptions.in(log).segmentBytes(SEGMENT_BYTES).keepWholeLog();
    try (Exchange exchange =
        Exchange.builder()
            .topology(risk ? topology : Topology.fused())
            .risk(risk)
            .journal(journal)
            .daemon()
            .start()) {
      assertThat(List.of(exchange.eventHash(), exchange.stateHash()))
          .as("recovered by Java at command %d", done)
          .isEqualTo(hashes());
      int middle = snapshot ? (done + end) / 2 : end;
      CommandPublisher publisher = exchange.publisher();
      for (int i = done; i < end; i++) {
        if (i == middle) {
          exchange.snapshot();
        }
        Command c = publisher.claim();
        fill.accept(i, c);
        publisher.publish(c);
      }
      sendToModel(end);
      assertThat(List.of(exchange.eventHash(), exchange.stateHash())).isEqualTo(hashes());
    }
    done = end;
  }

  /** The same in C++. */
  void inCpp(boolean pipelined, int to, boolean snapshot) {
    int end = Math.min(to, size);
    TwinOptions options =
        TwinOptions.of(risk, 1, 1)
            .in(pipelined && risk ? Topology.pipelined(1, 1) : Topology.fused())
            .onLog(log, Durability.SYNCED, SEGMENT_BYTES);
    try (TwinExchange exchange = new TwinExchange(options);
        Arena arena = Arena.ofConfined()) {
      assertThat(List.of(exchange.eventHash(), exchange.stateHash()))
          .as("recovered by C++ at command %d", done)
          .isEqualTo(hashes());
      int middle = snapshot ? (done + end) / 2 : end;
      submit(exchange, arena, done, middle);
      if (snapshot) {
        exchange.snapshot();
      }
      submit(exchange, arena, middle, end);
      sendToModel(end);
      assertThat(List.of(exchange.eventHash(), exchange.stateHash())).isEqualTo(hashes());
      exchange.closeLog();
    }
    done = end;
  }

  private void submit(TwinExchange exchange, Arena arena, int from, int to) {
    MemorySegment bytes = arena.allocate((long) (to - from + 1) * CommandCodec.MAX_BYTES, 8);
    Command c = new Command();
    long length = 0;
    for (int i = from; i < to; i++) {
      c.clear();
      fill.accept(i, c);
      length += CommandCodec.encode(c, bytes.asSlice(length));
    }
    exchange.submit(bytes, length);
  }

  @Override
  public void close() {
    model.close();
  }
}
