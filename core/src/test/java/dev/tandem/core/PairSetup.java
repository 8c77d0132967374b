package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState.Balance;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.event.EventRecord;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;

/** An exchange with one pair, for rules that are tried by hand in each topology. */
abstract class PairSetup {

  static final int COIN = 1;
  static final int CASH = 2;
  static final int PAIR = 5;
  static final long RICH = 2;

  Exchange exchange;

  static Topology[] topologies() {
    return new Topology[] {Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(3, 2)};
  }

  @AfterEach
  void close() {
    assertThat(exchange.balances().areConserved()).isTrue();
    exchange.close();
  }

  /** An exchange whose event records are seen one by one. */
  static ExchangeBuilder builder(Topology topology, Consumer<EventRecord> seen) {
    return Exchange.builder()
        .topology(topology)
        .daemon()
        .eventListener(
            batch -> {
              for (int i = 0; i < batch.count(); i++) {
                seen.accept(batch.record(i));
              }
            });
  }

  /** A user with so much money, and 1,000 coins. */
  final void addUser(long user, long money) {
    ok(c -> Commands.addUser(c, user));
    ok(c -> Commands.adjustBalance(c, user, CASH, money, 1));
    ok(c -> Commands.adjustBalance(c, user, COIN, 1_000, 2));
  }

  final CommandResult ok(Consumer<Command> filler) {
    return answered(ResultCode.OK, filler);
  }

  final CommandResult answered(ResultCode code, Consumer<Command> filler) {
    CommandResult result = exchange.async().submit(filler).join();
    assertThat(result.code()).isEqualTo(code);
    return result;
  }

  final Balance cash(long user) {
    return exchange.user(user).orElseThrow().balance(CASH);
  }
}
