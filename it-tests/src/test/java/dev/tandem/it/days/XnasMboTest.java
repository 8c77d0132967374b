package dev.tandem.it.days;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.it.TestData;
import dev.tandem.it.parity.Shadow;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A NASDAQ symbol, order by order: the ten best levels after every recorded change. */
class XnasMboTest {

  private static final int DEPTH = 10;
  private static final int BOOK_ROWS = 3927;
  private static final long AGGRESSOR = Long.MAX_VALUE;

  /** Ticks of a price, which is given in units of 1e-9 and never finer than 1e-4. */
  private static long ticks(String price) {
    return new BigDecimal(price).movePointRight(4).longValueExact();
  }

  private record Row(
      char action, char side, String price, long size, long orderId, String sequence) {

    static Row ofMbo(String line) {
      String[] c = line.split(",", -1);
      return new Row(
          c[5].charAt(0), c[6].charAt(0), c[7], Long.parseLong(c[8]), Long.parseLong(c[10]), c[13]);
    }

    String key() {
      return sequence + action + orderId;
    }

    Side bookSide() {
      return side == 'B' ? Side.BUY : Side.SELL;
    }
  }

  /** Sends the rows as commands and keeps the book after each of them. */
  private static final class Day {

    private final List<CommandResult> answers = new ArrayList<>();
    private final Map<Long, Long> open = new HashMap<>();
    private final Map<String, List<String>> books = new HashMap<>();
    private final Exchange exchange;
    private final Shadow shadow;
    private int fills;

    Day(Topology topology) {
      this(Exchange.builder().topology(topology), null);
    }

    /**
     * @param shadow does the same in C++ and compares; null: nobody does
     */
    Day(ExchangeBuilder builder, Shadow shadow) {
      this.shadow = shadow;
      exchange = builder.risk(false).daemon().resultHandler(this::keep).start();
      exchange.publisher().addSymbol(SymbolSpec.of(1, 1, 2));
    }

    private void keep(Command c) {
      if (shadow != null) {
        shadow.onResult(c);
      }
      if (!CommandType.isAdministrative(c.type)) {
        answers.add(CommandResult.of(c));
      }
    }

    Day replay(List<Row> rows) {
      for (int i = 0; i < rows.size(); ) {
        int end = i + 1;
        while (end < rows.size() && rows.get(end).sequence().equals(rows.get(i).sequence())) {
          end++;
        }
        sendEvent(rows.subList(i, end));
        i = end;
      }
      exchange.awaitAnswered();
      return this;
    }

    /** The rows of one sequence: an aggressor comes with its fills and what they take away. */
    private void sendEvent(List<Row> rows) {
      List<Row> filled = rows.stream().filter(r -> r.action() == 'F').toList();
      if (!filled.isEmpty()) {
        aggress(filled);
      }
      for (Row row : rows) {
        boolean taken = filled.stream().anyMatch(f -> f.orderId() == row.orderId());
        if (row.action() == 'A') {
          place(row, row.bookSide(), TimeInForce.GTC, row.orderId(), row.size());
          open.put(row.orderId(), row.size());
        } else if (row.action() == 'C' && !taken) {
          takeOff(row);
        }
        if (row.action() != 'F') {
          books.computeIfAbsent(row.key(), k -> new ArrayList<>()).add(levels());
        }
      }
    }

    private void aggress(List<Row> filled) {
      long size = filled.stream().mapToLong(Row::size).sum();
      Row last = filled.get(filled.size() - 1);
      Side side = last.bookSide() == Side.BUY ? Side.SELL : Side.BUY;
      place(last, side, TimeInForce.IOC, AGGRESSOR, size);
      exchange.awaitAnswered();
      List<CommandResult.Trade> trades = answers.get(answers.size() - 1).trades();
      assertThat(trades).as(last.sequence()).hasSameSizeAs(filled);
      for (int i = 0; i < filled.size(); i++) {
        assertThat(trades.get(i).makerOrderId()).isEqualTo(filled.get(i).orderId());
        assertThat(trades.get(i).quantity()).isEqualTo(filled.get(i).size());
        assertThat(trades.get(i).price()).isEqualTo(ticks(filled.get(i).price()));
        open.merge(filled.get(i).orderId(), -filled.get(i).size(), Long::sum);
        fills++;
      }
    }

