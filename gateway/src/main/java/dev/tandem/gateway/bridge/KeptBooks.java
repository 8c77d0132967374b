package dev.tandem.gateway.bridge;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeFailedException;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.core.marketdata.MarketData;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * Has the books of market data kept that somebody wants: to keep one costs each command of its
 * symbol more than all else that the gateway does with the answer. A book is made of a copy of the
 * kernel's when somebody first asks for it, and given up when nobody has for a minute. The numbers
 * of its changes go on all the while. On the event loop.
 */
final class KeptBooks {

  /** How long a book is kept that nobody asks for. */
  private static final long UNUSED_NS = 60_000_000_000L;

  private final MarketData market;
  private final Exchange exchange;
  private final EventLoop loop;
  private final Executor questions;
  private final Supplier<Runnable> answersSoFar;
  private final Consumer<Throwable> failed;
  private final BooleanSupplier hasFailed;

  /** Who waits for a book. */
  private record Asker(Consumer<MarketBook> reader, BiConsumer<Refusal, String> refused) {}

  private final Map<Integer, List<Asker>> askers = new HashMap<>();

  /** When the books that may be given up were last asked for. */
  private final Map<Integer, Long> usedNs = new HashMap<>();

  /**
   * @param questions runs what waits for the kernel
   * @param answersSoFar asked by such a thread; gives what brings the loop as far as that thread is
   * @param failed told on the loop what went wrong here
   * @param hasFailed asked on the loop: whether books may be half changed, so that nobody sees one
   */
  KeptBooks(
      MarketData market,
      Exchange exchange,
      EventLoop loop,
      Executor questions,
      Supplier<Runnable> answersSoFar,
      Consumer<Throwable> failed,
      BooleanSupplier hasFailed) {
    this.market = market;
    this.exchange = exchange;
    this.loop = loop;
    this.questions = questions;
    this.answersSoFar = answersSoFar;
    this.failed = failed;
    this.hasFailed = hasFailed;
  }

  /** As {@link OrderDesk#askBook}, of a symbol that there is. */
  boolean ask(int symbol, Consumer<MarketBook> reader, BiConsumer<Refusal, String> refused) {
    if (hasFailed.getAsBoolean()) {
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
            failed.accept(e);
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
      copy = exchange.book(symbol);
    } catch (ExchangeFailedException | IllegalStateException e) {
      return () -> refuse(symbol);
    }
    MarketBook book = MarketBook.of(copy.orElseThrow());
    Runnable behind = answersSoFar.get();
    return () -> {
      behind.run();
      join(book);
    };
  }

  private void join(MarketBook book) {
    int symbol = book.symbol();
    if (hasFailed.getAsBoolean()) {
      refuse(symbol);
      return;
    }
    try {
      market.join(book);
    } catch (RuntimeException | Error e) {
      failed.accept(e);
      refuse(symbol);
      return;
    }
    usedNs.put(symbol, System.nanoTime());
    for (Asker asker : askers.remove(symbol)) {
      later(() -> tell(asker, book));
    }
  }

  private void tell(Asker asker, MarketBook book) {
    // It may have failed since it joined.
    if (hasFailed.getAsBoolean()) {
      refuse(asker.refused);
    } else {
      asker.reader.accept(book);
    }
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
  private void later(Runnable tell) {
    try {
      loop.execute(tell);
    } catch (RejectedExecutionException e) {
      // At the end of the loop nothing comes later.
      tell.run();
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
