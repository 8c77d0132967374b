package dev.tandem.core.state;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The whole state of a kernel when everything is settled: tables outside the heap, in one canonical
 * order. Equal states have equal images, whatever the topology, and a kernel of any topology can be
 * restored from one.
 *
 * <p>Once made it does not change: any thread may read it. It holds memory until it is closed.
 */
public final class StateImage implements AutoCloseable {

  private final Arena arena = Arena.ofShared();
  private final Table[] tables = new Table[TableKind.count()];
  private final int riskShards;
  private final int matchingShards;

  /**
   * An image without tables.
   *
   * @param riskShards shards of the kernel it is made of; 0: without risk
   * @param matchingShards shards of the kernel it is made of
   */
  public StateImage(int riskShards, int matchingShards) {
    this.riskShards = riskShards;
    this.matchingShards = matchingShards;
  }

  /** Adds an empty table with room for so many rows, which is then filled. */
  public Table create(TableKind kind, long rows) {
    Table table = new Table(kind, rows, arena);
    tables[kind.ordinal()] = table;
    return table;
  }

  /** Adds a table of so many rows, whose bytes the caller fills in. */
  public MemorySegment createFilled(TableKind kind, long rows) {
    return create(kind, rows).fill();
  }

  /** A table; an image that is complete has all of them. */
  public Table table(TableKind kind) {
    return tables[kind.ordinal()];
  }

  /** Risk shards of the kernel that it was made of; 0: without risk. */
  public int riskShards() {
    return riskShards;
  }

  /** Matching shards of the kernel that it was made of. */
  public int matchingShards() {
    return matchingShards;
  }

  /** Bytes of all tables. */
  public long byteSize() {
    long bytes = 0;
    for (Table table : tables) {
      bytes += table.bytes().byteSize();
    }
    return bytes;
  }

  /** XXH64 over the state records: the state hash. Takes about 10 ns a record. */
  public long stateHash() {
    return StateHash.of(this);
  }

  /** XXH64 over all event records up to here: the event hash. */
  public long eventHash() {
    return ResultsTable.eventHash(this);
  }

  /**
   * Passes if the counts of the results stage are possible. Its row must be there.
   *
   * @throws InvalidImageException if one is below 0: then there is no event hash
   */
  public void checkResults() {
    int word = ResultsTable.negative(this);
    if (word >= 0) {
      throw new InvalidImageException(
          "word %d of RESULTS is %d, and counts are not below 0"
              .formatted(word, table(TableKind.RESULTS).word(0, word)));
    }
  }

  /** Commands with event records up to here. */
  public long recordedCommands() {
    return table(TableKind.RESULTS).word(0, ResultsTable.RECORDED);
  }

  /** Trades up to here. */
  public long trades() {
    return table(TableKind.RESULTS).word(0, ResultsTable.TRADES);
  }

  /** Gives its memory back. */
  @Override
  public void close() {
    arena.close();
  }
}
