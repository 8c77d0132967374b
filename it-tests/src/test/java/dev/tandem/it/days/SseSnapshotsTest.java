package dev.tandem.it.days;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import dev.tandem.it.CrashScale;
import dev.tandem.it.TestData;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the Shanghai exchange itself published of 600519 during the day, and the day's totals. */
class SseSnapshotsTest {

  private static final String DAY = "sse-600519/sse_600519_2023-02-01";
  private static final int SNAPSHOTS = 4841;
  private static final int DEPTH = 10;
  private static final long TICK = 10;
  private static final long FUNDING = 1_000_000_000_000_000L;

  /** Running totals of a day. */
  private static final class Totals {
    private long trades;
    private long shares;
    private long cents;
    private final long[] cancels = new long[2];
    private final long[] cancelledShares = new long[2];
    private final long[] cancelledCents = new long[2];
    private int next;

    void advance(Flow flow, List<CommandResult> answers, int end) {
      for (; next < end; next++) {
        CommandResult answer = answers.get(next);
        for (CommandResult.Trade t : answer.trades()) {
          trades++;
          shares += t.quantity();
          cents += t.price() * t.quantity();
        }
        if (flow.type(next) == CommandType.CANCEL) {
          int side = flow.side(next);
          cancels[side]++;
          cancelledShares[side] += answer.releasedQuantity();
          cancelledCents[side] += answer.releasedQuantity() * answer.orderPrice();
        }
      }
    }
  }

  /**
   * Each topology, and with risk and without. That all four ways have the same events and books on
   * this day is what {@link SseDaysTest} judges, so two of them are enough here.
   */
  @ParameterizedTest
  @CsvSource({"true,true", "false,false", "true,false", "false,true"})
  void everyPublishedSnapshotIsEqual(boolean fused, boolean risk) {
    assumeTrue(fused == risk || CrashScale.isFull(), "with -Pcrash");
    Path commands = TestData.file(DAY + ".commands.csv.zst");
    List<String> rows = TestData.lines(TestData.file(DAY + ".snapshots.csv.zst"));
    assertThat(rows).hasSize(SNAPSHOTS + 1);
    Flow flow = FlowFiles.read(commands, null);
    Topology topology = fused ? Topology.fused() : Topology.pipelined(1, 1);
    try (FlowRun run = new FlowRun(flow, topology, risk ? FUNDING : 0)) {
      Totals totals = new Totals();
      int next = 0;
      for (String row : rows.subList(1, rows.size())) {
        String[] columns = row.split(",", -1);
        long number = Long.parseLong(columns[1]);
        while (next < flow.size() && flow.number(next) <= number) {
          next++;
        }
        BookSnapshot book = run.sendTo(next).book(0);
        totals.advance(flow, run.answers(), next);
        assertThat(actual(book, totals)).as("snapshot after %d", number).isEqualTo(expected(row));
      }
    }
  }

  /** The columns after cmdNo; the turnover is recorded as a binary fraction of a cent's value. */
  private static String expected(String row) {
    String[] columns = row.split(",", -1);
    columns[10] = new BigDecimal(columns[10]).setScale(2, RoundingMode.HALF_EVEN).toPlainString();
    return String.join(",", Arrays.asList(columns).subList(2, columns.length));
  }

  private static String actual(BookSnapshot book, Totals totals) {
    StringBuilder text = new StringBuilder();
    for (Side side : Side.values()) {
      List<BookSnapshot.Order> orders = book.orders(side);
      text.append(orders.stream().mapToLong(BookSnapshot.Order::quantity).sum()).append(',');
      text.append(orders.size()).append(',');
      text.append(orders.stream().map(BookSnapshot.Order::price).distinct().count()).append(',');
    }
    text.append(totals.trades).append(',');
    text.append(totals.shares).append(',');
    text.append(turnover(totals)).append(',');
    for (Side side : Side.values()) {
      text.append(totals.cancels[side.code()]).append(',');
      text.append(totals.cancelledShares[side.code()]).append(',');
    }
    for (Side side : Side.values()) {
      List<BookSnapshot.Level> levels = book.levels(side, DEPTH);
      for (int i = 0; i < DEPTH; i++) {
        if (i < levels.size()) {
          BookSnapshot.Level level = levels.get(i);
          text.append(level.price() * TICK).append(',').append(level.quantity()).append(',');
          text.append(level.orders()).append(',');
        } else {
          text.append(",,,");
        }
      }
    }
    text.setLength(text.length() - 1);
    return text.toString();
  }

  private static String turnover(Totals totals) {
    return BigDecimal.valueOf(totals.cents, 2).toPlainString();
  }

  @Test
  void theTotalsOfTheDayAreExactToTheCent() {
    Flow flow = FlowFiles.read(TestData.file(DAY + ".commands.csv.zst"), null);
    try (FlowRun run = new FlowRun(flow, Topology.fused(), FUNDING)) {
      run.sendTo(flow.size()).flush();
      Totals totals = new Totals();
      totals.advance(flow, run.answers(), flow.size());
      assertThat(totals.trades).isEqualTo(27_135);
      assertThat(totals.shares).isEqualTo(3_397_389);
      assertThat(totals.cents).isEqualTo(624_467_892_461L);
      assertThat(totals.cancels).containsExactly(8_116, 7_552);
      assertThat(totals.cancelledCents).containsExactly(247_301_501_635L, 272_696_670_499L);
      assertThat(run.balances().areConserved()).isTrue();
    }
  }
}
