package dev.tandem.history;

import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.rows.Trade;
import dev.tandem.history.store.Database;
import dev.tandem.history.store.Reader;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Answers questions from the database, on two threads of its own. Each question reads one page by
 * an index and is cancelled after two seconds; 64 may wait. So whoever asks cannot hold up more
 * than others who ask.
 *
 * <p>Any thread may ask. Futures complete on those threads; they fail with a {@link
 * HistoryException}.
 */
public final class Questions implements AutoCloseable {

  private static final int THREADS = 2;
  private static final int WAITING = 64;
  private static final long MOST_MILLIS = 2_000;

  private final Database database;
  private final ThreadPoolExecutor threads;
  private final ScheduledExecutorService watch;
  private final ConcurrentLinkedQueue<Reader> idle = new ConcurrentLinkedQueue<>();

  private interface Ask<T> {
    T of(Reader reader) throws SQLException;
  }

  Questions(Database database) {
    this.database = database;
    threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            task -> daemon(task, "tandem-history-questions"));
    threads.allowCoreThreadTimeOut(true);
    watch =
        Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "tandem-history-watch"));
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Orders, live and ended, by the events that placed them. Who names an order id names its user
   * and symbol, too.
   *
   * @throws RejectedExecutionException if too many questions wait
   */
  public CompletableFuture<Page<OrderState>> orders(Question question) {
    return ask(reader -> page(reader.orders(select(question), question.limit() + 1), question));
  }

  /**
   * Fills of a user, by their trades. A page has one more where its last two are of one trade of
   * the user's own orders, so that the next page can begin behind that trade.
   *
   * @throws RejectedExecutionException if too many questions wait
   */
  public CompletableFuture<Page<OrderEvent>> fills(Question question) {
    return ask(
        reader -> {
          List<OrderEvent> rows = reader.fills(select(question), question.limit() + 2);
          int end = Math.min(rows.size(), question.limit());
          if (end > 0 && end < rows.size() && rows.get(end).event() == rows.get(end - 1).event()) {
            end++;
          }
          return new Page<>(List.copyOf(rows.subList(0, end)), end < rows.size());
        });
  }

  /**
   * Trades of everybody.
   *
   * @throws RejectedExecutionException if too many questions wait
   */
  public CompletableFuture<Page<Trade>> trades(Question question) {
    return ask(reader -> page(reader.trades(select(question), question.limit() + 1), question));
  }

  /**
   * An order with its events: that of a number, or the newest of an id.
   *
   * @param placed number of the event that placed it; null for the newest
   * @param question whose order of which symbol, and which of its events
   * @throws RejectedExecutionException if too many questions wait
   */
  public CompletableFuture<Optional<OrderStory>> story(Long placed, Question question) {
    return ask(
        reader -> {
          Optional<OrderState> order = reader.order(placed, select(question));
          if (order.isEmpty()) {
            return Optional.empty();
          }
          long after = question.after() == null ? Long.MIN_VALUE : question.after();
          Page<OrderEvent> events =
              page(reader.events(order.get().placed, after, question.limit() + 1), question);
          return Optional.of(new OrderStory(order.get(), events.rows(), events.more()));
        });
  }

  private static Reader.Selection select(Question question) {
    return new Reader.Selection(
        question.user(),
        question.symbol(),
        question.order(),
        question.fromNs(),
        question.toNs(),
        question.after());
  }

  private static <T> Page<T> page(List<T> rows, Question question) {
    boolean more = rows.size() > question.limit();
    return new Page<>(more ? List.copyOf(rows.subList(0, question.limit())) : rows, more);
  }

  private <T> CompletableFuture<T> ask(Ask<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    threads.execute(
        () -> {
          try {
            answer.complete(answer(question));
          } catch (SQLException e) {
            answer.completeExceptionally(
                new HistoryException(database.place() + ": " + e.getMessage(), e));
          } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  private <T> T answer(Ask<T> question) throws SQLException {
    Reader reader = idle.poll();
    if (reader == null) {
      reader = Reader.open(database);
    }
    Reader asked = reader;
    Future<?> limit = watch.schedule(asked::cancel, MOST_MILLIS, TimeUnit.MILLISECONDS);
    boolean answered = false;
    try {
      T found = question.of(asked);
      answered = true;
      return found;
    } finally {
      // Who was cancelled meanwhile is not asked again.
      if (limit.cancel(false) && answered && !threads.isShutdown()) {
        idle.add(asked);
      } else {
        asked.close();
      }
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    watch.shutdownNow();
    for (Reader each = idle.poll(); each != null; each = idle.poll()) {
      each.close();
    }
  }
}
