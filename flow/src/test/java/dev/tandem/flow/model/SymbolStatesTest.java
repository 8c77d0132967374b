package dev.tandem.flow.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of states in the document, the kernel's and what the model does are one. */
class SymbolStatesTest {

  private static final int PAIR = 1;
  private static final Map<String, Input> COMMANDS =
      Map.of(
          "`place`, `GTC`, `DAY` or `GTD`", place(5, TimeInForce.GTC),
          "`place`, `IOC` or `FOK`", place(5, TimeInForce.IOC),
          "`place`, `AT_AUCTION`", place(5, TimeInForce.AT_AUCTION),
          "`cancel`, `massCancel`", Input.cancel(1, PAIR, 1),
          "`reduce`", Input.reduce(1, PAIR, 1, 1),
          "`move`, `amend`", Input.move(1, PAIR, 1, 9, 0),
          "`uncross`", Input.uncross(PAIR),
          "`endSession`, `tick`", Input.endSession(PAIR));

  /** Bids 10 lots at 8, which nobody offers. */
  private static Input place(long order, TimeInForce terms) {
    return Input.place(1, PAIR, order, Side.BUY, terms, 8, 10);
  }

  /** The states that have a yes, by what the row begins with. */
  private static Map<String, Set<SymbolState>> table() throws IOException {
    Path page = Path.of(System.getProperty("tandem.root"), "docs/exchange.md");
    List<String> lines = Files.readAllLines(page);
    int at = lines.indexOf("## States of a symbol") + 2;
    List<SymbolState> states =
        Arrays.stream(lines.get(at).split("\\|", -1))
            .map(String::strip)
            .filter(cell -> !cell.isEmpty())
            .map(SymbolState::valueOf)
            .toList();
    assertThat(states).containsExactly(SymbolState.values());
    Map<String, Set<SymbolState>> rows = new LinkedHashMap<>();
    for (int i = at + 2; lines.get(i).startsWith("|"); i++) {
      String[] cells = lines.get(i).substring(1).split("\\|", -1);
      Set<SymbolState> yes = EnumSet.noneOf(SymbolState.class);
      for (int s = 0; s < states.size(); s++) {
        String cell = cells[s + 1].strip();
        assertThat(cell).isIn("yes", "no");
        if (cell.equals("yes")) {
          yes.add(states.get(s));
        }
      }
      rows.put(cells[0].strip(), yes);
    }
    return rows;
  }

  /** A book with a bid of 10 lots at 7, in a state. */
  private static NaiveExchange in(SymbolState state) {
    NaiveExchange exchange = new NaiveExchange();
    for (Input in :
        List.of(
            Input.addSymbol(SymbolSpec.of(PAIR, 1, 2)),
            Input.addUser(1),
            Input.adjust(1, 1, 1_000, 1),
            Input.adjust(1, 2, 1_000, 2),
            Input.place(1, PAIR, 1, Side.BUY, TimeInForce.GTC, 7, 10))) {
      assertThat(exchange.apply(in).isOk()).isTrue();
    }
    boolean isNew = state != SymbolState.CONTINUOUS;
    assertThat(exchange.apply(Input.setState(PAIR, state.code())).isOk()).isEqualTo(isNew);
    return exchange;
  }

