package dev.tandem.core.kernel;

import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventProcessor;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.ingress.CommandEntry;
import dev.tandem.core.ingress.Intake;
import dev.tandem.core.ingress.OpenClaim;
import dev.tandem.core.pipeline.ConfirmedUpstream;
import dev.tandem.core.pipeline.Poison;
import dev.tandem.core.pipeline.PolledStage;
import dev.tandem.core.pipeline.ProcessorSet;
import dev.tandem.core.pipeline.StageProcessor;
import dev.tandem.core.pipeline.TimedHandlers;
import dev.tandem.core.pipeline.TurnsProcessor;
import dev.tandem.core.pipeline.TwoStepHandler;
import dev.tandem.core.pipeline.Upstream;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.pipeline.WakeSignal;
import dev.tandem.core.statemachine.JournalStage;
import dev.tandem.core.statemachine.Stages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A ring of commands, and the threads that drive {@link Stages} over it.
 *
 * <p>All methods may be called by any thread.
 */
public abstract class Kernel {

  /** Of slots that no stage writes. */
  private static final Outcomes NO_OUTCOMES = new Outcomes();

  private static final WaitPlan STOP_PLAN = WaitPlan.of(WaitMode.PARKING);

  private final KernelOptions options;
  private final RingBuffer<Command> ring;
  private final Poison poison = new Poison();
  private final Intake intake;
  private final List<EventProcessor> processors = new ArrayList<>();
  private final Set<Thread> ownThreads = ConcurrentHashMap.newKeySet();

  /** Called where there is work for the thread that polls; null if the stages have threads. */
  private final Runnable waker;

  /** By which the one thread is woken where it parks; null if nobody wakes it. */
  private final WakeSignal signal;

  /** Null if the stages have threads. */
  private PollingDriver driver;

  private CommandEntry entry;
  private ProcessorSet running;
  private Sequence end;

  /**
   * @param answersInSlots whether stages write into the slots of the ring, or into a command of
   *     their own
   * @param waker called where there is work for the thread that polls; null if the stages have
   *     threads of their own
   * @param oneThread whether the stages take turns on one
   */
  Kernel(KernelOptions options, boolean answersInSlots, Runnable waker, boolean oneThread) {
    this.options = options;
    this.waker = waker;
    boolean parks = options.waiting().mode() == WaitMode.PARKING;
    signal =
        oneThread && waker == null && parks && options.ingress().isShared()
            ? new WakeSignal()
            : null;
    intake =
        Intake.create(
            options.ingress(),
            answersInSlots ? new SlotFactory(options.ringSize()) : () -> new Command(NO_OUTCOMES),
            new Intake.Options(
                options.ringSize(),
                options.singleProducer(),
                options.batchLimit(),
                options.waiting(),
                this::refuseOwnThread,
                poison,
                signal));
    ring = intake.ring();
    entry = intake.entry();
    for (int i = 0; answersInSlots && i < options.ringSize(); i++) {
      ring.get(i).outcomes.preallocate();
    }
  }

  /** A kernel that is not yet running. */
  public static Kernel create(Topology topology, Stages stages, KernelOptions options) {
    return topology.isFused()
        ? new FusedKernel(stages, options, null)
        : new PipelinedKernel(topology, stages, options);
  }

  /**
   * A kernel in one pass without a thread: {@link #poll} does the work.
   *
   * @param waker called where there is work that the polling thread has not seen: another thread
   *     has published, or the log has confirmed what answers wait for
   */
  public static Kernel createDriven(Stages stages, KernelOptions options, Runnable waker) {
    return new FusedKernel(stages, options, waker);
  }

  /** Where commands are handed in. */
  public CommandEntry entry() {
    return entry;
  }

  /**
   * Works on what is there, on the calling thread.
   *
   * @return how much that was; 0 if there is nothing to do until the waker is called, or for good
   * @throws dev.tandem.core.pipeline.PoisonedException if the kernel has failed, or fails now
   * @throws IllegalStateException if the stages have threads, another thread polls, or a stage does
   */
  public int poll() {
    if (driver == null) {
      throw new IllegalStateException("this exchange has threads of its own, so nobody polls");
    }
    return driver.poll();
  }

  /** Whether the caller is the thread that polls, so that nothing comes to it while it waits. */
  public boolean isDriver() {
    return driver != null && driver.isDriver();
  }

  /** The way into this kernel. */
  public Intake intake() {
    return intake;
  }

  /** The failure of this kernel, if there is one. */
  public Poison poison() {
    return poison;
  }

  /** Has {@code listener} called with the failure of this kernel, once it has failed. */
  public void onFailure(Consumer<Throwable> listener) {
    poison.onFailure(listener);
  }

  /** Whether the caller is a thread of this kernel, which must not wait for the kernel. */
  public boolean isOwnThread() {
    return driver == null ? ownThreads.contains(Thread.currentThread()) : driver.isWithinPoll();
  }

  private void refuseOwnThread() {
    if (isDriver()) {
      throw new IllegalStateException(
          "the ring is full, and this is the thread that empties it: poll, or use tryClaim");
    }
    if (isOwnThread()) {
      throw new IllegalStateException(
          "the ring is full, and this is a thread that empties it, so it cannot wait: use"
              + " tryClaim");
    }
  }

  private Thread newThread(Runnable work) {
    return options
        .threads()
        .newThread(
            () -> {
              ownThreads.add(Thread.currentThread());
              try {
                work.run();
              } finally {
                ownThreads.remove(Thread.currentThread());
              }
            });
  }

