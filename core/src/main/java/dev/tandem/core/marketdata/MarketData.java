package dev.tandem.core.marketdata;

import dev.tandem.core.BookFollower;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;

/**
 * Market data of an exchange: {@link #apply} is given each answer in order, and reports to a {@link
 * MarketListener} what it changed. The changes of a symbol are numbered from 1 without a gap, and
 * are the same in every topology.
 *
 * <pre>{@code
 * MarketData market = new MarketData(listener);
 * Exchange exchange = Exchange.builder().marketData(market).start();
 * }</pre>
 *
 * <p>A symbol that is added while it listens is followed from the start, and so is one that the
 * exchange starts with, if this was given to {@link dev.tandem.core.ExchangeBuilder#marketData}.
 * Any other is joined: {@link #expect} first, then a copy of its book by {@link
 * dev.tandem.core.Exchange#book}, then {@link #join(BookSnapshot)}. Commands that come in between
 * are kept, and those that the copy includes are left out, so nothing is missed and nothing
 * reported twice. The results thread cannot request the copy, because {@code Exchange.book} throws
 * on the kernel's own threads. So where symbols are joined, give the answers to a thread of yours
 * as {@linkplain Command#copyFrom copies}; it calls all of these. What is kept has no bound: a
 * symbol that is expected must join soon, or be {@linkplain #release released} or {@linkplain
 * #leave left}.
 *
 * <p>A symbol that has no subscriber just now can be {@linkplain #number numbered} alone: its
 * changes count, and its book is not kept, which is what costs. When it joins, its numbers
 * continue: what the copy includes counts when it comes here. {@link #release} gives the book up
 * again.
 *
 * <p>What the listener throws, or a check of a book that is not the kernel's, goes to the caller of
 * {@link #apply} or {@link #join(MarketBook)}; on the results thread it stops the exchange. The
 * change is half done then. So nothing is shown or reported any more: all methods but {@link
 * #release} and {@link #leave} throw an {@link IllegalStateException} with the first cause. A
 * listener must not call methods of this class.
 *
 * <p>For one thread: the one that applies commands, which is the results thread, or another one
 * that is given copies in order. As long as it lives, others are refused by all methods but {@link
 * #book}, whose answer they may not read meanwhile. Before the first command any thread may call.
 * Commands of symbols that nobody follows cost a look-up. Nothing is allocated but for books that
 * grow, and for what is kept between {@code expect} and {@code join}.
 */
public final class MarketData implements BookFollower {

  private static final VarHandle OWNER;

