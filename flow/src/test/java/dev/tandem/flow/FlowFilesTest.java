package dev.tandem.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.OrderTerms;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowFilesTest {

  private static final String SSE =
      "cmdNo,bizIndex,timeMs,phase,cmd,orderId,side,priceMilli,qty,tif\n";
  private static final String CSV =
      "#tandem-csv 1\ntimeNs,symbol,command,userId,orderId,side,type,price,quantity\n";

  @TempDir private Path dir;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    Flow flow = FlowGenerator.generate(new FlowPlan(30_000, 9, 5, 70, FlowMix.FULL, 0, 0));
    for (boolean compress : new boolean[] {false, true}) {
      Path path = dir.resolve("flow" + compress);
      try (OutputStream out = Files.newOutputStream(path)) {
        CsvWriter.write(flow, out, compress);
      }
      Flow read = FlowFiles.read(path, null);
      assertThat(read.size()).isEqualTo(flow.size());
      for (int i = 0; i < flow.size(); i++) {
        assertThat(words(read, i)).as("command %d", i).isEqualTo(words(flow, i));
      }
    }
  }

  /** All of a command; the symbol by its name, for its index depends on who comes first. */
  private static List<Object> words(Flow flow, int i) {
    return List.of(
        flow.timeNs(i),
        flow.symbols().get(flow.symbol(i)).name(),
        flow.type(i),
        flow.userId(i),
        flow.orderId(i),
        flow.side(i),
        flow.terms(i),
        flow.price(i),
        flow.quantity(i),
        flow.number(i));
  }

  @Test
  void transfersAreWrittenAndReadBack() throws IOException {
    Flow flow =
        FlowFiles.read(
            file(
                "transfers.csv",
                CSV
                    + "1,7,TRANSFER,5,6,,QUOTE transaction=9,,250\n"
                    + "2,9,TRANSFER,6,-1,,BASE transaction=-9223372036854775808,,0\n"),
            null);
    Path written = dir.resolve("written.csv");
    try (OutputStream out = Files.newOutputStream(written)) {
      CsvWriter.write(flow, out, false);
    }
    Flow read = FlowFiles.read(written, null);
    assertThat(read.size()).isEqualTo(2);
    for (int i = 0; i < 2; i++) {
      assertThat(words(read, i)).isEqualTo(words(flow, i));
      assertThat(read.payeeId(i)).isEqualTo(flow.payeeId(i));
    }
    assertThat(read.transactionId(1)).isEqualTo(Long.MIN_VALUE);
    assertThat(read.users()).containsExactly(5, 6);
  }

  /** Beside other files a symbol has another base currency. */
  @Test
  void aTransferIsOfTheCurrencyOfItsSymbolBesideOtherFiles() throws IOException {
    Flow both =
        FlowFiles.read(
            List.of(
                file("a.csv", CSV + "1,1,TRANSFER,5,6,,BASE transaction=9,,1\n"),
                file(
                    "b.csv",
                    CSV
                        + "2,1,TRANSFER,5,6,,BASE transaction=10,,1\n"
                        + "3,1,TRANSFER,5,6,,QUOTE transaction=11,,1\n")),
            null);
    assertThat(both.currency(0)).isEqualTo(both.symbols().get(0).spec().baseCurrency());
    assertThat(both.currency(1)).isEqualTo(both.symbols().get(1).spec().baseCurrency());
    assertThat(both.currency(1)).isNotEqualTo(both.currency(0));
    assertThat(both.currency(2)).isEqualTo(FlowSymbol.QUOTE_CURRENCY);
  }

  @Test
  void everyCommandOfTheOwnFormatIsRead() throws IOException {
    Path path =
        file(
            "all.csv",
            CSV
                + "# a comment, and an empty line\n\n"
                + "1,7,START_AUCTION,,,,,,\n"
                + "2,7,PLACE,5,1,B,GTC,100,10\r\n"
                + "3,7,PLACE,,1002,S,IOC,101,11\n"
                + "4,7,UNCROSS,,,,,100,0\n"
                + "5,7,UNCROSS,,,,,0,\n"
                + "5,7,UNCROSS,,,,,,\n"
                + "6,7,MOVE,5,1,,,99,0\n"
                + "7,7,REDUCE,5,1,,,,3\n"
                + "8,7,CANCEL,5,1,,,,7\n"
                + "9,9,CANCEL,5,1,,,,\n"
                + "9,9,SET_STATE,,,,CANCEL_ONLY,,\n"
                + "9,9,PLACE,5,3,B,GTC postOnly=SLIDE,100,1\n"
                + "9,9,PLACE,5,4,B,IOC minQuantity=7,100,9\n"
                + "9,9,PLACE,5,6,B,DAY postOnly=REJECT,100,1\n"
                + "9,9,END_SESSION,,,,,,\n"
                + "9,9,PLACE,5,7,B,GTD expireTime=77 postOnly=SLIDE,100,1\n"
                + "9,9,PLACE,5,6,S,MARKET FOK,0,9\n"
                + "9,9,PLACE,5,7,B,MARKET_TO_LIMIT GTC,8,9\n"
                + "9,9,PLACE,5,8,S,STOP GTC trigger=7,0,9\n"
                + "9,9,PLACE,5,8,S,TAKE_PROFIT_LIMIT FOK trigger=7,6,9\n"
                + "9,9,PLACE,5,9,B,MARKET IOC budget=700,0,0\n"
                + "9,9,PLACE,5,9,B,GTC selfTrade=CANCEL_BOTH,100,1\n"
                + "9,9,PLACE,5,10,S,TRAILING_STOP GTC trailing=5,0,1\n"
                + "9,9,PLACE,5,11,B,TRAILING_STOP DAY trailing=5000ppm selfTrade=DECREMENT,9,1\n"
                + "9,9,PLACE,5,12,B,GTC displayQuantity=3,100,9\n"
                + "9,9,MASS_CANCEL,5,,S,,,\n"
                + "9,9,MASS_CANCEL,,,,,,\n"
                + "9,9,TICK,,,,,,\n"
                + "9,9,TRANSFER,5,6,,QUOTE transaction=-4,,250\n"
                + "9,9,TRANSFER,6,3,,BASE transaction=4,,-1\n"
                + "9,9,AMEND,5,8,,,6,10\n"
                + "9,9,AMEND,5,8,,trigger=8,6,10\n"
                + "9,9,SET_SELF_TRADE_GROUP,5,77,,,,");
    Flow flow = FlowFiles.read(path, FlowFormat.CSV);
    assertThat(flow.size()).isEqualTo(33);
    Command transfer = new Command();
    flow.fill(28, transfer);
    assertThat(transfer.type).isEqualTo(CommandType.TRANSFER);
    assertThat(transfer.userId).isEqualTo(5);
    assertThat(transfer.payeeId()).isEqualTo(6);
    assertThat(transfer.currency).isEqualTo(FlowSymbol.QUOTE_CURRENCY);
    assertThat(transfer.amount).isEqualTo(250);
    assertThat(transfer.transactionId).isEqualTo(-4);
    assertThat(flow.payeeId(29)).isEqualTo(3);
    assertThat(flow.currency(29)).isEqualTo(FlowSymbol.FIRST_BASE_CURRENCY + 1);
    assertThat(flow.amount(29)).isEqualTo(-1);
    Command amend = new Command();
    flow.fill(31, amend);
    assertThat(amend.instructions().triggerPrice()).isEqualTo(8);
    assertThat(amend.quantity).isEqualTo(10);
    Command iceberg = new Command();
    flow.fill(24, iceberg);
    assertThat(iceberg.instructions().displayQuantity()).isEqualTo(3);
    assertThat(flow.trailing(22)).isEqualTo(5);
    Command trailing = new Command();
    flow.fill(23, trailing);
    assertThat(trailing.instructions().trailing()).isEqualTo(5_000);
    assertThat(trailing.instructions().trailsInPpm()).isTrue();
    assertThat(flow.type(27)).isEqualTo(CommandType.TICK);
    Command named = new Command();
    flow.fill(25, named);
    assertThat(named.userId).isEqualTo(5);
    assertThat(named.side).isEqualTo(Side.SELL_CODE);
    Command all = new Command();
    flow.fill(26, all);
    assertThat(all.type).isEqualTo(CommandType.MASS_CANCEL);
    assertThat(all.userId).isZero();
    assertThat(all.side).isEqualTo(Side.BOTH_CODE);
    Command kept = new Command();
    flow.fill(21, kept);
    assertThat(kept.instructions().selfTrade()).isEqualTo(SelfTrade.CANCEL_BOTH.code());
    Command budget = new Command();
    flow.fill(20, budget);
    assertThat(budget.instructions().budget()).isEqualTo(700);
    assertThat(flow.triggerPrice(18)).isEqualTo(7);
    Command stop = new Command();
    flow.fill(19, stop);
    assertThat(stop.instructions().triggerPrice()).isEqualTo(7);
    assertThat(flow.symbols()).extracting(FlowSymbol::name).containsExactly("7", "9");
    assertThat(flow.users()).containsExactly(3, 5, 6);
    Command c = new Command();
    flow.fill(1, c);
    assertThat(c.type).isEqualTo(CommandType.PLACE);
    assertThat(c.timestampNs).isEqualTo(2);
    assertThat(c.userId).isEqualTo(5);
    assertThat(c.orderId).isEqualTo(1);
    assertThat(c.side).isEqualTo(Side.BUY_CODE);
    assertThat(c.terms).isEqualTo(TimeInForce.GTC_CODE);
    assertThat(c.price).isEqualTo(100);
    assertThat(c.quantity).isEqualTo(10);
    assertThat(c.symbol).isZero();
    assertThat(flow.userId(2)).isEqualTo(3);
    assertThat(flow.side(2)).isEqualTo(Side.SELL_CODE);
    assertThat(flow.terms(2)).isEqualTo(TimeInForce.IOC_CODE);
    assertThat(flow.quantity(3)).isZero();
    assertThat(flow.price(3)).isEqualTo(100);
    // That nothing crosses is one expectation, none is another.
    assertThat(flow.price(4)).isZero();
    assertThat(flow.quantity(4)).isEqualTo(Flow.UNCHECKED);
    assertThat(flow.price(5)).isEqualTo(Flow.UNCHECKED);
    assertThat(flow.quantity(8)).isEqualTo(7);
    assertThat(flow.quantity(9)).isEqualTo(Flow.UNCHECKED);
    assertThat(flow.place(9)).isEqualTo(path + ":14");
    // What a CANCEL or an UNCROSS must come to is not given to the kernel.
    Command cancel = new Command();
    flow.fill(8, cancel);
    assertThat(cancel.quantity).isZero();
    Command state = new Command();
    flow.fill(10, state);
    assertThat(state.terms).isEqualTo(SymbolState.CANCEL_ONLY.code());
    Command posted = new Command();
    flow.fill(11, posted);
    assertThat(posted.terms).isEqualTo(TimeInForce.GTC_CODE);
    assertThat(posted.instructions().postOnly()).isEqualTo(PostOnly.SLIDE.code());
    Command least = new Command();
    flow.fill(12, least);
    assertThat(least.terms).isEqualTo(TimeInForce.IOC_CODE);
    assertThat(least.instructions().minQuantity()).isEqualTo(7);
    assertThat(flow.terms(16)).isEqualTo(OrderTerms.of(OrderType.MARKET, TimeInForce.FOK));
    Command day = new Command();
    flow.fill(13, day);
    assertThat(day.terms).isEqualTo(TimeInForce.DAY_CODE);
    assertThat(day.instructions().postOnly()).isEqualTo(PostOnly.REJECT.code());
    Command end = new Command();
    flow.fill(14, end);
    assertThat(end.type).isEqualTo(CommandType.END_SESSION);
    assertThat(end.symbol).isEqualTo(1);
    Command till = new Command();
    flow.fill(15, till);
    assertThat(till.terms).isEqualTo(TimeInForce.GTD_CODE);
    assertThat(till.instructions().expireTime()).isEqualTo(77);
    assertThat(till.instructions().postOnly()).isEqualTo(PostOnly.SLIDE.code());
    Command uncross = new Command();
    flow.fill(3, uncross);
    assertThat(uncross.price).isZero();
    Path again = path.resolveSibling("again.csv");
    CsvWriter.write(flow, Files.newOutputStream(again), false);
    assertThat(Files.readAllLines(again))
        .contains(
            "4,7,UNCROSS,,,,,100,0",
            "5,7,UNCROSS,,,,,0,",
            "5,7,UNCROSS,,,,,,",
            "9,9,SET_STATE,,,,CANCEL_ONLY,,",
            "9,9,PLACE,5,3,B,GTC postOnly=SLIDE,100,1",
            "9,9,PLACE,5,9,B,GTC selfTrade=CANCEL_BOTH,100,1",
            "9,9,PLACE,5,4,B,IOC minQuantity=7,100,9",
            "9,9,PLACE,5,6,B,DAY postOnly=REJECT,100,1",
            "9,9,PLACE,5,12,B,GTC displayQuantity=3,100,9",
            "9,9,END_SESSION,,,,,,",
            "9,9,MASS_CANCEL,5,,S,,,",
            "9,9,MASS_CANCEL,,,,,,",
            "9,9,TICK,,,,,,",
            "9,9,SET_SELF_TRADE_GROUP,5,77,,,,",
            "9,9,AMEND,5,8,,,6,10",
            "9,9,AMEND,5,8,,trigger=8,6,10",
            "9,9,PLACE,5,7,B,GTD expireTime=77 postOnly=SLIDE,100,1",
            "9,9,PLACE,5,6,S,MARKET FOK,0,9",
            "9,9,PLACE,5,7,B,MARKET_TO_LIMIT GTC,8,9",
            "9,9,PLACE,5,8,S,STOP GTC trigger=7,0,9",
            "9,9,PLACE,5,8,S,TAKE_PROFIT_LIMIT FOK trigger=7,6,9",
            "9,9,PLACE,5,9,B,MARKET IOC budget=700,0,0");
    assertThatThrownBy(
            () ->
                FlowFiles.read(
                    file("bad.csv", CSV + "1,1,PLACE,,1,B,IOC postOnly=SLIDE,1,1"), null))
        .hasMessageContaining("postOnly=REJECT or SLIDE");
    assertThatThrownBy(
            () ->
                FlowFiles.read(
                    file("bad.csv", CSV + "1,1,PLACE,,1,B,STOP GTC trigger=0,1,1"), null))
        .hasMessageContaining(
            "trigger=PRICE or trailing=TICKS or trailing=PARTSppm or budget=UNITS");
  }

  @Test
  void aPhaseOfCallsOpensAnAuctionWithoutALine() throws IOException {
    Path path =
        file(
            "day.commands.csv",
            SSE
                + "0,1,33300020,O,PLACE,90,S,1745000,50,GTC\n"
                + "1,2,33900940,O,UNCROSS,0,,1854980,32800,\n"
                + "2,3,34200050,M,PLACE,91,B,1745000,50,IOC\n"
                + "3,4,53820350,C,CANCEL,90,S,1745000,50,\n"
                + "4,5,54001060,C,UNCROSS,0,,0,0,\n");
    Flow flow = FlowFiles.read(path, null);
    assertThat(flow.format()).isEqualTo(FlowFormat.SSE);
    assertThat(flow.fileCommands()).isEqualTo(5);
    assertThat(flow.size()).isEqualTo(7);
    assertThat(flow.type(0)).isEqualTo(CommandType.START_AUCTION);
    assertThat(flow.type(4)).isEqualTo(CommandType.START_AUCTION);
    assertThat(flow.price(1)).isEqualTo(174_500);
    assertThat(flow.timeNs(1)).isEqualTo(33_300_020_000_000L);
    assertThat(flow.number(5)).isEqualTo(3);
    assertThat(flow.place(5)).isEqualTo(path + ":5");
    assertThat(flow.symbols().get(0).name()).isEqualTo("day");
    assertThat(flow.userId(1)).isEqualTo(91);
  }

  @Test
  void filesAreMergedByTimeAndInTheirOrderWhereTimesAreEqual() throws IOException {
    Path a = file("a.csv", CSV + "1,1,CANCEL,,1,,,,\n3,1,CANCEL,,2,,,,\n3,1,CANCEL,,3,,,,\n");
    Path b = file("b.csv", CSV + "2,1,CANCEL,,4,,,,\n3,1,CANCEL,,5,,,,\n4,1,CANCEL,,6,,,,\n");
    Flow flow = FlowFiles.read(List.of(a, b), null);
    assertThat(flow.symbols()).extracting(FlowSymbol::name).containsExactly("a", "b");
    long[] orders = new long[flow.size()];
    for (int i = 0; i < orders.length; i++) {
      orders[i] = flow.orderId(i);
      assertThat(flow.symbol(i)).isEqualTo(flow.orderId(i) < 4 ? 0 : 1);
    }
    assertThat(orders).containsExactly(1, 4, 2, 3, 5, 6);
    assertThat(flow.place(4)).isEqualTo(b + ":4");
  }

  @Test
  void filesThatCannotBeMergedAreRefused() throws IOException {
    Path one = file("one.csv", CSV + "1,1,CANCEL,,1,,,,\n");
    Path two = file("two.csv", CSV + "1,1,CANCEL,,1,,,,\n1,2,CANCEL,,1,,,,\n");
    Path sse = file("sse.csv", SSE + "0,1,33300020,O,PLACE,90,S,1745000,50,GTC\n");
    assertThatThrownBy(() -> FlowFiles.read(List.of(one, two), null))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("2 symbols, expected 1");
    assertThatThrownBy(() -> FlowFiles.read(List.of(one, sse), null))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("must have one format");
  }

  @Test
  void numbersAreReadToTheirLimitsAndNotBeyond() throws IOException {
    Flow flow =
        FlowFiles.read(
            file(
                "limits.csv",
                CSV + "1,1,PLACE,,-9223372036854775808,B,GTC,9223372036854775807,-1\n"),
            null);
    assertThat(flow.orderId(0)).isEqualTo(Long.MIN_VALUE);
    assertThat(flow.price(0)).isEqualTo(Long.MAX_VALUE);
    assertThat(flow.quantity(0)).isEqualTo(-1);
    for (String bad : List.of("9223372036854775808", "-9223372036854775809", "-", "+1", "", "1 ")) {
      Path path = file("bad.csv", CSV + "1,1,PLACE,,1,B,GTC," + bad + ",1\n");
      assertThatThrownBy(() -> FlowFiles.read(path, null))
          .isInstanceOf(BadInputException.class)
          .hasMessage(path + ":3: price is \"" + bad + "\", expected a whole number of 64 bits");
    }
  }

  @Test
  void aTransferSaysAllOfIt() throws IOException {
    for (String bad :
        List.of(
            ",6,,QUOTE transaction=9,,1",
            "0,6,,QUOTE transaction=9,,1",
            "5,,,QUOTE transaction=9,,1",
            "5,6,B,QUOTE transaction=9,,1",
            "5,6,,QUOTE transaction=9,1,1",
            "5,6,,QUOTE transaction=9,,",
            "5,6,,QUOTE,,1",
            "5,6,,QUOTE transaction=,,1",
            "5,6,,BASE transaction=9x,,1",
            "5,6,,USD transaction=9,,1",
            "5,6,,,,1")) {
      Path path = file("bad.csv", CSV + "1,1,TRANSFER," + bad + "\n");
      assertThatThrownBy(() -> FlowFiles.read(path, null))
          .as(bad)
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith(path + ":3: ");
    }
  }

  @Test
  void linesAreReadAcrossTheEndsOfTheBuffer() throws IOException {
    StringBuilder text = new StringBuilder(CSV);
    int rows = 20_000;
    for (int i = 1; i <= rows; i++) {
      text.append(i).append(",1,CANCEL,,").append(i * 1_000_003L).append(",,,,\n");
    }
    Flow flow = FlowFiles.read(file("long.csv", text.toString()), null);
    assertThat(flow.size()).isEqualTo(rows);
    for (int i = 0; i < rows; i++) {
      assertThat(flow.orderId(i)).isEqualTo((i + 1) * 1_000_003L);
    }
  }

  @Test
  void aLineWithoutEndIsRefused() throws IOException {
    Path path = file("endless.csv", CSV + "1".repeat(200_000));
    assertThatThrownBy(() -> FlowFiles.read(path, null))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(path + ":3: line is");
  }

  /** The buffer holds more; where the line lies in it must not matter. */
  @Test
  void aLineIsTooLongWhereverItLies() throws IOException {
    String before = CSV + "1,1,CANCEL,,1,,,,\n".repeat(3);
    Path path = file("within.csv", before + "#" + "x".repeat(4_096) + "\n2,1,CANCEL,,1,,,,\n");
    assertThatThrownBy(() -> FlowFiles.read(path, null))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(path + ":6: line is \"#xxx")
        .hasMessageContaining("expected at most 4096 characters");
    Path longest = file("longest.csv", before + "#" + "x".repeat(4_095) + "\n");
    assertThat(FlowFiles.read(longest, null).size()).isEqualTo(3);
  }

  @Test
  void readingReportsHowFarItIs() throws IOException {
    List<Path> files = new ArrayList<>();
    long size = 0;
    for (int i = 0; i < 2; i++) {
      Path path = dir.resolve("symbol" + i + ".csv.zst");
      try (OutputStream out = Files.newOutputStream(path)) {
        CsvWriter.write(FlowGenerator.generate(FlowPlan.of(40_000, i, FlowMix.MOVE)), out, i == 0);
      }
      files.add(path);
      size += Files.size(path);
    }
    List<Long> reported = new ArrayList<>();
    FlowFiles.read(files, null, reported::add);
    assertThat(reported).hasSizeGreaterThan(10).isSorted().endsWith(size);
  }
}
