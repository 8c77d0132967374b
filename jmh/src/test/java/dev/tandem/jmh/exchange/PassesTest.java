package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A kernel that does not do the work of its flow has no figure. */
class PassesTest {

  private final KernelFlow flow = KernelFlows.STEADY.make(3);

  /** Trades and refuses as often as it is told to. */
  static final class Idle implements RunningKernel<KernelFlow> {
    private final long tradesOfPass;
    private final long refusalsOfPass;
    private final long hash;
    private long passes;
    private long hashed;

    Idle(long tradesOfPass, long refusalsOfPass, long hash) {
      this.tradesOfPass = tradesOfPass;
      this.refusalsOfPass = refusalsOfPass;
      this.hash = hash;
    }

    @Override
    public void load(KernelFlow next) {}

    @Override
    public void pass() {
      passes++;
    }

    @Override
    public Paced pace(long count, double rate, boolean sleeps) {
      passes += count;
      return new Paced(
          rate, RunningKernel.distribution(), RunningKernel.distribution(), Early.NONE);
    }

    @Override
    public long hashedPass() {
      hashed++;
      return hash;
    }

    @Override
    public long trades() {
      return passes * tradesOfPass;
    }

    @Override
    public long refusals() {
      return passes * refusalsOfPass;
    }

    @Override
    public void close() {}
  }

  private static final long HASH = 77;

  private final List<Boolean> started = new ArrayList<>();
  private Idle last;

  private KernelSession<KernelFlow> session(long trades, long refusals) {
    return session(trades, refusals, HASH);
  }

  private KernelSession<KernelFlow> session(long trades, long refusals, long hash) {
    return new KernelSession<>(
        paced -> {
          started.add(paced);
          last = new Idle(trades, refusals, hash);
          return last;
        },
        (name, seed) ->
            new KernelSession.Flow<>(
                flow,
                flow.size(),
                flow.population().trades(),
                flow.population().refusals(),
                HASH,
                flow.population().toString()));
  }

  @Test
  void anExchangeKnowsWhetherItsLoopIsOpen() {
    for (String request : List.of("closed STEADY 1 1", "open STEADY 1 1000000 0.1 1")) {
      assertThatThrownBy(() -> session(0, 0).answer(request.split(" ", -1)))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(started).containsExactly(false, true);
  }

  @Test
  void whoeverDoesNothingFails() {
    assertThatThrownBy(() -> session(0, 0).answer(new String[] {"closed", "STEADY", "0", "1"}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("0 trades");
  }

  @Test
  void whoeverRefusesMoreFails() throws Exception {
    long trades = flow.population().trades();
    long refusals = flow.population().refusals();
    String[] closed = {"closed", "STEADY", "0", "1"};
    assertThat(session(trades, refusals).answer(closed)).isNotNull();
    assertThatThrownBy(() -> session(trades, refusals + 1).answer(closed))
        .isInstanceOf(IllegalStateException.class);
  }

  /** As many trades are not the same trades. */
  @Test
  void whoeverTradesOtherwiseFails() throws Exception {
    long trades = flow.population().trades();
    long refusals = flow.population().refusals();
    String[] closed = {"closed", "STEADY", "0", "1"};
    assertThatThrownBy(() -> session(trades, refusals, HASH + 1).answer(closed))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the trades have hash 000000000000004e, expected 000000000000004d");
    // Of a flow it is checked once.
    KernelSession<KernelFlow> session = session(trades, refusals);
    session.answer(closed);
    assertThat(last.hashed).isEqualTo(1);
    session.answer(closed);
    assertThat(last.hashed).isZero();
  }
}
