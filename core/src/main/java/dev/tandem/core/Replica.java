package dev.tandem.core;

import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.event.EventRecordListener;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.snapshot.SnapshotStream;
import dev.tandem.core.snapshot.Snapshots;
import dev.tandem.core.state.InvalidImageException;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.ReplayDriver;
import dev.tandem.core.statemachine.Stages;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The exchange as a state machine, for a caller that has order, time and durability from elsewhere:
 * a replicated log. It has no thread, clock, log or file of its own. Replicas that are given the
 * same commands with the same times, from the first one or from the same snapshot on, give the same
 * answers, events, hashes and snapshot bytes; an {@link Exchange} that gets these commands with
 * these times has the same hashes.
 *
 * <p>Handler and listener are called by {@link #apply}, before it returns. If a stage or one of
 * them fails, the replica refuses all that follows: a new one must be made from a snapshot.
 *
 * <p>Used by one thread at a time, but for what says that any may.
 */
public final class Replica {

  private final Stages stages;
  private long commands;
  private long timeNs;

  /** Null until the first command, for it is numbered where a snapshot ended. */
  private ReplayDriver driver;

  private Throwable failure;

  /**
   * A replica without users, symbols and orders.
   *
   * @param risk whether there are users, balances and holds
   * @param expectedUsers users it has room for before it grows
   * @param expectedOrders live orders it has room for before it grows
   * @param handler gets each answer, with the number of the command as its sequence
   * @param listener gets the event records of each command; null if nobody does
   */
  public Replica(
      boolean risk,
      int expectedUsers,
      int expectedOrders,
      ResultHandler handler,
      EventRecordListener listener) {
    stages = Stages.onePass(risk, expectedUsers, expectedOrders, () -> timeNs, handler, listener);
  }

  /**
   * Applies the next command, which ignores the time in its bytes.
   *
   * @param command its bytes, as {@link CommandCodec} gives them; not kept
   * @param commandNs its time in nanoseconds since the epoch, the same on all replicas; if it is
   *     below the highest so far, or below 1, it counts as the highest, or as 1
   * @return the number of the command, from 0 on
   * @throws IllegalArgumentException if the bytes are not a command; nothing has changed then
   * @throws IllegalStateException if the replica failed, now or before, with the cause
   */
  public long apply(MemorySegment command, long commandNs) {
    check();
    if (driver == null) {
      driver = new ReplayDriver(stages, stages.results(), commands);
    }
    Command slot = driver.next();
    CommandCodec.decode(command, slot);
    timeNs = Math.max(Math.max(timeNs, commandNs), 1);
    slot.timestampNs = timeNs;
    try {
      driver.submit();
    } catch (Throwable e) {
      failure = e;
      throw failed();
    }
    return commands++;
  }

  /** The number of the last command that was applied, here or before the snapshot; -1: none. */
  public long lastCommand() {
    return commands - 1;
  }

  /** The highest time so far, in nanoseconds since the epoch; 0 before the first command. */
  public long timeNs() {
    return timeNs;
  }

  /** XXH64 over all event records so far; takes no longer for many than for few. */
  public long eventHash() {
    check();
    return stages.eventHash();
  }

  /** XXH64 over a canonical walk of the state: about a second for a million orders and users. */
  public long stateHash() {
    return summary().stateHash();
  }

  /** Size and hashes of the state; takes as long as {@link #stateHash}. */
  public StateSummary summary() {
    check();
    try (StateImage image = stages.image()) {
      return StateSummary.of(image);
    }
  }

  /**
   * Writes the state, with number and time of the last command: some seconds for a million orders
   * and a million users, in which no command can be applied. Equal replicas write equal bytes.
   *
   * @param sink gets the bytes in order, in pieces of at most 16 MiB; not closed
   * @throws IOException if the sink throws it; the replica is as it was
   */
  public void snapshot(WritableByteChannel sink) throws IOException {
    check();
    try (StateImage image = stages.image()) {
      SnapshotStream.write(image, lastCommand(), timeNs, sink);
    }
  }

  /**
   * Takes over the state that another replica wrote, of the same choice of risk. For a replica that
   * has applied nothing yet.
   *
   * @param source gives the bytes, and their end where they end; not closed
   * @throws IOException if the source throws it, or the bytes are cut, damaged or none of a
   *     snapshot of a replica; then this replica is of no use
   * @throws IllegalStateException if this replica has applied a command or was restored before
   */
  public void restore(ReadableByteChannel source) throws IOException {
    check();
    if (commands != 0) {
      throw new IllegalStateException("a snapshot is restored into a new replica only");
    }
    try (Snapshots.Loaded loaded = SnapshotStream.read(source)) {
      stages.restore(loaded.image());
      commands = loaded.info().logSequence() + 1;
      timeNs = loaded.info().createdNs();
    } catch (InvalidImageException e) {
      failure = e;
      throw new IOException("the snapshot is not the state of a replica: " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  /** All symbols, by rising id. */
  public List<SymbolSpec> symbols() {
    return ask(new StateQueries.Symbols());
  }

  /** The names of currencies, by rising id. */
  public SortedMap<Integer, Naming> currencyNames() {
    return ask(new StateQueries.CurrencyNames());
  }

  /** A symbol's book; empty if there is no such symbol. */
  public Optional<BookSnapshot> book(int symbol) {
    return Optional.ofNullable(ask(StateQueries.book(symbol)));
  }

  /** What an UNCROSS of a symbol would do; empty if there is no such symbol. */
  public Optional<IndicativePrice> indicativePrice(int symbol) {
    return Optional.ofNullable(ask(StateQueries.indicativePrice(symbol)));
  }

  /** A user; empty if there is none with this id. */
  public Optional<UserState> user(long userId) {
    return Optional.ofNullable(ask(new StateQueries.OneUser(userId)));
  }

  private <T> T ask(StateQueries.Answer<T> query) {
    check();
    stages.visit(query);
    return query.future().join();
  }

  /** Trades in the life of the exchange. Any thread. */
  public long trades() {
    return stages.trades();
  }

  /** Answers by result code since this replica was made or restored. Any thread. */
  public Map<ResultCode, Long> answers() {
    return ExchangeMetrics.byCode(stages.answers());
  }

  private void check() {
    if (failure != null) {
      throw failed();
    }
  }

  private IllegalStateException failed() {
    return new IllegalStateException("this replica has failed: " + failure, failure);
  }
}
