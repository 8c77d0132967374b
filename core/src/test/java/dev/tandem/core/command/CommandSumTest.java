package dev.tandem.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CommandSumTest {

  private static final BigInteger K = new BigInteger("9E3779B97F4A7C15", 16);

  private static Command full() {
    Command c = new Command();
    Commands.addSymbol(c, spec(-7, -1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    c.side = -1;
    c.terms = -3;
    c.userId = -11;
    c.orderId = Long.MIN_VALUE;
    c.price = 13;
    c.quantity = -14;
    c.amount = 15;
    c.transactionId = 16;
    c.currency = -17;
    return c;
  }

  private static SymbolSpec spec(int symbol, int base, int quote, long... rest) {
    return new SymbolSpec(symbol, base, quote, rest[0], rest[1], rest[2], rest[3])
        .with(new LotLimits(rest[4], rest[5], rest[6], rest[7]))
        .withProtection(rest[8]);
  }

  /** The sum over words that are written down here. */
  private static long sum(long... words) {
    BigInteger sum = BigInteger.ZERO;
    for (int i = 0; i < words.length; i++) {
      sum = sum.add(BigInteger.valueOf(words[i]).multiply(K.pow(i + 1)));
    }
    return sum.longValue();
  }

  @Test
  void isThePolynomialOfTheWords() {
    long head = 0xffff_fff9_fdff_0005L;
    long currencies = 0xffff_fffe_ffff_ffffL;
    assertThat(CommandSum.of(full()))
        .isEqualTo(
            sum(
                head,
                -11,
                Long.MIN_VALUE,
                13,
                -14,
                15,
                16,
                -17,
                -7,
                currencies,
                3,
                4,
                5,
                6,
                7,
                8,
                9,
                10,
                11));
    assertThat(CommandSum.of(new Command())).isZero();
  }

  @Test
  void everyWordCounts() {
    Set<Long> sums = new HashSet<>();
    Consumer<Consumer<Command>> with =
        change -> {
          Command c = full();
          change.accept(c);
          assertThat(sums.add(CommandSum.of(c))).isTrue();
        };
    with.accept(c -> {});
    with.accept(c -> c.type = CommandType.CANCEL);
    with.accept(c -> c.side++);
    with.accept(c -> c.terms++);
    with.accept(c -> c.symbol++);
    with.accept(c -> c.userId++);
    with.accept(c -> c.orderId++);
    with.accept(c -> c.price++);
    with.accept(c -> c.quantity++);
    with.accept(c -> c.amount++);
    with.accept(c -> c.transactionId++);
    with.accept(c -> c.currency++);
    with.accept(c -> c.payload = null);
    with.accept(c -> c.payload = spec(-6, -1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    with.accept(c -> c.payload = spec(-7, 0, -2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    with.accept(c -> c.payload = spec(-7, -1, -1, 3, 4, 5, 6, 7, 8, 9, 10, 11));
    with.accept(c -> c.payload = spec(-7, -1, -2, 4, 4, 5, 6, 7, 8, 9, 10, 11));
    with.accept(c -> c.payload = spec(-7, -1, -2, 3, 5, 5, 6, 7, 8, 9, 10, 11));
    with.accept(c -> c.payload = spec(-7, -1, -2, 3, 4, 6, 6, 7, 8, 9, 10, 11));
    with.accept(c -> c.payload = spec(-7, -1, -2, 3, 4, 5, 7, 7, 8, 9, 10, 11));
    with.accept(c -> c.payload = spec(-7, -1, -2, 3, 4, 5, 6, 8, 8, 9, 10, 11));
    with.accept(c -> c.payload = spec(-7, -1, -2, 3, 4, 5, 6, 7, 9, 9, 10, 11));
    with.accept(c -> c.payload = spec(-7, -1, -2, 3, 4, 5, 6, 7, 8, 10, 10, 11));
    with.accept(c -> c.payload = spec(-7, -1, -2, 3, 4, 5, 6, 7, 8, 9, 11, 11));
    with.accept(c -> c.payload = spec(-7, -1, -2, 3, 4, 5, 6, 7, 8, 9, 10, 12));
    for (int i = 0; i < Instructions.WORDS; i++) {
      int word = i;
      with.accept(c -> c.instruct().word(word, 1));
    }
    with.accept(c -> Commands.addCurrency(c, c.currency, "A-NAME-OF-24-CHARACTERS-", 2));
    with.accept(c -> Commands.addCurrency(c, c.currency, "B-NAME-OF-24-CHARACTERS-", 2));
    with.accept(c -> Commands.addCurrency(c, c.currency, "A-NAME-OF.24-CHARACTERS-", 2));
    with.accept(c -> Commands.addCurrency(c, c.currency, "A-NAME-OF-24-CHARACTERS.", 2));
    with.accept(c -> Commands.addCurrency(c, c.currency, "A-NAME-OF-24-CHARACTERS-", 3));
  }

  @Test
  void timeSenderAndRefusalDoNotCount() {
    Command c = full();
    c.timestampNs = 5;
    Commands.from(c, 6, 7);
    c.sequence = 8;
    c.refusal = 31;
    assertThat(CommandSum.of(c)).isEqualTo(CommandSum.of(full()));
  }

  /** What the log gives back has the sum of what was sent; a query, too, refused or not. */
  @Test
  void aReplayHasTheSameSum() {
    Random random = new Random(8);
    MemorySegment memory = MemorySegment.ofArray(new byte[CommandCodec.MAX_BYTES]);
    Command back = new Command();
    byte[] types = {0, 1, 4, 5, 6, 10, 11, 12, 13, 15, 20, 99, -1};
    for (int i = 0; i < 2_000; i++) {
      Command c = full();
      c.type = types[i % types.length];
      c.symbol = random.nextInt();
      c.price = random.nextLong();
      c.refusal = (byte) random.nextInt(40);
      if (random.nextBoolean()) {
        c.rejectEntry(ResultCode.UNKNOWN_COMMAND);
      }
      CommandCodec.decode(memory.asSlice(0, CommandCodec.encode(c, memory)), back);
      assertThat(CommandSum.of(back)).as("%s", c).isEqualTo(CommandSum.of(c));
    }
  }
}
