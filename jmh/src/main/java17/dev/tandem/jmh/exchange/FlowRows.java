package dev.tandem.jmh.exchange;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;

/**
 * The commands of a flow as rows, in a file that a process on another Java reads. A file begins
 * with the population of a pass and ends with a CRC-32C of all before.
 */
final class FlowRows {

  /** Kinds of commands. */
  static final byte PLACE = 0;

  /** What is not matched at once is dropped. */
  static final byte PLACE_IMMEDIATE = 1;

  static final byte MOVE = 2;
  static final byte CANCEL = 3;

  /** The symbol, its currencies and its users, as the flow's generator has them. */
  static final int SYMBOL = 1;

  static final int LOTS = 1;
  static final int MONEY = 2;
  static final int USERS = 1_000;
  static final long FUNDS = 1L << 50;

  private static final long MAGIC = 0x5741_4c46_4d44_4e55L;

  private final String population;
  private final long trades;
  private final long refusals;
  private final long tradeHash;
  private final byte[] kinds;
  private final boolean[] buys;
  private final long[] orders;
  private final long[] users;
  private final long[] prices;
  private final long[] quantities;

  /**
   * Rows to be filled.
   *
   * @param population of a pass, as text
   * @param tradeHash see {@link TradeHash}
   */
  FlowRows(String population, int size, long trades, long refusals, long tradeHash) {
    this.population = population;
    this.trades = trades;
    this.refusals = refusals;
    this.tradeHash = tradeHash;
    kinds = new byte[size];
    buys = new boolean[size];
    orders = new long[size];
    users = new long[size];
    prices = new long[size];
    quantities = new long[size];
  }

  /** Fills row {@code i}. */
  void set(int i, byte kind, boolean buy, long order, long user, long price, long quantity) {
    kinds[i] = kind;
    buys[i] = buy;
    orders[i] = order;
    users[i] = user;
    prices[i] = price;
    quantities[i] = quantity;
  }

  /** Writes them. */
  void write(Path file) throws IOException {
    CRC32C sum = new CRC32C();
    try (DataOutputStream out =
        new DataOutputStream(
            new CheckedOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), sum))) {
      out.writeLong(MAGIC);
      out.writeUTF(population);
      out.writeInt(size());
      out.writeLong(trades);
      out.writeLong(refusals);
      out.writeLong(tradeHash);
      for (int i = 0; i < size(); i++) {
        out.writeByte(kinds[i]);
        out.writeBoolean(buys[i]);
        out.writeLong(orders[i]);
        out.writeLong(users[i]);
        out.writeLong(prices[i]);
        out.writeLong(quantities[i]);
      }
      out.writeLong(sum.getValue());
    }
  }

  /**
   * Reads what was written.
   *
   * @throws IOException if the file is no flow, or was changed or cut
   */
  static FlowRows read(Path file) throws IOException {
    CRC32C sum = new CRC32C();
    try (DataInputStream in =
        new DataInputStream(
            new CheckedInputStream(new BufferedInputStream(Files.newInputStream(file)), sum))) {
      long magic = in.readLong();
      if (magic != MAGIC) {
        throw new IOException(
            String.format("%s: begins with %x, a flow with %x", file, magic, MAGIC));
      }
      FlowRows rows =
          new FlowRows(in.readUTF(), in.readInt(), in.readLong(), in.readLong(), in.readLong());
      for (int i = 0; i < rows.size(); i++) {
        rows.set(
            i,
            in.readByte(),
            in.readBoolean(),
            in.readLong(),
            in.readLong(),
            in.readLong(),
            in.readLong());
      }
      long found = sum.getValue();
      long stated = in.readLong();
      if (stated != found) {
        throw new IOException(
            String.format("%s: CRC-32C is %x, stated is %x", file, found, stated));
      }
      return rows;
    }
  }

  /** The population of a pass, as text. */
  String population() {
    return population;
  }

  /** Trades of a pass. */
  long trades() {
    return trades;
  }

  /** Refusals of a pass. */
  long refusals() {
    return refusals;
  }

  /** Of the trades of a pass, see {@link TradeHash}. */
  long tradeHash() {
    return tradeHash;
  }

  /** Commands of a pass. */
  int size() {
    return kinds.length;
  }

  /** The kind of command {@code i}. */
  byte kind(int i) {
    return kinds[i];
  }

  /** Whether its order buys. */
  boolean isBuy(int i) {
    return buys[i];
  }

  /** Order id of command {@code i}. */
  long order(int i) {
    return orders[i];
  }

  /** User of command {@code i}. */
  long user(int i) {
    return users[i];
  }

  /** Limit of command {@code i} in ticks. */
  long price(int i) {
    return prices[i];
  }

  /** Lots of command {@code i}. */
  long quantity(int i) {
    return quantities[i];
  }
}
