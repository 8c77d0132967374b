package dev.tandem.core.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class AdmissionTest {

  private long clock = 1_000;
  private final Admission admission = new Admission(() -> clock++);

  private Command group(Consumer<Command> filler) {
    Command c = new Command();
    filler.accept(c);
    admission.startBatch();
    admission.admit(c, 42);
    return c;
  }

  private static Consumer<Command> place(long orderId, long price, long quantity) {
    return c -> Commands.place(c, 1, 1, orderId, Side.BUY, TimeInForce.GTC, price, quantity);
  }

  private void assertRefused(Consumer<Command> filler, ResultCode code) {
    assertThat(ResultCode.of(group(filler).result)).isEqualTo(code);
  }

  @Test
  void aSoundCommandPasses() {
    Command c = group(place(5, 10, 1));
    assertThat(c.result).isEqualTo(ResultCode.PENDING_CODE);
    assertThat(c.sequence).isEqualTo(42);
  }

  @Test
  void aMalformedCommandIsRefused() {
    assertRefused(place(0, 10, 1), ResultCode.INVALID_ORDER_ID);
    assertRefused(place(5, 0, 1), ResultCode.INVALID_PRICE);
    assertRefused(place(5, -1, 1), ResultCode.INVALID_PRICE);
    assertRefused(place(5, 10, 0), ResultCode.INVALID_QUANTITY);
    assertRefused(place(5, 10, Long.MIN_VALUE), ResultCode.INVALID_QUANTITY);
    assertRefused(place(5, 10, 1).andThen(c -> c.side = 2), ResultCode.INVALID_SIDE);
    assertRefused(place(5, 10, 1).andThen(c -> c.side = -1), ResultCode.INVALID_SIDE);
    assertRefused(place(5, 10, 1).andThen(c -> c.terms = 15), ResultCode.INVALID_ORDER_TYPE);
    assertRefused(c -> Commands.cancel(c, 1, 1, 0), ResultCode.INVALID_ORDER_ID);
    assertRefused(c -> Commands.reduce(c, 1, 1, 0, 1), ResultCode.INVALID_ORDER_ID);
    assertRefused(c -> Commands.reduce(c, 1, 1, 5, 0), ResultCode.INVALID_QUANTITY);
    assertRefused(c -> Commands.reduce(c, 1, 1, 5, -3), ResultCode.INVALID_QUANTITY);
    assertRefused(c -> Commands.move(c, 1, 1, 0, 1, 1), ResultCode.INVALID_ORDER_ID);
    assertRefused(c -> Commands.move(c, 1, 1, 5, 0, 1), ResultCode.INVALID_PRICE);
    assertRefused(c -> Commands.move(c, 1, 1, 5, 1, -1), ResultCode.INVALID_QUANTITY);
    assertRefused(c -> Commands.addUser(c, 0), ResultCode.INVALID_USER_ID);
    assertRefused(c -> Commands.suspendUser(c, -7), ResultCode.INVALID_USER_ID);
    assertRefused(c -> Commands.adjustBalance(c, 1, 1, 0, 1), ResultCode.INVALID_AMOUNT);
    assertRefused(
        c -> Commands.adjustBalance(c, 1, 1, Long.MIN_VALUE, 1), ResultCode.INVALID_AMOUNT);
    assertRefused(c -> Commands.addSymbol(c, SymbolSpec.of(3, 7, 7)), ResultCode.INVALID_SYMBOL);
    assertRefused(
        c -> Commands.addSymbol(c, new SymbolSpec(3, 7, 8, 0, 1, 0, 0)), ResultCode.INVALID_SYMBOL);
    assertRefused(
        c -> Commands.addSymbol(c, new SymbolSpec(3, 7, 8, 1, 1, 0, 1_000_001)),
        ResultCode.INVALID_SYMBOL);
    assertRefused(c -> c.type = CommandType.ADD_SYMBOL, ResultCode.INVALID_SYMBOL);
    assertRefused(c -> Commands.withdrawFees(c, 1, 0), ResultCode.INVALID_AMOUNT);
    assertRefused(c -> Commands.withdrawFees(c, 1, -1), ResultCode.INVALID_AMOUNT);
    assertRefused(c -> c.type = 99, ResultCode.UNKNOWN_COMMAND);
  }

  @Test
  void aRepeatedCommandIsAnsweredAsSuch() {
    Consumer<Command> first = place(5, 10, 1).andThen(c -> c.clientKey = 9);
    assertRefused(first.andThen(c -> c.clientSequence = 1), ResultCode.PENDING);
    assertRefused(first.andThen(c -> c.clientSequence = 1), ResultCode.DUPLICATE_COMMAND);
    assertRefused(first.andThen(c -> c.clientSequence = 5), ResultCode.PENDING);
    assertRefused(first.andThen(c -> c.clientSequence = 4), ResultCode.PENDING);
    assertRefused(first.andThen(c -> c.clientSequence = 4), ResultCode.DUPLICATE_COMMAND);
    assertRefused(first.andThen(c -> c.clientSequence = 5L - 256), ResultCode.STALE_COMMAND);
    assertRefused(first.andThen(c -> c.clientSequence = 6L - 256), ResultCode.PENDING);
    assertRefused(
        first.andThen(c -> c.clientKey = 10).andThen(c -> c.clientSequence = 4),
        ResultCode.PENDING);
    for (int client = 100; client < 400; client++) {
      int key = client;
      assertRefused(first.andThen(c -> c.clientKey = key), ResultCode.PENDING);
      assertRefused(first.andThen(c -> c.clientKey = key), ResultCode.DUPLICATE_COMMAND);
    }
  }

  @Test
  void aSequenceThatWasAnotherCommandsIsRefused() {
    Consumer<Command> first = place(5, 10, 1).andThen(c -> Commands.from(c, 9, 1));
    assertRefused(first, ResultCode.PENDING);
    assertRefused(first.andThen(c -> c.price = 11), ResultCode.CLIENT_SEQUENCE_REUSED);
    assertRefused(first.andThen(c -> c.price = 0), ResultCode.CLIENT_SEQUENCE_REUSED);
    assertRefused(c -> Commands.from(c, 9, 1), ResultCode.CLIENT_SEQUENCE_REUSED);
    // Another time and another verdict of the door are no other command.
    assertRefused(
        first.andThen(c -> c.timestampNs = 5).andThen(c -> c.refusal = 31),
        ResultCode.DUPLICATE_COMMAND);
    // What is skipped is forgotten, with its sum: zeros are what a NOP sums up to, too.
    assertRefused(first.andThen(c -> c.clientSequence = 258), ResultCode.PENDING);
    assertRefused(first.andThen(c -> c.clientSequence = 257), ResultCode.PENDING);
    assertRefused(c -> Commands.from(c, 9, 257), ResultCode.CLIENT_SEQUENCE_REUSED);
  }

  @Test
  void whatADoorHasRefusedUsesUpTheSequence() {
    Consumer<Command> first = place(5, 0, 1).andThen(c -> Commands.from(c, 9, 1));
    assertRefused(first.andThen(c -> c.refusal = 34), ResultCode.PRICE_OUT_OF_BAND);
    assertRefused(first, ResultCode.DUPLICATE_COMMAND);
    assertRefused(place(5, 1, 1).andThen(c -> c.refusal = 31), ResultCode.TOO_MANY_OPEN_ORDERS);
    for (byte none : new byte[] {1, 3, 30, 35, 127, -1, -128}) {
      assertRefused(place(5, 1, 1).andThen(c -> c.refusal = none), ResultCode.UNKNOWN_COMMAND);
    }
  }

  @Test
  void withoutAClientKeyNothingIsARepetition() {
    assertRefused(place(5, 10, 1), ResultCode.PENDING);
    assertRefused(place(5, 10, 1), ResultCode.PENDING);
  }

  @Test
  void aRefusedCommandCountsAsSent() {
    Consumer<Command> bad = place(5, 0, 1).andThen(c -> c.clientKey = 9);
    assertRefused(bad, ResultCode.INVALID_PRICE);
    assertRefused(bad, ResultCode.DUPLICATE_COMMAND);
  }

  @Test
  void timeIsStampedOnceABatchAndOnlyWhereItIsMissing() {
    admission.startBatch();
    Command a = new Command();
    Command b = new Command();
    Command own = new Command();
    own.timestampNs = 7;
    admission.admit(a, 0);
    admission.admit(b, 1);
    admission.admit(own, 2);
    assertThat(a.timestampNs).isEqualTo(1_000);
    assertThat(b.timestampNs).isEqualTo(1_000);
    assertThat(own.timestampNs).isEqualTo(7);
    assertThat(group(c -> {}).timestampNs).isEqualTo(1_001);
  }

  @Test
  void aSlotIsUsedAgainWithoutTraces() {
    Command c = new Command();
    c.result = ResultCode.OVERFLOW.code();
    c.holdTag = 3;
    c.foundTag = 3;
    c.openQuantity = 4;
    c.outcomes.trade(1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    c.outcomes.change(Outcomes.REST, 1, 0, 0, 1, 2, 3, 0, 4, 5);
    c.outcomes.endOwn();
    admission.admit(c, 0);
    assertThat(c.result).isEqualTo(ResultCode.PENDING_CODE);
    assertThat(c.holdTag).isZero();
    assertThat(c.foundTag).isZero();
    assertThat(c.openQuantity).isZero();
    assertThat(c.outcomes.count()).isZero();
    c.outcomes.trade(1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(c.outcomes.trades()).isEqualTo(c.outcomes.ownEnd()).isEqualTo(1);
  }
}
