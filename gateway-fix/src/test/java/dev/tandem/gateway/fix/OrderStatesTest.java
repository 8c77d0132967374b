package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.gateway.fix.Execution.State;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is known of orders, in memory and in the file of them. */
class OrderStatesTest {

  private static final long CLIENT = 7;
  private static final Terms TERMS =
      new Terms(
          OrderType.STOP_LIMIT,
          TimeInForce.DAY,
          28,
          PostOnly.SLIDE,
          2,
          9,
          11,
          SelfTrade.DECREMENT,
          3);

  private static State state(long order, String clOrdId, long leaves) {
    return new State(
        CLIENT,
        1,
        1,
        order,
        (byte) 1,
        30,
        clOrdId,
        5,
        leaves,
        5 - leaves,
        BigInteger.TEN,
        new Place(order, 3),
        TERMS,
        leaves == 0 ? State.Phase.EXPIRED : State.Phase.ASLEEP);
  }

  @Test
  void anOrderIsKnownByTheNameItWasPlacedWithAndByItsNewestOne() {
    OrderStates orders = new OrderStates();
    orders.put(state(10, "10", 5));
    assertThat(orders.named(CLIENT, 1, "10")).isEqualTo(10);
    orders.put(state(10, "11", 5));
    orders.put(state(10, "12", 5));
    assertThat(orders.named(CLIENT, 1, "12")).isEqualTo(10);
    assertThat(orders.named(CLIENT, 1, "10")).isEqualTo(10);
    assertThat(orders.named(CLIENT, 1, "11")).isZero();
    // Of another session, another symbol, or no number.
    assertThat(orders.named(CLIENT + 1, 1, "10")).isZero();
    assertThat(orders.named(CLIENT, 2, "10")).isZero();
    assertThat(orders.named(CLIENT, 1, "ten")).isZero();
    orders.put(OrderStates.found(1, 1, 77, (byte) 1, 30, 5, 0, null));
    assertThat(orders.named(CLIENT, 1, "77")).isZero();
  }

  /** So that who cancels it hears that it is too late. */
  @Test
  void anOrderThatEndedKeepsItsNamesUntilItIsForgotten() {
    OrderStates orders = new OrderStates();
    orders.put(state(10, "10", 5));
    orders.put(state(10, "11", 5));
    orders.put(state(10, "11", 0));
    assertThat(orders.named(CLIENT, 1, "11")).isEqualTo(10);
    assertThat(orders.named(CLIENT, 1, "10")).isEqualTo(10);
    assertThat(orders.known(1, 10).isLive()).isFalse();
    for (int i = 0; i < OrderStates.ENDED; i++) {
      orders.put(state(1_000 + i, Long.toString(1_000 + i), 0));
    }
    assertThat(orders.known(1, 10)).isNull();
    assertThat(orders.named(CLIENT, 1, "11")).isZero();
  }

  /** An id that is used once more is another order, which the client has not named so. */
  @Test
  void anotherOrderOfTheSameIdHasNoNameOfTheOneThatEnded() {
    OrderStates orders = new OrderStates();
    orders.put(state(10, "11", 5));
    orders.put(state(10, "11", 0));
    orders.put(OrderStates.found(1, 1, 10, (byte) 1, 30, 5, 0, null));
    assertThat(orders.named(CLIENT, 1, "11")).isZero();
    assertThat(orders.named(CLIENT, 1, "10")).isZero();
  }

  /** As earlier versions wrote them: without place, without terms, without expire time. */
  @Test
  void linesOfEarlierVersionsAreRead(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("orders");
    Files.writeString(
        path,
        """
        1 1 1 7 1 30 1 5 5 0 0
        1 2 1 7 1 30 2 5 5 0 0 8 3
        1 3 1 7 1 30 3 5 5 0 0 8 4 64 28 0 0 0 1
        """);
    try (OrderFile file = OrderFile.open(path)) {
      assertThat(file.inOrder())
          .extracting(State::place)
          .containsExactly(Place.behind(-1), new Place(8, 3), new Place(8, 4));
      Terms dateless =
          new Terms(OrderType.STOP_LIMIT, TimeInForce.GTC, 28, null, 0, 0, 0, SelfTrade.NONE, 0);
      assertThat(file.inOrder()).extracting(State::terms).containsExactly(null, null, dateless);
      assertThat(file.inOrder().getLast().asleep()).isTrue();
    }
  }

  @Test
  void aRewriteThatFailsLosesNothing(@TempDir Path directory) throws IOException {
    Path path = directory.resolve("orders");
    try (OrderFile file = OrderFile.open(path, 4)) {
      file.begin(List.of());
      for (int i = 1; i <= 3; i++) {
        file.put(state(i, Long.toString(i), 5));
      }
      // In the way of the new file.
      Path inTheWay = Files.createDirectories(directory.resolve("orders.tmp").resolve("full"));
      for (int i = 4; i <= 6; i++) {
        State next = state(i, Long.toString(i), 5);
        assertThatThrownBy(() -> file.put(next)).isInstanceOf(IOException.class);
      }
      assertThat(Files.readAllLines(path)).hasSize(6 + 1);
      Files.delete(inTheWay);
      Files.delete(inTheWay.getParent());
      file.put(state(1, "7", 5));
      assertThat(Files.readAllLines(path)).hasSize(6 + 1);
      file.put(state(2, "8", 0));
      file.reached(12);
    }
    try (OrderFile file = OrderFile.open(path, 4)) {
      assertThat(file.reached()).isEqualTo(12);
      assertThat(file.inOrder()).extracting(State::place).contains(new Place(2, 3));
      assertThat(file.inOrder())
          .extracting(State::clOrdId)
          .containsExactly("3", "4", "5", "6", "7", "8");
      assertThat(file.inOrder())
          .allSatisfy(
              state -> {
                assertThat(state.terms()).isEqualTo(TERMS);
                assertThat(state.asleep()).isEqualTo(state.isLive());
                assertThat(state.phase() == State.Phase.EXPIRED).isEqualTo(!state.isLive());
              });
    }
  }

  /** What the disk had no room for is written once it has. */
  @Test
  void aFileThatIsBehindCatchesUp(@TempDir Path directory) throws IOException {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    Path path = directory.resolve("orders");
    try (OrderFile file = OrderFile.open(path)) {
      Files.createSymbolicLink(path, full);
      assertThatThrownBy(() -> file.put(state(2, "2", 5))).isInstanceOf(IOException.class);
      file.put(state(3, "3", 5));
      file.catchUp();
      assertThat(Files.readAllLines(path)).hasSize(2 + 1);
      file.put(state(4, "4", 5));
      file.catchUp();
      assertThat(Files.readAllLines(path)).hasSize(3 + 1);
    }
  }
}
