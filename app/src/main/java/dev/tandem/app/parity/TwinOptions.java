package dev.tandem.app.parity;

import dev.tandem.core.api.Topology;
import dev.tandem.wal.Durability;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Objects;

/**
 * How a {@link TwinExchange} is made. Immutable: each method that takes a choice returns a copy
 * with it.
 *
 * @param risk whether there are users, balances and holds
 * @param users that it has room for before it grows
 * @param orders live ones that it has room for before it grows
 * @param keepsRecords whether event records wait for {@link TwinExchange#take}; without, only their
 *     hash is kept
 * @param riskShards shards of risk where it has a thread for each stage; 0 where one thread, the
 *     caller's, does all; at most one without risk
 * @param matchingShards shards of matching, 0 as well
 * @param log the directory of its log, which is kept whole; null keeps none
 * @param durability how durable a command must be before it is answered
 * @param segmentBytes bytes of a segment of the log; 0 takes the log's own
 */
public record TwinOptions(
    boolean risk,
    int users,
    int orders,
    boolean keepsRecords,
    int riskShards,
    int matchingShards,
    Path log,
    Durability durability,
    long segmentBytes) {

  private static final int OPTIONS_BYTES = 40;
  private static final int LOG_BYTES = 32;
  private static final int KEEP_WHOLE_LOG = 1;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  /** A fused one without a log. */
  public static TwinOptions of(boolean risk, int users, int orders) {
    return new TwinOptions(risk, users, orders, false, 0, 0, null, Durability.SYNCED, 0);
  }

  /** Keeps event records. */
  public TwinOptions keepingRecords() {
    return new TwinOptions(
        risk, users, orders, true, riskShards, matchingShards, log, durability, segmentBytes);
  }

  /** With the threads of this topology. */
  public TwinOptions in(Topology topology) {
    return new TwinOptions(
        risk,
        users,
        orders,
        keepsRecords,
        topology.riskShards(),
        topology.matchingShards(),
        log,
        durability,
        segmentBytes);
  }

  /** On a log; it continues if there is one. */
  public TwinOptions onLog(Path directory, Durability level, long bytesOfSegment) {
    Objects.requireNonNull(directory, "directory");
    return new TwinOptions(
        risk,
        users,
        orders,
        keepsRecords,
        riskShards,
        matchingShards,
        directory,
        level,
        bytesOfSegment);
  }

  /** As {@code tandem_options}. */
  MemorySegment memory(Arena arena) {
    MemorySegment options = arena.allocate(OPTIONS_BYTES, Long.BYTES);
    options.set(INT, 0, OPTIONS_BYTES);
    options.set(INT, 4, risk ? 0 : 1);
    options.set(INT, 8, users);
    options.set(INT, 12, orders);
    options.set(LONG, 16, keepsRecords ? Long.MAX_VALUE : 0);
    options.set(INT, 24, riskShards == 0 ? 0 : 1);
    options.set(ValueLayout.JAVA_SHORT, 28, (short) riskShards);
    options.set(ValueLayout.JAVA_SHORT, 30, (short) matchingShards);
    return options;
  }

  /** As {@code tandem_log_options}. */
  MemorySegment logMemory(Arena arena) {
    MemorySegment options = arena.allocate(LOG_BYTES, Long.BYTES);
    options.set(INT, 0, LOG_BYTES);
    options.set(INT, 4, durability.ordinal());
    options.set(ValueLayout.ADDRESS, 8, arena.allocateFrom(log.toString()));
    options.set(LONG, 16, segmentBytes);
    options.set(INT, 28, KEEP_WHOLE_LOG);
    return options;
  }
}
