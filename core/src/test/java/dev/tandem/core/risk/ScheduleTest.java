package dev.tandem.core.risk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * However far holds run ahead of settlement: the outcome is that of one command after the other.
 * Not by chance of threads, but along every order of the two steps.
 */
class ScheduleTest {

  private static final int LOTS = 1;
  private static final int MONEY = 2;
  private static final int PAIR = 3;

  /** Fees of 10% and 20%, so that roundings and the higher fee matter for a few lots. */
  private static final SymbolSpec SPEC = new SymbolSpec(PAIR, LOTS, MONEY, 1, 1, 100_000, 200_000);

  private int schedules;
  private int stalled;

  private static Consumer<Command> place(
      long user, long order, Side side, TimeInForce type, long price, long quantity) {
    return c -> Commands.place(c, user, PAIR, order, side, type, price, quantity);
  }

  private static Consumer<Command> move(long user, long order, long price, long quantity) {
    return c -> Commands.move(c, user, PAIR, order, price, quantity);
  }

  private static Consumer<Command> adjust(long user, int currency, long amount, long transaction) {
    return c -> Commands.adjustBalance(c, user, currency, amount, transaction);
  }

  /** User 1 buys 4 lots at 5 and could pay for a few more; user 2 sells his 5 lots at 8. */
  private static List<Consumer<Command>> twoOrders() {
    return List.of(
        c -> Commands.addSymbol(c, SPEC),
        c -> Commands.addUser(c, 1),
        c -> Commands.addUser(c, 2),
        adjust(1, MONEY, 100, 1),
        adjust(2, LOTS, 9, 1),
        place(1, 10, Side.BUY, TimeInForce.GTC, 5, 4),
        place(2, 20, Side.SELL, TimeInForce.GTC, 8, 5));
  }

  /** What may come next: each of these touches an order or an amount that another one does. */
  private static List<Consumer<Command>> alphabet(int position) {
    long transaction = 2L + position;
    return List.of(
        place(1, 10, Side.BUY, TimeInForce.GTC, 6, 5),
        c -> Commands.cancel(c, 1, PAIR, 10),
        move(1, 10, 7, 0),
        move(1, 10, 8, 7),
        place(1, 11, Side.BUY, TimeInForce.GTC, 8, 6),
        adjust(1, MONEY, -70, transaction),
        move(2, 20, 5, 0),
        move(2, 20, 9, 8),
        place(2, 21, Side.SELL, TimeInForce.IOC, 5, 4),
        adjust(2, MONEY, -16, transaction),
        c -> Commands.withdrawFees(c, MONEY, 2));
  }

