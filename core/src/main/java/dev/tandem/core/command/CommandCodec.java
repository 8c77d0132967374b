package dev.tandem.core.command;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The bytes of a journaled command: little-endian 64-bit words.
 *
 * <table>
 * <caption>Words of a record</caption>
 * <tr><td>0</td><td>type | flags &lt;&lt; 8 | side &lt;&lt; 16 | {@link OrderTerms terms} &lt;&lt; 24 | symbol &lt;&lt; 32</td></tr>
 * <tr><td>1</td><td>timestamp, ns</td></tr>
 * <tr><td>2, 3</td><td>client key, client sequence</td></tr>
 * <tr><td>4, 5</td><td>user, order (of a TRANSFER the user who gets the amount)</td></tr>
 * <tr><td>6, 7</td><td>price in ticks, quantity in lots</td></tr>
 * <tr><td>8 to 10, with flag 2</td><td>amount, transaction id, currency</td></tr>
 * <tr><td>next 11, with flag 4</td><td>symbol of the specification, base | quote &lt;&lt; 32, lot scale,
 *     tick scale, maker fee, taker fee, lot step, least lots, most lots, most value, protection
 *     points</td></tr>
 * <tr><td>next 8, with flag 16</td><td>{@link Instructions}</td></tr>
 * <tr><td>next, with flag 8</td><td>code of the {@link Command#refusal}, 1 to 127</td></tr>
 * </table>
 *
 * <p>Every input that can leave a trace in state or events is kept, also where the type makes no
 * use of it. A query is kept as a NOP, unless it was refused.
 */
public final class CommandCodec {

  static final int WITH_ACCOUNT = 2;
  static final int WITH_SYMBOL = 4;

  static final int WITH_REFUSAL = 8;
  static final int WITH_INSTRUCTIONS = 16;
  static final int WITH_NAMING = 32;

  private static final int KNOWN_FLAGS =
      WITH_ACCOUNT | WITH_SYMBOL | WITH_REFUSAL | WITH_INSTRUCTIONS | WITH_NAMING;
  private static final int FIXED_BYTES = 64;
  private static final int ACCOUNT_BYTES = 24;
  private static final int SYMBOL_BYTES = 88;
  private static final int NAMING_BYTES = Naming.WORDS * Long.BYTES;
  private static final int REFUSAL_BYTES = 8;
  private static final int INSTRUCTIONS_BYTES = Instructions.WORDS * Long.BYTES;

  /** Bytes of the longest record. */
  public static final int MAX_BYTES =
      FIXED_BYTES
          + ACCOUNT_BYTES
          + SYMBOL_BYTES
          + NAMING_BYTES
          + INSTRUCTIONS_BYTES
          + REFUSAL_BYTES;

  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final long LOW = 0xffff_ffffL;

  private CommandCodec() {}

  /** Writes a command at the start of {@code to}; returns the bytes written. */
  public static int encode(Command c, MemorySegment to) {
    // One that admission refused is refused again by its type, for it comes back without a payload.
    boolean query = c.type == CommandType.QUERY && !c.isRejectedAtEntry();
    int flags = 0;
    int at = FIXED_BYTES;
    if ((c.amount | c.transactionId | c.currency) != 0) {
      flags |= WITH_ACCOUNT;
      to.set(WORD, at, c.amount);
      to.set(WORD, at + 8, c.transactionId);
      to.set(WORD, at + 16, c.currency);
      at += ACCOUNT_BYTES;
    }
    if (CommandType.specifies(c.type) && c.payload instanceof SymbolSpec) {
      flags |= WITH_SYMBOL;
      encode((SymbolSpec) c.payload, to, at);
      at += SYMBOL_BYTES;
    }
    Naming naming = CommandSum.naming(c);
    if (!naming.isNone()) {
      flags |= WITH_NAMING;
      for (int i = 0; i < Naming.WORDS; i++, at += Long.BYTES) {
        to.set(WORD, at, naming.word(i));
      }
    }
    Instructions instructions = c.instructions();
    if (instructions != null) {
      flags |= WITH_INSTRUCTIONS;
      for (int i = 0; i < Instructions.WORDS; i++, at += Long.BYTES) {
        to.set(WORD, at, instructions.word(i));
      }
    }
    if (c.refusal != 0) {
      flags |= WITH_REFUSAL;
      // Any code that is none of a door is refused alike, and a record has none below 0.
      to.set(WORD, at, c.refusal < 0 ? Byte.MAX_VALUE : c.refusal);
      at += REFUSAL_BYTES;
    }
    to.set(
        WORD,
        0,
        (query ? CommandType.NOP : c.type & 0xff)
            | flags << 8
            | (c.side & 0xff) << 16
            | (c.terms & 0xffL) << 24
            | (long) c.symbol << 32);
    to.set(WORD, 8, c.timestampNs);
    to.set(WORD, 16, c.clientKey);
    to.set(WORD, 24, c.clientSequence);
    to.set(WORD, 32, c.userId);
    to.set(WORD, 40, c.orderId);
    to.set(WORD, 48, c.price);
    to.set(WORD, 56, c.quantity);
    return at;
  }

  private static void encode(SymbolSpec spec, MemorySegment to, int at) {
    to.set(WORD, at, spec.symbol());
    to.set(WORD, at + 8, (spec.baseCurrency() & LOW) | (long) spec.quoteCurrency() << 32);
    to.set(WORD, at + 16, spec.lotScale());
    to.set(WORD, at + 24, spec.tickScale());
    to.set(WORD, at + 32, spec.makerFeePpm());
    to.set(WORD, at + 40, spec.takerFeePpm());
    LotLimits limits = spec.limits();
    to.set(WORD, at + 48, limits.lotStep());
    to.set(WORD, at + 56, limits.minLots());
    to.set(WORD, at + 64, limits.maxLots());
    to.set(WORD, at + 72, limits.maxValue());
    to.set(WORD, at + 80, spec.protectionPoints());
  }

  /**
   * Reads a command into a slot: all its inputs.
   *
   * @throws IllegalArgumentException if the bytes are not a command
   */
  public static void decode(MemorySegment from, Command c) {
    long bytes = from.byteSize();
    if (bytes < FIXED_BYTES) {
      throw new IllegalArgumentException(
          "a command of " + bytes + " bytes, expected at least " + FIXED_BYTES);
    }
    long head = from.get(WORD, 0);
    int flags = (int) (head >>> 8) & 0xff;
    int expected =
        FIXED_BYTES
            + ((flags & WITH_ACCOUNT) != 0 ? ACCOUNT_BYTES : 0)
            + ((flags & WITH_SYMBOL) != 0 ? SYMBOL_BYTES : 0)
            + ((flags & WITH_NAMING) != 0 ? NAMING_BYTES : 0)
            + ((flags & WITH_INSTRUCTIONS) != 0 ? INSTRUCTIONS_BYTES : 0)
            + ((flags & WITH_REFUSAL) != 0 ? REFUSAL_BYTES : 0);
    if ((flags & ~KNOWN_FLAGS) != 0 || bytes != expected) {
      throw new IllegalArgumentException(
          "a command of %d bytes with flags %02x, expected %d bytes and no flags but %02x"
              .formatted(bytes, flags, expected, KNOWN_FLAGS));
    }
    c.clearInput();
    c.type = (byte) head;
    c.side = (byte) (head >>> 16);
    c.terms = (byte) (head >>> 24);
    c.symbol = (int) (head >>> 32);
    c.timestampNs = from.get(WORD, 8);
    c.clientKey = from.get(WORD, 16);
    c.clientSequence = from.get(WORD, 24);
    c.userId = from.get(WORD, 32);
    c.orderId = from.get(WORD, 40);
    c.price = from.get(WORD, 48);
    c.quantity = from.get(WORD, 56);
    int at = FIXED_BYTES;
    if ((flags & WITH_ACCOUNT) != 0) {
      c.amount = from.get(WORD, at);
      c.transactionId = from.get(WORD, at + 8);
      c.currency = (int) from.get(WORD, at + 16);
      at += ACCOUNT_BYTES;
    }
    int symbolAt = at;
    at += (flags & WITH_SYMBOL) != 0 ? SYMBOL_BYTES : 0;
    Naming naming = (flags & WITH_NAMING) != 0 ? naming(from, at) : Naming.NONE;
    at += (flags & WITH_NAMING) != 0 ? NAMING_BYTES : 0;
    if (c.type == CommandType.ADD_CURRENCY) {
      c.payload = naming;
    } else if ((flags & WITH_SYMBOL) != 0) {
      c.payload = symbol(from, symbolAt, naming);
    }
    if ((flags & WITH_INSTRUCTIONS) != 0) {
      Instructions instructions = c.extend();
      for (int i = 0; i < Instructions.WORDS; i++, at += Long.BYTES) {
        instructions.word(i, from.get(WORD, at));
      }
    }
    if ((flags & WITH_REFUSAL) != 0) {
      c.refusal = refusal(from.get(WORD, at));
    }
  }

  private static byte refusal(long word) {
    if (word < 1 || word > Byte.MAX_VALUE) {
      throw new IllegalArgumentException(
          "a command with refusal " + word + ", expected 1 to " + Byte.MAX_VALUE);
    }
    return (byte) word;
  }

  private static Naming naming(MemorySegment from, int at) {
    long[] words = new long[Naming.WORDS];
    for (int i = 0; i < words.length; i++) {
      words[i] = from.get(WORD, at + (long) i * Long.BYTES);
    }
    return Naming.of(words);
  }

  private static SymbolSpec symbol(MemorySegment from, int at, Naming naming) {
    long currencies = from.get(WORD, at + 8);
    return new SymbolSpec(
        (int) from.get(WORD, at),
        (int) currencies,
        (int) (currencies >>> 32),
        from.get(WORD, at + 16),
        from.get(WORD, at + 24),
        from.get(WORD, at + 32),
        from.get(WORD, at + 40),
        new LotLimits(
            from.get(WORD, at + 48),
            from.get(WORD, at + 56),
            from.get(WORD, at + 64),
            from.get(WORD, at + 72)),
        from.get(WORD, at + 80),
        naming);
  }
}
