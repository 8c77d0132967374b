package dev.tandem.app.parity;

import dev.tandem.core.CommandPublisher;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.event.EventBatch;
import java.util.Arrays;
import java.util.List;

/**
 * A kernel in Java. For one thread; what the exchange's thread records is read when all is
 * answered.
 */
final class JavaKernel implements ComparedKernel {

  /** The answers of a step: filled on the exchange's thread. */
  private static final class Recorder {
    private final byte[] codes;
    private int answered;
    private long[] words = new long[1 << 12];
    private int count;

    Recorder(int commands) {
      codes = new byte[commands];
    }

    void onResult(Command c) {
      // Answers come in order, among them those to the questions of this class itself.
      if (c.type != CommandType.QUERY) {
        codes[answered++] = c.result;
      }
    }

    void onEvents(EventBatch batch) {
      int end = count + batch.count() * EventBatch.RECORD_WORDS;
      if (end > words.length) {
        words = Arrays.copyOf(words, Math.max(end, 2 * words.length));
      }
      for (int i = 0; count < end; i++) {
        words[count++] = batch.word(i / EventBatch.RECORD_WORDS, i % EventBatch.RECORD_WORDS);
      }
    }
  }

  private final Exchange exchange;
  private volatile Recorder recorder = new Recorder(0);

  JavaKernel(Topology topology, boolean risk) {
    exchange =
        Exchange.builder()
            .topology(topology)
            .risk(risk)
            .daemon()
            .resultHandler(c -> recorder.onResult(c))
            .eventListener(batch -> recorder.onEvents(batch))
            .start();
  }

  @Override
  public Answers apply(CommandStream stream, long from, long to) {
    Recorder step = new Recorder((int) (to - from));
    recorder = step;
    CommandPublisher publisher = exchange.publisher();
    for (long next = from; next < to; next++) {
      Command slot = publisher.claim();
      stream.fill(next, slot);
      publisher.publish(slot);
    }
    exchange.awaitAnswered();
    return new Answers(from, step.codes, Arrays.copyOf(step.words, step.count));
  }

  @Override
  public long stateHash() {
    return exchange.stateHash();
  }

  @Override
  public TwinExchange.Balance balance(long user, int currency) {
    return exchange
        .user(user)
        .map(state -> state.balance(currency))
        .map(JavaKernel::balance)
        .orElse(new TwinExchange.Balance(0, 0));
  }

  private static TwinExchange.Balance balance(UserState.Balance balance) {
    return new TwinExchange.Balance(balance.available(), balance.held());
  }

  @Override
  public List<TwinExchange.Level> levels(int symbol, Side side, int most) {
    return TwinExchange.Level.of(exchange.book(symbol), side, most);
  }

  @Override
  public void close() {
    exchange.close();
  }
}
