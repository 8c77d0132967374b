package dev.tandem.app.wal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.app.Main;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tandem wal dump} of an exchange's log: the commands, and what came of them. */
class WalDumpCommandTest {

  private static final long START_NS = Instant.parse("2026-11-21T12:00:00Z").getEpochSecond();
  private static final int MARKET = 7;
  private static final int OTHER = 8;

  @TempDir private Path log;
  private String err;
  private int code;
  private long sent;

  /** Commands with times of their own: the second of the n-th is n. */
  private void send(Exchange exchange, Consumer<Command> fill) {
    Command c = exchange.publisher().claim();
    fill.accept(c);
    c.timestampNs = (START_NS + sent++) * 1_000_000_000L;
    exchange.publisher().publish(c);
    exchange.awaitAnswered();
  }

  @BeforeEach
  void write() {
    try (Exchange exchange =
        Exchange.builder()
            .risk(false)
            .journal(JournalOptions.in(log).segmentBytes(1 << 20))
            .daemon()
            .start()) {
      // Record 0 says what kind of exchange this is.
      send(exchange, c -> Commands.addSymbol(c, SymbolSpec.of(MARKET, 1, 2)));
      send(exchange, c -> Commands.addSymbol(c, SymbolSpec.of(OTHER, 1, 2)));
      place(exchange, MARKET, 100, 17, Side.SELL, 30, 50);
      place(exchange, OTHER, 100, 17, Side.SELL, 31, 50);
      place(exchange, MARKET, 200, 18, Side.BUY, 30, 20);
      place(exchange, MARKET, 300, 19, Side.BUY, 29, 5);
      send(exchange, c -> Commands.move(c, 100, MARKET, 17, 29, 0));
      send(exchange, c -> Commands.cancel(c, 100, MARKET, 17));
      send(exchange, c -> Commands.cancel(c, 100, MARKET, 17));
    }
  }

  private void place(
      Exchange exchange, int symbol, long user, long order, Side side, long price, long quantity) {
    send(
        exchange,
        c -> Commands.place(c, user, symbol, order, side, TimeInForce.GTC, price, quantity));
  }

  private List<String> dump(String... options) {
    StringWriter out = new StringWriter();
    StringWriter reported = new StringWriter();
    String[] args = new String[options.length + 3];
    args[0] = "wal";
    args[1] = "dump";
    args[2] = log.toString();
    System.arraycopy(options, 0, args, 3, options.length);
    code = Main.run(args, new PrintWriter(out), new PrintWriter(reported));
    err = reported.toString();
    return out.toString().lines().toList();
  }

  @Test
  void commandsAreReportedInWords() {
    List<String> lines = dump();
    assertThat(err).isEmpty();
    assertThat(code).isZero();
    assertThat(lines).hasSize(10);
    assertThat(lines.get(0)).startsWith("0 type 3 ");
    assertThat(lines.get(3))
        .isEqualTo("3 2026-11-21T12:00:02Z PLACE symbol 7 user 100 order 17 SELL GTC 50 at 30");
    assertThat(lines.get(7))
        .isEqualTo("7 2026-11-21T12:00:06Z MOVE symbol 7 user 100 order 17 to what is open at 29");
    assertThat(lines.get(8)).endsWith(" CANCEL symbol 7 user 100 order 17");
    assertThat(dump("--raw").get(3)).startsWith("3 type 1 ").contains(" 64 bytes segment-");
  }

  @Test
  void whatHappenedToAnOrderHasAnAnswer() {
    List<String> lines = dump("--order", "17", "--symbol", "7", "--answers");
    assertThat(code).as(err).isZero();
    assertThat(lines)
        .containsExactly(
            "3 2026-11-21T12:00:02Z PLACE symbol 7 user 100 order 17 SELL GTC 50 at 30 -> OK,"
                + " filled 0, open 50, taken off 0",
            "5 2026-11-21T12:00:04Z PLACE symbol 7 user 200 order 18 BUY GTC 20 at 30 -> OK,"
                + " filled 20, open 0, taken off 0",
            "    trade 20 at 30: taker order 18 of user 200, maker order 17 of user 100",
            "7 2026-11-21T12:00:06Z MOVE symbol 7 user 100 order 17 to what is open at 29 -> OK,"
                + " filled 5, open 25, taken off 0",
            "    trade 5 at 29: taker order 17 of user 100, maker order 19 of user 300",
            "8 2026-11-21T12:00:07Z CANCEL symbol 7 user 100 order 17 -> OK, filled 0, open 0,"
                + " taken off 25",
            "9 2026-11-21T12:00:08Z CANCEL symbol 7 user 100 order 17 -> UNKNOWN_ORDER");
  }

