package dev.tandem.jmh.harness;

import dev.tandem.doctor.CpuState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The processes of all systems, which live through a run and get requests one after the other, so
 * that a change of the machine's speed affects all of them. For one thread.
 *
 * @param <S> a system
 */
public final class Children<S> implements AutoCloseable {

  /**
   * What a system answered.
   *
   * @param answer JSON; null if the process ended
   * @param error why it ended, else null
   * @param stealPercent of the machine's CPU time meanwhile, taken by the host
   * @param foreignPercent of it, used by others than this run
   * @param before the CPUs at the request
   * @param after the CPUs when it had answered
   */
  public record Turn<S>(
      S system,
      String answer,
      String error,
      double stealPercent,
      double foreignPercent,
      CpuState before,
      CpuState after) {

    /** Whether the CPUs were far apart, at the beginning or at the end. */
    public boolean isFar() {
      return before.isFar() || after.isFar();
    }

    /** Whether they were moved meanwhile. */
    boolean isMoved() {
      return before.isFar() != after.isFar();
    }

    /** See {@link dev.tandem.doctor.SpinMeter}: the mean of before and after. */
    public double stepNanos() {
      return (before.stepNanos() + after.stepNanos()) / 2;
    }
  }

  /** What was measured behind one turn is, for so long, what is there before the next. */
  private static final long FRESH_NANOS = 50_000_000;

  private final List<S> systems;
  private final Map<S, ChildProcess> processes = new LinkedHashMap<>();
  private CpuState last;
  private long lastAt;

  /**
   * @param directory where each system has a folder
   */
  public Children(List<S> systems, Function<S, ChildProcess.Launch> launch, Path directory) {
    this.systems = List.copyOf(systems);
    for (S system : systems) {
      processes.put(system, new ChildProcess(launch.apply(system), directory));
    }
  }

  /**
   * Sends every system the same request. Each round begins with another one, so that none always
   * follows the same. If the CPUs are moved while one works, the request is repeated, and that
   * answer counts.
   *
   * @param each gets each answer as it comes
   */
  public void ask(int round, String request, Consumer<Turn<S>> each) throws IOException {
    ask(round, request, system -> true, each);
  }

  /** The same, but only of the systems that {@code which} names. */
  public void ask(int round, String request, Predicate<S> which, Consumer<Turn<S>> each)
      throws IOException {
    for (int i = 0; i < systems.size(); i++) {
      S system = systems.get((i + round) % systems.size());
      if (which.test(system)) {
        Turn<S> turn = ask(system, request);
        each.accept(turn.isMoved() && turn.error == null ? ask(system, request) : turn);
      }
    }
  }

  private Turn<S> ask(S system, String request) throws IOException {
    boolean fresh = last != null && System.nanoTime() - lastAt < FRESH_NANOS;
    CpuState before = fresh ? last : CpuState.now();
    CpuTicks ticks = CpuTicks.now();
    long own = cpuMillis();
    String answer = null;
    String error = null;
    try {
      answer = processes.get(system).ask(request);
    } catch (IOException e) {
      error = e.getMessage();
    }
    own = cpuMillis() - own;
    CpuTicks later = CpuTicks.now();
    last = CpuState.now();
    lastAt = System.nanoTime();
    return new Turn<>(
        system,
        answer,
        error,
        ticks.stealPercentUntil(later),
        ticks.foreignPercentUntil(later, own),
        before,
        last);
  }

  /** CPU time of this process and all others of the run. */
  public long cpuMillis() {
    long own = ProcessHandle.current().info().totalCpuDuration().map(d -> d.toMillis()).orElse(0L);
    for (ChildProcess process : processes.values()) {
      own += process.cpuTime().toMillis();
    }
    return own;
  }

  @Override
  public void close() throws IOException {
    List<IOException> failures = new ArrayList<>();
    for (ChildProcess process : processes.values()) {
      try {
        process.close();
      } catch (IOException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }
}
