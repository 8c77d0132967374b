package dev.tandem.core.matching;

import dev.tandem.core.command.SymbolSpec;
import java.util.Arrays;

/** The books of a shard by symbol: an array for small symbols, binary search for the others. */
final class BookTable {

  private static final int DIRECT = 1 << 16;

  private OrderBook[] direct = new OrderBook[64];
  private int[] symbols = new int[16];
  private OrderBook[] books = new OrderBook[16];
  private int size;

  int size() {
    return size;
  }

  /** The i-th symbol in ascending order. */
  int symbol(int i) {
    return symbols[i];
  }

  /** The book of the i-th symbol. */
  OrderBook book(int i) {
    return books[i];
  }

  /** What is traded in the i-th symbol. */
  SymbolSpec specAt(int i) {
    return books[i].spec();
  }

  OrderBook get(int symbol) {
    if (symbol >= 0 && symbol < direct.length) {
      return direct[symbol];
    }
    if (symbol < DIRECT) {
      return null;
    }
    int i = Arrays.binarySearch(symbols, 0, size, symbol);
    return i < 0 ? null : books[i];
  }

  /** What is traded in a symbol's book, or null. */
  SymbolSpec spec(int symbol) {
    int i = Arrays.binarySearch(symbols, 0, size, symbol);
    return i < 0 ? null : books[i].spec();
  }

  /** Adds a book for a symbol that has none. */
  void add(OrderBook book) {
    int symbol = book.symbol();
    if (size == symbols.length) {
      symbols = Arrays.copyOf(symbols, size * 2);
      books = Arrays.copyOf(books, size * 2);
    }
    int i = ~Arrays.binarySearch(symbols, 0, size, symbol);
    System.arraycopy(symbols, i, symbols, i + 1, size - i);
    System.arraycopy(books, i, books, i + 1, size - i);
    symbols[i] = symbol;
    books[i] = book;
    size++;
    if (symbol < DIRECT) {
      if (symbol >= direct.length) {
        direct = Arrays.copyOf(direct, Integer.highestOneBit(symbol) << 1);
      }
      direct[symbol] = book;
    }
  }
}