  @Test
  void eachReasonIsSaidInWords() throws Exception {
    try (Exchange exchange =
        Exchange.builder()
            .risk(false)
            .journal(JournalOptions.in(log).segmentBytes(1 << 20))
            .daemon()
            .start()) {
      send(exchange, c -> Commands.setState(c, OTHER, SymbolState.POST_ONLY));
      send(exchange, c -> Commands.place(c, 100, OTHER, 30, Side.BUY, TimeInForce.DAY, 20, 4));
      send(exchange, c -> Commands.endSession(c, OTHER));
    }
    assertThat(dump("--order", "30", "--answers"))
        .containsExactly(
            "11 2026-11-21T12:00:10Z PLACE symbol 8 user 100 order 30 BUY DAY 4 at 20 -> OK,"
                + " filled 0, open 4, taken off 0",
            "12 2026-11-21T12:00:11Z END_SESSION symbol 8 -> OK, left 0",
            "    leaves: order 30 of user 100, open 0, taken off 4: the session ended");
    JsonNode ended =
        new ObjectMapper().readTree(dump("--json", "--order", "30", "--answers").get(1));
    assertThat(ended.get("changes").get(0).get("reason").asText()).isEqualTo("the session ended");
    assertThat(dump("--symbol", "8", "--answers")).contains("    state POST_ONLY");
  }

  @Test
  void anAmendSaysItsTotal() throws Exception {
    try (Exchange exchange =
        Exchange.builder()
            .risk(false)
            .journal(JournalOptions.in(log).segmentBytes(1 << 20))
            .daemon()
            .start()) {
      send(exchange, c -> Commands.place(c, 100, OTHER, 30, Side.BUY, TimeInForce.GTC, 20, 4));
      send(exchange, c -> Commands.amend(c, 100, OTHER, 30, 20, 3));
      send(exchange, c -> Commands.amend(c, 100, OTHER, 30, 21, 3, 22));
    }
    List<String> lines = dump("--order", "30", "--answers");
    assertThat(lines)
        .contains(
            "11 2026-11-21T12:00:10Z AMEND symbol 8 user 100 order 30 to 3 in all at 20 -> OK,"
                + " filled 0, open 3, taken off 1",
            "12 2026-11-21T12:00:11Z AMEND symbol 8 user 100 order 30 to 3 in all at 21 trigger 22"
                + " -> INVALID_TRIGGER");
    JsonNode last =
        new ObjectMapper().readTree(dump("--json", "--from", "12", "--to", "12").getLast());
    assertThat(last.get("command").asText()).isEqualTo("AMEND");
    assertThat(last.get("price").asLong()).isEqualTo(21);
    assertThat(last.get("quantity").asLong()).isEqualTo(3);
    assertThat(last.get("triggerPrice").asLong()).isEqualTo(22);
  }

  @Test
  void aMassCancelSaysWhoseOrdersAndWhichSide() throws Exception {
    try (Exchange exchange =
        Exchange.builder()
            .risk(false)
            .journal(JournalOptions.in(log).segmentBytes(1 << 20))
            .daemon()
            .start()) {
      send(exchange, c -> Commands.place(c, 100, OTHER, 30, Side.BUY, TimeInForce.GTC, 20, 4));
      send(exchange, c -> Commands.massCancel(c, 100, OTHER));
      send(exchange, c -> Commands.massCancel(c, 0, OTHER, Side.SELL));
      send(exchange, c -> Commands.tick(c, OTHER));
    }
    List<String> lines = dump("--symbol", "8", "--answers");
    assertThat(lines)
        .contains(
            "11 2026-11-21T12:00:10Z MASS_CANCEL symbol 8 of user 100 -> OK, left 0",
            "    leaves: order 30 of user 100, open 0, taken off 4: cancelled with others",
            "12 2026-11-21T12:00:11Z MASS_CANCEL symbol 8 of all users SELL -> OK, left 0",
            "13 2026-11-21T12:00:12Z TICK symbol 8 -> OK, left 0");
    JsonNode last =
        new ObjectMapper().readTree(dump("--json", "--from", "12", "--to", "12").getLast());
    assertThat(last.get("command").asText()).isEqualTo("MASS_CANCEL");
    assertThat(last.get("side").asText()).isEqualTo("SELL");
  }

