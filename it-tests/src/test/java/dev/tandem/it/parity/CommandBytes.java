package dev.tandem.it.parity;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.machine.Query;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Commands in the bytes that FORMATS.md gives. */
final class CommandBytes {

  /** Bytes of the longest command. */
  static final int MAX_BYTES = 136;

  private static final int WITH_ACCOUNT = 2;
  private static final int WITH_SYMBOL = 4;
  private static final long LOW = 0xffff_ffffL;
  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private CommandBytes() {}

  /** Writes all inputs of a command, a question as a NOP; returns the bytes written. */
  static long write(Command c, MemorySegment to) {
    boolean question = c.type == CommandType.QUERY && c.payload instanceof Query;
    SymbolSpec spec =
        c.type == CommandType.ADD_SYMBOL && c.payload instanceof SymbolSpec s ? s : null;
    boolean account = c.amount != 0 || c.transactionId != 0 || c.currency != 0;
    long type = question ? CommandType.NOP : c.type & 0xff;
    long flags = (account ? WITH_ACCOUNT : 0) | (spec != null ? WITH_SYMBOL : 0);
    long at =
        words(
            to,
            0,
            type
                | flags << 8
                | (c.side & 0xffL) << 16
                | (c.orderType & 0xffL) << 24
                | (long) c.symbol << 32,
            c.timestampNs,
            c.clientKey,
            c.clientSequence,
            c.userId,
            c.orderId,
            c.price,
            c.quantity);
    if (account) {
      at = words(to, at, c.amount, c.transactionId, c.currency);
    }
    if (spec != null) {
      at =
          words(
              to,
              at,
              spec.symbol(),
              (spec.baseCurrency() & LOW) | (long) spec.quoteCurrency() << 32,
              spec.lotScale(),
              spec.tickScale(),
              spec.makerFeePpm(),
              spec.takerFeePpm());
    }
    return at;
  }

  private static long words(MemorySegment to, long at, long... words) {
    long end = at;
    for (long word : words) {
      to.set(WORD, end, word);
      end += Long.BYTES;
    }
    return end;
  }
}
