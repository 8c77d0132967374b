package dev.tandem.it.commands;

import static dev.tandem.it.Ended.assertUsage;
import static dev.tandem.it.Ended.replay;
import static dev.tandem.it.Ended.tandem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.tandem.it.Ended;
import dev.tandem.it.TestData;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line, called in this JVM: exit codes, messages, outputs. */
class CommandLineTest {

  private static final String DAY = "sse-large/sse_601825_2023-07-11";
  private static final String SSE_HEADER =
      "cmdNo,bizIndex,timeMs,phase,cmd,orderId,side,priceMilli,qty,tif";
  private static final String CSV_HEAD =
      "#tandem-csv 1\ntimeNs,symbol,command,userId,orderId,side,type,price,quantity\n";

  @TempDir private Path dir;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  private List<String> filesInDir() throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return files.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fused", "pipelined"})
  void aRecordedDayIsReplayedAndItsOutputsEqualTheRecordedFiles(String topology)
      throws IOException {
    Path day = TestData.file(DAY + ".commands.csv.zst");
    Path trades = dir.resolve("trades.csv");
    Path book = dir.resolve("book.csv");
    Path json = dir.resolve("run.json");
    Ended ended =
        replay(day, "--topology", topology, "--trades", trades, "--book", book, "--json", json);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("5,370 of 5,370 rows equal").contains("1,000,000,000,000,000");
    assertThat(Files.readAllLines(trades).get(0))
        .isEqualTo("cmdNo,takerOrBuyId,makerOrSellId,price,qty");
    assertThat(withoutHeader(Files.readAllLines(trades)))
        .isEqualTo(withoutHeader(TestData.lines(TestData.file(DAY + ".trades.csv.zst"))));
    assertThat(Files.readAllLines(book).get(0)).isEqualTo("side,price,orderId,qty");
    assertThat(withoutHeader(Files.readAllLines(book)))
        .isEqualTo(withoutHeader(TestData.lines(TestData.file(DAY + ".finalbook.csv.zst"))));
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    assertThat(figures.get("commands").asInt()).isEqualTo(11_236);
    assertThat(figures.get("trades").asInt()).isEqualTo(5_370);
    JsonNode run = figures.get("runs").get(0);
    assertThat(run.get("topology").asText()).startsWithIgnoringCase(topology);
    assertThat(run.get("commandsPerSecond").get("median").asLong()).isPositive();
    assertThat(run.get("rounds").get(0).get("tookNs").asLong()).isPositive();
    assertThat(run.get("latencyNs").fieldNames())
        .toIterable()
        .containsExactly("p50", "p90", "p99", "p999", "p9999", "max");
    assertThat(figures.get("eventHash").asText()).matches("[0-9a-f]{16}");
    assertThat(figures.get("stateHash").asText()).matches("[0-9a-f]{16}");
    assertThat(figures.has("reportSha256")).isFalse();
  }

  private static List<String> withoutHeader(List<String> lines) {
    return lines.subList(1, lines.size());
  }

