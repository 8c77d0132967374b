package dev.tandem.app.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.flow.Flow;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What the flows have that parity generates: ten seeds of 20,000 commands. */
class ParityFlowTest {

  private static final int SEEDS = 10;
  private static final int COMMANDS = 20_000;

  /** An id is used again at once if it ended within so many commands. */
  private static final int AT_ONCE = 4;

  /** An order, by what its id is unique in. */
  private record Key(int symbol, long id) {}

  /** When an order ended, whose it was, and by which type of command; NOP is its own. */
  private record End(long command, long user, byte by) {}

  /** Follows orders by the answers of an exchange; told on its thread, read when it has ended. */
  private static final class Observer {
    private final Map<Key, Long> open = new HashMap<>();
    private final Map<Key, Long> owners = new HashMap<>();
    private final Map<Key, End> ended = new HashMap<>();
    private final Map<Long, Key> lastOfId = new HashMap<>();
    private final Map<String, Integer> counts = new TreeMap<>();
    private final Map<ResultCode, Integer> codes = new EnumMap<>(ResultCode.class);
    private final Set<Byte> types = new HashSet<>();
    private long now;

    void onResult(Command c) {
      if (c.type == CommandType.QUERY) {
        // Who waits for the answers asks one behind the flow.
        return;
      }
      now++;
      types.add(c.type);
      codes.merge(ResultCode.of(c.result), 1, Integer::sum);
      if (c.result != ResultCode.OK_CODE) {
        return;
      }
      Key key = new Key(c.symbol, c.orderId);
      if (c.type == CommandType.PLACE) {
        countAgain(c, key);
        owners.put(key, c.userId);
        open.put(key, c.quantity);
        lastOfId.put(c.orderId, key);
      }
      if (c.type == CommandType.MOVE && c.quantity != 0) {
        open.put(key, c.quantity);
      }
      if (c.type == CommandType.AMEND && c.leavesOwnOrder()) {
        open.put(key, c.filledQuantity + c.openQuantity);
      }
      Outcomes outcomes = c.outcomes;
      for (int i = 0; i < outcomes.trades(); i++) {
        take(new Key(c.symbol, outcomes.makerOrderId(i)), outcomes.quantity(i), c.type);
        take(new Key(c.symbol, outcomes.takerOrderId(i)), outcomes.quantity(i), c.type);
      }
      boolean ofOrder = !CommandType.isAdministrative(c.type);
      if (ofOrder && c.openQuantity == 0 && open.containsKey(key)) {
        end(key, c.type == CommandType.PLACE ? CommandType.NOP : c.type);
      } else if (c.type == CommandType.REDUCE) {
        open.put(key, c.openQuantity);
      }
    }

    private void take(Key key, long lots, byte by) {
      if (open.merge(key, -lots, Long::sum) == 0) {
        end(key, by);
      }
    }

    private void end(Key key, byte by) {
      open.remove(key);
      ended.put(key, new End(now, owners.get(key), by));
    }

    private void countAgain(Command c, Key key) {
      End end = ended.get(key);
      if (end != null && now - end.command() <= AT_ONCE) {
        count(c.userId == end.user() ? "by the same user" : "by another user");
        count(
            switch (end.by()) {
              case CommandType.CANCEL -> "behind a cancel";
              case CommandType.REDUCE -> "behind a reduce";
              case CommandType.UNCROSS -> "behind an auction";
              case CommandType.NOP -> "behind an IOC";
              case CommandType.AMEND -> "behind an amend";
              default -> "behind a fill";
            });
      }
      Key last = lastOfId.get(c.orderId);
      End ofLast = last == null || last.symbol() == c.symbol ? null : ended.get(last);
      if (ofLast != null && now - ofLast.command() <= AT_ONCE) {
        count("in another symbol");
      }
    }

    private void count(String what) {
      counts.merge(what, 1, Integer::sum);
    }

    int of(String what) {
      return counts.getOrDefault(what, 0);
    }
  }

  private static Observer observe(long seed) {
    Flow flow = ParityFlow.of(seed, COMMANDS, true);
    assertThat(flow.size()).isEqualTo(COMMANDS);
    CommandStream stream = new CommandStream(flow, true);
    Observer observer = new Observer();
    try (Exchange exchange =
        Exchange.builder().singleProducer().daemon().resultHandler(observer::onResult).start()) {
      CommandPublisher publisher = exchange.publisher();
      for (long i = 0; i < stream.size(); i++) {
        Command c = publisher.claim();
        stream.fill(i, c);
        publisher.publish(c);
      }
      exchange.awaitAnswered();
    }
    return observer;
  }

