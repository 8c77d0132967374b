package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.AsyncCommands;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a day, and the report by SQL that the document shows. */
class DayReportTest {

  private static final LocalDate FIRST = LocalDate.of(2025, 3, 1);
  private static final LocalDate SECOND = LocalDate.of(2025, 3, 2);
  private static final long HOUR = 3_600_000_000_000L;
  private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path directory;

  private JournalOptions log() {
    return JournalOptions.in(directory.resolve("log")).segmentBytes(1 << 20);
  }

  private String url() {
    return "jdbc:sqlite:" + directory.resolve("history.db");
  }

  private static long at(LocalDate day, int hour) {
    Instant start = Instant.parse(day + "T00:00:00Z");
    return start.getEpochSecond() * 1_000_000_000 + hour * HOUR;
  }

  private static void place(
      AsyncCommands async, long timeNs, long user, long order, Side side, long price, long lots) {
    async
        .submit(
            c -> {
              Commands.place(c, user, 1, order, side, TimeInForce.GTC, price, lots);
              c.timestampNs = timeNs;
            })
        .join();
  }

  /** Two days: the first has two trades, and an order that trades again on the second. */
  private void trade() {
    try (Exchange exchange = Exchange.builder().journal(log()).daemon().start()) {
      AsyncCommands async = exchange.async();
      long first = at(FIRST, 9);
      async.submit(c -> at(first, c, () -> Commands.addCurrency(c, 10, "BTC", 2))).join();
      async.submit(c -> at(first, c, () -> Commands.addCurrency(c, 20, "USD", 3))).join();
      SymbolSpec spec = SymbolSpec.of(1, 10, 20).named("BTC-USD", 1, 2);
      async.submit(c -> at(first, c, () -> Commands.addSymbol(c, spec))).join();
      for (long user : new long[] {5, 6}) {
        async.submit(c -> at(first, c, () -> Commands.addUser(c, user))).join();
        async.submit(c -> at(first, c, () -> Commands.adjustBalance(c, user, 10, 1_000, 1))).join();
        async
            .submit(c -> at(first, c, () -> Commands.adjustBalance(c, user, 20, 100_000, 2)))
            .join();
      }
      place(async, at(FIRST, 10), 5, 1, Side.SELL, 100, 30);
      place(async, at(FIRST, 11), 6, 2, Side.BUY, 100, 10);
      place(async, at(FIRST, 12), 6, 3, Side.BUY, 101, 5);
      place(async, at(SECOND, 8), 6, 4, Side.BUY, 100, 15);
      place(async, at(SECOND, 9), 6, 5, Side.BUY, 90, 2);
    }
  }

  private static void at(long timeNs, Command c, Runnable fill) {
    fill.run();
    c.timestampNs = timeNs;
  }

  private List<String> lines(LocalDate day, String file) throws IOException {
    return Files.readAllLines(directory.resolve(day.toString()).resolve(file));
  }

  @Test
  void sumsOfTradesAreTheBalances() throws IOException {
    trade();
    History.build(log(), url(), true);
    for (LocalDate day : List.of(FIRST, SECOND)) {
      DayReport.write(url(), day, directory.resolve(day.toString()), false);
    }
    assertThat(lines(FIRST, "orders.csv").subList(1, 4))
        .extracting(line -> line.replaceFirst("^\\d+,[^,]+,", ""))
        .containsExactly(
            "BTC-USD,1,5,SELL,LIMIT,GTC,10.0,,0.30,0.15,0.15,PARTIALLY_FILLED,,",
            "BTC-USD,2,6,BUY,LIMIT,GTC,10.0,,0.10,0.10,0.00,FILLED,,2025-03-01T11:00:00Z",
            "BTC-USD,3,6,BUY,LIMIT,GTC,10.1,,0.05,0.05,0.00,FILLED,,2025-03-01T12:00:00Z");
    assertThat(lines(FIRST, "orders.csv")).hasSize(4);
    assertThat(lines(SECOND, "orders.csv")).hasSize(4);
    Map<String, BigDecimal> owned = new TreeMap<>();
    for (String user : List.of("5", "6")) {
      owned.put(user + ",BTC", new BigDecimal("10.00"));
      owned.put(user + ",USD", new BigDecimal("100.000"));
    }
    for (LocalDate day : List.of(FIRST, SECOND)) {
      for (String line : lines(day, "trades.csv").subList(1, lines(day, "trades.csv").size())) {
        String[] cells = line.split(",", -1);
        BigDecimal lots = new BigDecimal(cells[4]);
        // A lot of 0.01 at a tick of 0.1 is worth a unit of 0.001.
        BigDecimal paid = lots.multiply(new BigDecimal(cells[3]));
        owned.merge(cells[7] + ",BTC", lots, BigDecimal::add);
        owned.merge(cells[7] + ",USD", paid.negate(), BigDecimal::add);
        owned.merge(cells[9] + ",BTC", lots.negate(), BigDecimal::add);
        owned.merge(cells[9] + ",USD", paid, BigDecimal::add);
      }
      Map<String, BigDecimal> written = new TreeMap<>();
      for (String line : lines(day, "balances.csv").subList(1, 5)) {
        String[] cells = line.split(",", -1);
        written.put(
            cells[0] + "," + cells[1], new BigDecimal(cells[2]).add(new BigDecimal(cells[3])));
      }
      assertThat(written).isEqualTo(owned);
    }
  }

