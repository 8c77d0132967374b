package dev.tandem.app.parity;

import dev.tandem.app.replay.ReplayLog;
import dev.tandem.app.replay.ReplayProgress;

/** All commands of a stream through the serial model. One thread. */
final class ModelRun {

  private static final int STEP = 1 << 10;

  private final CommandStream stream;
  private final ModelKernel model = new ModelKernel();
  private final ReplayLog trades;
  private long nanos;

  ModelRun(CommandStream stream) {
    this.stream = stream;
    trades = ReplayLog.ofTrades(stream.flow().size());
  }

  /** Carries out all of it. */
  void run(ReplayProgress reported) {
    for (long from = 0; from < stream.size(); from += STEP) {
      long to = Math.min(stream.size(), from + STEP);
      long start = System.nanoTime();
      ComparedKernel.Answers answers = model.apply(stream, from, to);
      nanos += System.nanoTime() - start;
      // Every command of a stream leaves records, so it is known by its number among those.
      TwinExchange.trades(
          answers.words(),
          (command, taker, maker, price, quantity) ->
              trades.addTrade(command - stream.setUp(), taker, maker, price, quantity));
      reported.submitted((int) Math.max(0, to - stream.setUp()), stream.flow().size());
    }
  }

  long eventHash() {
    return model.eventHash();
  }

  long stateHash() {
    return model.stateHash();
  }

  /** The sums of what the model came to, when all is carried out. */
  ReportSums reports() {
    return ReportSums.of(stream.flow(), trades, model::orders);
  }

  /** Time spent in the model. */
  long nanos() {
    return nanos;
  }
}