  static {
    try {
      OWNER = MethodHandles.lookup().findVarHandle(MarketData.class, "owner", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final MarketListener listener;
  private final IntPredicate follows;
  private final IdIndex places = new IdIndex(64);
  private SymbolState[] symbols = new SymbolState[64];

  /** What left a change half done; null if nothing did. */
  private Throwable failure;

  /** The thread that applies commands; null before the first one. */
  private Thread owner;

  /** A symbol that is followed, expected or numbered. */
  private static final class SymbolState {
    /** Null while it is not kept. */
    MarketBook book;

    /** What came since its copy is expected; null if none is. */
    List<Command> kept;

    /** Whether its changes have numbers also while its book is not kept. */
    boolean numbered;

    /** Of the last change; the book knows both while it is kept. */
    long sequence;

    long lastEvent = -1;

    void keep(Command c) {
      Command copy = new Command();
      copy.copyFrom(c);
      kept.add(copy);
    }

    void number(Command c) {
      if (c.eventNumber > lastEvent && !MarketBook.changesNothing(c)) {
        sequence++;
        lastEvent = c.eventNumber;
      }
    }
  }

  /** Follows the symbols that are added from now on, and those that join. */
  public MarketData(MarketListener listener) {
    this(listener, symbol -> true);
  }

  /**
   * Follows those that join.
   *
   * @param follows whether a symbol that is added from now on is followed; if not it is numbered
   */
  public MarketData(MarketListener listener, IntPredicate follows) {
    this.listener = Objects.requireNonNull(listener, "listener");
    this.follows = Objects.requireNonNull(follows, "follows");
  }

  @Override
  public void onResult(Command command) {
    apply(command);
  }

  /**
   * Follows a symbol from the book that an exchange starts with, or numbers it.
   *
   * @throws IllegalArgumentException if the copy is no book
   * @throws IllegalStateException if an earlier call failed
   */
  @Override
  public void onStart(BookSnapshot copy) {
    checkWhole();
    if (!follows.test(copy.symbol())) {
      number(copy.symbol(), copy.lastEvent());
      return;
    }
    put(copy.symbol()).book = MarketBook.of(copy);
    try {
      listener.start(copy);
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    }
  }

  /**
   * Takes over what one command did; commands come in the order of their answers.
   *
   * @throws IllegalStateException if the command does not fit the book of its symbol, or if an
   *     earlier call failed
   */
  @SuppressWarnings("ReferenceEquality") // a thread is only itself
  public void apply(Command c) {
    checkUnfailed();
    Thread me = Thread.currentThread();
    if (owner != me) {
      // Another one may follow: who hands the answers over has ordered the two.
      OWNER.setRelease(this, me);
    }
    try {
      take(c);
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    }
  }

  /** What a thread does while another one applies commands would tear the books. */
  @SuppressWarnings("ReferenceEquality") // a thread is only itself
  private void checkThread() {
    Thread thread = (Thread) OWNER.getAcquire(this);
    if (thread != null && thread != Thread.currentThread() && thread.isAlive()) {
      throw new IllegalStateException(
          "market data belongs to thread "
              + thread.getName()
              + ", which applies the answers; to join books from another one, give that one copies"
              + " of the answers");
    }
  }

  private void checkWhole() {
    checkThread();
    checkUnfailed();
  }

  private void checkUnfailed() {
    if (failure != null) {
      throw new IllegalStateException("market data has failed before: " + failure, failure);
    }
  }

  private void take(Command c) {
    if (c.changesOrders()) {
      SymbolState symbol = find(c.symbol);
      if (symbol == null) {
        return;
      }
      if (symbol.book != null) {
        symbol.book.apply(c, listener);
      } else if (symbol.kept != null) {
        symbol.keep(c);
      } else {
        symbol.number(c);
      }
    } else if (c.type == CommandType.ADD_SYMBOL && c.result == ResultCode.OK_CODE) {
      added(c.payload instanceof SymbolSpec spec ? spec.symbol() : c.symbol, c.eventNumber);
    }
  }

  private void added(int symbol, long event) {
    if (find(symbol) != null) {
      return;
    }
    if (follows.test(symbol)) {
      put(symbol).book = new MarketBook(symbol, event);
    } else {
      number(symbol, event);
    }
  }

  /**
   * Numbers the changes of a symbol and does not keep its book until it joins; if it was followed,
   * it is numbered anew. Of what was kept since {@link #expect}, what comes after that record
   * counts.
   *
   * @param event number of an event record: what comes after it is counted, from 1
   */
  public void number(int symbol, long event) {
    checkWhole();
    SymbolState before = find(symbol);
    SymbolState numbered = put(symbol);
    numbered.numbered = true;
    numbered.lastEvent = event;
    if (before != null && before.kept != null) {
      before.kept.forEach(numbered::number);
    }
  }

  /**
   * Keeps what comes for a symbol until it joins; it is followed anew if it was followed. The
   * numbers of one that is {@linkplain #number numbered} continue. Each command takes memory until
   * the symbol joins, or is released, left or numbered.
   */
  public void expect(int symbol) {
    checkWhole();
    SymbolState expected = find(symbol);
    if (expected == null || !expected.numbered) {
      expected = put(symbol);
    } else {
      release(symbol);
    }
    expected.kept = new ArrayList<>();
  }

  /**
   * Follows a symbol from a copy of its book, which was requested after {@link #expect}, and
   * reports at once what has changed since.
   *
   * @throws IllegalStateException if the symbol is not expected, if what came since does not fit
   *     the copy, or if an earlier call failed
   * @throws IllegalArgumentException if the copy is no book; the symbol is still expected
   */
  public MarketBook join(BookSnapshot copy) {
    expected(copy.symbol());
    return join(MarketBook.of(copy));
  }

  /**
   * The same with a book that was {@linkplain MarketBook#of made} of the copy already; it is kept
   * from now on, and joins only once.
   *
   * @throws IllegalStateException if the symbol is not expected, if what came since does not fit
   *     the book, or if an earlier call failed
   */
  public MarketBook join(MarketBook book) {
    SymbolState joining = expected(book.symbol());
    List<Command> kept = joining.kept;
    joining.kept = null;
    if (joining.numbered) {
      book.continueNumbering(joining.sequence, joining.lastEvent);
    }
    joining.book = book;
    try {
      for (Command c : kept) {
        book.apply(c, listener);
      }
    } catch (RuntimeException | Error e) {
      failure = e;
      throw e;
    }
    return book;
  }

  private SymbolState expected(int symbol) {
    checkWhole();
    SymbolState expected = find(symbol);
    if (expected == null || expected.kept == null) {
      throw new IllegalStateException("symbol " + symbol + " is not expected");
    }
    return expected;
  }

  /**
   * Keeps the book of a symbol no longer, and reports no more of it; its changes are numbered, and
   * the numbers continue when it joins again. Nothing happens to a symbol that is not known here.
   */
  public void release(int symbol) {
    checkThread();
    SymbolState released = find(symbol);
    if (released == null) {
      return;
    }
    released.numbered = true;
    if (released.book != null) {
      released.sequence = released.book.sequence();
      released.lastEvent = released.book.lastEvent();
      released.book = null;
    }
    if (released.kept != null) {
      released.kept.forEach(released::number);
      released.kept = null;
    }
  }

  /** Follows a symbol no longer, and forgets its numbers. */
  public void leave(int symbol) {
    checkThread();
    int place = places.find(symbol);
    if (place != IdIndex.ABSENT) {
      symbols[place] = null;
    }
  }

  /** The book of a symbol, null if it is not kept. */
  public MarketBook book(int symbol) {
    checkUnfailed();
    SymbolState found = find(symbol);
    return found == null ? null : found.book;
  }

  private SymbolState find(int symbol) {
    int place = places.find(symbol);
    return place == IdIndex.ABSENT ? null : symbols[place];
  }

  private SymbolState put(int symbol) {
    int place = places.findOrAdd(symbol);
    if (place >= symbols.length) {
      symbols = Arrays.copyOf(symbols, symbols.length * 2);
    }
    SymbolState fresh = new SymbolState();
    symbols[place] = fresh;
    return fresh;
  }
}