  private static void setUp(AsyncCommands async) {
    long time = at(FIRST, 9);
    SymbolSpec spec = SymbolSpec.of(1, 10, 20);
    async.submit(c -> at(time, c, () -> Commands.addSymbol(c, spec))).join();
    for (long user : new long[] {5, 6}) {
      async.submit(c -> at(time, c, () -> Commands.addUser(c, user))).join();
      async.submit(c -> at(time, c, () -> Commands.adjustBalance(c, user, 10, 1_000, 1))).join();
      async.submit(c -> at(time, c, () -> Commands.adjustBalance(c, user, 20, 100_000, 2))).join();
    }
  }

  /** An exchange that is set up on the first day. */
  private void days(boolean withRisk, Consumer<AsyncCommands> commands) {
    try (Exchange exchange = Exchange.builder().risk(withRisk).journal(log()).daemon().start()) {
      setUp(exchange.async());
      commands.accept(exchange.async());
    }
  }

  /**
   * Two lots leave by meeting the user's own order, and count as they do in the table of orders.
   */
  @Test
  void lotsThatLeftWithoutATradeCountOnTheirDay() throws IOException {
    days(
        true,
        async -> {
          place(async, at(FIRST, 10), 5, 1, Side.SELL, 100, 10);
          async
              .submit(
                  c -> {
                    Commands.place(c, 5, 1, 2, Side.BUY, TimeInForce.GTC, 100, 2);
                    Commands.selfTrade(c, SelfTrade.DECREMENT);
                    c.timestampNs = at(FIRST, 11);
                  })
              .join();
          async.submit(c -> at(at(FIRST, 12), c, () -> Commands.reduce(c, 5, 1, 1, 1))).join();
          place(async, at(SECOND, 8), 6, 3, Side.BUY, 100, 4);
        });
    History.build(log(), url(), true);
    for (LocalDate day : List.of(FIRST, SECOND)) {
      DayReport.write(url(), day, directory.resolve(day.toString()), false);
    }
    assertThat(lines(FIRST, "orders.csv").get(1)).contains(",5,SELL,LIMIT,GTC,100,,9,0,7,NEW,,");
    assertThat(lines(SECOND, "orders.csv").get(1))
        .contains(",5,SELL,LIMIT,GTC,100,,9,4,3,PARTIALLY_FILLED,,");
  }

  /** An order that slept at the end of a day, and was triggered at another price on the next. */
  @Test
  void aTriggerPriceIsThatOfItsDay() throws IOException {
    days(
        true,
        async -> {
          place(async, at(FIRST, 10), 5, 1, Side.SELL, 100, 10);
          place(async, at(FIRST, 11), 6, 2, Side.BUY, 100, 1);
          async
              .submit(
                  c -> {
                    OrderType type = OrderType.TRAILING_STOP;
                    Commands.place(c, 5, 1, 3, Side.SELL, type, TimeInForce.IOC, 80, 2);
                    Commands.trailing(c, 5, false);
                    c.timestampNs = at(FIRST, 12);
                  })
              .join();
          place(async, at(SECOND, 8), 5, 4, Side.SELL, 110, 1);
          place(async, at(SECOND, 9), 6, 5, Side.BUY, 110, 10);
          place(async, at(SECOND, 10), 6, 6, Side.BUY, 104, 10);
          place(async, at(SECOND, 11), 5, 7, Side.SELL, 104, 1);
        });
    History.build(log(), url(), true);
    for (LocalDate day : List.of(FIRST, SECOND)) {
      DayReport.write(url(), day, directory.resolve(day.toString()), false);
    }
    assertThat(lines(FIRST, "orders.csv").get(3)).contains(",TRAILING_STOP,IOC,80,95,2,0,2,NEW,,");
    assertThat(lines(SECOND, "orders.csv").get(2))
        .contains(",TRAILING_STOP,IOC,80,105,2,2,0,FILLED");
  }

