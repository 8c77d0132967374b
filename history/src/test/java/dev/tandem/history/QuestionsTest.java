package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.history.store.Database;
import dev.tandem.history.store.Reader;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who asks, when it ends, and when the database is another one. */
class QuestionsTest {

  private static final Question OF_FIVE = new Question(5L, null, null, null, null, null, 10);

  @TempDir private Path directory;

  private JournalOptions log() {
    return JournalOptions.in(directory.resolve("log")).segmentBytes(1 << 20);
  }

  private String url() {
    return "jdbc:sqlite:" + directory.resolve("history.db");
  }

  @BeforeEach
  void trade() {
    try (Exchange exchange = Exchange.builder().journal(log()).daemon().start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
      exchange.async().addUser(5).join();
      exchange.async().adjustBalance(5, 10, 100, 1).join();
      exchange.async().place(5, 1, 7, Side.SELL, TimeInForce.GTC, 100, 3).join();
    }
    History.build(log(), url(), false);
  }

  @Test
  void whoWaitsAtTheEndIsTold() throws InterruptedException {
    CountDownLatch bothRead = new CountDownLatch(2);
    CountDownLatch on = new CountDownLatch(1);
    List<CompletableFuture<Integer>> read = new ArrayList<>();
    Questions questions = new Questions(Database.of(url()));
    for (int i = 0; i < 2; i++) {
      read.add(
          questions.orders(
              OF_FIVE,
              page -> {
                bothRead.countDown();
                awaitQuietly(on);
                return page.rows().size();
              }));
    }
    bothRead.await();
    CompletableFuture<Page<?>> waits = questions.orders(OF_FIVE, page -> page);
    questions.close();
    assertThatThrownBy(waits::join).isInstanceOf(CancellationException.class);
    CompletableFuture<Page<?>> late = questions.orders(OF_FIVE, page -> page);
    assertThatThrownBy(late::join).isInstanceOf(CancellationException.class);
    on.countDown();
    assertThat(read).allSatisfy(answer -> assertThat(answer.join()).isEqualTo(1));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    boolean interrupted = false;
    while (latch.getCount() > 0) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        // By the end.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void anAnswerIsMadeOnTheThreadThatReads() {
    try (Questions questions = new Questions(Database.of(url()))) {
      assertThat(questions.orders(OF_FIVE, page -> Thread.currentThread().getName()).join())
          .isEqualTo("tandem-history-questions");
    }
  }

  /** Also where the time is over between two statements of a question. */
  @Test
  void aReaderThatWasCancelledAsksNothingMore() throws SQLException {
    try (Reader reader = Reader.open(Database.of(url()))) {
      reader.cancel();
      Reader.Selection all = new Reader.Selection(null, null, null, null, null, null);
      assertThatThrownBy(() -> reader.orders(all, 10))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("cancelled");
    }
  }

  @Test
  void aDatabaseThatWasBuiltAgainIsRead() {
    try (Questions questions = new Questions(Database.of(url()))) {
      assertThat(questions.orders(OF_FIVE, Function.identity()).join().rows()).hasSize(1);
      try (Exchange exchange = Exchange.builder().journal(log()).daemon().start()) {
        exchange.async().place(5, 1, 8, Side.SELL, TimeInForce.GTC, 100, 3).join();
      }
      History.rebuild(log(), url());
      questions.reopen();
      assertThat(questions.orders(OF_FIVE, Function.identity()).join().rows()).hasSize(2);
    }
  }
}
