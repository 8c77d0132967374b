package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.BookView;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.QueryPayload;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Queries that nobody should ask, and clocks that nobody should have: the exchange continues. */
@Timeout(300)
class OddQueriesTest {

  @TempDir private Path directory;

  private Exchange onLog(LongSupplier clock) {
    return Exchange.builder()
        .topology(Topology.pipelined(1, 1))
        .journal(JournalOptions.in(directory).segmentBytes(1 << 16))
        .ringSize(64)
        .clock(clock)
        .daemon()
        .start();
  }

  private static CommandResult query(Exchange exchange, QueryPayload payload) {
    return exchange
        .async()
        .submit(
            c -> {
              c.type = CommandType.QUERY;
              c.payload = payload;
              Commands.from(c, 42, 1);
            })
        .join();
  }

  @Test
  void aRefusedQueryIsRefusedAgainAfterARestart() {
    long state;
    try (Exchange exchange = onLog(() -> 5)) {
      assertThat(query(exchange, null).code()).isEqualTo(ResultCode.UNKNOWN_COMMAND);
      state = exchange.stateHash();
    }
    try (Exchange exchange = onLog(() -> 5)) {
      assertThat(exchange.stateHash()).isEqualTo(state);
      CommandResult again = query(exchange, null);
      assertThat(again.code()).isEqualTo(ResultCode.DUPLICATE_COMMAND);
      assertThat(again.firstCode()).isEqualTo(ResultCode.UNKNOWN_COMMAND);
    }
  }

  @Test
  void aClockThatBeginsAtZeroIsReplayedAsItWas() {
    long events;
    try (Exchange exchange = onLog(() -> 0)) {
      exchange.async().addUser(1).join();
      events = exchange.eventHash();
    }
    try (Exchange exchange = onLog(() -> 77)) {
      assertThat(exchange.eventHash()).isEqualTo(events);
    }
  }

  @Test
  void aPayloadThatIsNoQueryIsRefused() {
    try (Exchange exchange = Exchange.builder().daemon().start()) {
      assertThat(query(exchange, new QueryPayload() {}).code())
          .isEqualTo(ResultCode.UNKNOWN_COMMAND);
      exchange.awaitAnswered();
    }
  }

  /** Asks for a book, and fails when it is shown one. */
  private record Failing(Throwable failure) implements StateQuery<Integer> {

    @Override
    public boolean wantsBooks() {
      return true;
    }

    @Override
    public void book(SymbolSpec spec, SymbolState state, BookView book) {
      sneak(failure);
    }

    @Override
    public Integer answer(long lastEvent) {
      return 1;
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable e) throws E {
      throw (E) e;
    }
  }

  @Test
  void whatAQuestionThrowsIsItsAskersTrouble() {
    try (Exchange exchange = Exchange.builder().daemon().start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 1, 2)).join();
      AssertionError error = new AssertionError("mine");
      assertThatThrownBy(() -> exchange.query(new Failing(error))).isSameAs(error);
      assertThatThrownBy(() -> exchange.query(new Failing(new IllegalStateException("odd"))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("odd");
      assertThatThrownBy(() -> exchange.query(new Failing(new InterruptedException())))
          .isInstanceOf(CompletionException.class);
      assertThat(exchange.failure()).isEmpty();
      assertThat(exchange.symbol(1)).isPresent();
    }
  }
}