  @Test
  void anExchangeWithoutRiskHasDaysToo() throws IOException {
    days(false, async -> place(async, at(FIRST, 10), 5, 1, Side.SELL, 100, 10));
    History.build(log(), url(), true);
    DayReport report = DayReport.write(url(), FIRST, directory.resolve("first"), false);
    assertThat(report.orders()).isEqualTo(1);
    assertThat(report.balances()).isZero();
  }

  @Test
  void theFilesAreForTheirOwnerAlone() throws IOException {
    trade();
    History.build(log(), url(), true);
    Path folder = directory.resolve(FIRST.toString());
    Files.createDirectory(folder);
    Files.writeString(folder.resolve("trades.csv.tmp"), "of a run that was ended");
    DayReport.write(url(), FIRST, folder, false);
    for (String file : List.of("trades.csv", "orders.csv", "balances.csv")) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file))))
          .isEqualTo("rw-------");
    }
  }

  /** An exchange that ran before without a history, and whose log begins on the second day. */
  @Test
  void aHistoryThatBeginsLaterHasItsDaysRight() throws IOException {
    JournalOptions cut = log().segmentBytes(64 << 10).keepSnapshots(1);
    try (Exchange exchange = Exchange.builder().journal(cut).daemon().start()) {
      AsyncCommands async = exchange.async();
      setUp(async);
      place(async, at(FIRST, 10), 5, 1, Side.SELL, 100, 10);
      List<CompletableFuture<CommandResult>> filling = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        long order = 1_000L + i;
        filling.add(
            async.submit(
                c -> {
                  Commands.place(c, 6, 1, order, Side.BUY, TimeInForce.IOC, 1, 1);
                  c.timestampNs = at(SECOND, 8);
                }));
      }
      filling.forEach(CompletableFuture::join);
      exchange.snapshot();
      place(async, at(SECOND, 9), 6, 3, Side.BUY, 100, 4);
      place(async, at(SECOND.plusDays(1), 9), 6, 4, Side.BUY, 100, 6);
    }
    HistoryStatus status = History.build(log(), url(), true);
    assertThat(status.wholeFromNs()).isEqualTo(at(SECOND, 8));
    assertThatThrownBy(() -> DayReport.write(url(), FIRST, directory, true))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining(
            "the history begins behind 2025-03-02T08:00:00Z, so it has nothing of " + FIRST);
    DayReport second = DayReport.write(url(), SECOND, directory.resolve(SECOND.toString()), true);
    assertThat(second.partial()).isEqualTo(Instant.parse("2025-03-02T08:00:00Z"));
    assertThat(lines(SECOND, "orders.csv").get(1))
        .isEqualTo("-1,,1,1,5,SELL,LIMIT,GTC,100,,10,4,6,PARTIALLY_FILLED,,");
  }

  @Test
  void aDayThatTheHistoryHasNotComeToIsRefused() throws IOException {
    trade();
    assertThatThrownBy(() -> DayReport.write(url(), FIRST, directory, true))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("there is no history");
    try (Exchange exchange = Exchange.builder().journal(log()).daemon().start()) {
      exchange.async().addUser(7).join();
    }
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    History.build(log(), url(), true);
    DayReport now = DayReport.write(url(), today, directory, true);
    assertThat(now.balances()).isEqualTo(4);
    assertThatThrownBy(() -> DayReport.write(url(), today, directory, false))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("not at the end of " + today);
  }

  @Test
  void theReportOfTheDocumentRuns() throws IOException, SQLException {
    trade();
    History.build(log(), url(), true);
    assertThat(documented(url())).isEqualTo("5 BTC-USD 3 30 30 3000\n6 BTC-USD 3 30 0 3000\n");
  }

  static String documented(String url) throws IOException, SQLException {
    Path page = Path.of(System.getProperty("tandem.root"), "docs", "history.md");
    Matcher sql = SQL.matcher(Files.readString(page));
    assertThat(sql.find()).isTrue();
    StringBuilder found = new StringBuilder();
    try (Connection connection = DriverManager.getConnection(url);
        Statement ask = connection.createStatement();
        ResultSet rows = ask.executeQuery(sql.group(1))) {
      while (rows.next()) {
        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
          found.append(column == 1 ? "" : " ").append(rows.getString(column));
        }
        found.append('\n');
      }
    }
    return found.toString();
  }
}
