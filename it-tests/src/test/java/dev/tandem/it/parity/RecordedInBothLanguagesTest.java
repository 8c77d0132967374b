package dev.tandem.it.parity;

import static dev.tandem.it.parity.BothReplays.cpp;
import static dev.tandem.it.parity.BothReplays.line;
import static dev.tandem.it.parity.BothReplays.refusedAlike;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import dev.tandem.it.TestData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recorded days, the workload of books and several files, by {@code tandem replay} and {@code
 * tandem-cpp replay}: the same reports, figures, checks and messages.
 */
class RecordedInBothLanguagesTest {

  private static final String HEAD =
      "#tandem-csv 1\ntimeNs,symbol,command,userId,orderId,side,type,price,quantity\n";

  private static final String SSE =
      "cmdNo,bizIndex,timeMs,phase,cmd,orderId,side,priceMilli,qty,tif\n";

  @TempDir private Path dir;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  private Ended compare(Path flow, Object... options) throws Exception {
    return BothReplays.compare(dir, List.of(flow), options);
  }

  private Ended compare(List<Path> files, Object... options) throws Exception {
    return BothReplays.compare(dir, files, options);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sse-600519/sse_600519_2023-02-01",
        "sse-large/sse_600761_2023-07-11",
        "sse-large/sse_600961_2023-07-11",
        "sse-large/sse_601825_2023-07-11",
        "sse-large/sse_605580_2023-07-11"
      })
  void aRecordedDayIsReplayedAndCheckedAlike(String day) throws Exception {
    for (String kind : List.of(".commands", ".trades", ".finalbook")) {
      unpacked(day + kind + ".csv");
    }
    Path commands = dir.resolve(Path.of(day + ".commands.csv").getFileName());
    Ended ended = compare(commands, "--topology", "fused", "--topology", "pipelined");
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("(sse) of 1 symbol").doesNotContain("DIFFERENT");
    assertThat(ended.out().lines().filter(line -> line.startsWith("recorded"))).hasSize(2);
  }

  @Test
  void theWorkloadOfBooksHasTheSameReport() throws Exception {
    Path workload = unpacked("book-workload/normal_seed23.bin");
    Ended ended = compare(workload, "--topology", "fused", "--risk", "off");
    assertThat(ended.code()).isZero();
    assertThat(line(ended, "report")).contains("(the published one of normal, seed 23)");
  }

  private Path unpacked(String name) throws IOException {
    Path packed = TestData.file(name + ".zst");
    Path plain = dir.resolve(Path.of(name).getFileName());
    try (InputStream in = new ZstdInputStreamNoFinalizer(Files.newInputStream(packed))) {
      Files.copy(in, plain);
    }
    return plain;
  }

  /** A day of two auctions, with a trade in each and one between them. */
  private static final String DAY =
      SSE
          + """
          1,1,33300000,O,PLACE,1,B,1010,100,GTC
          2,2,33300000,O,PLACE,2,S,1010,40,GTC
          3,3,33900000,O,UNCROSS,0,,1010,40,
          4,4,34200000,M,PLACE,3,S,1000,100,IOC
          6,5,34200010,M,PLACE,4,S,1020,70,GTC
          7,6,34200020,M,PLACE,5,S,1020,30,GTC
          8,7,34200030,M,CANCEL,4,S,1020,70,
          9,8,53820000,C,PLACE,6,B,1020,20,GTC
          10,9,54000000,C,UNCROSS,0,,1020,20,
          """;

  private static final String DAY_TRADES =
      """
      cmdNo,takerOrBuyId,makerOrSellId,priceMilli,qty
      3,1,2,1010,40
      4,3,1,1010,60
      10,6,5,1020,20
      """;

  private static final String DAY_BOOK = "side,priceMilli,orderId,qty\nS,1020,5,10\n";

  @Test
  void whatIsRecordedBesideADayIsComparedAlike() throws Exception {
    Path day = file("a.commands.csv", DAY);
    assertThat(compare(day, "--topology", "fused").out()).doesNotContain("recorded");
    file("a.outcomes.csv", DAY_TRADES);
    Path book = file("a.finalbook.csv", DAY_BOOK);
    Ended equal = compare(day, "--topology", "fused");
    assertThat(equal.out()).contains("3 of 3 rows equal: a.outcomes.csv", "9 commands (sse)");
    assertThat(equal.code()).isZero();
    file("a.outcomes.csv", DAY_TRADES.replace("4,3,1", "4,3,7") + "11,1,1,1,1\n");
    file("a.finalbook.csv", DAY_BOOK.replaceFirst("\nS.*", ""));
    Ended different = compare(day, "--topology", "fused");
    assertThat(different.code()).isEqualTo(1);
    assertThat(different.out())
        .contains(":3: got [4, 3, 1, 1010, 60], [4, 3, 7, 1010, 60] is recorded")
        .contains(":2: got [1, 1020, 5, 10], nothing is recorded");
    for (String wrong : List.of("", "side\n", DAY_BOOK + "X,1,1,1\n", DAY_BOOK + "B,1,-1,1\n")) {
      file("a.finalbook.csv", wrong);
      refusedAlike(day);
    }
    Files.delete(book);
    Files.createDirectory(book);
    refusedAlike(day);
  }

  @Test
  void whatIsRecordedButCompressedIsToldByName() throws Exception {
    Path day = file("a.commands.csv", DAY);
    Path packed = dir.resolve("a.outcomes.csv.zst");
    Files.write(packed, Zstd.compress(DAY_TRADES.getBytes(StandardCharsets.UTF_8)));
    file("a.finalbook.csv.zst", DAY_BOOK);
    Ended ended = cpp(day);
    assertThat(ended.code()).isZero();
    assertThat(ended.out())
        .contains("not compared, for it is zstd-compressed: a.outcomes.csv.zst")
        .contains("zstd -d " + packed)
        // Its bytes say what it is, not its name.
        .contains("1 of 1 rows equal: a.finalbook.csv.zst");
    file("a.outcomes.csv", DAY_TRADES);
    assertThat(cpp(day).out()).contains("3 of 3 rows equal: a.outcomes.csv\n");
  }

  @Test
  void aDayThatIsNotAsRecordedIsToldAlike() throws Exception {
    Path day =
        file(
            "b.commands.csv",
            DAY.replace("UNCROSS,0,,1010,40", "UNCROSS,0,,1000,50")
                .replace("CANCEL,4,S,1020,70", "CANCEL,4,S,1020,71")
                .replace("PLACE,6,B", "PLACE,5,B"));
    Ended ended = compare(day, "--topology", "pipelined");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out())
        .contains(day + ":4: the price of the uncross is 1010, expected 1000")
        .contains(day + ":8: the remaining quantity of order 4 is 70, expected 71")
        .contains(day + ":9: the answer to PLACE of order 5 is DUPLICATE_ORDER");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1,1,33300000,X,PLACE,1,B,1010,100,GTC",
        "1,1,33300000,O,MOVE,1,B,1010,100,GTC",
        "1,1,33300000,O,PLACE,0,B,1010,100,GTC",
        "1,1,33300000,O,PLACE,1,,1010,100,GTC",
        "1,1,33300000,O,PLACE,1,B,1015,100,GTC",
        "1,1,33300000,O,PLACE,1,B,0,100,GTC",
        "1,1,33300000,O,PLACE,1,B,1010,0,GTC",
        "1,1,33300000,O,PLACE,1,B,1010,100,FOK",
        "1,1,86400001,O,PLACE,1,B,1010,100,GTC",
        "1,1,0,O,PLACE,1,B,1010,100,GTC",
        "-1,1,1,O,PLACE,1,B,1010,100,GTC",
        "1,x,1,O,PLACE,1,B,1010,100,GTC",
        "2,1,1,O,PLACE,1,B,1010,100,GTC\n2,1,1,O,PLACE,2,B,1010,100,GTC",
        "1,1,2,O,PLACE,1,B,1010,100,GTC\n2,1,1,O,PLACE,2,B,1010,100,GTC",
        "1,1,2,O,PLACE,1,B,1010,100,GTC\n2,1,3,M,PLACE,2,B,1010,100,GTC",
        "1,1,1,M,CANCEL,1,B,x,5,",
        "1,1,1,M,CANCEL,1,B,10,5,GTC",
        "1,1,1,M,UNCROSS,0,,10,5,",
        "1,1,1,O,UNCROSS,1,,10,5,",
        "1,1,1,O,UNCROSS,0,B,10,5,",
        "1,1,1,O,UNCROSS,0,,10,5,GTC",
        "1,1,1,O,UNCROSS,0,,0,5,",
        "1,1,1,O,UNCROSS,0,,,0,",
        "1,1,1,O,UNCROSS,0,",
        ""
      })
  void aMalformedDayIsRefusedAlike(String lines) throws Exception {
    refusedAlike(file("bad.commands.csv", SSE + lines + (lines.isEmpty() ? "" : "\n")));
  }

  private Path workload(String name, int version, int count, byte[]... records) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(16 + 40 * records.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(0x4D4542575F303031L).putInt(version).putInt(count);
    for (byte[] record : records) {
      bytes.put(record);
    }
    return Files.write(dir.resolve(name), bytes.array());
  }

  private static byte[] record(int type, int side, int ioc, int quantity, long order, long price) {
    return ByteBuffer.allocate(40)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(new byte[] {(byte) type, (byte) side, (byte) ioc, 0})
        .putInt(quantity)
        .putLong(order * 7)
        .putLong(order)
        .putLong(price)
        .array();
  }

  @Test
  void aWorkloadIsReadAndReportedAlike() throws Exception {
    byte[][] records = {
      record(0, 0, 0, 10, 1, 100), record(0, 1, 0, 4, 2, 101), record(2, 1, 0, 4, 2, 99),
      record(0, 1, 1, 9, 3, 100), record(1, 0, 0, 0, 1, 0), record(2, 0, 0, 5, 8, 90),
      record(0, 0, 0, -1, -5, -7), record(0, 0, 0, 3, 4, 80), record(1, 0, 0, 0, 4, 80)
    };
    Path workload = workload("w.bin", 1, records.length, records);
    for (String risk : List.of("on", "off")) {
      Ended ended = compare(workload, "--topology", "fused", "--risk", risk);
      assertThat(ended.out()).contains("9 commands (book-workload) of 1 symbol: w", "report  ");
      assertThat(ended.code()).isZero();
    }
    refusedAlike(workload("w.bin", 2, 1, records[0]));
    refusedAlike(workload("w.bin", 1, 0));
    refusedAlike(workload("w.bin", 1, 2, records[0]));
    refusedAlike(workload("w.bin", 1, -1, records));
    refusedAlike(workload("w.bin", 1, 1, records));
    refusedAlike(workload("w.bin", 1, 2, records[0], record(3, 0, 0, 1, 1, 1)));
    refusedAlike(workload("w.bin", 1, 1, record(0, 255, 0, 1, 1, 1)));
    refusedAlike(workload("w.bin", 1, 1, record(0, 0, 2, 1, 1, 1)));
    refusedAlike(workload("w.bin", 1, 1, records), "--format", "csv");
    refusedAlike(file("day.csv", DAY), "--format", "book-workload");
    refusedAlike(file("day.csv", DAY.substring(0, 12)), "--format", "book-workload");
  }

  @Test
  void severalFilesAreMergedAlike() throws Exception {
    Path day = file("a,1.commands.csv", DAY);
    Path other = file("b.commands.csv", DAY.replace("342000", "342001"));
    file("b.trades.csv", DAY_TRADES);
    Ended ended = compare(List.of(day, other), "--topology", "pipelined:2,2");
    assertThat(ended.code()).isZero();
    assertThat(ended.out()).contains("18 commands (sse) of 2 symbols: a_1, b", "3 of 3 rows equal");
    Path one = file("one.csv", HEAD + "1,7,PLACE,,1,B,GTC,10,5\n4,7,PLACE,,2,S,GTC,10,5\n");
    Path two = file("two.csv", HEAD + "1,7,PLACE,,1,B,GTC,10,5\n3,7,PLACE,,2,S,GTC,10,4\n");
    assertThat(compare(List.of(one, two), "--risk", "on").out()).contains("one, two");
    Path both = file("both.csv", HEAD + "1,7,CANCEL,,1,,,,\n1,8,CANCEL,,1,,,,\n");
    refusedAlike(one, both);
    refusedAlike(one, day);
    refusedAlike(one, one);
    refusedAlike(one, dir.resolve(".").resolve("one.csv"));
    Path below = Files.createDirectory(dir.resolve("below"));
    refusedAlike(one, Files.copy(two, below.resolve("one.CSV")));
    refusedAlike(one, workload("w.bin", 1, 1, record(0, 0, 0, 1, 1, 1)));
    refusedAlike(one, dir.resolve("missing.csv"));
    refusedAlike(one, below);
  }
}
