package dev.tandem.jmh.exchange;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.journal.ExchangeStore;
import dev.tandem.core.journal.ReplayListeners;
import dev.tandem.core.pipeline.ConfirmedUpstream;
import dev.tandem.core.pipeline.PipelineThreads;
import dev.tandem.core.pipeline.Poison;
import dev.tandem.core.pipeline.ProcessorSet;
import dev.tandem.core.pipeline.RingPublisher;
import dev.tandem.core.pipeline.StageOptions;
import dev.tandem.core.pipeline.StageProcessor;
import dev.tandem.core.pipeline.TwoStepHandler;
import dev.tandem.core.pipeline.TwoStepMasterProcessor;
import dev.tandem.core.pipeline.TwoStepSlaveProcessor;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.statemachine.FusedPass;
import dev.tandem.core.statemachine.JournalStage;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.jmh.exchange.StageSamples.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The stages and processors of Tandem's kernel, put together as the kernel does, but each stage
 * with options of its own, its batches counted and some commands timed. The kernel itself offers
 * one publish interval for all stages, and times either every command or none.
 */
final class StudyKernel extends SubmittedKernel<KernelFlow> {

  static final int RING = 4096;

  private static final int ORDERS = 1 << 16;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final RingBuffer<Command> ring =
      RingBuffer.createSingleProducer(StudyKernel::newSlot, RING);
  private final Poison poison = new Poison();
  private final StageSamples samples;
  private final ExchangeStore store;
  private final WaitPlan waiting;
  private final RingPublisher<Command> publisher;
  private final Map<Stage, Observed> observed = new EnumMap<>(Stage.class);
  private final List<EventProcessor> processors = new ArrayList<>();
  private final ProcessorSet running;
  private final Sequence end;
  private long trades;
  private long refusals;
  private AnswerClock clock;
  private TradeHash tradeHash;

  /**
   * Starts it.
   *
   * @param fused one pass on one thread; otherwise a thread each for grouping, risk, matching and
   *     results
   * @param options of each stage
   * @param every one command of so many is timed, a power of two; {@link StageSamples#NONE}
   */
  StudyKernel(boolean fused, Function<Stage, StageOptions> options, int every) {
    this(fused, options, every, null);
  }

  /**
   * The same on a log.
   *
   * @param log how it is kept, in a directory that has none; null keeps no log
   */
  StudyKernel(boolean fused, Function<Stage, StageOptions> options, int every, JournalOptions log) {
    samples = new StageSamples(every, RING, fused, log != null);
    Stages stages =
        fused
            ? Stages.onePass(true, KernelFlow.USERS, ORDERS, () -> 1, this::answered, null)
            : new Stages(1, 1, KernelFlow.USERS, ORDERS, () -> 1, this::answered, null);
    store =
        log == null
            ? null
            : ExchangeStore.open(log, stages, RING, new ReplayListeners(c -> {}, null));
    waiting = waiting(fused);
    publisher = new RingPublisher<>(ring, waiting, poison);
    end = fused ? fuse(stages, options) : pipeline(stages, options);
    ring.addGatingSequences(end);
    running = new ProcessorSet(processors, PipelineThreads.unpinned("study", true), poison);
    running.start();
    prepare();
  }

  /** How threads wait: as the kernel would with its producer. */
  static WaitPlan waiting(boolean fused) {
    return WaitPlan.auto(fused ? 2 : 5);
  }

  private static Command newSlot() {
    Command c = new Command();
    c.outcomes.preallocate();
    return c;
  }

  private JournalStage journal() {
    return store == null ? null : store.stage();
  }

  private boolean holdsAnswers() {
    return store != null && journal().holdsAnswers();
  }

  /** Holds back what the log has not confirmed, if answers wait for it. */
  private Upstream confirmed(Upstream before) {
    return holdsAnswers()
        ? new ConfirmedUpstream(before, journal().marks(), journal()::confirmed)
        : before;
  }

  private Sequence fuse(Stages stages, Function<Stage, StageOptions> options) {
    Observed pass = new Pass(stages);
    observed.put(Stage.GROUPING, pass);
    Sequence passed = plain(Upstream.of(ring.newBarrier()), pass, options.apply(Stage.GROUPING));
    return holdsAnswers()
        ? plain(confirmed(Upstream.of(passed)), results(stages), options.apply(Stage.RESULTS))
        : passed;
  }

