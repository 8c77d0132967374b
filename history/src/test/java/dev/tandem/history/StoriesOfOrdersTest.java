package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Side;
import dev.tandem.flow.model.ModelStories;
import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.rows.Trade;
import dev.tandem.history.store.Database;
import dev.tandem.history.store.Reader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The story of every order is that of the serial model, however often everybody was ended. */
class StoriesOfOrdersTest {

  private static final Reader.Selection ALL =
      new Reader.Selection(null, null, null, null, null, null);

  @TempDir private Path directory;

  private Database database() {
    return Database.in(directory.resolve("history.db"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void ofAHostileFlow(long seed) throws SQLException {
    Random random = new Random(seed);
    HistoryFlow flow = new HistoryFlow(directory.resolve("log"), seed);
    for (int life = 1; life <= 3; life++) {
      flow.live(flow.size() * life / 3, random.nextBoolean());
      endInTheMiddle(flow, random);
    }
    History.build(flow.log(), "jdbc:sqlite:" + directory.resolve("history.db"), false);
    checkAll(flow, database());
    List<String> before = dump(database());
    History.build(flow.log(), "jdbc:sqlite:" + directory.resolve("again.db"), false);
    assertThat(dump(Database.in(directory.resolve("again.db")))).isEqualTo(before);
  }

  /** As a kill does: what was not written is gone, and what was written stays. */
  private void endInTheMiddle(HistoryFlow flow, Random random) throws SQLException {
    try (Follower follower = new Follower(flow.log(), database())) {
      follower.open();
      follower.step(Duration.ZERO);
      if (random.nextBoolean()) {
        follower.flush();
      }
    }
  }

  static void checkAll(HistoryFlow flow, Database database) throws SQLException {
    ModelStories model = new ModelStories(flow.model.events());
    try (Reader reader = Reader.open(database)) {
      Map<Long, List<String>> found = new TreeMap<>();
      Map<Integer, Map<Long, OrderState>> live = new TreeMap<>();
      for (OrderState order : reader.orders(ALL, Integer.MAX_VALUE)) {
        List<String> lines = new ArrayList<>();
        OrderEvent last = null;
        for (OrderEvent each : reader.events(order.placed, Long.MIN_VALUE, Integer.MAX_VALUE)) {
          lines.add(line(each));
          last = each;
        }
        found.put(order.placed, lines);
        assertThat(last.open()).as("%s", lines).isEqualTo(order.open);
        assertThat(last.filled()).isEqualTo(order.filled);
        assertThat(last.event()).isEqualTo(order.lastEvent);
        assertThat(order.status.isEnded()).isEqualTo(order.endedNs != 0);
        if (!order.status.isEnded()) {
          live.computeIfAbsent(order.symbol, s -> new TreeMap<>()).put(order.orderId, order);
        }
      }
      assertThat(found.keySet()).isEqualTo(model.stories().keySet());
      found.forEach((order, lines) -> assertThat(lines).isEqualTo(model.stories().get(order)));
      checkLive(flow, live);
      checkTrades(flow, reader.trades(ALL, Integer.MAX_VALUE));
    }
  }

  private static String line(OrderEvent e) {
    return ModelStories.line(
        e.event(), e.kind(), e.quantity(), e.price(), e.triggerPrice(), e.userId());
  }

  private static void checkLive(HistoryFlow flow, Map<Integer, Map<Long, OrderState>> live) {
    int count = 0;
    for (int symbol = 0; symbol < 100; symbol++) {
      BookSnapshot book = flow.model.book(symbol).orElse(null);
      Map<Long, OrderState> here = live.getOrDefault(symbol, Map.of());
      if (book == null) {
        continue;
      }
      for (Side side : Side.values()) {
        for (BookSnapshot.Order each : book.orders(side)) {
          OrderState order = here.get(each.orderId());
          assertThat(order).as("order %s of symbol %d", each, symbol).isNotNull();
          assertThat(order.open).isEqualTo(each.open());
          assertThat(order.price).isEqualTo(each.price());
          assertThat(order.side).isEqualTo(side);
          assertThat(order.userId).isEqualTo(each.userId());
          count++;
        }
      }
      for (BookSnapshot.Stop each : book.stops()) {
        assertThat(here.get(each.orderId()).open).isEqualTo(each.quantity());
        count++;
      }
    }
    assertThat(live.values().stream().mapToInt(Map::size).sum()).isEqualTo(count);
  }

  private static void checkTrades(HistoryFlow flow, List<Trade> found) {
    List<String> expected = new ArrayList<>();
    List<long[]> events = flow.model.events();
    for (int i = 0; i < events.size(); i++) {
      long[] w = events.get(i);
      if ((w[0] & 0xff) == 2) {
        expected.add(i + " " + w[7] + " at " + w[6] + ", " + w[4] + " and " + w[5]);
      }
    }
    assertThat(
            found.stream()
                .map(
                    t ->
                        t.trade()
                            + " "
                            + t.quantity()
                            + " at "
                            + t.price()
                            + ", "
                            + t.takerUser()
                            + " and "
                            + t.makerUser()))
        .isEqualTo(expected);
  }

  static List<String> dump(Database database) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Reader reader = Reader.open(database)) {
      for (OrderState o : reader.orders(ALL, Integer.MAX_VALUE)) {
        rows.add(
            o.placed
                + " "
                + o.orderId
                + " "
                + o.type
                + " "
                + o.timeInForce
                + " "
                + o.price
                + " "
                + o.quantity
                + " "
                + o.open
                + " "
                + o.status
                + " "
                + o.reason
                + " "
                + o.endedNs);
        reader
            .events(o.placed, Long.MIN_VALUE, Integer.MAX_VALUE)
            .forEach(event -> rows.add(event.toString()));
      }
      reader.trades(ALL, Integer.MAX_VALUE).forEach(trade -> rows.add(trade.toString()));
    }
    return rows;
  }
}
