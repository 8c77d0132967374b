package dev.tandem.flow.model;

import dev.tandem.core.command.LotLimits;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The sum of a command's content, word by word, in numbers of any size. */
final class NaiveSum {

  private static final BigInteger FACTOR = new BigInteger("9E3779B97F4A7C15", 16);

  private static final int BEFORE_INSTRUCTIONS = 19;

  private static final int BEFORE_NAMING = 27;

  private NaiveSum() {}

  /** The sum of an {@link Input#content}. */
  static long of(Input content) {
    BigInteger sum = BigInteger.ZERO;
    List<Long> words = words(content);
    for (int i = 0; i < words.size(); i++) {
      sum = sum.add(BigInteger.valueOf(words.get(i)).multiply(FACTOR.pow(i + 1)));
    }
    return sum.longValue();
  }

  /** The name's characters, eight a word, and the decimals in one. */
  static List<Long> words(Naming naming) {
    byte[] name = Arrays.copyOf(naming.name().getBytes(StandardCharsets.ISO_8859_1), 24);
    ByteBuffer bytes = ByteBuffer.wrap(name).order(ByteOrder.LITTLE_ENDIAN);
    return List.of(
        bytes.getLong(0),
        bytes.getLong(8),
        bytes.getLong(16),
        Integer.toUnsignedLong(naming.decimals()) + ((long) naming.quantityDecimals() << 32));
  }

  private static List<Long> words(Input in) {
    List<Long> words = new ArrayList<>();
    words.add(
        Byte.toUnsignedLong(in.type())
            + (Byte.toUnsignedLong(in.side()) << 16)
            + (Byte.toUnsignedLong(in.terms()) << 24)
            + ((long) in.symbol() << 32));
    words.addAll(List.of(in.userId(), in.orderId(), in.price(), in.quantity()));
    words.addAll(List.of(in.amount(), in.transactionId(), (long) in.currency()));
    SymbolSpec spec = in.spec();
    if (spec != null) {
      words.add((long) spec.symbol());
      words.add(Integer.toUnsignedLong(spec.baseCurrency()) + ((long) spec.quoteCurrency() << 32));
      words.addAll(List.of(spec.lotScale(), spec.tickScale()));
      words.addAll(List.of(spec.makerFeePpm(), spec.takerFeePpm()));
      LotLimits limits = spec.limits();
      words.addAll(
          List.of(limits.lotStep(), limits.minLots(), limits.maxLots(), limits.maxValue()));
      words.add(spec.protectionPoints());
    }
    if (!in.instructions().isEmpty()) {
      while (words.size() < BEFORE_INSTRUCTIONS) {
        words.add(0L);
      }
      words.addAll(in.instructions());
    }
    Naming naming = spec == null ? in.naming() : spec.naming();
    if (naming != null) {
      while (words.size() < BEFORE_NAMING) {
        words.add(0L);
      }
      words.addAll(words(naming));
    }
    return words;
  }
}
