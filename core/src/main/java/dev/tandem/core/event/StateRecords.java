package dev.tandem.core.event;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The canonical description of a kernel's state: blocks of 64-byte records, one block for each
 * client, symbol, user and currency, hashed by rising kind and key. The shards of a kernel describe
 * their parts, in any order; parts of one currency are added up.
 */
public final class StateRecords {

  /** A client's high-water mark. Words: kind, client key, sequence. */
  public static final int CLIENT = 1;

  /**
   * A symbol with its book. First record: kind, symbol, base | quote &lt;&lt; 32, lot scale, tick
   * scale, maker fee, taker fee, 1 if in a call auction. Then the orders in price-time order, buys
   * first: kind, symbol, side, order id, user id, price, open quantity.
   */
  public static final int SYMBOL = 2;

  /**
   * A user. First record: kind, user id, 1 if suspended. Then the accounts that are not empty, by
   * currency: kind, user id, 1, currency, available, held. Then the transaction ids, rising: kind,
   * user id, 2, transaction id.
   */
  public static final int USER = 3;

  /** A currency. Words: kind, currency, fees, supply. */
  public static final int CURRENCY = 4;

  /** The records of one client, symbol, user or currency. */
  public static final class Block {
    private final int kind;
    private final long key;
    private final List<long[]> records = new ArrayList<>();

    private Block(int kind, long key) {
      this.kind = kind;
      this.key = key;
    }

    /** Appends a record of up to six words behind kind and key; missing words are 0. */
    public Block add(long... words) {
      long[] record = new long[EventHash.RECORD_BYTES / Long.BYTES];
      record[0] = kind;
      record[1] = key;
      System.arraycopy(words, 0, record, 2, words.length);
      records.add(record);
      return this;
    }
  }

  private final List<Block> blocks = new ArrayList<>();

  /** Starts the block of a client, symbol, user or currency. */
  public Block block(int kind, long key) {
    Block block = new Block(kind, key);
    blocks.add(block);
    return block;
  }

  /** XXH64 over all records, by rising kind and key. */
  public long hash() {
    List<Block> sorted = new ArrayList<>(blocks);
    sorted.sort(Comparator.<Block>comparingInt(b -> b.kind).thenComparingLong(b -> b.key));
    EventHash hash = new EventHash();
    for (Block block : sorted) {
      for (long[] r : block.records) {
        hash.update(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7]);
      }
    }
    return hash.digest();
  }
}