    private void place(Row row, Side side, TimeInForce type, long orderId, long size) {
      exchange.publisher().place(1, 1, orderId, side, type, ticks(row.price()), size);
    }

    private void takeOff(Row row) {
      CommandPublisher publisher = exchange.publisher();
      long left = open.merge(row.orderId(), -row.size(), Long::sum);
      if (left == 0) {
        publisher.cancel(1, 1, row.orderId());
      } else {
        publisher.reduce(1, 1, row.orderId(), row.size());
      }
    }

    private String levels() {
      BookSnapshot book = exchange.book(1).orElseThrow();
      List<BookSnapshot.Level> bids = book.levels(Side.BUY, DEPTH);
      List<BookSnapshot.Level> asks = book.levels(Side.SELL, DEPTH);
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < DEPTH; i++) {
        append(text, bids, i);
        append(text, asks, i);
      }
      return text.toString();
    }

    private static void append(StringBuilder text, List<BookSnapshot.Level> levels, int i) {
      if (i < levels.size()) {
        BookSnapshot.Level level = levels.get(i);
        text.append(level.price()).append('x').append(level.quantity()).append('x');
        text.append(level.orders());
      }
      text.append(';');
    }
  }

  private static String recorded(String[] c) {
    StringBuilder text = new StringBuilder();
    for (int at = 14; at < 14 + DEPTH * 6; at += 3) {
      if (!c[at].isEmpty()) {
        text.append(ticks(c[at])).append('x').append(c[at + 1]).append('x').append(c[at + 2]);
      }
      text.append(';');
    }
    return text.toString();
  }

  private static List<Row> rows() {
    List<String> mbo = TestData.lines(TestData.file("xnas-mbo/ARL_2025-07-17.mbo.csv.zst"));
    return mbo.stream().skip(1).map(Row::ofMbo).collect(Collectors.toList());
  }

  @Test
  void theKernelInCppIsTheSame() {
    List<Row> rows = rows();
    try (Shadow shadow = new Shadow(false)) {
      ExchangeBuilder builder = Exchange.builder().topology(Topology.fused()).eventListener(shadow);
      try (Exchange exchange = new Day(builder, shadow).replay(rows).exchange) {
        assertThat(shadow.stateHash()).isEqualTo(exchange.stateHash());
        assertThat(shadow.eventHash()).isEqualTo(exchange.eventHash());
        assertThat(shadow.commands()).isGreaterThan(BOOK_ROWS);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyBookRowIsEqual(boolean fused) {
    List<Row> rows = rows();
    List<String> mbp = TestData.lines(TestData.file("xnas-mbo/ARL_2025-07-17.mbp10.csv.zst"));
    Day day = new Day(fused ? Topology.fused() : Topology.pipelined(1, 1));
    try (Exchange exchange = day.exchange) {
      day.replay(rows);
      exchange.awaitAnswered();
      assertThat(day.answers).allMatch(CommandResult::isOk);
    }
    int equal = 0;
    for (String line : mbp.subList(1, mbp.size())) {
      String[] c = line.split(",", -1);
      if (c[6].equals("R")) {
        // The day's first row clears a book that is empty.
        continue;
      }
      String key = c[13] + c[6] + c[c.length - 1];
      assertThat(day.books.get(key)).as(line).contains(recorded(c));
      equal++;
    }
    assertThat(equal).isEqualTo(BOOK_ROWS);
    assertThat(day.fills).isEqualTo(11);
  }
}