  private Observed results(Stages stages) {
    Observed results =
        new Observed(Stage.RESULTS, stages.results()) {
          @Override
          void work(Command c, long sequence, boolean last) throws Exception {
            handler.onEvent(c, sequence, last);
          }
        };
    observed.put(Stage.RESULTS, results);
    return results;
  }

  private Sequence pipeline(Stages stages, Function<Stage, StageOptions> options) {
    // A class for each stage: the JIT profiles calls by place, and would inline none of a shared
    // one.
    Observed grouping =
        new Observed(Stage.GROUPING, stages.admission(journal())) {
          @Override
          void work(Command c, long sequence, boolean last) throws Exception {
            handler.onEvent(c, sequence, last);
          }
        };
    Hold hold = new Hold(stages.hold(0));
    Observed match =
        new Observed(Stage.MATCH, stages.matching(0)) {
          @Override
          void work(Command c, long sequence, boolean last) throws Exception {
            handler.onEvent(c, sequence, last);
          }
        };
    Observed settle =
        new Observed(Stage.SETTLE, stages.settle(0)) {
          @Override
          void work(Command c, long sequence, boolean last) throws Exception {
            handler.onEvent(c, sequence, last);
          }
        };
    List.of(grouping, hold, match, settle).forEach(o -> observed.put(o.stage, o));
    Sequence grouped =
        plain(Upstream.of(ring.newBarrier()), grouping, options.apply(Stage.GROUPING));
    TwoStepMasterProcessor<Command> first =
        new TwoStepMasterProcessor<>(ring, Upstream.of(grouped), hold, options.apply(Stage.HOLD));
    first.setExceptionHandler(poison.exceptionHandler());
    processors.add(first);
    Sequence matched = plain(Upstream.of(first.getSequence()), match, options.apply(Stage.MATCH));
    TwoStepSlaveProcessor<Command> second =
        new TwoStepSlaveProcessor<>(
            ring, Upstream.of(matched), settle, options.apply(Stage.SETTLE));
    second.setExceptionHandler(poison.exceptionHandler());
    first.attachSlave(second);
    Upstream beforeResults =
        store == null
            ? Upstream.of(second.getSequence())
            : Upstream.of(second.getSequence(), journaled(grouped, options));
    return plain(confirmed(beforeResults), results(stages), options.apply(Stage.RESULTS));
  }

  private Sequence journaled(Sequence grouped, Function<Stage, StageOptions> options) {
    Observed append =
        new Observed(Stage.JOURNAL, journal().handler(false)) {
          @Override
          void work(Command c, long sequence, boolean last) throws Exception {
            handler.onEvent(c, sequence, last);
          }
        };
    observed.put(Stage.JOURNAL, append);
    return plain(Upstream.of(grouped), append, options.apply(Stage.JOURNAL));
  }

  private Sequence plain(Upstream upstream, Observed handler, StageOptions options) {
    StageProcessor<Command> processor = new StageProcessor<>(ring, upstream, handler, options);
    processor.setExceptionHandler(poison.exceptionHandler());
    processors.add(processor);
    return processor.getSequence();
  }

  private void prepare() {
    send(
        c ->
            Commands.addSymbol(
                c, SymbolSpec.of(KernelFlow.SYMBOL, KernelFlow.LOTS, KernelFlow.MONEY)));
    for (long user = 1; user <= KernelFlow.USERS; user++) {
      long id = user;
      send(c -> Commands.addUser(c, id));
      for (int currency : new int[] {KernelFlow.LOTS, KernelFlow.MONEY}) {
        send(c -> Commands.adjustBalance(c, id, currency, KernelFlow.FUNDS, currency));
      }
    }
    flush();
    if (refusals != 0) {
      throw new IllegalStateException(refusals + " commands that set up the exchange are refused");
    }
  }

  private void send(java.util.function.Consumer<Command> fill) {
    long sequence = publisher.claim();
    Command c = ring.get(sequence);
    c.clearInput();
    fill.accept(c);
    publish(sequence);
  }

