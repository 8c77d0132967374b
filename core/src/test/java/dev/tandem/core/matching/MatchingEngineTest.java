package dev.tandem.core.matching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatchingEngineTest {

  private final Command c = new Command();

  private ResultCode addSymbol(MatchingEngine engine, int symbol) {
    c.clear();
    c.type = CommandType.ADD_SYMBOL;
    c.symbol = symbol;
    c.payload = SymbolSpec.of(symbol, 1, 2);
    engine.match(c);
    return ResultCode.of(c.result);
  }

  private ResultCode place(MatchingEngine engine, int symbol, long id, byte side, long price) {
    c.clear();
    c.type = CommandType.PLACE;
    c.symbol = symbol;
    c.orderId = id;
    c.userId = 5;
    c.side = side;
    c.price = price;
    c.quantity = 10;
    c.holdTag = (int) id + 100;
    engine.match(c);
    return ResultCode.of(c.result);
  }

  @Test
  void commandsInFlightFindTheirOrders() {
    MatchingEngine engine = new MatchingEngine();
    addSymbol(engine, 1);
    addSymbol(engine, 70_000);
    place(engine, 1, 40, Side.BUY_CODE, 7);
    place(engine, 70_000, 41, Side.SELL_CODE, 1L << 40);
    Command[] commands = {cancel(1, 40), cancel(70_000, 41), cancel(70_000, 40), cancel(9, 41)};
    int[] tags = new int[commands.length];
    engine.touch(commands, commands.length, tags);
    assertThat(tags).containsExactly(140, 141, 0, 0);
    engine.match(cancel(1, 40));
    engine.touch(commands, commands.length, tags);
    assertThat(tags).containsExactly(0, 141, 0, 0);
  }

  @Test
  void itIsDeepWhileManyOrdersRest() {
    MatchingEngine engine = new MatchingEngine();
    addSymbol(engine, 1);
    addSymbol(engine, 2);
    int many = 1 << 12;
    for (int id = 1; id <= many; id++) {
      place(engine, 1 + id % 2, id, Side.BUY_CODE, 1 + id);
    }
    assertThat(engine.isDeep()).isFalse();
    place(engine, 1, many + 2, Side.BUY_CODE, 1);
    assertThat(engine.isDeep()).isTrue();
    engine.match(cancel(1, many + 2));
    assertThat(engine.isDeep()).isFalse();
  }

  private static Command cancel(int symbol, long id) {
    Command cancel = new Command();
    cancel.type = CommandType.CANCEL;
    cancel.symbol = symbol;
    cancel.orderId = id;
    cancel.userId = 5;
    return cancel;
  }

  @Test
  void symbolsAreIteratedInAscendingOrder() {
    MatchingEngine engine = new MatchingEngine();
    int[] symbols = {70_000, 5, Integer.MAX_VALUE, 0, 65_536, 65_535, 300};
    for (int s : symbols) {
      assertThat(engine.book(s)).isNull();
      assertThat(addSymbol(engine, s)).isEqualTo(ResultCode.OK);
    }
    List<Integer> seen = new ArrayList<>();
    for (int i = 0; i < engine.bookCount(); i++) {
      seen.add(engine.symbolAt(i));
      assertThat(engine.book(engine.symbolAt(i))).isNotNull();
    }
    assertThat(seen).containsExactly(0, 5, 300, 65_535, 65_536, 70_000, Integer.MAX_VALUE);
    assertThat(engine.book(-1)).isNull();
    assertThatThrownBy(() -> engine.symbolAt(7)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void everyTypeIsRefusedForAnUnknownSymbol() {
    MatchingEngine engine = new MatchingEngine();
    for (byte type = CommandType.PLACE; type <= CommandType.AMEND; type++) {
      for (int symbol : new int[] {-1, 0, 7, 1 << 20}) {
        c.clear();
        c.type = type;
        c.symbol = symbol;
        c.orderId = 1;
        c.price = 1;
        c.quantity = 1;
        if (CommandType.isOfBook(type)) {
          engine.match(c);
          assertThat(ResultCode.of(c.result)).isEqualTo(ResultCode.UNKNOWN_SYMBOL);
        }
      }
    }
  }

  @Test
  void aShardLeavesTheSymbolsOfOthersUntouched() {
    MatchingEngine[] shards = {
      new MatchingEngine(0, 3), new MatchingEngine(1, 3), new MatchingEngine(2, 3)
    };
    for (int symbol = 0; symbol < 12; symbol++) {
      for (int s = 0; s < 3; s++) {
        ResultCode expected = symbol % 3 == s ? ResultCode.OK : ResultCode.PENDING;
        assertThat(addSymbol(shards[s], symbol)).isEqualTo(expected);
        assertThat(shards[s].owns(symbol)).isEqualTo(symbol % 3 == s);
        assertThat(place(shards[s], symbol, 1, Side.BUY_CODE, 9)).isEqualTo(expected);
        assertThat(place(shards[s], symbol + 300, 1, Side.BUY_CODE, 9))
            .isEqualTo(symbol % 3 == s ? ResultCode.UNKNOWN_SYMBOL : ResultCode.PENDING);
      }
    }
    assertThat(shards[1].bookCount()).isEqualTo(4);
  }

  @Test
  void rejectedCommandsAndForeignTypesAreLeftUntouched() {
    MatchingEngine engine = new MatchingEngine();
    addSymbol(engine, 1);
    place(engine, 1, 1, Side.BUY_CODE, 9);
    for (byte type = 0; type <= CommandType.QUERY; type++) {
      boolean own = type == CommandType.ADD_SYMBOL;
      own |= CommandType.isOfBook(type);
      c.clear();
      c.type = type;
      c.symbol = 1;
      c.orderId = 1;
      c.userId = 5;
      c.price = 9;
      c.quantity = 9;
      c.holdTag = 77;
      if (own) {
        c.reject(ResultCode.INSUFFICIENT_FUNDS);
      }
      String before = Twins.outputs(c);
      engine.match(c);
      assertThat(Twins.outputs(c)).isEqualTo(before);
    }
    assertThat(Twins.orders(engine.book(1))).containsExactly("0 9 1 5 10 101");
  }

  @Test
  void outputsAreWhatTheCommandSays() {
    MatchingEngine engine = new MatchingEngine();
    addSymbol(engine, 1);
    place(engine, 1, 1, Side.SELL_CODE, 20);
    assertThat(Twins.outputs(c)).isEqualTo("1 0 1 20 0 10 0");

    c.clear();
    c.type = CommandType.PLACE;
    c.symbol = 1;
    c.orderId = 2;
    c.userId = 6;
    c.side = Side.BUY_CODE;
    c.terms = TimeInForce.IOC_CODE;
    c.price = 25;
    c.quantity = 4;
    c.holdTag = 9;
    engine.match(c);
    assertThat(Twins.outputs(c)).isEqualTo("1 0 0 25 4 0 0\n2 1 6 5 20 4 9 101 2 2 0 1 false");

    c.clear();
    c.type = CommandType.REDUCE;
    c.symbol = 1;
    c.orderId = 1;
    c.userId = 5;
    c.quantity = 2;
    engine.match(c);
    assertThat(Twins.outputs(c)).isEqualTo("1 101 1 20 0 4 2");

    c.clear();
    c.type = CommandType.MOVE;
    c.symbol = 1;
    c.orderId = 1;
    c.userId = 5;
    c.price = 30;
    engine.match(c);
    assertThat(Twins.outputs(c)).isEqualTo("1 101 1 30 0 4 0");

    c.clear();
    c.type = CommandType.PLACE;
    c.symbol = 1;
    c.orderId = 3;
    c.side = Side.BUY_CODE;
    c.terms = TimeInForce.IOC_CODE;
    c.price = 30;
    c.quantity = 6;
    engine.match(c);
    assertThat(Twins.outputs(c)).isEqualTo("1 0 0 30 4 0 2\n3 1 0 5 30 4 0 101 1 2 0 1 false");
    assertThat(Twins.orders(engine.book(1))).isEmpty();
  }

  @Test
  void aMoveMayTakeAndACancelReleasesTheRest() {
    MatchingEngine engine = new MatchingEngine();
    addSymbol(engine, 1);
    place(engine, 1, 1, Side.SELL_CODE, 20);
    place(engine, 1, 2, Side.BUY_CODE, 10);
    c.clear();
    c.type = CommandType.MOVE;
    c.symbol = 1;
    c.orderId = 2;
    c.userId = 5;
    c.price = 21;
    c.quantity = 15;
    engine.match(c);
    assertThat(Twins.outputs(c))
        .isEqualTo("1 102 0 21 10 5 0\n2 1 5 5 20 10 102 101 1 2 0 1 false");
    c.clear();
    c.type = CommandType.CANCEL;
    c.symbol = 1;
    c.orderId = 2;
    c.userId = 5;
    engine.match(c);
    assertThat(Twins.outputs(c)).isEqualTo("1 102 0 21 0 0 5");
  }

  @Test
  void misuseIsAnException() {
    assertThatThrownBy(() -> new MatchingEngine(2, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new MatchingEngine(-1, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new MatchingEngine(0, 1, -1))
        .isInstanceOf(IllegalArgumentException.class);
    MatchingEngine engine = new MatchingEngine();
    addSymbol(engine, 1);
    c.clear();
    c.type = CommandType.PLACE;
    c.symbol = 1;
    c.orderId = 1;
    c.price = 1;
    c.quantity = 1;
    c.terms = 9;
    assertThatThrownBy(() -> engine.match(c)).isInstanceOf(IllegalArgumentException.class);
  }
}
