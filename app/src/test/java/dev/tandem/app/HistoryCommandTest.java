package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.output.ExitCode;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.wal.Durability;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tandem history} and {@code tandem report}. */
class HistoryCommandTest {

  private record Ended(int code, String text) {}

  @TempDir private Path directory;

  private JournalOptions log() {
    return JournalOptions.in(directory.resolve("log"))
        .segmentBytes(1 << 20)
        .durability(Durability.WRITTEN);
  }

  private static Ended run(String... args) {
    StringWriter text = new StringWriter();
    PrintWriter to = new PrintWriter(text);
    return new Ended(Main.run(args, to, to), text.toString());
  }

  private Ended on(String command, String... options) {
    String[] args = new String[options.length + 2];
    args[0] = command;
    args[1] = directory.toString();
    System.arraycopy(options, 0, args, 2, options.length);
    return run(args);
  }

  private void trade() {
    try (Exchange exchange = Exchange.builder().journal(log()).daemon().start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
      for (long user : new long[] {5, 6}) {
        exchange.async().addUser(user).join();
        exchange.async().adjustBalance(user, 10, 1_000, 1).join();
        exchange.async().adjustBalance(user, 20, 100_000, 2).join();
      }
      exchange.async().place(5, 1, 1, Side.SELL, TimeInForce.GTC, 100, 3).join();
      exchange.async().place(6, 1, 2, Side.BUY, TimeInForce.GTC, 100, 2).join();
    }
  }

  @Test
  void aHistoryIsBuiltAndSaysHowFarItIs() {
    trade();
    Ended none = on("history", "--status");
    assertThat(none.code()).isZero();
    assertThat(none.text()).endsWith("history.db: there is no history yet\n");
    Ended built = on("history");
    assertThat(built.code()).as(built.text()).isZero();
    assertThat(built.text()).contains("history.db: events 0 to 9, up to 20");
    assertThat(on("history", "--status").text()).isEqualTo(built.text());
    assertThat(on("history", "--rebuild").text()).isEqualTo(built.text());
    assertThat(on("history", "--status", "--json").text())
        .contains("\"nextEvent\" : 10")
        .contains("\"wholeFrom\" : 0")
        .contains("\"cursor\" : \"history\"");
  }

  @Test
  void aHistoryThatIsGivenUpIsForgotten() {
    trade();
    String second = "--url=jdbc:sqlite:" + directory.resolve("second.db");
    assertThat(on("history").code()).isZero();
    assertThat(on("history", second).text())
        .contains("second.db: events 0 to 9")
        .contains("the log also keeps its records for history: --forget");
    assertThat(on("history", second, "--forget").text())
        .startsWith("the log keeps nothing more for it: the cursor history-second.db-");
    assertThat(on("history", second, "--forget").text())
        .startsWith("the log kept nothing for it: there is no cursor history-second.db-");
    assertThat(on("history", "--status").text()).doesNotContain("also keeps");
    assertThat(on("history", second, "--status").text()).contains("second.db: events 0 to 9");
  }

  @Test
  void theFilesOfADayAreWritten() throws IOException {
    trade();
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    Path out = directory.resolve("out");
    Ended ended = on("report", "--day=" + today, "--out=" + out);
    assertThat(ended.code()).as(ended.text()).isZero();
    assertThat(ended.text()).startsWith(today + ": 1 trades, 2 orders, 4 balances, in " + out);
    assertThat(Files.readAllLines(out.resolve("balances.csv")))
        .containsExactly(
            "user,currency,available,held",
            "5,10,997,1",
            "5,20,100200,0",
            "6,10,1002,0",
            "6,20,99800,0");
    assertThat(Files.readAllLines(out.resolve("trades.csv"))).hasSize(2);
    assertThat(Files.readAllLines(out.resolve("orders.csv"))).hasSize(3);
  }

  @Test
  void whatCannotBeDoneIsSaid() {
    assertRefused(on("history"), "is no exchange's directory, and no log");
    trade();
    assertRefused(on("history", "--url=jdbc:h2:mem:x"), "a history is in jdbc:sqlite:FILE");
    assertRefused(on("history", "--status", "--rebuild"), "name one");
    assertRefused(on("history", "--forget", "--rebuild"), "name one");
    assertRefused(on("report"), "--day");
    assertRefused(on("report", "--day=yesterday"), "yesterday");
    assertRefused(on("report", "--day=2999-01-01"), "has not begun");
    assertRefused(
        on("history", "--url=jdbc:sqlite:" + directory.resolve("no/such/file.db")),
        "no such directory");
  }

  private static void assertRefused(Ended ended, String why) {
    assertThat(ended.code()).as(ended.text()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ended.text()).contains(why);
  }
}