  private void publish(long sequence) {
    if (samples.includes(sequence)) {
      samples.published(sequence);
    }
    publisher.publish(sequence);
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

  @Override
  int size() {
    return flow().size();
  }

  @Override
  void submit(int i) {
    long sequence = publisher.claim();
    Command c = ring.get(sequence);
    c.clearInput();
    flow().fill(i, c);
    publish(sequence);
  }

  @Override
  void flush() {
    int step = 0;
    while (end.get() < ring.getCursor()) {
      poison.check();
      step = waiting.pause(step);
    }
  }

  @Override
  void tell(AnswerClock answerClock) {
    clock = answerClock;
  }

  @Override
  void hash(TradeHash hash) {
    tradeHash = hash;
  }

  @Override
  public long trades() {
    return trades;
  }

  @Override
  public long refusals() {
    return refusals;
  }

  /** What was timed since {@link #reset}; after a flush. */
  StageSamples samples() {
    return samples;
  }

  /** Forgets times and batches; after a flush. */
  void reset() {
    samples.reset();
    observed.values().forEach(Observed::reset);
  }

  /** Commands a batch that a stage took up, on average; NaN for a stage without batches. */
  double batch(Stage stage) {
    Observed o = observed.get(stage);
    return o == null ? Double.NaN : (double) o.events / o.batches;
  }

  @Override
  public void close() {
    running.halt();
    if (!running.join(PATIENCE)) {
      throw new IllegalStateException("a thread of the kernel did not end");
    }
    if (store != null) {
      store.close();
    }
  }

  /** A stage whose batches are counted, and some of whose commands are timed. */
  private abstract class Observed implements EventHandler<Command> {

    final Stage stage;
    final EventHandler<Command> handler;
    private long batches;
    private long events;

    Observed(Stage stage, EventHandler<Command> handler) {
      this.stage = stage;
      this.handler = handler;
    }

    abstract void work(Command c, long sequence, boolean last) throws Exception;

    final void reset() {
      batches = 0;
      events = 0;
    }

    @Override
    public void onBatchStart(long size, long depth) {
      batches++;
      events += size;
      handler.onBatchStart(size, depth);
    }

    @Override
    public void onEvent(Command c, long sequence, boolean last) throws Exception {
      if (samples.includes(sequence)) {
        samples.measure(
            stage,
            x -> {
              handler.onEvent(x, sequence, last);
              return true;
            },
            c,
            sequence);
      } else {
        work(c, sequence, last);
      }
    }
  }

  private final class Hold extends Observed implements TwoStepHandler<Command> {

    private final TwoStepHandler<Command> step;

    Hold(TwoStepHandler<Command> handler) {
      super(Stage.HOLD, handler);
      step = handler;
    }

    @Override
    void work(Command c, long sequence, boolean last) throws Exception {
      handler.onEvent(c, sequence, last);
    }

    @Override
    public boolean tryEvent(Command c, long sequence, boolean last) throws Exception {
      return samples.includes(sequence)
          ? samples.measure(stage, x -> step.tryEvent(x, sequence, last), c, sequence)
          : step.tryEvent(c, sequence, last);
    }
  }

  /** All stages in one pass; a timed command goes through the same stages one by one. */
  private final class Pass extends Observed {

    private final Command own = newSlot();
    private final EventHandler<Command> journal;
    private final EventHandler<Command> hold;
    private final EventHandler<Command> match;
    private final EventHandler<Command> settle;
    private final EventHandler<Command> results;
    private final FusedPass pass;

    Pass(Stages stages) {
      super(Stage.GROUPING, stages.admission(journal()));
      journal = store == null ? null : journal().handler(false);
      hold = stages.hold(0);
      match = stages.matching(0);
      settle = stages.settle(0);
      results = holdsAnswers() ? null : stages.results();
      pass = new FusedPass(stages, handler, journal, results);
    }

    @Override
    void work(Command c, long sequence, boolean last) throws Exception {
      pass.onEvent(c, sequence, last);
    }

    @Override
    public void onEvent(Command c, long sequence, boolean last) throws Exception {
      if (!samples.includes(sequence)) {
        pass.onEvent(c, sequence, last);
        return;
      }
      Command in = c;
      if (results != null) {
        // As FusedPass does: where answers leave on another thread, it finds them in the slots.
        in = own;
        own.copyInput(c);
      }
      time(Stage.GROUPING, handler, in, sequence);
      if (journal != null) {
        time(Stage.JOURNAL, journal, in, sequence);
      }
      time(Stage.HOLD, hold, in, sequence);
      time(Stage.MATCH, match, in, sequence);
      time(Stage.SETTLE, settle, in, sequence);
      if (results != null) {
        time(Stage.RESULTS, results, in, sequence);
      }
    }

    private void time(Stage which, EventHandler<Command> part, Command in, long sequence)
        throws Exception {
      samples.measure(
          which,
          x -> {
            part.onEvent(x, sequence, false);
            return true;
          },
          in,
          sequence);
    }
  }
}
