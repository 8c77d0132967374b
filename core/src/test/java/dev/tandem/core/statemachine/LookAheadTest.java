package dev.tandem.core.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.core.state.StateImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is looked at early, each command has the outcome that it has alone. */
class LookAheadTest {

  private static final int USERS = 50;
  private static final int SYMBOLS = 3;

  /** More than the orders from which on it looks ahead. */
  private static final int RESTING = 6_000;

  private static final int COMMANDS = 40_000;

  /** An exchange in one pass, and what it answered. */
  private static final class Subject {
    private final Stages stages;
    private final FusedPass pass;
    private final List<String> answers = new ArrayList<>();

    Subject(boolean risk) {
      stages = Stages.onePass(risk, 0, 0, () -> 1, c -> answers.add(answer(c)), null);
      pass = new FusedPass(stages, stages.admission(), null, stages.results());
    }

    private static String answer(Command c) {
      return c.result + " " + c.filledQuantity + " " + c.openQuantity + " " + c.outcomes.count();
    }

    void apply(List<Command> commands, int from, int to, boolean looks) throws Exception {
      pass.onBatchStart(to - from, to - from);
      for (int i = from; i < to; i++) {
        if (looks) {
          pass.lookAhead(at -> commands.get((int) at), i, to - 1);
        }
        pass.onEvent(commands.get(i), i, i == to - 1);
      }
    }

    long stateHash() {
      try (StateImage image = stages.image()) {
        return image.stateHash();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void changesNothing(boolean risk) throws Exception {
    Random random = new Random(7);
    List<Command> commands = flow(random, risk);
    Subject alone = new Subject(risk);
    Subject looking = new Subject(risk);
    alone.apply(commands, 0, commands.size(), false);
    for (int from = 0; from < commands.size(); ) {
      int to = Math.min(commands.size(), from + 1 + random.nextInt(40));
      looking.apply(commands, from, to, true);
      from = to;
    }
    assertThat(looking.answers).isEqualTo(alone.answers);
    assertThat(looking.stateHash()).isEqualTo(alone.stateHash());
    assertThat(alone.stages.trades()).isGreaterThan(1_000);
  }

  /** Grows to many orders and shrinks again; some commands name nothing that is there. */
  private static List<Command> flow(Random random, boolean risk) {
    List<Command> flow = new ArrayList<>();
    for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
      Commands.addSymbol(add(flow), SymbolSpec.of(symbol, 100 + symbol, 1));
    }
    for (int user = 1; risk && user <= USERS; user++) {
      Commands.addUser(add(flow), user);
      Commands.adjustBalance(add(flow), user, 1, 1L << 50, 1);
      for (int symbol = 1; symbol <= SYMBOLS; symbol++) {
        Commands.adjustBalance(add(flow), user, 100 + symbol, 1L << 40, 1 + symbol);
      }
    }
    for (int id = 1; id <= RESTING; id++) {
      boolean buys = random.nextBoolean();
      int away = random.nextInt(5_000);
      place(add(flow), id, buys, 100_000 + (buys ? -away : away + 1));
    }
    for (int i = 0; i < COMMANDS; i++) {
      any(random, add(flow), 1 + random.nextInt(RESTING + RESTING / 4));
    }
    for (int id = 1; id <= RESTING; id++) {
      Commands.cancel(add(flow), 1 + id % USERS, 1 + id % SYMBOLS, id);
    }
    return flow;
  }

  private static void any(Random random, Command c, int id) {
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> Commands.cancel(c, 1 + id % USERS, 1 + id % SYMBOLS, id);
      case 3, 4, 5 ->
          Commands.move(
              c, 1 + id % USERS, 1 + id % SYMBOLS, id, 95_000 + random.nextInt(10_000), 0);
      case 6 -> Commands.reduce(c, 1 + id % USERS, 1 + id % SYMBOLS, id, 1 + random.nextInt(9));
      case 7 -> Commands.cancel(c, id, random.nextInt(9) - 4, -id);
      case 8 -> {
        Commands.move(c, -1, Integer.MIN_VALUE, Long.MIN_VALUE, 1, 0);
        c.price = random.nextLong();
        c.side = (byte) random.nextInt();
      }
      case 9 -> c.type = (byte) random.nextInt(90, 120);
      default -> place(c, id, random.nextBoolean(), 95_000 + random.nextInt(10_000));
    }
  }

  private static void place(Command c, int id, boolean buys, long price) {
    Side side = buys ? Side.BUY : Side.SELL;
    Commands.place(
        c, 1 + id % USERS, 1 + id % SYMBOLS, id, side, TimeInForce.GTC, price, 1 + id % 10);
  }

  private static Command add(List<Command> flow) {
    Command c = new Command();
    c.timestampNs = 1;
    flow.add(c);
    return c;
  }
}
