package dev.tandem.flow.model;

import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The state as records of eight words, in the one order that the state hash is taken in. */
final class StateRecords {

  private static final int WORDS = 8;
  private static final int WINDOW_WORDS = 6;

  private StateRecords() {}

  static List<long[]> of(NaiveState state) {
    List<long[]> records = new ArrayList<>();
    state.clients.forEach(
        (key, seen) -> {
          add(records, 1, key, seen.highest());
          addWindow(records, key, seen.packedCodes());
          addWindow(records, key, seen.sums());
        });
    state.books.forEach((symbol, book) -> addBook(records, symbol, book));
    state.users.forEach((id, user) -> addUser(records, user));
    state.supply.forEach(
        (currency, supply) -> add(records, 4, currency, state.fees(currency), supply));
    state.names.forEach((currency, naming) -> addName(records, 5, currency, naming));
    return records;
  }

  private static void addWindow(List<long[]> records, long key, long[] words) {
    for (int i = 0; i < words.length; i += WINDOW_WORDS) {
      // Reads zeros behind the last word.
      long[] part = Arrays.copyOfRange(words, i, i + WINDOW_WORDS);
      add(records, concat(new long[] {1, key}, part));
    }
  }

  private static void addBook(List<long[]> records, long symbol, NaiveBook book) {
    SymbolSpec spec = book.spec;
    add(
        records,
        2,
        symbol,
        (spec.baseCurrency() & 0xffff_ffffL) | (long) spec.quoteCurrency() << 32,
        spec.lotScale(),
        spec.tickScale(),
        spec.makerFeePpm(),
        spec.takerFeePpm(),
        book.state.ordinal());
    LotLimits limits = spec.limits();
    add(
        records,
        2,
        symbol,
        book.lastPrice,
        limits.lotStep(),
        limits.minLots(),
        limits.maxLots(),
        limits.maxValue(),
        spec.protectionPoints());
    if (!spec.naming().name().isEmpty()) {
      addName(records, 2, symbol, spec.naming(), 1L << 34);
    }
    for (Side side : Side.values()) {
      for (NaiveBook.Order o : book.side(side.code())) {
        add(
            records,
            2,
            symbol,
            side.code(),
            o.id,
            o.user,
            o.price,
            o.open,
            (long) o.postOnly << 16 | (long) o.selfTrade << 24);
        if (o.filled != 0) {
          add(records, 2, symbol, 1L << 37, o.id, o.filled);
        }
      }
    }
    book.stops.forEach(o -> addStop(records, symbol, o, 0));
    book.waiting.forEach(o -> addStop(records, symbol, o, 1));
    NaiveRemoval.ofTheAuction(book)
        .orders()
        .forEach(o -> add(records, 2, symbol, 1L << 33, o.id, -1));
    NaiveRemoval.ofTheDay(book).orders().forEach(o -> add(records, 2, symbol, 1L << 33, o.id));
    NaiveRemoval.ofExpired(book, Long.MAX_VALUE)
        .orders()
        .forEach(o -> add(records, 2, symbol, 1L << 33, o.id, o.expireTime));
    for (Side side : Side.values()) {
      book.side(side.code()).stream()
          .filter(o -> o.display != 0)
          .forEach(o -> add(records, 2, symbol, 1L << 36, o.id, o.display, o.open - o.shown()));
    }
  }

  private static void addName(
      List<long[]> records, long kind, long key, Naming naming, long... before) {
    long[] words = NaiveSum.words(naming).stream().mapToLong(word -> word).toArray();
    add(records, concat(concat(new long[] {kind, key}, before), words));
  }

  private static void addStop(List<long[]> records, long symbol, NaiveBook.Order o, long waits) {
    long[] trigger = o.trigger.words();
    long head = o.side | o.terms << 8 | waits << 16 | (long) o.selfTrade << 24;
    head |= trigger[3] << 40 | 1L << 32;
    add(records, 2, symbol, head, o.id, o.user, o.price, o.open, trigger[0]);
    if (trigger[2] != 0) {
      add(records, 2, symbol, 1L << 35, trigger[1], trigger[2]);
    }
    if (o.linked != null) {
      add(records, 2, symbol, 1L << 38, o.id, o.linked.id);
    }
  }

  private static void addUser(List<long[]> records, NaiveUser user) {
    add(
        records,
        3,
        user.id,
        user.suspended ? 1 : 0,
        user.transactions.highest(),
        user.transactions.bits(),
        user.group);
    user.accounts.forEach(
        (currency, account) -> {
          if (account.available != 0 || account.held != 0) {
            add(records, 3, user.id, 1, currency, account.available, account.held);
          }
        });
  }

  private static void add(List<long[]> records, long... words) {
    records.add(Arrays.copyOf(words, WORDS));
  }

  private static long[] concat(long[] a, long[] b) {
    long[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  static long hash(List<long[]> records) {
    ByteBuffer bytes =
        ByteBuffer.allocate(records.size() * WORDS * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long[] record : records) {
      for (long word : record) {
        bytes.putLong(word);
      }
    }
    return Hashing.xxh64().hash(bytes.array(), 0, bytes.capacity());
  }
}
