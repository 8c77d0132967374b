package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The hashes of nine commands whose records were written down by hand from {@code FORMATS.md} and
 * hashed by another program: every kind of state record, and results of every kind.
 */
@Timeout(300)
class FormatVectorsTest {

  private final List<long[]> events = new ArrayList<>();
  private long time;

  private void submit(Exchange exchange, Consumer<Command> filler) {
    Command c = exchange.publisher().claim();
    filler.accept(c);
    c.timestampNs = ++time;
    exchange.publisher().publish(c);
  }

  private static Consumer<Command> from(long client, long sequence, Consumer<Command> filler) {
    return c -> {
      filler.accept(c);
      Commands.from(c, client, sequence);
    };
  }

  @Test
  void recordsAndHashesAreThoseOfTheFormat() {
    for (Topology topology : List.of(Topology.fused(), Topology.pipelined(2, 2))) {
      events.clear();
      time = 0;
      try (Exchange exchange =
          Exchange.builder()
              .topology(topology)
              .daemon()
              .eventListener(
                  batch -> {
                    for (int i = 0; i < batch.count(); i++) {
                      long[] words = new long[8];
                      for (int word = 0; word < 8; word++) {
                        words[word] = batch.word(i, word);
                      }
                      events.add(words);
                    }
                  })
              .start()) {
        submit(exchange, from(9, 300, c -> Commands.addSymbol(c, SymbolSpec.of(3, 1, 2))));
        submit(exchange, from(9, 302, c -> Commands.addUser(c, 1)));
        submit(exchange, from(9, 299, c -> Commands.addUser(c, 1)));
        submit(exchange, c -> Commands.adjustBalance(c, 1, 2, 1_000, -5));
        submit(exchange, c -> Commands.adjustBalance(c, 1, 2, 1_000, -8));
        submit(exchange, c -> Commands.adjustBalance(c, 1, 2, 1, -8));
        submit(exchange, c -> Commands.place(c, 1, 3, 50, Side.BUY, TimeInForce.GTC, 10, 5));
        submit(exchange, from(-1, Long.MIN_VALUE, c -> c.type = (byte) 200));
        submit(exchange, from(9, 299, c -> Commands.addUser(c, 1)));

        assertThat(Long.toHexString(exchange.eventHash())).isEqualTo("f410fccf162c24f1");
        assertThat(Long.toHexString(exchange.stateHash())).isEqualTo("62329095a0fef600");
      }
      assertThat(events.get(6)).containsExactly(0x3_0001_0a01L, 6, 7, 1, 50, 10, 0, 5);
      // A type above 127 must not spill its sign into the result and the symbol.
      assertThat(events.get(7))
          .containsExactly(
              1 | 200 << 8 | ResultCode.UNKNOWN_COMMAND.code() << 16, 7, 8, 0, 0, 0, 0, 0);
      // With what the first one was answered.
      assertThat(events.get(8)[0])
          .isEqualTo(
              1
                  | 1 << 8
                  | ResultCode.DUPLICATE_COMMAND.code() << 16
                  | ResultCode.USER_EXISTS.code() << 24);
      assertThat(events).hasSize(9);
    }
  }

  @Test
  void refusedByADoorAndSentUnderItsSequence() {
    Consumer<Command> place = c -> Commands.place(c, 1, 7, 2, Side.BUY, TimeInForce.GTC, 3, 4);
    try (Exchange exchange =
        Exchange.builder()
            .topology(Topology.fused())
            .daemon()
            .eventListener(batch -> events.add(new long[] {batch.word(0, 0)}))
            .start()) {
      submit(
          exchange,
          from(9, 1, place.andThen(c -> Commands.refuse(c, ResultCode.PRICE_OUT_OF_BAND))));
      submit(exchange, from(9, 1, place.andThen(c -> c.price = 4)));
      exchange.awaitAnswered();
    }
    assertThat(events.get(0)).containsExactly(0x7_0022_0a01L);
    assertThat(events.get(1)).containsExactly(0x7_221e_0a01L);
  }
}
