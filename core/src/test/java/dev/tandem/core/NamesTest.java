package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What symbols and currencies are called, rule by rule, by hand. */
@Timeout(300)
class NamesTest {

  private static final SymbolSpec PAIR = SymbolSpec.of(1, 10, 20).named("BTC/USDT", 2, 5);

  static Stream<Topology> topologies() {
    return Stream.of(Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(3, 2));
  }

  private static ResultCode add(Exchange exchange, SymbolSpec spec) {
    return exchange.async().addSymbol(spec).join().code();
  }

  private static ResultCode add(Exchange exchange, int currency, String name, int decimals) {
    return exchange.async().addCurrency(currency, name, decimals).join().code();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void eachNameIsGivenOnce(Topology topology) {
    try (Exchange exchange = Exchange.builder().topology(topology).daemon().start()) {
      assertThat(add(exchange, PAIR)).isEqualTo(ResultCode.OK);
      // By its number first, then by its name, whatever shard has it.
      assertThat(add(exchange, PAIR.named("OTHER", 1, 1))).isEqualTo(ResultCode.SYMBOL_EXISTS);
      SymbolSpec second = SymbolSpec.of(2, 10, 20);
      assertThat(add(exchange, second.named("BTC/USDT", 0, 0))).isEqualTo(ResultCode.NAME_IN_USE);
      assertThat(add(exchange, second)).isEqualTo(ResultCode.OK);
      // What was refused has left no name behind.
      assertThat(add(exchange, SymbolSpec.of(3, 10, 20).named("OTHER", 0, 18)))
          .isEqualTo(ResultCode.OK);

      assertThat(add(exchange, 20, "USDT", 6)).isEqualTo(ResultCode.OK);
      assertThat(add(exchange, 20, "USD", 2)).isEqualTo(ResultCode.CURRENCY_EXISTS);
      assertThat(add(exchange, 10, "USDT", 8)).isEqualTo(ResultCode.NAME_IN_USE);
      // A currency may be called as a symbol is, and have a name before anybody owns it.
      assertThat(add(exchange, -7, "BTC/USDT", 0)).isEqualTo(ResultCode.OK);
      assertThat(exchange.currencyNames())
          .isEqualTo(Map.of(-7, new Naming("BTC/USDT", 0, 0), 20, new Naming("USDT", 6, 0)));
      assertThat(exchange.symbol(1)).contains(PAIR);
    }
  }

  @Test
  void whatIsNoNameIsRefused() {
    try (Exchange exchange = Exchange.builder().daemon().start()) {
      SymbolSpec spec = SymbolSpec.of(1, 10, 20);
      for (String name :
          new String[] {"btc", "A B", "42", "-20", "1.5", "A\0B", "\0A", "\u00c4", "A\n"}) {
        assertThat(add(exchange, spec.named(name, 0, 0)))
            .as(name)
            .isEqualTo(ResultCode.INVALID_SYMBOL);
        assertThat(add(exchange, 20, name, 0)).as(name).isEqualTo(ResultCode.INVALID_CURRENCY);
      }
      assertThat(add(exchange, spec.named("A", 19, 0))).isEqualTo(ResultCode.INVALID_SYMBOL);
      assertThat(add(exchange, spec.named("A", 0, -1))).isEqualTo(ResultCode.INVALID_SYMBOL);
      assertThat(add(exchange, spec.named("", 1, 0))).isEqualTo(ResultCode.INVALID_SYMBOL);
      assertThat(add(exchange, 20, "A", -1)).isEqualTo(ResultCode.INVALID_CURRENCY);
      assertThat(add(exchange, 20, "A", 19)).isEqualTo(ResultCode.INVALID_CURRENCY);
      assertThat(add(exchange, 20, "", 0)).isEqualTo(ResultCode.INVALID_CURRENCY);
      assertThat(add(exchange, 20, "7UP.-_/", 18)).isEqualTo(ResultCode.OK);
      assertThat(add(exchange, spec.named("ABCDEFGHIJKLMNOPQRSTUVWX", 18, 18)))
          .isEqualTo(ResultCode.OK);
    }
    assertThatThrownBy(() -> new Naming("ABCDEFGHIJKLMNOPQRSTUVWXY", 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 24");
    assertThatThrownBy(() -> new Naming("\u20ac", 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void namesAreKeptOverARestart(Topology topology, @TempDir Path directory) {
    long hash;
    try (Exchange exchange = started(topology, directory)) {
      add(exchange, PAIR);
      add(exchange, 20, "USDT", 6);
      exchange.snapshot();
      add(exchange, SymbolSpec.of(2, 10, 20).named("B", 0, 0));
      add(exchange, 10, "BTC", 8);
      hash = exchange.stateHash();
    }
    try (Exchange exchange = started(topology, directory)) {
      assertThat(exchange.stateHash()).isEqualTo(hash);
      assertThat(exchange.symbols())
          .containsExactly(PAIR, SymbolSpec.of(2, 10, 20).named("B", 0, 0));
      assertThat(exchange.currencyNames().get(20)).isEqualTo(new Naming("USDT", 6, 0));
      assertThat(exchange.currencyNames().get(10)).isEqualTo(new Naming("BTC", 8, 0));
      assertThat(add(exchange, SymbolSpec.of(3, 1, 2).named("BTC/USDT", 0, 0)))
          .isEqualTo(ResultCode.NAME_IN_USE);
      assertThat(add(exchange, 7, "USDT", 0)).isEqualTo(ResultCode.NAME_IN_USE);
    }
  }

  private static Exchange started(Topology topology, Path directory) {
    return Exchange.builder()
        .topology(topology)
        .daemon()
        .journal(JournalOptions.in(directory).segmentBytes(1 << 20))
        .start();
  }
}