  @Test
  void idsAreUsedAgainAtOnce() {
    Map<String, Integer> all = new TreeMap<>();
    Map<ResultCode, Integer> codes = new EnumMap<>(ResultCode.class);
    Set<Byte> types = new HashSet<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      Observer observed = observe(seed);
      // Each seed alone would do.
      assertThat(observed.of("by the same user")).as("seed %d", seed).isGreaterThan(500);
      observed.counts.forEach((what, count) -> all.merge(what, count, Integer::sum));
      observed.codes.forEach((code, count) -> codes.merge(code, count, Integer::sum));
      types.addAll(observed.types);
    }
    assertThat(all)
        .as("placements whose id ended within %d commands, in ten flows", AT_ONCE)
        .hasEntrySatisfying("by the same user", many -> assertThat(many).isGreaterThan(7_500))
        .hasEntrySatisfying("by another user", many -> assertThat(many).isGreaterThan(2_500))
        .hasEntrySatisfying("in another symbol", many -> assertThat(many).isGreaterThan(2_000))
        .hasEntrySatisfying("behind a cancel", many -> assertThat(many).isGreaterThan(4_000))
        .hasEntrySatisfying("behind a reduce", many -> assertThat(many).isGreaterThan(800))
        .hasEntrySatisfying("behind an IOC", many -> assertThat(many).isGreaterThan(1_000))
        .hasEntrySatisfying("behind a fill", many -> assertThat(many).isGreaterThan(2_000))
        .hasEntrySatisfying("behind an amend", many -> assertThat(many).isGreaterThan(5))
        .hasEntrySatisfying("behind an auction", many -> assertThat(many).isGreaterThan(50));
    // Every type but NOP and QUERY, which leave no records to be compared.
    assertThat(types)
        .containsExactlyInAnyOrder(
            CommandType.ADD_USER,
            CommandType.SUSPEND_USER,
            CommandType.RESUME_USER,
            CommandType.ADJUST_BALANCE,
            CommandType.ADD_SYMBOL,
            CommandType.WITHDRAW_FEES,
            CommandType.TRANSFER,
            CommandType.SET_SELF_TRADE_GROUP,
            CommandType.PLACE,
            CommandType.CANCEL,
            CommandType.REDUCE,
            CommandType.MOVE,
            CommandType.AMEND,
            CommandType.START_AUCTION,
            CommandType.SET_STATE,
            CommandType.UNCROSS);
    assertThat(codes)
        .containsKeys(
            ResultCode.USER_EXISTS,
            ResultCode.USER_SUSPENDED,
            ResultCode.DUPLICATE_TRANSACTION,
            ResultCode.INSUFFICIENT_FUNDS,
            ResultCode.DUPLICATE_ORDER_ID,
            ResultCode.UNKNOWN_ORDER,
            ResultCode.NOT_IN_CONTINUOUS_TRADING,
            ResultCode.NOT_ALLOWED_IN_STATE,
            ResultCode.ALREADY_IN_STATE,
            ResultCode.WOULD_TAKE);
  }

  @Test
  void aSeedNamesAFlow() {
    assertThat(hash(ParityFlow.of(3, 2_000, true))).isEqualTo(hash(ParityFlow.of(3, 2_000, true)));
    assertThat(hash(ParityFlow.of(5, 2_000, true)))
        .isNotEqualTo(hash(ParityFlow.of(3, 2_000, true)));
    assertThat(ParityFlow.of(1, 1, true).size()).isEqualTo(1);
  }

  private static long hash(Flow flow) {
    long hash = 0;
    for (int i = 0; i < flow.size(); i++) {
      hash = hash * 31 + flow.type(i);
      hash = hash * 31 + flow.userId(i);
      hash = hash * 31 + flow.orderId(i);
      hash = hash * 31 + flow.price(i);
      hash = hash * 31 + flow.quantity(i);
      hash = hash * 31 + flow.payeeId(i);
    }
    return hash;
  }

  @Test
  void withoutRiskNobodyIsSuspendedOrPaid() {
    Flow flow = ParityFlow.of(1, COMMANDS, false);
    assertThat(IntStream.range(0, flow.size()).mapToObj(flow::type))
        .allMatch(CommandType::isOfBook);
  }

  @Test
  void theShardsAreDrawnBySeed() {
    List<Shards> drawn =
        LongStream.rangeClosed(1, SEEDS).mapToObj(s -> Shards.of(s, true)).toList();
    assertThat(drawn.stream().map(Shards::cpp).distinct()).hasSizeGreaterThan(3);
    assertThat(drawn.stream().map(Shards::java).distinct()).hasSizeGreaterThan(3);
    assertThat(drawn).anyMatch(s -> !s.java().equals(s.cpp()));
    assertThat(drawn)
        .allMatch(s -> s.cpp().riskShards() <= 3 && s.cpp().matchingShards() <= 3)
        .anyMatch(s -> s.cpp().riskShards() == 3)
        .anyMatch(s -> s.cpp().matchingShards() == 3);
    assertThat(LongStream.rangeClosed(1, SEEDS).mapToObj(s -> Shards.of(s, false)))
        .allMatch(s -> s.cpp().riskShards() == 1 && s.java().riskShards() == 1)
        .anyMatch(s -> s.cpp().matchingShards() > 1);
  }
}
