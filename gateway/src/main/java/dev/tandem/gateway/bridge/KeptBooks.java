package dev.tandem.gateway.bridge;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.ExchangeFailedException;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.core.marketdata.MarketData;
import dev.tandem.gateway.access.Faults;
import dev.tandem.gateway.command.Refusal;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Keeps the books of market data that clients use: keeping one costs each command of its symbol
 * more than all else that the gateway does with the answer. A book is built from a copy of the
 * kernel's at the first request, and dropped after a minute without one. The numbers of its changes
 * continue meanwhile. On the event loop.
 */
final class KeptBooks {

  /** How long a book is kept without a request. */
  private static final long UNUSED_NS = 60_000_000_000L;

  private final OrderDesk desk;
  private final MarketData market;
  private final Engine engine;
  private final EventLoop loop;
  private final Executor questions;

  /** Who waits for a book. */
  private record Asker(Consumer<MarketBook> reader, BiConsumer<Refusal, String> refused) {}

  private final Map<Integer, List<Asker>> askers = new HashMap<>();

  /** Time of the last request for each book that may be dropped. */
  private final Map<Integer, Long> usedNs = new HashMap<>();

  /**
   * @param desk on whose loop this is; when it has failed, books may be half changed, so that
   *     nobody sees one
   * @param questions runs what waits for the kernel
   */
  KeptBooks(OrderDesk desk, MarketData market, Engine engine, Executor questions) {
    this.desk = desk;
    this.market = market;
    this.engine = engine;
    this.loop = desk.loop();
    this.questions = questions;
  }

  /** As {@link OrderDesk#askBook}, of a symbol that there is. */
  boolean ask(int symbol, Consumer<MarketBook> reader, BiConsumer<Refusal, String> refused) {
    if (desk.hasFailed()) {
      refuse(refused);
      return true;
    }
    MarketBook book = market.book(symbol);
    if (book != null) {
      usedNs.replace(symbol, System.nanoTime());
      reader.accept(book);
      return true;
    }
    List<Asker> waiting = askers.get(symbol);
    if (waiting != null) {
      waiting.add(new Asker(reader, refused));
      return false;
    }
    // From here on commands wait for the copy: it is taken at a later point of the stream.
    market.expect(symbol);
    try {
      questions.execute(() -> copy(symbol));
    } catch (RejectedExecutionException e) {
      market.release(symbol);
      refused.accept(Refusal.BUSY, "too many questions wait");
      return true;
    }
    waiting = new ArrayList<>();
    waiting.add(new Asker(reader, refused));
    askers.put(symbol, waiting);
    return false;
  }

  /**
   * On the thread that may wait; a large book is put together here, too. It joins when the loop has
   * all answers that it is made of, so what is shown is never of a later time than its number.
   */
  private void copy(int symbol) {
    Runnable then;
    try {
      then = copied(symbol);
    } catch (RuntimeException | Error e) {
      then =
          () -> {
            desk.fail(e);
            refuse(symbol);
          };
    }
    try {
      loop.execute(then);
    } catch (RejectedExecutionException e) {
      // The loop is at its end, and what it had is no other thread's before that. Market data ends
      // with the loop, so nothing is given up there.
      loop.terminationFuture().addListener(ended -> refuseAskers(symbol));
    }
  }

  /** What the loop does with the copy. */
  private Runnable copied(int symbol) {
    Optional<BookSnapshot> copy;
    try {
      copy = engine.book(symbol);
    } catch (RuntimeException e) {
      return () -> notCopied(symbol, e);
    }
    MarketBook book = MarketBook.of(copy.orElseThrow());
    Runnable behind = desk.answersSoFar();
    return () -> {
      behind.run();
      join(book);
    };
  }

  private void notCopied(int symbol, RuntimeException thrown) {
    if (thrown instanceof ExchangeFailedException || desk.hasStopped()) {
      refuse(symbol);
      return;
    }
    Faults.log("a book cannot be copied", thrown);
    market.release(symbol);
    for (Asker asker : askers.remove(symbol)) {
      later(() -> fault(asker));
    }
  }

  private void join(MarketBook book) {
    int symbol = book.symbol();
    if (desk.hasFailed()) {
      refuse(symbol);
      return;
    }
    try {
      market.join(book);
    } catch (RuntimeException | Error e) {
      desk.fail(e);
      refuse(symbol);
      return;
    }
    usedNs.put(symbol, System.nanoTime());
    for (Asker asker : askers.remove(symbol)) {
      later(() -> show(asker, book));
    }
  }

  private void show(Asker asker, MarketBook book) {
    // It may have failed since it joined.
    if (desk.hasFailed()) {
      refuse(asker.refused);
      return;
    }
    try {
      asker.reader.accept(book);
    } catch (RuntimeException | Error e) {
      Faults.log("a book cannot be shown", e);
      fault(asker);
    }
  }

  private static void fault(Asker asker) {
    asker.refused.accept(Refusal.INTERNAL_ERROR, "a fault of the gateway, which has logged it");
  }

  private void refuse(int symbol) {
    market.release(symbol);
    refuseAskers(symbol);
  }

  private void refuseAskers(int symbol) {
    for (Asker asker : askers.remove(symbol)) {
      later(() -> refuse(asker.refused));
    }
  }

  private static void refuse(BiConsumer<Refusal, String> refused) {
    refused.accept(Refusal.UNAVAILABLE, "the exchange has stopped");
  }

  /** Each asker by itself, because what goes wrong with one is not the others'. */
  private void later(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // At the end of the loop nothing comes later.
      task.run();
    }
  }

  /** As {@link OrderDesk#sweepBooks}. */
  void sweep(long nowNs, IntPredicate subscribed) {
    Iterator<Map.Entry<Integer, Long>> each = usedNs.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<Integer, Long> used = each.next();
      if (nowNs - used.getValue() > UNUSED_NS && !subscribed.test(used.getKey())) {
        market.release(used.getKey());
        each.remove();
      }
    }
  }
}
