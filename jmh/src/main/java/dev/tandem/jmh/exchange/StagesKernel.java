package dev.tandem.jmh.exchange;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.statemachine.ReplayDriver;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.flow.generator.KernelFlow;

/**
 * Tandem's stages on the calling thread, without a ring: what the exchange in C++ does when it is
 * fused, so that the two languages can be compared.
 */
final class StagesKernel extends SubmittedKernel<KernelFlow> {

  private static final int ORDERS = 1 << 16;

  private final ReplayDriver driver;
  private long trades;
  private long refusals;
  private AnswerClock clock;
  private TradeHash tradeHash;

  StagesKernel(boolean risk) {
    Stages stages = Stages.onePass(risk, KernelFlow.USERS, ORDERS, () -> 1, this::answered, null);
    driver = new ReplayDriver(stages, stages.results());
    Command c = cleared();
    Commands.addSymbol(c, SymbolSpec.of(KernelFlow.SYMBOL, KernelFlow.LOTS, KernelFlow.MONEY));
    submit();
    for (long user = 1; risk && user <= KernelFlow.USERS; user++) {
      Commands.addUser(cleared(), user);
      submit();
      for (int currency : new int[] {KernelFlow.LOTS, KernelFlow.MONEY}) {
        Commands.adjustBalance(cleared(), user, currency, KernelFlow.FUNDS, currency);
        submit();
      }
    }
    if (refusals != 0) {
      throw new IllegalStateException(refusals + " commands that set up the exchange are refused");
    }
  }

  private void answered(Command c) {
    trades += c.outcomes.count();
    if (c.result != ResultCode.OK_CODE) {
      refusals++;
    }
    if (tradeHash != null) {
      FlowTrades.add(c.outcomes, tradeHash);
    }
    if (clock != null) {
      clock.answered();
    }
  }

  private Command cleared() {
    Command c = driver.next();
    c.clearInput();
    return c;
  }

  private void submit() {
    try {
      driver.submit();
    } catch (Exception e) {
      throw new IllegalStateException("a stage failed", e);
    }
  }

  @Override
  int size() {
    return flow().size();
  }

  @Override
  void submit(int i) {
    flow().fill(i, cleared());
    submit();
  }

  @Override
  void flush() {
    // Each command is answered before submit returns.
  }

  @Override
  void tell(AnswerClock answerClock) {
    clock = answerClock;
  }

  @Override
  public long trades() {
    return trades;
  }

  @Override
  public long refusals() {
    return refusals;
  }

  @Override
  void hash(TradeHash hash) {
    tradeHash = hash;
  }

  @Override
  public void close() {
    // It has no thread and no file.
  }
}
