package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.event.EventRecord;
import dev.tandem.core.event.EventRecord.Kind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An amount that goes from one user to another, rule by rule, by hand. Users 1 and 2 are of
 * different shards where there are several, users 1 and 7 of the same one.
 */
@Timeout(600)
class TransferTest extends PairSetup {

  private static final long NEAR = 7;
  private static final long NOBODY = 99;
  private static final int LATER = 30;

  /** Users and payees of the records of transfers that were accepted. */
  private final List<List<Long>> recorded = new ArrayList<>();

  private long lastTransaction = 10;

  private ExchangeBuilder builder(Topology topology) {
    return builder(topology, this::record);
  }

  private void record(EventRecord record) {
    if (record.kind() == Kind.RESULT
        && record.commandType() == CommandType.TRANSFER
        && record.result() == ResultCode.OK) {
      recorded.add(List.of(record.userId(), record.orderId()));
    }
  }

  private void start(Topology topology) {
    start(builder(topology));
  }

  private void start(ExchangeBuilder builder) {
    exchange = builder.start();
    ok(c -> Commands.addSymbol(c, SymbolSpec.of(PAIR, COIN, CASH)));
    join(1, 1_000);
    join(RICH, 500);
    join(NEAR, 0);
  }

  private void join(long user, long money) {
    ok(c -> Commands.addUser(c, user));
    if (money != 0) {
      ok(c -> Commands.adjustBalance(c, user, CASH, money, 1));
    }
    ok(c -> Commands.adjustBalance(c, user, COIN, 1_000, 2));
  }

  private Consumer<Command> transfer(long from, long to, long amount) {
    long id = ++lastTransaction;
    return c -> Commands.transfer(c, from, to, CASH, amount, id);
  }

  private static Consumer<Command> order(long user, long id, Side side, long price, long lots) {
    return c -> Commands.place(c, user, PAIR, id, side, TimeInForce.GTC, price, lots);
  }

  private List<Balance> all() {
    return List.of(cash(1), cash(RICH), cash(NEAR));
  }

