package dev.tandem.gateway.demo;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.SymbolState;
import dev.tandem.gateway.bridge.OrderDesk;
import dev.tandem.gateway.bridge.Reply;
import dev.tandem.gateway.bridge.Submitted;
import java.util.function.Consumer;

/**
 * The session of one symbol, over and over: orders gather in an auction, its end opens continuous
 * trading, near the end only orders that rest are taken, then the session ends, its day orders
 * leave, and the symbol is closed for a while. On the event loop.
 */
final class DemoSession {

  /**
   * How long each part takes, in seconds.
   *
   * @param halted of the continuous part: in its middle nothing trades for so long
   */
  record Times(int auction, int continuous, int halted, int postOnly, int closed) {

    /** Short enough to see a whole session while one looks at the page. */
    static final Times DEFAULT = new Times(20, 240, 5, 10, 15);
  }

  private final OrderDesk desk;
  private final int symbol;
  private final SymbolState[] states;
  private final int[] seconds;
  private int step = -1;
  private long until;
  private boolean changing;

  /** Begins with an auction, at the first call of {@link #look}. */
  DemoSession(OrderDesk desk, int symbol, Times times) {
    this.desk = desk;
    this.symbol = symbol;
    int half = times.continuous / 2;
    states =
        new SymbolState[] {
          SymbolState.AUCTION,
          SymbolState.CONTINUOUS,
          SymbolState.HALTED,
          SymbolState.CONTINUOUS,
          SymbolState.POST_ONLY,
          SymbolState.CLOSED
        };
    seconds =
        new int[] {
          times.auction, half, times.halted, times.continuous - half, times.postOnly, times.closed
        };
  }

  /** Sets the next state when the present one has lasted long enough. */
  void look(long nowSeconds) {
    if (step < 0 || nowSeconds >= until) {
      step = (step + 1) % states.length;
      until = nowSeconds + seconds[step];
      enter(states[step]);
    }
  }

  /** Whether a change of state is on its way: what is sent now would meet either state. */
  boolean isChanging() {
    return changing;
  }

  private void enter(SymbolState state) {
    switch (state) {
      // After an auction this is what UNCROSS does, behind a halt it is a change of state.
      case CONTINUOUS ->
          send(
              desk.state(symbol) == SymbolState.AUCTION
                  ? c -> Commands.uncross(c, symbol)
                  : c -> Commands.setState(c, symbol, SymbolState.CONTINUOUS));
      case CLOSED -> endSession();
      default -> {
        if (desk.state(symbol) != state) {
          send(c -> Commands.setState(c, symbol, state));
        }
      }
    }
  }

  /** Day orders leave in parts. */
  private void endSession() {
    send(
        c -> Commands.endSession(c, symbol),
        answer -> {
          if (answer.openQuantity > 0) {
            endSession();
          } else {
            send(c -> Commands.setState(c, symbol, SymbolState.CLOSED));
          }
        });
  }

  /** A refusal changes nothing, and the next step comes anyhow. */
  private void send(Consumer<Command> filler) {
    send(filler, answer -> changing = false);
  }

  private void send(Consumer<Command> filler, Reply reply) {
    changing = true;
    if (desk.submit(filler, reply) != Submitted.TAKEN) {
      changing = false;
    }
  }
}
