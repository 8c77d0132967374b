package dev.tandem.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommandCodecTest {

  private static final byte[] TYPES = {
    CommandType.NOP,
    CommandType.ADD_USER,
    CommandType.SUSPEND_USER,
    CommandType.SET_SELF_TRADE_GROUP,
    CommandType.RESUME_USER,
    CommandType.ADJUST_BALANCE,
    CommandType.ADD_SYMBOL,
    CommandType.WITHDRAW_FEES,
    CommandType.PLACE,
    CommandType.CANCEL,
    CommandType.REDUCE,
    CommandType.MOVE,
    CommandType.AMEND,
    CommandType.START_AUCTION,
    CommandType.UNCROSS,
    CommandType.SET_STATE,
    (byte) 99,
    (byte) -1
  };

  private final Random random = new Random(7);

  private long value() {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> random.nextInt(100);
      case 2 -> -1L - random.nextInt(100);
      default -> random.nextLong();
    };
  }

  private Command randomCommand() {
    Command c = new Command();
    c.type = TYPES[random.nextInt(TYPES.length)];
    c.timestampNs = value();
    c.clientKey = value();
    c.clientSequence = value();
    c.userId = value();
    c.orderId = value();
    c.price = value();
    c.quantity = value();
    c.symbol = (int) value();
    c.side = (byte) value();
    c.terms = (byte) value();
    c.refusal = (byte) (random.nextInt(4) == 0 ? 1 + random.nextInt(127) : 0);
    if (random.nextInt(3) == 0) {
      c.amount = value();
      c.transactionId = value();
      c.currency = (int) value();
    }
    if (c.type == CommandType.ADD_SYMBOL && random.nextInt(4) != 0) {
      c.payload =
          new SymbolSpec(
                  (int) value(), (int) value(), (int) value(), value(), value(), value(), value())
              .with(new LotLimits(value(), value(), value(), value()))
              .withProtection(value());
      if (random.nextBoolean()) {
        c.payload = ((SymbolSpec) c.payload).named(text(), (int) value(), (int) value());
      }
    } else if (c.type == CommandType.ADD_CURRENCY) {
      c.payload = new Naming(text(), (int) value(), (int) value());
    }
    return c;
  }

  /** Any that has a place: but for zeros at its end, which nobody could see. */
  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(Naming.MAX_LENGTH + 1); i > 0; i--) {
      text.append((char) random.nextInt(i == 1 ? 1 : 0, 256));
    }
    return text.toString();
  }

  @Test
  void everyInputComesBack() {
    MemorySegment memory = MemorySegment.ofArray(new byte[CommandCodec.MAX_BYTES]);
    Command back = new Command();
    for (int i = 0; i < 20_000; i++) {
      Command c = randomCommand();
      memory.fill((byte) 0x55);
      int bytes = CommandCodec.encode(c, memory);
      CommandCodec.decode(memory.asSlice(0, bytes), back);
      Input input = Input.of(c);
      if (!Input.of(back).equals(input)) {
        assertThat(Input.of(back)).as("command %d", i).isEqualTo(input);
      }
    }
  }

  /** What a command asks. */
  private record Input(
      byte type,
      long timestampNs,
      long clientKey,
      long clientSequence,
      long userId,
      long orderId,
      long price,
      long quantity,
      long amount,
      long transactionId,
      int symbol,
      int currency,
      byte side,
      byte terms,
      byte refusal,
      Object payload) {

    static Input of(Command c) {
      return new Input(
          c.type,
          c.timestampNs,
          c.clientKey,
          c.clientSequence,
          c.userId,
          c.orderId,
          c.price,
          c.quantity,
          c.amount,
          c.transactionId,
          c.symbol,
          c.currency,
          c.side,
          c.terms,
          c.refusal,
          c.payload);
    }
  }

  /** The bytes that FORMATS.md shows. */
  private static final String PUBLISHED =
      "0a00010107000000"
          + "0201000000000000"
          + "0300000000000000"
          + "0400000000000000"
          + "0500000000000000"
          + "0600000000000000"
          + "6400000000000000"
          + "2800000000000000";

  private static Command published() {
    Command c = new Command();
    c.type = CommandType.PLACE;
    c.symbol = 7;
    c.side = 1;
    c.terms = 1;
    c.timestampNs = 0x0102;
    c.clientKey = 3;
    c.clientSequence = 4;
    c.userId = 5;
    c.orderId = 6;
    c.price = 100;
    c.quantity = 40;
    return c;
  }

  private static String hex(Command c) {
    byte[] bytes = new byte[CommandCodec.MAX_BYTES];
    return HexFormat.of().formatHex(bytes, 0, CommandCodec.encode(c, MemorySegment.ofArray(bytes)));
  }

  @Test
  void theLayoutIsThePublishedOne() {
    Command c = published();
    assertThat(hex(c)).isEqualTo(PUBLISHED);
    Commands.refuse(c, ResultCode.QUANTITY_TOO_LARGE);
    assertThat(hex(c)).isEqualTo("0a08" + PUBLISHED.substring(4) + "2000000000000000");
    // A door has no such code, and its record is sound all the same.
    c.refusal = -128;
    assertThat(hex(c)).endsWith("7f00000000000000");
  }

  @Test
  void aRefusalIsACode() {
    Command c = published();
    Commands.refuse(c, ResultCode.PRICE_OUT_OF_BAND);
    byte[] bytes = HexFormat.of().parseHex(hex(c));
    MemorySegment memory = MemorySegment.ofArray(bytes);
    CommandCodec.decode(memory, c);
    assertThat(c.refusal).isEqualTo(ResultCode.PRICE_OUT_OF_BAND.code());
    for (long wrong : new long[] {0, 128, 0x122, -1, Long.MIN_VALUE}) {
      memory.set(java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED, bytes.length - 8L, wrong);
      assertThatThrownBy(() -> CommandCodec.decode(memory, c))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("refusal " + wrong);
    }
    assertThatThrownBy(() -> Commands.refuse(c, ResultCode.INVALID_PRICE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aQueryIsKeptAsNop() {
    Command c = new Command();
    c.type = CommandType.QUERY;
    c.clientKey = 9;
    c.clientSequence = 2;
    MemorySegment memory = MemorySegment.ofArray(new byte[CommandCodec.MAX_BYTES]);
    int bytes = CommandCodec.encode(c, memory);
    Command back = new Command();
    CommandCodec.decode(memory.asSlice(0, bytes), back);
    assertThat(back.type).isEqualTo(CommandType.NOP);
    assertThat(back.clientKey).isEqualTo(9);
  }

  @Test
  void whatIsNoCommandIsRefused() {
    MemorySegment memory = MemorySegment.ofArray(new byte[CommandCodec.MAX_BYTES]);
    Command c = randomCommand();
    int bytes = CommandCodec.encode(c, memory);
    assertThatThrownBy(() -> CommandCodec.decode(memory.asSlice(0, 63), c))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("63 bytes");
    assertThatThrownBy(() -> CommandCodec.decode(memory.asSlice(0, bytes - 8L), c))
        .isInstanceOf(IllegalArgumentException.class);
    memory.set(java.lang.foreign.ValueLayout.JAVA_BYTE, 1, (byte) 0x80);
    assertThatThrownBy(() -> CommandCodec.decode(memory.asSlice(0, bytes), c))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("flags 80");
  }
}
