package dev.tandem.gateway.orderentry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.command.ClientCommand;
import dev.tandem.gateway.command.CommandRates;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every door has looked at before the kernel gets a command. */
class OrderEntryTest {

  @TempDir private Path directory;
  private final OrderDesk desk = new OrderDesk(16, new MarketListener() {});
  private final OrderEntry entry = new OrderEntry(desk, OrderLimits.NONE);
  private Caller trader;

  @BeforeEach
  void start() throws IOException {
    KeyFile keys = KeyFile.openPrivately(directory.resolve("keys.json"));
    keys.add("trader", Role.TRADE, Set.of(1L));
    CommandRates.Limits limits = new CommandRates.Limits(1, 0, 0, 0);
    trader = new Callers(keys, limits, 0, 1, Runnable::run).named("trader").orElseThrow();
    // What comes to the desk is refused there.
    desk.close();
  }

  private Refusal refusal(ClientCommand command) {
    OrderEntry.Sender sender =
        new OrderEntry.Sender() {
          @Override
          public void answered(Command answer) {
            throw new AssertionError();
          }

          @Override
          public void refused(Refusal refusal, Command answer) {
            throw new AssertionError();
          }

          @Override
          public void failed(Throwable thrown) {
            throw new AssertionError();
          }
        };
    return catchThrowableOfType(RefusedException.class, () -> entry.submit(command, sender))
        .refusal();
  }

  @Test
  void rightsThenRatesThenTheKernel() {
    ClientCommand admins = ClientCommand.ofNoUser(trader, Role.ADMIN, c -> Commands.uncross(c, 1));
    ClientCommand others = ClientCommand.of(trader, Role.TRADE, 2, Commands::nop);
    ClientCommand its = ClientCommand.of(trader, Role.TRADE, 1, Commands::nop);
    for (int i = 0; i < 3; i++) {
      // What the key may not do counts for no rate, which is one a second.
      assertThat(refusal(admins)).isEqualTo(Refusal.FORBIDDEN);
      assertThat(refusal(others)).isEqualTo(Refusal.FORBIDDEN);
    }
    assertThat(refusal(its)).isEqualTo(Refusal.UNAVAILABLE);
    // What is refused is not in flight.
    assertThat(trader.share().isNext()).isTrue();
  }
}
