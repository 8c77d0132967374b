package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.BookSnapshot;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.marketdata.MarketBook;
import dev.tandem.core.marketdata.MarketListener;
import dev.tandem.gateway.bridge.MarketSource;
import dev.tandem.gateway.command.Refusal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;

/** What waits for the thread of FIX has an end; then the book is asked for again. */
class MarketTapTest {

  private static final int SYMBOL = 3;

  /** Changes of more words than may wait. */
  private static final int MANY = 60_000;

  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final List<String> received = new ArrayList<>();
  private IntPredicate uses;
  private boolean hasBook = true;
  private final MarketTap tap = new MarketTap(new Source(), tasks::add, new Receiver());

  private final class Source implements MarketSource {
    @Override
    public void follow(MarketListener listener, IntPredicate newUses) {
      uses = newUses;
    }

    @Override
    public boolean askBook(
        int symbol, Consumer<MarketBook> reader, BiConsumer<Refusal, String> refused) {
      if (hasBook) {
        reader.accept(
            MarketBook.of(
                new BookSnapshot(symbol, SymbolState.CONTINUOUS, List.of(), List.of(), 5)));
      } else {
        refused.accept(Refusal.UNAVAILABLE, "stopped");
      }
      return true;
    }

    @Override
    public SymbolState state(int symbol) {
      return SymbolState.CONTINUOUS;
    }
  }

  private final class Receiver implements MarketTap.Receiver {
    @Override
    public void began(int symbol, long[] bids, long[] asks) {
      received.add("began " + symbol + " " + bids.length + " " + asks.length);
    }

    @Override
    public void changed(int symbol, long timeNs, long[] levels, long[] trades) {
      received.add("changed " + symbol + " " + levels[1] + " " + trades.length);
    }

    @Override
    public void lost(int symbol) {
      received.add("lost " + symbol);
    }

    @Override
    public void refused(int symbol, String why) {
      received.add("refused " + symbol + " " + why);
    }
  }

  private void change(int symbol, long price) {
    tap.begin(symbol, 1, 1, 1);
    tap.level(Side.BUY_CODE, price, 1, 1);
    tap.end();
  }

  private List<String> receive() {
    received.clear();
    while (!tasks.isEmpty()) {
      tasks.poll().run();
    }
    return received;
  }

  @Test
  void changesOfWhatIsFollowedCome() {
    tap.open();
    change(SYMBOL, 1);
    assertThat(uses.test(SYMBOL)).isFalse();
    tap.follow(SYMBOL);
    assertThat(uses.test(SYMBOL)).isTrue();
    change(SYMBOL, 2);
    change(4, 3);
    tap.begin(SYMBOL, 1, 1, 1);
    tap.end();
    tap.begin(SYMBOL, 1, 1, 1);
    tap.trade(9, Side.BUY_CODE, 8, 7, 1, 2);
    tap.level(Side.BUY_CODE, 4, 1, 1);
    tap.end();
    assertThat(receive()).containsExactly("began 3 0 0", "changed 3 2 0", "changed 3 4 3");
    tap.leave(SYMBOL);
    change(SYMBOL, 5);
    assertThat(receive()).isEmpty();
    hasBook = false;
    tap.follow(SYMBOL);
    assertThat(receive()).containsExactly("refused 3 UNAVAILABLE: stopped");
  }

  @Test
  void tooManyThatWaitAreLostOnce() {
    tap.open();
    tap.follow(SYMBOL);
    for (int i = 0; i < MANY; i++) {
      change(SYMBOL, i);
    }
    assertThat(tasks).hasSizeLessThan(MANY / 2);
    assertThat(uses.test(SYMBOL)).isFalse();
    List<String> all = receive();
    assertThat(all.getFirst()).isEqualTo("began 3 0 0");
    assertThat(all.getLast()).isEqualTo("lost 3");
    assertThat(all.stream().filter(each -> each.startsWith("lost"))).hasSize(1);
    tap.follow(SYMBOL);
    change(SYMBOL, 7);
    assertThat(receive()).containsExactly("began 3 0 0", "changed 3 7 0");
  }
}
