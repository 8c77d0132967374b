package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.ResultHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Who is told of a trade can spend its proceeds in the next command. Two users own one lot and the
 * price of one lot between them and trade it to and fro: each order spends all that the last trade
 * brought, and is submitted by the handler that was told of it.
 */
@Timeout(300)
class SettledBeforeReportedTest {

  private static final int LOT = 1;
  private static final int MONEY = 2;
  private static final int PAIR = 1;
  private static final long PRICE = 100;

  private static final boolean FULL = Integer.getInteger("tandem.crash.scale", 1) > 1;

  /** More with the profiles for crashes: what a round proves depends on the setup, not on many. */
  private static final int ROUNDS = FULL ? 1_000 : 200;

  /** Spinning threads without a CPU of their own hand over once a time slice. */
  private static final int STARVED_ROUNDS = 5;

  static Stream<Arguments> cases() {
    return Stream.of(
            Topology.fused(),
            Topology.pipelined(1, 1),
            Topology.pipelined(2, 1),
            Topology.pipelined(2, 2))
        .flatMap(
            topology ->
                Stream.of(WaitMode.values())
                    .flatMap(
                        mode ->
                            Stream.of(0, 1, 7, 300)
                                .filter(gap -> FULL || gap % 300 == 0 || !starves(topology, mode))
                                .map(gap -> Arguments.of(topology, mode, gap))));
  }

  /** Where spinning threads wait for each other's CPU, a quiet and a busy stream are enough. */
  private static boolean starves(Topology topology, WaitMode mode) {
    return mode == WaitMode.BUSY_SPIN
        && topology.threads() + 1 > Runtime.getRuntime().availableProcessors();
  }

  private static final class Traders implements ResultHandler {

    private final CompletableFuture<Integer> done = new CompletableFuture<>();
    private CommandPublisher publisher;
    private long seller = 1;
    private long buyer = 2;
    private long lastOrder;
    private final int wanted;
    private int rounds;

    Traders(int wanted) {
      this.wanted = wanted;
    }

    void trade() {
      publisher.place(seller, PAIR, ++lastOrder, Side.SELL, TimeInForce.GTC, PRICE, 1);
      publisher.place(buyer, PAIR, ++lastOrder, Side.BUY, TimeInForce.GTC, PRICE, 1);
    }

    @Override
    public void onResult(Command c) {
      if (c.type != CommandType.PLACE) {
        return;
      }
      if (c.result != ResultCode.OK_CODE) {
        done.completeExceptionally(new AssertionError("round " + rounds + " was refused: " + c));
        return;
      }
      if (c.outcomes.trades() == 1) {
        long sold = seller;
        seller = buyer;
        buyer = sold;
        if (++rounds == wanted) {
          done.complete(rounds);
        } else {
          trade();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void proceedsAreSpendable(Topology topology, WaitMode mode, int gap) throws Exception {
    Traders traders = new Traders(starves(topology, mode) ? STARVED_ROUNDS : ROUNDS);
    try (Exchange exchange =
        Exchange.builder()
            .topology(topology)
            .waitMode(mode)
            .daemon()
            .resultHandler(traders)
            .start()) {
      traders.publisher = exchange.publisher();
      AsyncCommands async = exchange.async();
      async.addSymbol(SymbolSpec.of(PAIR, LOT, MONEY)).join();
      async.addUser(1).join();
      async.addUser(2).join();
      async.adjustBalance(1, LOT, 1, 1).join();
      async.adjustBalance(2, MONEY, PRICE, 1).join();
      traders.trade();
      // Other commands in between make groups of every size; gap 0 leaves the stream quiet.
      while (gap != 0 && !traders.done.isDone()) {
        for (int i = 0; i < gap; i++) {
          exchange.publisher().cancel(1, PAIR, Long.MAX_VALUE);
        }
        exchange.awaitAnswered();
      }
      assertThat(traders.done.get(200, TimeUnit.SECONDS)).isEqualTo(traders.wanted);
      assertThat(exchange.balances().areConserved()).isTrue();
    }
  }
}