  @Test
  void severalDaysAreMergedByTimeAndKeepTheirTrades() throws IOException {
    Path one = TestData.file(DAY + ".commands.csv.zst");
    Path two = TestData.file("sse-large/sse_605580_2023-07-11.commands.csv.zst");
    Path trades = dir.resolve("trades.csv");
    Path book = dir.resolve("book.csv");
    Ended ended =
        replay(one, two, "--trades", trades, "--book", book, "--topology", "pipelined:2,2");
    assertThat(ended.code()).as(ended.err()).isZero();
    List<String> lines = Files.readAllLines(trades);
    assertThat(lines.get(0)).isEqualTo("symbol,cmdNo,takerOrBuyId,makerOrSellId,price,qty");
    assertThat(lines).hasSize(1 + 5_370 + 16_393 + 603);
    assertThat(lines.stream().filter(l -> l.startsWith("sse_601825_2023-07-11,")).count())
        .isEqualTo(5_370);
    assertThat(Files.readAllLines(book).get(0)).isEqualTo("symbol,side,price,orderId,qty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,1,34200000,M,PLACE,7,B,10005,100,GTC|:3: priceMilli is \"10005\", expected a multiple"
            + " of",
        "1,1,34200000,M,PLACE,7,B,0,100,GTC|:3: priceMilli is \"0\", expected a whole number",
        "1,1,34200000,M,PLACE,7,B,10000,-5,GTC|:3: qty is \"-5\", expected a whole number, at least"
            + " 1",
        "1,1,34200000,M,PLACE,7,X,10000,5,GTC|:3: side is \"X\", expected B or S",
        "1,1,34200000,M,PLACE,7,B,10000,5,GTD|:3: tif is \"GTD\", expected GTC, IOC, FOK"
            + " or DAY",
        "1,1,34200000,M,GRAB,7,B,10000,5,GTC|:3: cmd is \"GRAB\", expected PLACE, CANCEL or"
            + " UNCROSS",
        "1,1,34200000,Q,PLACE,7,B,10000,5,GTC|:3: phase is \"Q\", expected O",
        "1,1,34199999,M,PLACE,7,B,10000,5,GTC|:3: timeMs is \"34199999\", expected not less",
        "0,1,34200000,M,PLACE,7,B,10000,5,GTC|:3: cmdNo is \"0\", expected more than",
        "1,1,34200000,M,PLACE,7,B,1e4,5,GTC|:3: priceMilli is \"1e4\", expected a whole number",
        "1,1,34200000,M,PLACE,99999999999999999999,B,10000,5,GTC|:3: orderId is \"9999",
        "1,1,34200000,M,PLACE,7|:3: line is \"1,1,34200000,M,PLACE,7\", expected 10 fields",
        "1,1,34200000,M,UNCROSS,0,,10000,5,|:3: cmd is \"UNCROSS\", expected an UNCROSS only",
        "1,x7,34200000,M,PLACE,7,B,10000,5,GTC|:3: bizIndex is \"x7\", expected a whole number",
        "1,,34200000,M,CANCEL,6,B,10000,5,|:3: bizIndex is \"\", expected a whole number, at least"
            + " 0",
        "1,1,34200000,M,CANCEL,6,B,1e4,5,|:3: priceMilli is \"1e4\", expected a whole number",
        "1,1,34200000,M,CANCEL,6,B,10000,5,GTC|:3: tif is \"GTC\", expected nothing for CANCEL",
        "1,1,34200000,C,UNCROSS,x,,10000,5,|:3: orderId is \"x\", expected a whole number from 0 to"
            + " 0",
        "1,1,34200000,C,UNCROSS,0,B,10000,5,|:3: side is \"B\", expected nothing for UNCROSS",
        "1,1,34200000,C,UNCROSS,0,,x,0,|:3: priceMilli is \"x\", expected a whole number, at least"
            + " 0",
        "1,1,34200000,C,UNCROSS,0,,10000,5,x|:3: tif is \"x\", expected nothing for UNCROSS",
      })
  void aMalformedLineIsNamedAndNothingIsWritten(String line, String message) throws IOException {
    Path bad =
        file("bad.csv", SSE_HEADER + "\n0,0,34200000,M,PLACE,6,B,10000,5,GTC\n" + line + "\n");
    Ended ended =
        replay(
            bad,
            "--trades",
            dir.resolve("t.csv"),
            "--book",
            dir.resolve("b.csv"),
            "--json",
            dir.resolve("j.json"));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).startsWith("tandem: " + bad + message);
    assertThat(ended.out()).isEmpty();
    assertThat(filesInDir()).containsExactly("bad.csv");
  }

  @Test
  void aTruncatedFileIsRefusedAndNothingIsWritten() throws IOException {
    byte[] whole = Files.readAllBytes(TestData.file(DAY + ".commands.csv.zst"));
    Path cut = dir.resolve("cut.csv.zst");
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
    Ended ended = replay(cut, "--json", dir.resolve("j.json"));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains(cut.toString()).contains("truncated");
    assertThat(filesInDir()).containsExactly("cut.csv.zst");
  }

  @Test
  void aTruncatedWorkloadSaysHowManyRecordsThereShouldBe() throws IOException {
    byte[] bytes = new byte[16 + 60];
    System.arraycopy("100_WBEM".getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, 8);
    bytes[8] = 1;
    bytes[12] = 2;
    Path cut = dir.resolve("cut.bin");
    Files.write(cut, bytes);
    Ended ended = replay(cut);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("ends within record 2, expected 2 records");
  }

  @Test
  void aCancelThatSaysAnotherQuantityIsAMismatch() throws IOException {
    Path day =
        file(
            "day.csv",
            SSE_HEADER
                + "\n0,0,34200000,M,PLACE,6,B,10000,5,GTC"
                + "\n1,1,34200000,M,CANCEL,6,B,10000,4,"
                + "\n2,2,34200000,M,CANCEL,9,B,10000,4,\n");
    Ended ended = replay(day);
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out())
        .contains(day + ":3: the remaining quantity of order 6 is 5, expected 4")
        .contains(day + ":4: the answer to CANCEL of order 9 is UNKNOWN_ORDER");
  }

  @Test
  void anUncrossThatSaysAnotherPriceIsAMismatch() throws IOException {
    Path day =
        file(
            "day.csv",
            SSE_HEADER
                + "\n0,0,33300000,O,PLACE,6,B,10000,5,GTC"
                + "\n1,1,33300000,O,PLACE,7,S,10000,5,GTC"
                + "\n2,2,33900000,O,UNCROSS,0,,10010,6,\n");
    Ended ended = replay(day, "--risk", "off");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out())
        .contains(day + ":4: the quantity of the uncross is 5, expected 6")
        .contains(day + ":4: the price of the uncross is 10000, expected 10010");
  }

  @Test
  void thePriceOfAnUncrossIsCheckedWhereItsQuantityIsNotReported() throws IOException {
    String orders =
        "1,7,START_AUCTION,,,,,,\n2,7,PLACE,5,1,B,GTC,100,10\n2,7,PLACE,6,2,S,GTC,100,9\n";
    Path wrong = file("wrong.csv", CSV_HEAD + orders + "4,7,UNCROSS,,,,,101,\n");
    Ended ended = replay(wrong, "--risk", "off");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).contains(wrong + ":6: the price of the uncross is 100, expected 101");
    Path right = file("right.csv", CSV_HEAD + orders + "4,7,UNCROSS,,,,,100,\n");
    assertThat(replay(right, "--risk", "off").code()).isZero();
    Path zero = file("zero.csv", CSV_HEAD + orders + "4,7,UNCROSS,,,,,0,\n");
    assertThat(replay(zero).out())
        .contains(zero + ":6: the price of the uncross is 100, expected 0");
    Path empty = file("empty.csv", CSV_HEAD + "1,7,START_AUCTION,,,,,,\n4,7,UNCROSS,,,,,0,\n");
    assertThat(replay(empty).code()).isZero();
    Path refused = file("refused.csv", CSV_HEAD + "4,7,UNCROSS,,,,,100,\n");
    assertThat(replay(refused, "--risk", "off").out())
        .contains(refused + ":3: the answer to UNCROSS is NOT_IN_AUCTION, expected to be accepted");
    Path none =
        file(
            "none.csv",
            SSE_HEADER
                + "\n0,0,33300000,O,PLACE,6,B,10000,5,GTC\n2,2,33900000,O,UNCROSS,0,,10010,0,\n");
    assertThat(replay(none, "--risk", "off").out())
        .contains(none + ":3: the price of the uncross is 0, expected 10010");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "trades|cmdNo,takerOrBuyId,makerOrSellId,priceMilli,qty|S,7,6,10000,5|:2: cmdNo is \"S\","
            + " expected a whole",
        "trades|cmdNo,takerOrBuyId,makerOrSellId,priceMilli,qty|1,7,6,B,5|:2: priceMilli is \"B\","
            + " expected a whole",
        "trades|cmdNo,makerOrSellId,takerOrBuyId,priceMilli,qty|1,6,7,10000,5|:1: header is"
            + " \"cmdNo,makerOrSellId",
        "finalbook|side,priceMilli,orderId,qty|0,10000,6,5|:2: side is \"0\", expected B or S",
        "finalbook|side,priceMilli,orderId,qty|B,10000,S,5|:2: orderId is \"S\", expected a whole",
        "finalbook|side,price,orderId,qty|B,10000,6,5|:1: header is \"side,price,orderId,qty\","
            + " expected side,priceM",
      })
  void aRecordedRowThatIsNoneIsNamed(String kind, String header, String row, String message)
      throws IOException {
    Path day = file("x.commands.csv", SSE_HEADER + "\n0,0,34200000,M,PLACE,6,B,10000,5,GTC\n");
    Path recorded = file("x." + kind + ".csv", header + "\n" + row + "\n");
    Ended ended = replay(day);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).startsWith("tandem: " + recorded + message);
  }

  @Test
  void aComparisonThatCannotBeReadIsReportedBeforeTheRun() throws IOException {
    Path day = file("x.commands.csv", SSE_HEADER + "\n0,0,34200000,M,PLACE,6,B,10000,5,GTC\n");
    Path trades = Files.createDirectory(dir.resolve("x.trades.csv"));
    Ended ended = replay(day);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains(trades + ": is a directory, expected a file");
    Files.delete(trades);
    Path book = Files.createSymbolicLink(dir.resolve("x.finalbook.csv.zst"), dir.resolve("gone"));
    ended = replay(day);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains(book + ": no such file");
  }

  @Test
  void aTradeThatIsNotTheRecordedOneIsAMismatch() throws IOException {
    Path day =
        file(
            "x.commands.csv",
            SSE_HEADER
                + "\n0,0,34200000,M,PLACE,6,B,10000,5,GTC"
                + "\n1,1,34200000,M,PLACE,7,S,10000,5,IOC\n");
    file("x.trades.csv", "cmdNo,takerOrBuyId,makerOrSellId,priceMilli,qty\n1,7,6,10000,4\n");
    Ended ended = replay(day);
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).contains("0 of 1 rows equal").contains("x.trades.csv:2: got [1, 7, 6");
  }

  @Test
  void refusalsOfTheKernelAreAnswersNotFailures() throws IOException {
    Path flow =
        file(
            "flow.csv",
            CSV_HEAD
                + "1,1,PLACE,,1,B,GTC,0,5\n"
                + "1,1,PLACE,,2,B,GTC,10,-5\n"
                + "1,1,PLACE,,3,B,GTC,9223372036854775807,9223372036854775807\n"
                + "1,1,PLACE,,4,B,GTC,9000000000000000,1\n"
                + "1,1,CANCEL,,77,,,,\n"
                + "1,1,PLACE,,5,B,GTC,10,5\n"
                + "1,1,PLACE,,5,B,GTC,10,5\n"
                + "1,1,PLACE,,0,B,GTC,10,5\n"
                + "1,1,UNCROSS,,,,,,\n");
    Ended ended = replay(flow);
    assertThat(ended.err()).isEmpty();
    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .contains("OK 1,")
        .contains("INVALID_PRICE 1")
        .contains("INVALID_QUANTITY 1")
        .contains("OVERFLOW 1")
        .contains("INSUFFICIENT_FUNDS 1")
        .contains("UNKNOWN_ORDER 1")
        .contains("DUPLICATE_ORDER_ID 1")
        .contains("INVALID_ORDER_ID 1")
        .contains("NOT_IN_AUCTION 1")
        .contains("conserved");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,1,PLACE,,1,B,GTC,x,5|:3: price is \"x\", expected a whole number of 64 bits",
        "0,1,PLACE,,1,B,GTC,1,5|:3: timeNs is \"0\", expected a whole number, at least 1",
        "1,-1,PLACE,,1,B,GTC,1,5|:3: symbol is \"-1\", expected a whole number from 0",
        "1,1,CANCEL,,1,B,,,|:3: side is \"B\", expected nothing for CANCEL",
        "1,1,place,,1,B,GTC,1,5|:3: command is \"place\", expected PLACE, CANCEL, REDUCE, MOVE",
        "1,1,MOVE,,1,,,1,|:3: quantity is \"\", expected a whole number of 64 bits",
      })
  void aMalformedLineOfTandemsOwnFormatIsNamed(String line, String message) throws IOException {
    Path bad = file("bad.csv", CSV_HEAD + line + "\n");
    Ended ended = replay(bad);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).startsWith("tandem: " + bad + message);
  }

  @Test
  void whatIsNoFlowIsRefused() throws IOException {
    Path text = file("text.csv", "hello,world\n");
    assertThat(replay(text).err()).contains(text + ":1: first line is \"hello,world\", expected");
    Path empty = file("empty.csv", "");
    assertThat(replay(empty).err()).contains(empty + ": is empty");
    Path none = file("none.csv", CSV_HEAD);
    assertThat(replay(none).err()).contains(none + ": has no commands");
    Path old = file("old.csv", "#tandem-csv 9\n");
    assertThat(replay(old).err()).contains(old + ":1: expected \"#tandem-csv 1\"");
    Path missing = dir.resolve("missing.csv");
    Ended ended = replay(missing);
    assertThat(ended.err()).isEqualTo("tandem: " + missing + ": no such file" + nl());
    assertThat(ended.code()).isEqualTo(2);
    assertThat(replay(dir).err()).contains(dir + ": is a directory");
    assertThat(replay(text, "--format", "sse").err()).contains(text + ":1: expected the header");
  }

  private static String nl() {
    return System.lineSeparator();
  }

  @Test
  void wrongUsageIsExplained() throws IOException {
    Path flow = file("flow.csv", CSV_HEAD + "1,1,PLACE,,1,B,GTC,1,5\n");
    assertUsage(replay(flow, "--rate", "0"), "--rate is 0, expected 1 to");
    assertUsage(replay(flow, "--rate", "fast"), "'fast' is not a number: expected one like");
    assertUsage(replay(flow, "--topology", "mesh"), "'mesh' is not a topology: expected auto");
    assertUsage(replay(flow, "--topology", "pipelined:0,99"), "pipelined:0,99");
    assertUsage(replay(flow, "--risk", "maybe"), "--risk");
    assertUsage(replay(flow, "--format", "xml"), "expected auto, csv, sse or book-workload");
    assertUsage(replay(), "Missing required parameter: 'FILE'");
    assertUsage(replay(flow, "--trades", flow), "is named twice");
    Path nowhere = dir.resolve("no/where.csv");
    Ended ended = replay(flow, "--trades", nowhere);
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("there is no directory");
    assertUsage(tandem("generate"), "Missing required option: '--output=FILE'");
    assertUsage(
        tandem("generate", "-o", dir.resolve("x"), "--commands", "0"), "--commands is 0, expected");
    assertUsage(tandem("reply"), "'reply'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "csv.zst"})
  void aGeneratedFlowIsTheSameEveryTimeAndReplaysAlikeEverywhere(String ending) throws IOException {
    Path a = dir.resolve("a." + ending);
    Path b = dir.resolve("b." + ending);
    for (Path path : List.of(a, b)) {
      Ended ended =
          tandem(
              "generate",
              "--mix",
              "full",
              "--commands",
              "20k",
              "--symbols",
              4,
              "--users",
              50,
              "--seed",
              3,
              "-o",
              path);
      assertThat(ended.err()).isEmpty();
      assertThat(ended.code()).isZero();
    }
    assertThat(Files.readAllBytes(a)).isEqualTo(Files.readAllBytes(b));
    List<String> hashes = new ArrayList<>();
    for (String topology : List.of("fused", "pipelined", "pipelined:2,2")) {
      Ended ended = replay(a, "--topology", topology);
      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(ended.out()).contains("20,000 commands (csv) of 4 symbols").contains("50 users");
      hashes.add(ended.out().lines().filter(l -> l.contains("hash")).toList().toString());
    }
    assertThat(hashes.stream().distinct()).hasSize(1);
  }

  @Test
  void anOpenLoopTimesEveryCommandFromItsDueTime() throws IOException {
    Path flow = dir.resolve("flow.csv");
    tandem("generate", "--commands", "2000", "-o", flow);
    Path json = dir.resolve("j.json");
    Ended ended = replay(flow, "--rate", "20k", "--json", json);
    assertThat(ended.code()).as(ended.err()).isZero();
    JsonNode figures = new ObjectMapper().readTree(json.toFile());
    // 2000 commands have 2000 intervals of 50 us.
    assertThat(figures.get("ratePerSecond").asLong()).isEqualTo(20_000);
    JsonNode round = figures.get("runs").get(0).get("rounds").get(0);
    assertThat(round.get("tookNs").asLong()).isGreaterThanOrEqualTo(100_000_000);
    assertThat(ended.out()).contains("open loop at 20,000/s").contains("from the intended time");
  }

  @Test
  void everyCommandHelps() {
    for (String command : List.of("demo", "replay", "generate", "version")) {
      Ended ended = tandem(command, "--help");
      assertThat(ended.code()).isZero();
      assertThat(ended.out()).contains("Usage: tandem " + command);
      assertThat(tandem("help", command).out()).isEqualTo(ended.out());
    }
    assertThat(tandem("--help").out()).contains("demo", "replay", "generate", "Exit codes");
    assertThat(tandem().out()).contains("Usage: tandem");
    assertThat(tandem("version").out()).startsWith("tandem 0.").contains("java 25");
    assertThat(tandem("--version").out()).isEqualTo(tandem("version").out());
  }

  @Test
  void tradesGoToTheStandardOutputToo() throws IOException {
    Path day = file("x.csv", CSV_HEAD + "1,1,PLACE,,1,B,GTC,10,5\n1,1,PLACE,,2,S,GTC,10,5\n");
    Ended ended = replay(day, "--trades", "-");
    assertThat(ended.out()).isEqualTo("cmdNo,takerOrBuyId,makerOrSellId,price,qty\n1,2,1,10,5\n");
    assertThat(ended.err()).contains("trades        1, 5 lots");
    assertUsage(replay(day, "--trades", "-", "--json", "-"), "- is named twice");
  }

  @Test
  void aConcatenationOfFramesIsReadToTheEnd() throws IOException {
    Path path = dir.resolve("two.csv.zst");
    try (OutputStream out = Files.newOutputStream(path)) {
      out.write(frame(CSV_HEAD + "1,1,PLACE,,1,B,GTC,10,5\n"));
      out.write(frame("2,1,PLACE,,2,S,IOC,10,5\r\n"));
    }
    Ended ended = replay(path);
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("2 commands (csv)").contains("trades        1, 5 lots");
  }

  private static byte[] frame(String text) throws IOException {
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    try (OutputStream zstd = new ZstdOutputStreamNoFinalizer(bytes)) {
      zstd.write(text.getBytes(StandardCharsets.US_ASCII));
    }
    return bytes.toByteArray();
  }
}
