package dev.tandem.history;

import dev.tandem.core.command.Naming;
import dev.tandem.history.rows.DayBalances;
import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.rows.OrderStatus;
import dev.tandem.history.rows.Trade;
import dev.tandem.history.store.Database;
import dev.tandem.history.store.Progress;
import dev.tandem.history.store.Reader;
import dev.tandem.history.store.Reader.Saying;
import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/**
 * The end of a day as three files: {@code trades.csv} of the day, {@code orders.csv} of all orders
 * that lived in it, as they stood at its end, and {@code balances.csv} at its end. Days are those
 * of UTC. Symbols, prices, quantities and amounts are written by names and in decimals where the
 * symbol or the currency has them, otherwise in numbers.
 *
 * @param day the day
 * @param trades how many trades there were
 * @param orders how many orders lived
 * @param balances how many balances there are
 * @param partial since when the history has the day; null if it has all of it
 */
public record DayReport(LocalDate day, long trades, long orders, long balances, Instant partial) {

  private static final int PAGE = 1_000;
  private static final long NS = 1_000_000_000;

  /**
   * Writes them; files that are there are replaced once the new ones are whole.
   *
   * @param unfinished whether the day may go on, if the history was built to where it is now
   * @throws HistoryException if the history has not come to the end of the day, or cannot be read
   */
  public static DayReport write(String url, LocalDate day, Path folder, boolean unfinished)
      throws IOException {
    Database database = Database.of(url);
    try {
      Progress progress = database.progress();
      if (progress == null) {
        throw new HistoryException(database.place() + ": there is no history", null);
      }
      try (Reader reader = Reader.open(database)) {
        return new DayFiles(reader, day, progress, unfinished).write(database.place(), folder);
      }
    } catch (SQLException e) {
      throw new HistoryException(database.place() + ": " + e.getMessage(), e);
    }
  }

  /** Writes the three files of one day. */
  private static final class DayFiles {
    private final Reader reader;
    private final LocalDate day;
    private final Progress progress;
    private final boolean unfinished;
    private final long fromNs;
    private final long toNs;
    private final Map<Integer, Naming> symbols;
    private final Map<Integer, Naming> currencies;
    private long count;

    DayFiles(Reader reader, LocalDate day, Progress progress, boolean unfinished)
        throws SQLException {
      this.reader = reader;
      this.day = day;
      this.progress = progress;
      this.unfinished = unfinished;
      fromNs = day.atStartOfDay(ZoneOffset.UTC).toEpochSecond() * NS;
      toNs = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toEpochSecond() * NS;
      symbols = reader.symbols();
      currencies = reader.currencies();
    }

    /** Writes a table behind its header. */
    private interface Table {
      void write(Writer to) throws IOException, SQLException;
    }

    DayReport write(String place, Path folder) throws IOException, SQLException {
      Reader.ClosedDay closed = reader.lastDay(day);
      LocalDate last = Follower.dayOf(progress.timeNs());
      // While a service has the log, a day without a command may be one that is not known yet.
      boolean isOver =
          last.isAfter(day)
              || (closed != null
                  && closed.day().equals(last)
                  && (unfinished || last.equals(day))
                  && isUpTo(closed.nextEvent()));
      if (toNs <= progress.wholeFromNs()) {
        throw new HistoryException(
            "%s: the history begins behind %s, so it has nothing of %s"
                .formatted(place, time(progress.wholeFromNs()), day),
            null);
      }
      if (!isOver) {
        throw new HistoryException(
            place
                + ": the history is at "
                + time(progress.timeNs())
                + ", not at the end of "
                + day
                + ": a later command brings it further, or stop the service",
            null);
      }
      Files.createDirectories(folder);
      long trades =
          file(
              folder,
              "trades.csv",
              "trade,time,symbol,price,quantity,taker_side,auction,taker_user,taker_order,"
                  + "maker_user,maker_order",
              this::trades);
      long orders =
          file(
              folder,
              "orders.csv",
              "placed,placed_time,symbol,order,user,side,type,time_in_force,price,trigger_price,"
                  + "quantity,filled,open,status,reason,ended_time",
              this::orders);
      long balances =
          file(folder, "balances.csv", "user,currency,available,held", to -> balances(closed, to));
      boolean whole = progress.wholeFromNs() <= fromNs;
      return new DayReport(
          day, trades, orders, balances, whole ? null : instant(progress.wholeFromNs()));
    }

    private boolean isUpTo(long nextEvent) {
      long here = progress.nextEvent();
      return nextEvent == here || (unfinished && nextEvent == DayBalances.unfinished(here));
    }