  @Test
  void everyStreamOfFourAlongEveryPath() {
    int size = 4;
    List<List<Consumer<Command>>> letters = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      letters.add(alphabet(i));
    }
    int count = letters.get(0).size();
    List<boolean[]> paths = Schedule.allPaths(size);
    assertThat(paths).hasSize(14);
    List<Consumer<Command>> before = twoOrders();
    for (int number = 0; number < Math.pow(count, size); number++) {
      List<Consumer<Command>> stream = new ArrayList<>();
      int rest = number;
      for (int i = 0; i < size; i++) {
        stream.add(letters.get(i).get(rest % count));
        rest /= count;
      }
      List<Object> serial = serial(1, before, stream);
      for (boolean[] path : paths) {
        check(before, stream, serial, path);
      }
    }
    assertThat(schedules).isEqualTo(11 * 11 * 11 * 11 * 14);
    assertThat(stalled).as("commands that had to wait").isGreaterThan(schedules / 2);
  }

  /** Then the order keeps its lots, and the next move is of all of them. */
  @Test
  void aMoveToFewerLotsThatTheStateRefuses() {
    List<Consumer<Command>> before = new ArrayList<>(twoOrders());
    before.add(move(1, 10, 1, 0));
    List<Consumer<Command>> stream =
        List.of(
            c -> Commands.setState(c, PAIR, SymbolState.HALTED),
            move(1, 10, 1, 1),
            c -> Commands.setState(c, PAIR, SymbolState.CONTINUOUS),
            move(1, 10, 7, 0));
    List<Object> serial = serial(1, before, stream);
    for (boolean[] path : Schedule.allPaths(stream.size())) {
      check(before, stream, serial, path);
    }
  }

  @Test
  void longerStreamsInSeveralShards() {
    int size = 8;
    for (int seed = 0; seed < 4_000; seed++) {
      Random random = new Random(seed);
      List<Consumer<Command>> before = crowd(random);
      List<Consumer<Command>> stream = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        stream.add(hostile(random, i));
      }
      int shards = 1 + seed % 3;
      List<Object> serial = serial(shards, before, stream);
      for (int i = 0; i < 12; i++) {
        boolean[][] paths = new boolean[shards][];
        for (int shard = 0; shard < shards; shard++) {
          paths[shard] = path(random, size);
        }
        check(before, stream, serial, paths);
      }
    }
    assertThat(schedules).isEqualTo(4_000 * 12);
    assertThat(stalled).as("commands that had to wait").isGreaterThan(schedules / 2);
  }

  private static List<Object> serial(
      int shards, List<Consumer<Command>> before, List<Consumer<Command>> stream) {
    Schedule schedule = new Schedule(shards, before, stream);
    schedule.runSerially();
    return schedule.outcome();
  }

  private void check(
      List<Consumer<Command>> before,
      List<Consumer<Command>> stream,
      List<Object> serial,
      boolean[]... paths) {
    Schedule schedule = new Schedule(paths.length, before, stream);
    schedule.run(paths);
    schedules++;
    stalled += schedule.stalls();
    List<Object> outcome = schedule.outcome();
    if (!outcome.equals(serial)) {
      assertThat(outcome).as("%s along %s", describe(stream), List.of(paths)).isEqualTo(serial);
    }
  }

  private static String describe(List<Consumer<Command>> stream) {
    StringBuilder text = new StringBuilder();
    for (Consumer<Command> filler : stream) {
      Command c = new Command();
      filler.accept(c);
      text.append(c).append(" amount ").append(c.amount).append('\n');
    }
    return text.toString();
  }

  private static boolean[] path(Random random, int commands) {
    boolean[] path = new boolean[2 * commands];
    int held = 0;
    int settled = 0;
    // Some paths hold much ahead, some little.
    int eagerness = 1 + random.nextInt(6);
    for (int i = 0; i < path.length; i++) {
      path[i] = held == commands || (settled < held && random.nextInt(eagerness) == 0);
      if (path[i]) {
        settled++;
      } else {
        held++;
      }
    }
    return path;
  }

  /** Three users with thin funds, each with an order. */
  private static List<Consumer<Command>> crowd(Random random) {
    List<Consumer<Command>> before = new ArrayList<>();
    before.add(c -> Commands.addSymbol(c, SPEC));
    for (long user = 1; user <= 3; user++) {
      long id = user;
      before.add(c -> Commands.addUser(c, id));
      before.add(adjust(user, LOTS, 6L + random.nextInt(20), 1));
      before.add(adjust(user, MONEY, 60L + random.nextInt(100), 2));
      before.add(place(user, user * 10, Side.BUY, TimeInForce.GTC, 3L + user, 4));
    }
    before.add(place(3, 39, Side.SELL, TimeInForce.GTC, 9, 5));
    return before;
  }

  private static Consumer<Command> hostile(Random random, int position) {
    long user = 1L + random.nextInt(3);
    // An order id is mostly one user's own, so that most commands find their order.
    long order = random.nextInt(12) == 0 ? 10 : user * 10 + random.nextInt(2);
    long price = 4L + random.nextInt(6);
    long quantity = 1L + random.nextInt(9);
    Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
    TimeInForce type = random.nextInt(4) == 0 ? TimeInForce.IOC : TimeInForce.GTC;
    int currency = random.nextBoolean() ? LOTS : MONEY;
    long amount = random.nextInt(5) == 0 ? 20 : -1L - random.nextInt(80);
    boolean keeps = random.nextBoolean();
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5 -> place(user, order, side, type, price, quantity);
      case 6, 7, 8, 9, 10 -> move(user, order, price, keeps ? 0 : quantity);
      case 11, 12 -> c -> Commands.cancel(c, user, PAIR, order);
      case 13 -> c -> Commands.reduce(c, user, PAIR, order, quantity);
      case 14, 15, 16 -> adjust(user, currency, amount, 3L + position);
      case 17 -> c -> Commands.withdrawFees(c, MONEY, quantity);
      case 18 -> keeps ? c -> Commands.startAuction(c, PAIR) : c -> Commands.suspendUser(c, user);
      default -> {
        SymbolState state = SymbolState.of(random.nextInt(SymbolState.values().length));
        yield keeps ? c -> Commands.uncross(c, PAIR) : c -> Commands.setState(c, PAIR, state);
      }
    };
  }
}
