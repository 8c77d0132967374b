package dev.tandem.core.marketdata;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.event.ResultHandler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Market data of an exchange: {@link #apply} is given each answer in order, and tells a {@link
 * MarketListener} what it changed. The changes of a symbol are numbered from 1 without a gap, and
 * are the same in every topology.
 *
 * <pre>{@code
 * MarketData market = new MarketData(listener);
 * Exchange exchange = Exchange.builder().resultHandler(market).start();
 * }</pre>
 *
 * <p>A symbol that is added while it listens is followed from the start. One that was there before
 * is joined: {@link #expect} first, then a copy of its book by {@link
 * dev.tandem.core.Exchange#book}, then {@link #join}. Commands that come in between are kept, and
 * those that the copy includes are left out, so nothing is missed and nothing told twice.
 *
 * <p>One thread at a time: the results thread, or another one that is given {@linkplain
 * Command#copyFrom copies} in order. Commands of symbols that nobody follows cost a look-up.
 * Nothing is allocated but for books that grow, and for what is kept between {@code expect} and
 * {@code join}.
 */
public final class MarketData implements ResultHandler {

  private final MarketListener listener;
  private final IdIndex symbols = new IdIndex(64);
  private MarketBook[] books = new MarketBook[64];
  private final List<Expected> expected = new ArrayList<>();

  /** What came for a symbol whose copy is not there yet. */
  private record Expected(int symbol, List<Command> kept) {}

  /** Follows the symbols that are added from now on, and those that join. */
  public MarketData(MarketListener listener) {
    this.listener = Objects.requireNonNull(listener, "listener");
  }

  @Override
  public void onResult(Command command) {
    apply(command);
  }

  /** Takes over what one command did; commands come in the order of their answers. */
  public void apply(Command c) {
    if (c.result != ResultCode.OK_CODE) {
      return;
    }
    byte type = c.type;
    if (CommandType.isOfBook(type)) {
      MarketBook book = book(c.symbol);
      if (book != null) {
        book.apply(c, listener);
      } else if (!expected.isEmpty()) {
        keep(c);
      }
    } else if (type == CommandType.ADD_SYMBOL) {
      int symbol = c.payload instanceof SymbolSpec spec ? spec.symbol() : c.symbol;
      if (book(symbol) == null && find(symbol) == null) {
        put(new MarketBook(symbol, c.eventNumber));
      }
    }
  }

  /** Keeps what comes for a symbol until it joins; it is followed anew if it was followed. */
  public void expect(int symbol) {
    leave(symbol);
    expected.add(new Expected(symbol, new ArrayList<>()));
  }

  /**
   * Follows a symbol from a copy of its book, which was asked for after {@link #expect}, and tells
   * at once what has changed since.
   *
   * @throws IllegalStateException if the symbol is not expected
   */
  public MarketBook join(BookSnapshot copy) {
    Expected joining = find(copy.symbol());
    if (joining == null) {
      throw new IllegalStateException("symbol " + copy.symbol() + " is not expected");
    }
    expected.remove(joining);
    MarketBook book = new MarketBook(copy);
    put(book);
    for (Command c : joining.kept) {
      book.apply(c, listener);
    }
    return book;
  }

  /** Follows a symbol no longer. */
  public void leave(int symbol) {
    Expected waiting = find(symbol);
    if (waiting != null) {
      expected.remove(waiting);
    }
    int place = symbols.find(symbol);
    if (place != IdIndex.ABSENT) {
      books[place] = null;
    }
  }

  /** The book of a symbol, null if it is not followed. */
  public MarketBook book(int symbol) {
    int place = symbols.find(symbol);
    return place == IdIndex.ABSENT ? null : books[place];
  }

  private void put(MarketBook book) {
    int place = symbols.findOrAdd(book.symbol());
    if (place >= books.length) {
      books = Arrays.copyOf(books, books.length * 2);
    }
    books[place] = book;
  }

  private void keep(Command c) {
    Expected waiting = find(c.symbol);
    if (waiting != null) {
      Command copy = new Command();
      copy.copyFrom(c);
      waiting.kept.add(copy);
    }
  }

  private Expected find(int symbol) {
    for (int i = 0; i < expected.size(); i++) {
      if (expected.get(i).symbol == symbol) {
        return expected.get(i);
      }
    }
    return null;
  }
}
