package dev.tandem.app.parity;

import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.Side;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** One in C++, which keeps its records. One thread. */
final class CppKernel implements ComparedKernel {

  private final TwinExchange twin;

  CppKernel(TwinExchange twin) {
    this.twin = twin;
  }

  @Override
  public Answers apply(CommandStream stream, long from, long to) {
    int count = (int) (to - from);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment batch = arena.allocate((long) count * CommandCodec.MAX_BYTES, Long.BYTES);
      MemorySegment codes = arena.allocate(count);
      long bytes = 0;
      for (long next = from; next < to; next++) {
        bytes += stream.encode(next, batch.asSlice(bytes));
      }
      twin.submit(batch, bytes, codes);
      return new Answers(from, codes.toArray(ValueLayout.JAVA_BYTE), twin.take());
    }
  }

  @Override
  public long stateHash() {
    return twin.stateHash();
  }

  @Override
  public TwinExchange.Balance balance(long user, int currency) {
    return twin.balance(user, currency);
  }

  @Override
  public List<TwinExchange.Level> levels(int symbol, Side side, int most) {
    return twin.levels(symbol, side.code(), most);
  }

  @Override
  public void close() {
    twin.close();
  }
}