  @Test
  void aSelfTradeGroupIsOfItsUser() throws Exception {
    try (Exchange exchange =
        Exchange.builder().risk(false).journal(JournalOptions.in(log)).daemon().start()) {
      send(exchange, c -> Commands.setSelfTradeGroup(c, 4, 77));
    }
    assertThat(dump("--user", "4", "--answers"))
        .containsExactly(
            "10 2026-11-21T12:00:09Z SET_SELF_TRADE_GROUP user 4 group 77 -> NO_RISK_STAGE");
    assertThat(dump("--order", "77")).isEmpty();
    JsonNode json = new ObjectMapper().readTree(dump("--json", "--user", "4").getFirst());
    assertThat(json.get("group").asLong()).isEqualTo(77);
    assertThat(json.has("order")).isFalse();
  }

  @Test
  void aTransferIsOfBothUsers() throws Exception {
    try (Exchange exchange =
        Exchange.builder()
            .risk(false)
            .journal(JournalOptions.in(log).segmentBytes(1 << 20))
            .daemon()
            .start()) {
      send(exchange, c -> Commands.transfer(c, 4, 5, 2, 25_000, 9));
    }
    String line =
        "10 2026-11-21T12:00:09Z TRANSFER from user 4 to user 5 currency 2 amount 25,000"
            + " transaction 9";
    assertThat(dump("--user", "4")).containsExactly(line);
    assertThat(dump("--user", "5", "--answers")).containsExactly(line + " -> NO_RISK_STAGE");
    assertThat(dump("--order", "5", "--symbol", "7")).isEmpty();
    JsonNode json = new ObjectMapper().readTree(dump("--json", "--user", "5").getFirst());
    assertThat(json.get("user").asLong()).isEqualTo(4);
    assertThat(json.get("payee").asLong()).isEqualTo(5);
    assertThat(json.get("amount").asLong()).isEqualTo(25_000);
    assertThat(json.get("transaction").asLong()).isEqualTo(9);
    assertThat(json.has("order")).isFalse();
  }

  @Test
  void anUpdateIsOfItsSymbol() throws Exception {
    SymbolSpec spec = SymbolSpec.of(MARKET, 1, 2).with(new LotLimits(0, 0, 90, 0));
    try (Exchange exchange =
        Exchange.builder().risk(false).journal(JournalOptions.in(log)).daemon().start()) {
      send(exchange, c -> Commands.updateSymbol(c, spec));
    }
    String id = Integer.toString(MARKET);
    assertThat(dump("--symbol", id, "--answers").getLast())
        .startsWith("10 2026-11-21T12:00:09Z UPDATE_SYMBOL SymbolSpec[symbol=" + id)
        .contains("maxLots=90")
        .endsWith("-> OK");
    JsonNode json = new ObjectMapper().readTree(dump("--json", "--symbol", id).getLast());
    assertThat(json.get("command").asText()).isEqualTo("UPDATE_SYMBOL");
    assertThat(json.get("maxLots").asLong()).isEqualTo(90);
  }

  @Test
  void recordsAreChosenByUserOrderSymbolAndTime() {
    assertThat(dump("--user", "100")).hasSize(5);
    assertThat(dump("--order", "17", "--symbol", "8")).hasSize(1);
    assertThat(dump("--symbol", "8")).hasSize(2);
    assertThat(dump("--from", "4", "--to", "5")).hasSize(2);
    assertThat(dump("--user", "100", "--count", "2")).hasSize(2);
    assertThat(dump("--from", "2026-11-21T12:00:04Z", "--to", "2026-11-21T12:00:05Z"))
        .hasSize(2)
        .allMatch(line -> line.startsWith("5 ") || line.startsWith("6 "));
    assertThat(dump("--answers", "--user", "300")).filteredOn(l -> !l.startsWith(" ")).hasSize(2);
    assertThat(dump("--answers")).filteredOn(line -> line.startsWith(" ")).hasSize(2);
  }

