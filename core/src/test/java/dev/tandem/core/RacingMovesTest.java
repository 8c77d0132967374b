package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several commands on one order in a row: nobody may spend what was never held. */
@Timeout(300)
class RacingMovesTest {

  /** All of them with the profiles for crashes. */
  private static final int SEEDS = Integer.getInteger("tandem.crash.scale", 1) == 1 ? 15 : 60;

  private static final int LOTS = 1;
  private static final int MONEY = 2;
  private static final int PAIR = 1;

  private final List<ResultCode> answers = new ArrayList<>();

  private Exchange start(Topology topology, SymbolSpec spec, int users, long lots, long money) {
    Exchange exchange =
        Exchange.builder()
            .topology(topology)
            // One that yields waits for a whole time slice of whatever else is on a CPU.
            .waitMode(WaitMode.PARKING)
            .daemon()
            .resultHandler(
                c -> {
                  if (c.type != CommandType.QUERY) {
                    answers.add(ResultCode.of(c.result));
                  }
                })
            .start();
    exchange.publisher().addSymbol(spec);
    for (long user = 1; user <= users; user++) {
      exchange.publisher().addUser(user);
      exchange.publisher().adjustBalance(user, LOTS, lots, 1);
      exchange.publisher().adjustBalance(user, MONEY, money, 2);
    }
    return exchange;
  }

  @SafeVarargs
  private static void together(Exchange exchange, Consumer<Command>... fillers) {
    for (int i = 0; i < fillers.length; i++) {
      Command c = exchange.publisher().claim();
      fillers[i].accept(c);
      exchange.publisher().publish(c);
    }
    exchange.awaitAnswered();
  }

  private static Consumer<Command> place(
      long user, long order, Side side, long price, long quantity) {
    return c -> Commands.place(c, user, PAIR, order, side, TimeInForce.GTC, price, quantity);
  }

  private static Consumer<Command> move(long user, long order, long price, long quantity) {
    return c -> Commands.move(c, user, PAIR, order, price, quantity);
  }

  private ResultCode answer(int fromTheEnd) {
    return answers.get(answers.size() - 1 - fromTheEnd);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aMoveThatKeepsTheQuantityKeepsThatOfTheMoveBeforeIt(int shards) {
    Topology topology = shards == 0 ? Topology.fused() : Topology.pipelined(2, 1);
    try (Exchange exchange = start(topology, SymbolSpec.of(PAIR, LOTS, MONEY), 2, 1_000, 1_000)) {
      together(exchange, place(1, 1, Side.BUY, 1, 10));
      together(exchange, move(1, 1, 1, 990), move(1, 1, 100, 0));
      // 10 are held, 990 more are there for the first; the second would need 99,000.
      assertThat(answer(1)).isEqualTo(ResultCode.OK);
      assertThat(answer(0)).isEqualTo(ResultCode.INSUFFICIENT_FUNDS);
      UserState user = exchange.user(1).orElseThrow();
      assertThat(user.balance(MONEY)).isEqualTo(new UserState.Balance(MONEY, 10, 990));
    }
  }

  @Test
  void aMoveDoesNotReviveWhatTradedBeforeIt() {
    try (Exchange exchange =
        start(Topology.fused(), SymbolSpec.of(PAIR, LOTS, MONEY), 2, 1_000, 100_000)) {
      together(exchange, place(1, 1, Side.SELL, 10, 1_000));
      // All lots are held, and 999 of them are sold before the move requests 1,000 again.
      together(exchange, place(2, 2, Side.BUY, 10, 999), move(1, 1, 11, 1_000));
      assertThat(answer(0)).isEqualTo(ResultCode.INSUFFICIENT_FUNDS);
      UserState seller = exchange.user(1).orElseThrow();
      assertThat(seller.balance(LOTS)).isEqualTo(new UserState.Balance(LOTS, 0, 1));
      together(exchange, move(1, 1, 12, 1));
      assertThat(answer(0)).isEqualTo(ResultCode.OK);
    }
  }

  @Test
  void whoCanPayForBothMayMoveAfterATrade() {
    try (Exchange exchange =
        start(Topology.fused(), SymbolSpec.of(PAIR, LOTS, MONEY), 2, 2_000, 100_000)) {
      together(exchange, place(1, 1, Side.SELL, 10, 1_000));
      together(exchange, place(2, 2, Side.BUY, 10, 999), move(1, 1, 11, 1_000));
      assertThat(answer(0)).isEqualTo(ResultCode.OK);
      UserState seller = exchange.user(1).orElseThrow();
      assertThat(seller.balance(LOTS)).isEqualTo(new UserState.Balance(LOTS, 1, 1_000));
    }
  }

  @Test
  void anOverflowIsFoundForTheQuantityOfTheMoveBeforeIt() {
    try (Exchange exchange =
        start(Topology.fused(), SymbolSpec.of(PAIR, LOTS, MONEY), 1, 1_000, 1_000)) {
      together(
          exchange,
          place(1, 1, Side.SELL, 1, 10),
          move(1, 1, 1, 100),
          move(1, 1, Long.MAX_VALUE / 20, 0));
      assertThat(answer(0)).isEqualTo(ResultCode.OVERFLOW);
      assertThat(exchange.user(1).orElseThrow().balance(LOTS))
          .isEqualTo(new UserState.Balance(LOTS, 900, 100));
    }
  }

  /** An account that went below zero would stop the kernel with an exception. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void fewUsersFightOverFewOrdersInBigGroups(int shards) {
    Topology topology = shards == 0 ? Topology.fused() : Topology.pipelined(shards, 1);
    int moved = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      SymbolSpec spec = new SymbolSpec(PAIR, LOTS, MONEY, 1 + seed % 3, 1 + seed % 2, 700, 1_100);
      try (Exchange exchange = start(topology, spec, 3, 60, 1_500)) {
        for (int round = 0; round < 60; round++) {
          int size = 1 + random.nextInt(20);
          for (int i = 0; i < size; i++) {
            Command c = exchange.publisher().claim();
            fill(c, random);
            exchange.publisher().publish(c);
          }
          Solvency.check(exchange.balances());
        }
      }
      moved += (int) answers.stream().filter(code -> code == ResultCode.OK).count();
      answers.clear();
    }
    assertThat(moved).isGreaterThan(SEEDS * 80);
  }

  private static void fill(Command c, Random random) {
    long user = 1L + random.nextInt(3);
    // An order id is one user's own, so that most commands find their order.
    long order = user * 10 + random.nextInt(2);
    long price = 8L + random.nextInt(5);
    long quantity = 1L + random.nextInt(40);
    switch (random.nextInt(8)) {
      case 0, 1, 2 ->
          Commands.place(
              c,
              user,
              PAIR,
              order,
              random.nextBoolean() ? Side.BUY : Side.SELL,
              random.nextInt(4) == 0 ? TimeInForce.IOC : TimeInForce.GTC,
              price,
              quantity);
      case 3 -> Commands.cancel(c, user, PAIR, order);
      case 4 -> Commands.reduce(c, user, PAIR, order, quantity);
      default -> Commands.move(c, user, PAIR, order, price, random.nextBoolean() ? 0 : quantity);
    }
  }
}
