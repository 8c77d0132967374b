package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.history.rows.OrderStatus;
import dev.tandem.history.store.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of the wrong database, of the wrong day, or of an order that was sent twice. */
class WrongDatabaseTest {

  @TempDir private Path directory;

  private JournalOptions log() {
    return JournalOptions.in(directory.resolve("log")).segmentBytes(1 << 20);
  }

  private String url(String name) {
    return "jdbc:sqlite:" + directory.resolve(name);
  }

  /** An order that rests, and the same sent again. */
  @BeforeEach
  void trade() {
    try (Exchange exchange = Exchange.builder().journal(log()).daemon().start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
      exchange.async().addUser(5).join();
      exchange.async().adjustBalance(5, 10, 100, 1).join();
      for (int i = 0; i < 2; i++) {
        exchange.async().place(5, 1, 7, Side.SELL, TimeInForce.GTC, 100, 3).join();
      }
    }
  }

  @Test
  void anOrderThatWasTakenComesBeforeItsRefusedRepetition() {
    History.build(log(), url("history.db"), false);
    try (Questions questions = new Questions(Database.of(url("history.db")))) {
      Question question = new Question(5L, 1, 7L, null, null, null, 10);
      OrderStory story = questions.story(null, question, Function.identity()).join().orElseThrow();
      assertThat(story.order().status).isEqualTo(OrderStatus.NEW);
      Question all = new Question(5L, null, null, null, null, null, 10);
      assertThat(questions.orders(all, Function.identity()).join().rows())
          .extracting(order -> order.status)
          .containsExactly(OrderStatus.NEW, OrderStatus.REJECTED);
    }
  }

  @Test
  void aDayThatTheHistoryHasNotReachedIsNotWrittenBesideAService() {
    History.build(log(), url("history.db"), true);
    LocalDate later = LocalDate.now(ZoneOffset.UTC).plusDays(1);
    assertThatThrownBy(() -> DayReport.write(url("history.db"), later, directory, false))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("not at the end of " + later);
  }

  @Test
  void tablesOfOthersAreNotThrownAway() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url("shop.db"));
        Statement make = connection.createStatement()) {
      make.execute("CREATE TABLE orders (item TEXT)");
      make.execute("INSERT INTO orders VALUES ('soap')");
    }
    assertThatThrownBy(() -> History.rebuild(log(), url("shop.db")))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("nothing is dropped");
    try (Connection connection = DriverManager.getConnection(url("shop.db"));
        Statement ask = connection.createStatement()) {
      assertThat(ask.executeQuery("SELECT item FROM orders").getString(1)).isEqualTo("soap");
    }
  }

  @Test
  void oneOfAnotherVersionIsBuiltAgain() throws SQLException {
    HistoryStatus built = History.build(log(), url("history.db"), false);
    try (Connection connection = DriverManager.getConnection(url("history.db"));
        Statement change = connection.createStatement()) {
      change.execute("UPDATE progress SET version = 1");
      change.execute("ALTER TABLE progress DROP COLUMN last_record");
    }
    assertThatThrownBy(() -> History.build(log(), url("history.db"), false))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("of version 1, and this program has version 3")
        .hasMessageContaining("--rebuild");
    assertThat(History.rebuild(log(), url("history.db"))).isEqualTo(built);
  }

  @Test
  void aFileThatIsNoDatabaseIsNotDeleted() throws IOException {
    Path file = Files.writeString(directory.resolve("notes.txt"), "buy more soap, soon");
    assertThatThrownBy(() -> History.rebuild(log(), url("notes.txt")))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("not deleted");
    assertThat(file).hasContent("buy more soap, soon");
  }
}