  /** The sequence of the last command that was answered. */
  public long answered() {
    return end.get();
  }

  /** The sequence that the last command handed in has or will get. */
  public long submitted() {
    return intake.submitted() - 1;
  }

  /** Most commands that can wait for their answers, beside those in lanes. */
  public int ringSize() {
    return ring.getBufferSize();
  }

  /** Starts the threads. */
  public void start() {
    running = new ProcessorSet(processors, this::newThread, poison);
    running.start();
  }

  /**
   * Accepts nothing more and waits until all that was accepted is answered.
   *
   * @return why it is not; empty if it is
   * @throws dev.tandem.core.pipeline.PoisonedException if the kernel has failed or fails meanwhile
   */
  public Optional<String> drain(Duration timeout) {
    long last = intake.close();
    Optional<OpenClaim> lost = openClaim(last).filter(claim -> claim.isLost() || claim.isOwn());
    if (!drainTo(lost.map(claim -> claim.sequence() - 1).orElse(last), timeout)) {
      return Optional.of(
          openClaim(last)
              .map(OpenClaim::toString)
              .orElseGet(() -> whoIsLate() + " within " + timeout.toSeconds() + " s"));
    }
    lost.ifPresent(claim -> poison.check());
    return lost.map(OpenClaim::toString);
  }

  private String whoIsLate() {
    if (driver != null && !isDriver()) {
      return "the thread that drives it did not poll it to its end";
    }
    return options.holdsAnswers()
        ? "the result handler did not return, or the log did not confirm what answers wait for,"
        : "the result handler did not return";
  }

  private Optional<OpenClaim> openClaim(long last) {
    return intake.openClaim(answered() + 1, last);
  }

  private boolean drainTo(long last, Duration timeout) {
    return driver == null
        ? running.drainTo(last, timeout, end)
        : driver.drainTo(last, timeout, STOP_PLAN);
  }

  /**
   * Stops the threads, whatever is still in the ring.
   *
   * @return false if a thread did not end in time
   */
  public boolean stop(Duration timeout) {
    if (driver != null) {
      return driver.stop(timeout, STOP_PLAN);
    }
    running.halt();
    return running.join(timeout);
  }

  final RingBuffer<Command> ring() {
    return ring;
  }

  /** The handler as it is, or measured if the options enable that. */
  final EventHandler<Command> timed(String stage, EventHandler<Command> handler) {
    return options.timings() == null
        ? handler
        : TimedHandlers.serviceTime(options.timings(), stage, handler);
  }

  /** The same of the first step of a pair, which it stays. */
  final TwoStepHandler<Command> timedFirstStep(String stage, TwoStepHandler<Command> handler) {
    return options.timings() == null
        ? handler
        : TimedHandlers.firstStepTime(options.timings(), stage, handler);
  }

  /** Gives a processor a thread of its own. */
  final void own(EventProcessor processor) {
    processors.add(processor);
  }

  /** A stage that takes turns with others on one thread. */
  final PolledStage<Command> turn(Upstream upstream, EventHandler<Command> handler) {
    PolledStage<Command> stage = new PolledStage<>(ring, upstream, handler, options.stage());
    stage.setExceptionHandler(poison.exceptionHandler());
    return stage;
  }

  /** Has stages take turns, on a thread of their own or on the polling thread. */
  final void takeTurns(List<PolledStage<Command>> stages) {
    Runnable wakes = waker != null || signal == null ? waker : signal::wake;
    ConfirmationCall call =
        wakes == null || !options.holdsAnswers()
            ? null
            : new ConfirmationCall(
                options.journal(),
                stages.getFirst().getSequence(),
                stages.getLast().getSequence(),
                wakes);
    if (waker == null) {
      Runnable beforeParking = call == null ? () -> {} : call::request;
      own(new TurnsProcessor<>(stages, options.waiting(), signal, beforeParking));
    } else {
      driver = new PollingDriver(stages, waker, poison, options.journal(), call);
      entry = driver.waking(entry);
    }
  }

  /** Adds a plain stage with a thread of its own; returns its sequence. */
  final Sequence addStage(Upstream upstream, EventHandler<Command> handler) {
    StageProcessor<Command> processor =
        new StageProcessor<>(ring, upstream, handler, options.stage());
    processor.setExceptionHandler(poison.exceptionHandler());
    own(processor);
    return processor.getSequence();
  }

  /** Holds back what the journal has not confirmed. */
  final Upstream confirmed(Upstream before) {
    JournalStage journal = options.journal();
    return new ConfirmedUpstream(before, journal.marks(), journal::confirmed);
  }

  /** The last stage: a slot it has passed may be used again. */
  final void endWith(Sequence last) {
    end = last;
    ring.addGatingSequences(last);
  }

  /**
   * Makes the slots after all their rows of outcomes, so that the slots lie side by side: the lines
   * of the next command are those that the hardware fetches ahead.
   */
  private static final class SlotFactory implements EventFactory<Command> {

    private final Outcomes[] outcomes;
    private int made;

    SlotFactory(int slots) {
      outcomes = new Outcomes[slots];
      for (int i = 0; i < slots; i++) {
        outcomes[i] = new Outcomes();
      }
    }

    @Override
    public Command newInstance() {
      return new Command(outcomes[made++]);
    }
  }
}
