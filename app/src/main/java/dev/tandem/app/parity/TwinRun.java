package dev.tandem.app.parity;

import dev.tandem.app.replay.ReplayLog;
import dev.tandem.app.replay.ReplayProgress;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.Side;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** All commands of a stream through an exchange in C++ that keeps its records. One thread. */
final class TwinRun {

  private static final int BATCH = 1 << 10;

  private final CommandStream stream;
  private final TwinExchange twin;
  private final ReplayLog trades;
  private long nanos;

  TwinRun(CommandStream stream, TwinExchange twin) {
    this.stream = stream;
    this.twin = twin;
    trades = ReplayLog.ofTrades(stream.flow().size());
  }

  /** Submits all of it. */
  void run(ReplayProgress reported) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment batch = arena.allocate((long) BATCH * CommandCodec.MAX_BYTES, Long.BYTES);
      for (long next = 0; next < stream.size(); ) {
        long bytes = 0;
        long end = Math.min(stream.size(), next + BATCH);
        for (; next < end; next++) {
          bytes += stream.encode(next, batch.asSlice(bytes));
        }
        long start = System.nanoTime();
        twin.submit(batch, bytes);
        nanos += System.nanoTime() - start;
        keepTrades(twin.take());
        reported.submitted((int) Math.max(0, next - stream.setUp()), stream.flow().size());
      }
    }
  }

  /** Every command of a stream leaves records, so it is known by its number among those. */
  private void keepTrades(long[] words) {
    TwinExchange.trades(
        words,
        (command, taker, maker, price, quantity) ->
            trades.addTrade(command - stream.setUp(), taker, maker, price, quantity));
  }

  /** The sums of what C++ came to, when all is submitted. */
  ReportSums reports() {
    return ReportSums.of(stream.flow(), trades, this::orders);
  }

  private List<BookSnapshot.Order> orders(int symbol, Side side) {
    return twin.orders(symbol, side.code()).stream()
        .map(o -> new BookSnapshot.Order(side, o.price(), o.orderId(), o.userId(), o.quantity()))
        .toList();
  }

  /** Time spent in submissions. */
  long nanos() {
    return nanos;
  }
}