  private static Balance cash(long available, long held) {
    return new Balance(CASH, available, held);
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theExampleOfTheManual(Topology topology) {
    start(topology);
    ok(order(1, 10, Side.BUY, 100, 6));
    assertThat(cash(1)).isEqualTo(cash(400, 600));
    ok(c -> Commands.transfer(c, 1, RICH, CASH, 250, 7));
    assertThat(cash(1)).isEqualTo(cash(150, 600));
    assertThat(cash(RICH)).isEqualTo(cash(750, 0));
    answered(ResultCode.DUPLICATE_TRANSACTION, c -> Commands.transfer(c, 1, RICH, CASH, 250, 7));
    answered(ResultCode.INSUFFICIENT_FUNDS, c -> Commands.transfer(c, 1, RICH, CASH, 151, 8));
    ok(c -> Commands.cancel(c, 1, PAIR, 10));
    ok(c -> Commands.transfer(c, 1, RICH, CASH, 151, 8));
    assertThat(cash(1)).isEqualTo(cash(599, 0));
    assertThat(cash(RICH)).isEqualTo(cash(901, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void whatIsHeldIsNotFree(Topology topology) {
    start(topology);
    ok(order(1, 10, Side.BUY, 100, 9));
    List<Balance> before = all();
    answered(ResultCode.INSUFFICIENT_FUNDS, transfer(1, RICH, 101));
    answered(ResultCode.INSUFFICIENT_FUNDS, transfer(1, NEAR, 1_000));
    assertThat(all()).isEqualTo(before);
    ok(transfer(1, RICH, 100));
    assertThat(cash(1)).isEqualTo(cash(0, 900));
    // The order is still paid for.
    ok(order(RICH, 20, Side.SELL, 100, 9));
    assertThat(cash(RICH)).isEqualTo(cash(500 + 100 + 900, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void nothingIsChangedByARefusal(Topology topology) {
    start(topology);
    long hash = exchange.stateHash();
    answered(ResultCode.PAYEE_IS_PAYER, transfer(1, 1, 1));
    answered(ResultCode.PAYEE_IS_PAYER, transfer(NOBODY, NOBODY, 1));
    answered(ResultCode.INVALID_AMOUNT, transfer(1, RICH, 0));
    answered(ResultCode.INVALID_AMOUNT, transfer(1, RICH, -1));
    answered(ResultCode.INVALID_AMOUNT, transfer(1, 1, Long.MIN_VALUE));
    answered(ResultCode.UNKNOWN_USER, transfer(NOBODY, RICH, 1));
    answered(ResultCode.UNKNOWN_USER, transfer(NOBODY, NOBODY + 1, 1));
    answered(ResultCode.UNKNOWN_PAYEE, transfer(1, NOBODY, 1));
    answered(ResultCode.UNKNOWN_PAYEE, transfer(1, 0, 1));
    answered(ResultCode.UNKNOWN_PAYEE, transfer(1, -RICH, 1));
    answered(ResultCode.UNKNOWN_PAYEE, transfer(1, NOBODY, 5_000));
    answered(ResultCode.INSUFFICIENT_FUNDS, transfer(1, RICH, 1_001));
    answered(ResultCode.INSUFFICIENT_FUNDS, transfer(1, RICH, Long.MAX_VALUE));
    // Nobody has anything of it.
    answered(ResultCode.INSUFFICIENT_FUNDS, c -> Commands.transfer(c, 1, RICH, 77, 1, 500));
    answered(ResultCode.DUPLICATE_TRANSACTION, c -> Commands.transfer(c, 1, RICH, CASH, 1, 2));
    // A transaction that was seen is told first, whoever the payee is.
    answered(ResultCode.DUPLICATE_TRANSACTION, c -> Commands.transfer(c, 1, NOBODY, CASH, 1, 2));
    assertThat(exchange.stateHash()).isEqualTo(hash);
    assertThat(recorded).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void anUnknownPayeeLeavesTheTransactionFree(Topology topology) {
    start(topology);
    answered(ResultCode.UNKNOWN_PAYEE, c -> Commands.transfer(c, 1, NOBODY, CASH, 100, 20));
    assertThat(cash(1)).isEqualTo(cash(1_000, 0));
    ok(c -> Commands.addUser(c, NOBODY));
    ok(c -> Commands.transfer(c, 1, NOBODY, CASH, 100, 20));
    assertThat(cash(1)).isEqualTo(cash(900, 0));
    assertThat(cash(NOBODY)).isEqualTo(cash(100, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void theTransactionIsOneOfThePayersAlone(Topology topology) {
    start(topology);
    ok(c -> Commands.transfer(c, 1, RICH, CASH, 100, 20));
    answered(ResultCode.DUPLICATE_TRANSACTION, c -> Commands.transfer(c, 1, NEAR, CASH, 1, 20));
    answered(ResultCode.DUPLICATE_TRANSACTION, c -> Commands.adjustBalance(c, 1, CASH, 5, 20));
    // Of the payee it is not known.
    ok(c -> Commands.transfer(c, RICH, 1, CASH, 100, 20));
    ok(c -> Commands.adjustBalance(c, NEAR, CASH, 5, 20));
    ok(c -> Commands.transfer(c, 1, RICH, CASH, 1, 100));
    answered(ResultCode.STALE_TRANSACTION, c -> Commands.transfer(c, 1, RICH, CASH, 1, 36));
    ok(c -> Commands.transfer(c, 1, RICH, CASH, 1, 37));
    assertThat(all()).containsExactly(cash(998, 0), cash(502, 0), cash(5, 0));
  }

  @ParameterizedTest
  @MethodSource("topologies")
  void suspendedUsersPayAndGetAsTheyWithdrawAndDeposit(Topology topology) {
    start(topology);
    ok(c -> Commands.suspendUser(c, 1));
    ok(c -> Commands.suspendUser(c, RICH));
    ok(c -> Commands.adjustBalance(c, 1, CASH, -10, 30));
    ok(transfer(1, RICH, 90));
    ok(c -> Commands.adjustBalance(c, RICH, CASH, 10, 30));
    ok(transfer(RICH, NEAR, 600));
    assertThat(all()).containsExactly(cash(900, 0), cash(0, 0), cash(600, 0));
  }

  /** All that there may be of a currency fits one user: a transfer never makes more of it. */
  @ParameterizedTest
  @MethodSource("topologies")
  void aPayeeCannotOverflow(Topology topology) {
    start(topology);
    long rest = Long.MAX_VALUE - 1_500;
    ok(c -> Commands.adjustBalance(c, NEAR, CASH, rest, 30));
    ok(transfer(1, RICH, 1_000));
    ok(transfer(NEAR, RICH, rest));
    assertThat(cash(RICH)).isEqualTo(cash(Long.MAX_VALUE, 0));
    answered(ResultCode.OVERFLOW, c -> Commands.adjustBalance(c, 1, CASH, 1, 31));
    ok(transfer(RICH, 1, Long.MAX_VALUE));
    assertThat(all()).containsExactly(cash(Long.MAX_VALUE, 0), cash(0, 0), cash(0, 0));
  }

  /**
   * The payer has 1,000, his offer is not traded yet when the transfer comes, and the trade in
   * front of it makes it affordable; with all commands in one burst.
   */
  @ParameterizedTest
  @MethodSource("topologies")
  void anUnsettledTradeMakesItAffordable(Topology topology) {
    start(topology);
    for (int round = 0; round < 50; round++) {
      List<CompletableFuture<CommandResult>> burst = new ArrayList<>();
      burst.add(submit(order(1, 10 + round, Side.SELL, 50, 10)));
      burst.add(submit(order(RICH, 100 + round, Side.BUY, 50, 10)));
      burst.add(submit(transfer(1, RICH, 1_500)));
      // What came back pays for the next transfers, in another shard, and in this one.
      burst.add(submit(transfer(RICH, NEAR, 1_500)));
      burst.add(submit(transfer(NEAR, 1, 1_000)));
      burst.add(submit(transfer(NEAR, RICH, 500)));
      assertThat(burst).extracting(each -> each.join().code()).containsOnly(ResultCode.OK);
      assertThat(all()).containsExactly(cash(1_000, 0), cash(500, 0), cash(0, 0));
    }
    assertThat(recorded)
        .hasSize(200)
        .startsWith(List.of(1L, RICH), List.of(RICH, NEAR), List.of(NEAR, 1L), List.of(NEAR, RICH));
  }

  /** A user without any account in a currency spends what the command before brings. */
  @ParameterizedTest
  @MethodSource("topologies")
  void theNextCommandSpendsWhatATransferBrought(Topology topology) {
    start(topology);
    for (long user = LATER; user < LATER + 30; user++) {
      long payee = user;
      ok(c -> Commands.addUser(c, payee));
      CompletableFuture<CommandResult> before = submit(transfer(1, user % 2 == 0 ? RICH : NEAR, 1));
      CompletableFuture<CommandResult> paid = submit(transfer(1, payee, 20));
      CompletableFuture<CommandResult> placed = submit(order(payee, payee, Side.BUY, 10, 2));
      CompletableFuture<CommandResult> tooMuch = submit(transfer(payee, 1, 1));
      assertThat(before.join().code()).isEqualTo(ResultCode.OK);
      assertThat(paid.join().code()).isEqualTo(ResultCode.OK);
      assertThat(placed.join().code()).isEqualTo(ResultCode.OK);
      assertThat(tooMuch.join().code()).isEqualTo(ResultCode.INSUFFICIENT_FUNDS);
      assertThat(cash(payee)).isEqualTo(cash(0, 20));
    }
  }

  /** A refused transfer brings nothing, and what waited for it is refused. */
  @ParameterizedTest
  @MethodSource("topologies")
  void whatARefusedTransferWouldHaveBroughtIsNotThere(Topology topology) {
    start(topology);
    for (int round = 0; round < 30; round++) {
      CompletableFuture<CommandResult> refused = submit(transfer(1, RICH, 1_001));
      CompletableFuture<CommandResult> spent = submit(transfer(RICH, NEAR, 501));
      assertThat(refused.join().code()).isEqualTo(ResultCode.INSUFFICIENT_FUNDS);
      assertThat(spent.join().code()).isEqualTo(ResultCode.INSUFFICIENT_FUNDS);
    }
    assertThat(all()).containsExactly(cash(1_000, 0), cash(500, 0), cash(0, 0));
  }

  private CompletableFuture<CommandResult> submit(Consumer<Command> filler) {
    return exchange.async().submit(filler);
  }

  /**
   * Who exists is known in every shard behind a restore, too, and a transaction is not repeated.
   */
  @Test
  void itIsTheSameAfterARestartInAnyTopology(@TempDir Path directory) {
    JournalOptions options = JournalOptions.in(directory).segmentBytes(1 << 20);
    start(builder(Topology.pipelined(3, 2)).journal(options));
    ok(c -> Commands.transfer(c, 1, RICH, CASH, 100, 5));
    exchange.snapshot();
    ok(c -> Commands.transfer(c, RICH, NEAR, CASH, 50, 5));
    long hash = exchange.stateHash();
    for (Topology topology :
        new Topology[] {Topology.pipelined(2, 1), Topology.fused(), Topology.pipelined(3, 2)}) {
      exchange.close();
      exchange = builder(topology).journal(options).start();
      assertThat(exchange.stateHash()).as("%s", topology).isEqualTo(hash);
      answered(ResultCode.DUPLICATE_TRANSACTION, c -> Commands.transfer(c, 1, RICH, CASH, 100, 5));
      ok(transfer(1, RICH, 10));
      ok(transfer(RICH, NEAR, 10));
      ok(transfer(NEAR, 1, 10));
      answered(ResultCode.UNKNOWN_PAYEE, transfer(1, NOBODY, 10));
      hash = exchange.stateHash();
      exchange.snapshot();
    }
    assertThat(all()).containsExactly(cash(900, 0), cash(550, 0), cash(50, 0));
  }

  @Test
  void thePublisherAndTheFuturesSendIt() {
    start(Topology.fused());
    assertThat(exchange.publisher().transfer(1, RICH, CASH, 5, 20)).isPositive();
    assertThat(exchange.async().transfer(1, RICH, CASH, 5, 21).join().code())
        .isEqualTo(ResultCode.OK);
    assertThat(cash(RICH)).isEqualTo(cash(510, 0));
  }

  @Test
  void withoutRiskThereIsNobodyWhoPays() {
    start(Topology.fused());
    try (Exchange without = Exchange.builder().risk(false).daemon().start()) {
      assertThat(without.async().transfer(1, 2, CASH, 5, 1).join().code())
          .isEqualTo(ResultCode.NO_RISK_STAGE);
      assertThat(without.async().transfer(1, 2, CASH, 0, 1).join().code())
          .isEqualTo(ResultCode.INVALID_AMOUNT);
    }
  }
}
