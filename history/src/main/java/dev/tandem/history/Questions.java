package dev.tandem.history;

import dev.tandem.history.rows.Candles;
import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.rows.Trade;
import dev.tandem.history.store.Database;
import dev.tandem.history.store.Reader;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Answers questions from the database, on two threads of its own. Each question reads one page by
 * an index and is cancelled after two seconds; 64 may wait. So whoever asks cannot hold up more
 * than others who ask.
 *
 * <p>Any thread may ask. Futures complete on those threads. They fail with a {@link
 * HistoryException} if the database cannot be read, and with a {@link CancellationException} once
 * this is closed.
 */
public final class Questions implements AutoCloseable {

  private static final int THREADS = 2;
  private static final int WAITING = 64;
  private static final long MOST_MILLIS = 2_000;

  private final Database database;
  private final ThreadPoolExecutor threads;
  private final ScheduledExecutorService watch;
  private final ConcurrentLinkedQueue<Kept> idle = new ConcurrentLinkedQueue<>();
  private final Set<Reader> running = ConcurrentHashMap.newKeySet();

  /** How often the database was opened: readers of an earlier time are not asked any more. */
  private final AtomicLong opening = new AtomicLong();

  /** A reader, and when it was opened, as {@link #opening} counts. */
  private record Kept(Reader reader, long opening) {}

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
   * @param into makes of the page what is answered, on the thread that read it
   * @throws RejectedExecutionException if too many questions wait
   */
  public <R> CompletableFuture<R> orders(Question question, Function<Page<OrderState>, R> into) {
    return ask(
        reader -> page(reader.orders(select(question), question.limit() + 1), question), into);
  }

  /**
   * Fills of a user, by their trades. A page has one more where its last two are of one trade of
   * the user's own orders, so that the next page can begin behind that trade.
   *
   * @param into makes of the page what is answered, on the thread that read it
   * @throws RejectedExecutionException if too many questions wait
   */
  public <R> CompletableFuture<R> fills(Question question, Function<Page<OrderEvent>, R> into) {
    return ask(
        reader -> {
          List<OrderEvent> rows = reader.fills(select(question), question.limit() + 2);
          int end = Math.min(rows.size(), question.limit());
          if (end > 0 && end < rows.size() && rows.get(end).event() == rows.get(end - 1).event()) {
            end++;
          }
          return new Page<>(List.copyOf(rows.subList(0, end)), end < rows.size());
        },
        into);
  }

  /**
   * Trades of everybody.
   *
   * @param into makes of the page what is answered, on the thread that read it
   * @throws RejectedExecutionException if too many questions wait
   */
  public <R> CompletableFuture<R> trades(Question question, Function<Page<Trade>, R> into) {
    return ask(
        reader -> page(reader.trades(select(question), question.limit() + 1), question), into);
  }

  /**
   * Candles of a symbol, the newest first.
   *
   * @param into makes of the page what is answered, on the thread that read it
   * @throws RejectedExecutionException if too many questions wait
   */
  public <R> CompletableFuture<R> candles(CandleQuestion question, Function<Candles, R> into) {
    Reader.Selection of =
        new Reader.Selection(null, question.symbol(), null, question.fromNs(), null, null);
    return ask(
        reader ->
            reader.candles(
                of,
                question.before(),
                question.intervalNs(),
                question.limit(),
                CandleQuestion.MOST_TRADES),
        into);
  }

  /**
   * An order with its events: that of a number, or the newest of an id.
   *
   * @param placed number of the event that placed it; null for the newest
   * @param question whose order of which symbol, and which of its events
   * @param into makes of it what is answered, on the thread that read it
   * @throws RejectedExecutionException if too many questions wait
   */
  public <R> CompletableFuture<R> story(
      Long placed, Question question, Function<Optional<OrderStory>, R> into) {
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
        },
        into);
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

  private <T, R> CompletableFuture<R> ask(Ask<T> question, Function<T, R> into) {
    Asked<T, R> asked = new Asked<>(question, into);
    try {
      threads.execute(asked);
    } catch (RejectedExecutionException e) {
      if (!threads.isShutdown()) {
        throw e;
      }
      asked.refuse();
    }
    return asked.answer;
  }

  /** A question that waits for its turn, or has it. */
  private final class Asked<T, R> implements Runnable {
    private final Ask<T> question;
    private final Function<T, R> into;
    private final CompletableFuture<R> answer = new CompletableFuture<>();

    Asked(Ask<T> question, Function<T, R> into) {
      this.question = question;
      this.into = into;
    }

    void refuse() {
      answer.completeExceptionally(new CancellationException("the history is closed"));
    }

    @Override
    public void run() {
      try {
        answer.complete(into.apply(read(question)));
      } catch (SQLException e) {
        if (threads.isShutdown()) {
          refuse();
        } else {
          answer.completeExceptionally(
              new HistoryException(database.place() + ": " + e.getMessage(), e));
        }
      } catch (RuntimeException | Error e) {
        answer.completeExceptionally(e);
      }
    }
  }

  private <T> T read(Ask<T> question) throws SQLException {
    Kept kept = open();
    Reader reader = kept.reader();
    boolean answered = false;
    Future<?> limit = null;
    running.add(reader);
    try {
      limit = watch(reader);
      T found = question.of(reader);
      answered = true;
      return found;
    } finally {
      running.remove(reader);
      // Who was cancelled meanwhile is not asked again.
      if (limit != null && limit.cancel(false) && answered) {
        idle.add(kept);
        if (threads.isShutdown()) {
          closeIdle();
        }
      } else {
        reader.close();
      }
    }
  }

  /** A reader that is idle, or a new one. */
  private Kept open() throws SQLException {
    long now = opening.get();
    for (Kept each = idle.poll(); each != null; each = idle.poll()) {
      if (each.opening() == now) {
        return each;
      }
      each.reader().close();
    }
    return new Kept(Reader.open(database), now);
  }

  private Future<?> watch(Reader reader) {
    try {
      return watch.schedule(reader::cancel, MOST_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      throw new CancellationException("the history is closed");
    }
  }

  /** The database may be another one by now, of the same place: it is opened anew. */
  void reopen() {
    opening.incrementAndGet();
    closeIdle();
  }

  private void closeIdle() {
    for (Kept each = idle.poll(); each != null; each = idle.poll()) {
      each.reader().close();
    }
  }

  /** Ends: who waits for an answer does not get one any more. */
  @Override
  public void close() {
    for (Runnable each : threads.shutdownNow()) {
      if (each instanceof Asked<?, ?> asked) {
        asked.refuse();
      }
    }
    watch.shutdownNow();
    running.forEach(Reader::cancel);
    closeIdle();
  }
}
