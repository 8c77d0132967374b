package dev.tandem.core.risk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
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

/**
 * Transfers within a shard and between shards, along orders of holds and settlements that differ
 * from shard to shard: what comes of it is what comes of one command after the other.
 */
class TransferScheduleTest {

  private static final int LOTS = 1;
  private static final int MONEY = 2;
  private static final int PAIR = 3;
  private static final SymbolSpec SPEC = new SymbolSpec(PAIR, LOTS, MONEY, 1, 1, 100_000, 200_000);

  /** Who comes in the middle of some streams. */
  private static final long LATE = 4;

  private int schedules;
  private int stalled;
  private int granted;
  private int refused;

  private static Consumer<Command> transfer(long from, long to, long amount, long id) {
    return c -> Commands.transfer(c, from, to, MONEY, amount, id);
  }

  private static Consumer<Command> order(
      long user, long order, Side side, long price, long quantity) {
    return c -> Commands.place(c, user, PAIR, order, side, TimeInForce.GTC, price, quantity);
  }

  private static List<Consumer<Command>> threeUsers() {
    List<Consumer<Command>> before = new ArrayList<>();
    before.add(c -> Commands.addSymbol(c, SPEC));
    for (long user = 1; user <= 3; user++) {
      long id = user;
      before.add(c -> Commands.addUser(c, id));
      before.add(c -> Commands.adjustBalance(c, id, LOTS, 20, 1));
    }
    before.add(c -> Commands.adjustBalance(c, 1, MONEY, 30, 2));
    before.add(c -> Commands.adjustBalance(c, 2, MONEY, 40, 2));
    before.add(order(2, 20, Side.BUY, 5, 4));
    return before;
  }

  /** Each takes or brings what another one needs; users 1 and 3 are of one of two shards. */
  private static List<Consumer<Command>> alphabet(int position) {
    long id = 10L + position;
    return List.of(
        transfer(1, 2, 30, id),
        transfer(2, 1, 16, id),
        transfer(2, 3, 14, id),
        transfer(3, 1, 20, id),
        transfer(1, LATE, 10, id),
        transfer(LATE, 2, 10, id),
        c -> Commands.addUser(c, LATE),
        order(1, 11, Side.SELL, 5, 4),
        order(3, 31, Side.BUY, 5, 2),
        c -> Commands.cancel(c, 2, PAIR, 20),
        c -> Commands.adjustBalance(c, 2, MONEY, -40, id));
  }

  @Test
  void everyStreamOfThreeInTwoShards() {
    int size = 3;
    List<boolean[]> paths = Schedule.allPaths(size);
    int count = alphabet(0).size();
    for (int number = 0; number < count * count * count; number++) {
      List<Consumer<Command>> stream = new ArrayList<>();
      for (int i = 0, rest = number; i < size; i++, rest /= count) {
        stream.add(alphabet(i).get(rest % count));
      }
      List<Object> serial = serial(2, stream);
      for (boolean[] first : paths) {
        for (boolean[] second : paths) {
          check(stream, serial, first, second);
        }
      }
    }
    assertThat(schedules).isEqualTo(11 * 11 * 11 * 5 * 5);
    assertThat(stalled).as("commands that had to wait").isGreaterThan(schedules / 10);
  }

  @Test
  void longerStreamsInOneToThreeShards() {
    int size = 9;
    for (int seed = 0; seed < 3_000; seed++) {
      Random random = new Random(seed);
      List<Consumer<Command>> stream = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        List<Consumer<Command>> letters = alphabet(i);
        stream.add(
            random.nextInt(4) == 0
                ? letters.get(random.nextInt(letters.size()))
                : transfer(
                    1L + random.nextInt(4),
                    1L + random.nextInt(4),
                    1L + random.nextInt(45),
                    10L + (random.nextInt(6) == 0 ? 0 : i)));
      }
      int shards = 1 + seed % 3;
      List<Object> serial = serial(shards, stream);
      for (int i = 0; i < 10; i++) {
        boolean[][] paths = new boolean[shards][];
        for (int shard = 0; shard < shards; shard++) {
          List<boolean[]> all = Schedule.allPaths(size);
          paths[shard] = all.get(random.nextInt(all.size()));
        }
        check(stream, serial, paths);
      }
    }
    assertThat(granted).as("transfers granted").isGreaterThan(5_000);
    assertThat(refused).as("transfers refused for funds").isGreaterThan(5_000);
    assertThat(stalled).as("commands that had to wait").isGreaterThan(schedules / 2);
  }

  private static Consumer<Command> judgedByAdmission(Consumer<Command> filler) {
    return c -> {
      filler.accept(c);
      if (c.payeeId() == c.userId) {
        c.rejectEntry(ResultCode.PAYEE_IS_PAYER);
      }
    };
  }

  private List<Object> serial(int shards, List<Consumer<Command>> stream) {
    stream.replaceAll(TransferScheduleTest::judgedByAdmission);
    Schedule schedule = new Schedule(shards, threeUsers(), stream);
    schedule.runSerially();
    List<Object> outcome = schedule.outcome();
    for (int i = 0; i < stream.size(); i++) {
      Object code = ((List<?>) outcome.get(i)).getFirst();
      granted += code.equals((long) ResultCode.OK_CODE) ? 1 : 0;
      refused += code.equals((long) ResultCode.INSUFFICIENT_FUNDS.code()) ? 1 : 0;
    }
    return outcome;
  }

  private void check(List<Consumer<Command>> stream, List<Object> serial, boolean[]... paths) {
    Schedule schedule = new Schedule(paths.length, threeUsers(), stream);
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
      text.append(c).append('\n');
    }
    return text.toString();
  }
}