  @Test
  void jsonSaysTheSame() throws Exception {
    JsonNode taken =
        new ObjectMapper().readTree(dump("--json", "--order", "18", "--answers").get(0));
    assertThat(taken.get("time").asText()).isEqualTo("2026-11-21T12:00:04Z");
    assertThat(taken.get("command").asText()).isEqualTo("PLACE");
    assertThat(taken.get("user").asLong()).isEqualTo(200);
    assertThat(taken.get("result").asText()).isEqualTo("OK");
    assertThat(taken.get("filledQuantity").asLong()).isEqualTo(20);
    assertThat(taken.get("trades").get(0).get("makerOrder").asLong()).isEqualTo(17);
  }

  @Test
  void aCommandSentAgainIsShownWithItsFirstAnswer() throws Exception {
    log = log.resolve("again");
    try (Exchange exchange =
        Exchange.builder().journal(JournalOptions.in(log).segmentBytes(1 << 20)).daemon().start()) {
      for (int i = 0; i < 2; i++) {
        send(
            exchange,
            c -> {
              Commands.suspendUser(c, 5);
              c.clientKey = 9;
              c.clientSequence = 1;
            });
      }
      send(
          exchange,
          c -> {
            Commands.suspendUser(c, 6);
            Commands.from(c, 9, 1);
            Commands.refuse(c, ResultCode.PRICE_OUT_OF_BAND);
          });
      send(
          exchange,
          c -> {
            Commands.suspendUser(c, 6);
            c.refusal = 5;
          });
    }
    assertThat(dump("--answers").get(2))
        .endsWith(
            " client 9/1 refused by a door: PRICE_OUT_OF_BAND"
                + " -> CLIENT_SEQUENCE_REUSED, first UNKNOWN_USER");
    assertThat(dump("--answers").get(3))
        .endsWith(" user 6 refused by a door: code 5 -> UNKNOWN_COMMAND");
    JsonNode reused = new ObjectMapper().readTree(dump("--json", "--answers").get(2));
    assertThat(reused.get("refusal").asText()).isEqualTo("PRICE_OUT_OF_BAND");
    assertThat(reused.get("firstResult").asText()).isEqualTo("UNKNOWN_USER");
    assertThat(dump("--answers").get(1)).endsWith(" -> DUPLICATE_COMMAND, first UNKNOWN_USER");
    JsonNode again = new ObjectMapper().readTree(dump("--json", "--answers").get(1));
    assertThat(again.get("result").asText()).isEqualTo("DUPLICATE_COMMAND");
    assertThat(again.get("firstResult").asText()).isEqualTo("UNKNOWN_USER");
    JsonNode first = new ObjectMapper().readTree(dump("--json", "--answers").get(0));
    assertThat(first.has("firstResult")).isFalse();
  }

  /** Snapshots let go of the beginning of a log, and with it of what the answers came from. */
  @Test
  void answersWantTheLogFromItsBeginning() {
    JournalOptions options =
        JournalOptions.in(log.resolve("kept")).segmentBytes(1 << 16).keepSnapshots(1);
    try (Exchange exchange = Exchange.builder().journal(options).daemon().start()) {
      for (int user = 1; user <= 2_000; user++) {
        Command c = exchange.publisher().claim();
        Commands.addUser(c, user);
        exchange.publisher().publish(c);
      }
      exchange.awaitAnswered();
      exchange.snapshot();
    }
    log = log.resolve("kept");
    assertThat(dump("--user", "2000")).hasSize(1).allMatch(line -> line.endsWith("user 2000"));
    dump("--user", "2000", "--answers");
    assertThat(code).isEqualTo(2);
    assertThat(err)
        .contains("the log begins with record", "answers need all commands from record 0");
  }

  @Test
  void whatCannotBeAnsweredIsRefused() {
    dump("--raw", "--order", "17");
    assertThat(code).isEqualTo(2);
    assertThat(err).contains("--raw prints no commands");
    dump("--from", "yesterday");
    assertThat(err).contains("found 'yesterday', expected a sequence such as 1234 or a time");
  }
}