    private long file(Path folder, String name, String header, Table table)
        throws IOException, SQLException {
      Path made = folder.resolve(name + ".tmp");
      count = 0;
      Files.deleteIfExists(made);
      // What users own and have traded is for the owner of the file alone, as the history is.
      Files.createFile(made, PrivateFiles.file());
      try (Writer to = Files.newBufferedWriter(made, StandardCharsets.UTF_8)) {
        to.write(header);
        to.write('\n');
        table.write(to);
      }
      Files.move(made, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      return count;
    }

    private void trades(Writer to) throws IOException, SQLException {
      Long after = null;
      List<Trade> page;
      do {
        page = reader.trades(new Reader.Selection(null, null, null, fromNs, toNs, after), PAGE);
        for (Trade each : page) {
          Naming naming = symbol(each.symbol());
          line(
              to,
              each.trade(),
              time(each.timeNs()),
              name(naming, each.symbol()),
              decimal(each.price(), naming.decimals()),
              decimal(each.quantity(), naming.quantityDecimals()),
              each.takerSide(),
              each.auction(),
              each.takerUser(),
              each.takerOrder(),
              each.makerUser(),
              each.makerOrder());
          after = each.trade();
        }
      } while (page.size() == PAGE);
    }

    private void orders(Writer to) throws IOException, SQLException {
      long after = Long.MIN_VALUE;
      List<OrderState> page;
      do {
        page = reader.ordersOf(fromNs, toNs, after, PAGE);
        for (OrderState each : page) {
          after = each.placed;
          if (each.endedNs == 0 || each.endedNs >= toNs) {
            turnBack(each);
          }
          order(each, to);
        }
      } while (page.size() == PAGE);
    }

    /** Has an order stand as it did when the day ended, when it lived. */
    private void turnBack(OrderState order) throws SQLException {
      // It was placed before, or the history began before, with an event.
      OrderEvent last = reader.lastBefore(order.placed, toNs, Saying.LOTS).orElseThrow();
      order.price = reader.lastBefore(order.placed, toNs, Saying.PRICE).orElseThrow().price();
      reader
          .lastBefore(order.placed, toNs, Saying.TRIGGER)
          .ifPresent(event -> order.triggerPrice = event.triggerPrice());
      order.filled = last.filled();
      order.open = last.open();
      order.quantity = reader.quantityAt(order.placed, toNs);
      order.status = last.filled() > 0 ? OrderStatus.PARTIALLY_FILLED : OrderStatus.NEW;
      order.reason = null;
      order.endedNs = 0;
    }

    private void order(OrderState each, Writer to) throws IOException {
      Naming naming = symbol(each.symbol);
      line(
          to,
          each.placed,
          each.placedNs == 0 ? "" : time(each.placedNs),
          name(naming, each.symbol),
          each.orderId,
          each.userId,
          each.side,
          each.type,
          each.timeInForce,
          decimal(each.price, naming.decimals()),
          each.triggerPrice == 0 ? "" : decimal(each.triggerPrice, naming.decimals()),
          decimal(each.quantity, naming.quantityDecimals()),
          decimal(each.filled, naming.quantityDecimals()),
          decimal(each.open, naming.quantityDecimals()),
          each.status,
          each.reason == null ? "" : each.reason,
          each.endedNs == 0 ? "" : time(each.endedNs));
    }

    private void balances(Reader.ClosedDay of, Writer to) throws IOException, SQLException {
      if (of == null) {
        // Nothing had happened yet.
        return;
      }
      StringBuilder lines = new StringBuilder();
      reader.balances(
          of.day(),
          (user, currency, available, held) -> {
            Naming naming = currencies.getOrDefault(currency, Naming.NONE);
            lines
                .append(user)
                .append(',')
                .append(name(naming, currency))
                .append(',')
                .append(decimal(available, naming.decimals()))
                .append(',')
                .append(decimal(held, naming.decimals()))
                .append('\n');
            count++;
          });
      to.append(lines);
    }

    private Naming symbol(int symbol) {
      return symbols.getOrDefault(symbol, Naming.NONE);
    }

    private static String name(Naming naming, int number) {
      return naming.isNamed() ? naming.name() : Integer.toString(number);
    }

    private static String decimal(long number, int decimals) {
      return BigDecimal.valueOf(number, decimals).toPlainString();
    }

    private static Instant instant(long timeNs) {
      return Instant.ofEpochSecond(timeNs / NS, timeNs % NS);
    }

    private static String time(long timeNs) {
      return instant(timeNs).toString();
    }

    private void line(Writer to, Object... values) throws IOException {
      for (int i = 0; i < values.length; i++) {
        if (i > 0) {
          to.write(',');
        }
        to.write(values[i].toString());
      }
      to.write('\n');
      count++;
    }
  }
}
