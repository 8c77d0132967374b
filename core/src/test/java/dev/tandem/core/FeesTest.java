package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fees are paid out up to what trades have left, wherever the traders' shards are. */
@Timeout(300)
class FeesTest {

  private static final int LOTS = 1;
  private static final int MONEY = 2;

  private static CompletableFuture<CommandResult> withdraw(
      Exchange exchange, int currency, long amount) {
    return exchange.async().submit(c -> Commands.withdrawFees(c, currency, amount));
  }

  private static void assertMoney(Exchange exchange, long fees, long supply) {
    CurrencyTotals money = exchange.balances().total(MONEY);
    assertThat(money.fees()).isEqualTo(fees);
    assertThat(money.supply()).isEqualTo(supply);
    assertThat(exchange.balances().areConserved()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void whatTradesLeftCanBePaidOutOnce(int shards) {
    Topology topology = shards == 0 ? Topology.fused() : Topology.pipelined(shards, 2);
    try (Exchange exchange = Exchange.builder().topology(topology).daemon().start()) {
      // Makers pay 1%, takers 2%.
      exchange.publisher().addSymbol(new SymbolSpec(7, LOTS, MONEY, 1, 1, 10_000, 20_000));
      for (long user = 1; user <= 3; user++) {
        exchange.publisher().addUser(user);
        exchange.publisher().adjustBalance(user, LOTS, 100, 1);
        exchange.publisher().adjustBalance(user, MONEY, 10_000, 2);
      }
      assertThat(withdraw(exchange, MONEY, 1).join().code())
          .isEqualTo(ResultCode.INSUFFICIENT_FUNDS);
      // None of these traders' shards alone knows all three trades.
      for (long user = 1; user <= 3; user++) {
        exchange.publisher().place(user, 7, user, Side.SELL, TimeInForce.GTC, 100, 10);
        exchange.publisher().place(user % 3 + 1, 7, 10, Side.BUY, TimeInForce.IOC, 100, 10);
      }
      // Right behind the trades: the fees must be settled before it is judged.
      CompletableFuture<CommandResult> tooMuch = withdraw(exchange, MONEY, 91);
      CompletableFuture<CommandResult> some = withdraw(exchange, MONEY, 60);
      CompletableFuture<CommandResult> again = withdraw(exchange, MONEY, 60);
      assertThat(tooMuch.join().code()).isEqualTo(ResultCode.INSUFFICIENT_FUNDS);
      assertThat(some.join().code()).isEqualTo(ResultCode.OK);
      assertThat(again.join().code()).isEqualTo(ResultCode.INSUFFICIENT_FUNDS);
      assertMoney(exchange, 30, 30_000 - 60);
      assertThat(withdraw(exchange, LOTS, 1).join().code())
          .isEqualTo(ResultCode.INSUFFICIENT_FUNDS);
      assertThat(withdraw(exchange, 99, 1).join().code()).isEqualTo(ResultCode.INSUFFICIENT_FUNDS);
      assertThat(withdraw(exchange, MONEY, 0).join().code()).isEqualTo(ResultCode.INVALID_AMOUNT);
      assertThat(withdraw(exchange, MONEY, 30).join().code()).isEqualTo(ResultCode.OK);
      assertMoney(exchange, 0, 30_000 - 90);
    }
  }

  @Test
  void withoutRiskThereAreNone() {
    try (Exchange exchange = Exchange.builder().risk(false).daemon().start()) {
      assertThat(withdraw(exchange, MONEY, 1).join().code()).isEqualTo(ResultCode.NO_RISK_STAGE);
    }
  }
}