  @Test
  void theDocumentTheKernelAndTheModelHaveOneTable() throws IOException {
    Map<String, Set<SymbolState>> rows = table();
    Set<SymbolState> mayCross = rows.remove("the book may cross");
    assertThat(rows.keySet()).isEqualTo(COMMANDS.keySet());
    for (SymbolState state : SymbolState.values()) {
      rows.forEach(
          (row, states) -> {
            Input in = COMMANDS.get(row);
            boolean taken = states.contains(state);
            boolean takes =
                in.type() == CommandType.END_SESSION || state.takes(in.type(), in.terms());
            assertThat(takes).as("%s %s", row, state).isEqualTo(taken);
            assertThat(in(state).apply(in).isOk()).as("%s %s", row, state).isEqualTo(taken);
          });
      assertThat(state.mayCross()).as("%s", state).isEqualTo(mayCross.contains(state));
    }
    for (SymbolState state : SymbolState.values()) {
      Input in = Input.massCancel(1, PAIR, 2);
      boolean taken = state.takes(CommandType.CANCEL, 0);
      assertThat(state.takes(in.type(), in.terms())).as("%s", state).isEqualTo(taken);
      assertThat(in(state).apply(in).isOk()).as("%s", state).isEqualTo(taken);
      assertThat(in(state).apply(Input.tick(PAIR)).isOk()).as("%s", state).isTrue();
      Input amend = Input.amend(1, PAIR, 1, 9, 10);
      boolean moves = state.takes(CommandType.MOVE, 0);
      assertThat(state.takes(amend.type(), amend.terms())).as("%s", state).isEqualTo(moves);
      assertThat(in(state).apply(amend).isOk()).as("%s", state).isEqualTo(moves);
    }
    for (TimeInForce each : EnumSet.complementOf(EnumSet.of(TimeInForce.AT_AUCTION))) {
      Input same = each.isImmediate() ? place(5, TimeInForce.IOC) : place(5, TimeInForce.GTC);
      for (SymbolState state : SymbolState.values()) {
        assertThat(state.takes(CommandType.PLACE, each.code()))
            .isEqualTo(state.takes(CommandType.PLACE, same.terms()));
      }
    }
  }

  @Test
  void whatIsRefusedSaysWhy() {
    NaiveExchange halted = in(SymbolState.HALTED);
    assertThat(halted.apply(place(5, TimeInForce.GTC)).code())
        .isEqualTo(ResultCode.NOT_ALLOWED_IN_STATE);
    assertThat(halted.apply(place(5, TimeInForce.FOK)).code())
        .isEqualTo(ResultCode.NOT_IN_CONTINUOUS_TRADING);
    assertThat(halted.apply(Input.reduce(1, PAIR, 9, 1)).code())
        .isEqualTo(ResultCode.UNKNOWN_ORDER);
    assertThat(halted.apply(Input.setState(PAIR, SymbolState.HALTED.code())).code())
        .isEqualTo(ResultCode.ALREADY_IN_STATE);
    assertThat(halted.apply(Input.setState(9, 0)).code()).isEqualTo(ResultCode.UNKNOWN_SYMBOL);
    assertThat(halted.apply(Input.setState(9, 6)).code()).isEqualTo(ResultCode.INVALID_STATE);
    assertThat(halted.held(1, 2)).isEqualTo(70);
  }

  @Test
  void aBookThatCrossesIsUncrossedBeforeItTrades() {
    NaiveExchange auction = in(SymbolState.AUCTION);
    Input sell = Input.place(1, PAIR, 2, Side.SELL, TimeInForce.GTC, 6, 4);
    assertThat(auction.apply(sell).isOk()).isTrue();
    assertThat(auction.apply(Input.setState(PAIR, SymbolState.HALTED.code())).isOk()).isTrue();
    for (SymbolState state : List.of(SymbolState.CONTINUOUS, SymbolState.POST_ONLY)) {
      assertThat(auction.apply(Input.setState(PAIR, state.code())).code())
          .isEqualTo(ResultCode.BOOK_CROSSED);
    }
    assertThat(auction.apply(Input.startAuction(PAIR)).isOk()).isTrue();
    assertThat(auction.apply(Input.uncross(PAIR)).events()).hasSize(3);
    assertThat(auction.book(PAIR).orElseThrow().state()).isEqualTo(SymbolState.CONTINUOUS);
  }

  @Test
  void postOnlyRefusesWhatWouldTake() {
    NaiveExchange exchange = in(SymbolState.POST_ONLY);
    Input sell = Input.place(1, PAIR, 2, Side.SELL, TimeInForce.GTC, 7, 4);
    assertThat(exchange.apply(sell).code()).isEqualTo(ResultCode.WOULD_TAKE);
    Input higher = Input.place(1, PAIR, 2, Side.SELL, TimeInForce.GTC, 8, 4);
    assertThat(exchange.apply(higher).isOk()).isTrue();
    assertThat(exchange.apply(Input.move(1, PAIR, 1, 8, 0)).code())
        .isEqualTo(ResultCode.WOULD_TAKE);
    assertThat(exchange.apply(Input.move(1, PAIR, 2, 9, 0)).isOk()).isTrue();
    assertThat(exchange.held(1, 1)).isEqualTo(4);
  }
}
