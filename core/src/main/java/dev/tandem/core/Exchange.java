package dev.tandem.core;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.pipeline.PoisonedException;
import dev.tandem.core.risk.UserState;
import dev.tandem.core.topology.Kernel;
import dev.tandem.core.topology.Topology;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/**
 * An exchange in this JVM: users with balances, symbols with order books, and a stream of commands
 * that changes them. The only door to the kernel.
 *
 * <pre>{@code
 * try (Exchange exchange = Exchange.builder().resultHandler(this::onResult).start()) {
 *   exchange.async().addSymbol(SymbolSpec.of(1, BTC, USD)).join();
 *   CommandPublisher publisher = exchange.publisher();
 *   publisher.place(userId, 1, orderId, Side.BUY, OrderType.GTC, price, quantity);
 * }
 * }</pre>
 *
 * <p>Commands are applied one after the other, in the order in which their slots were claimed. The
 * answer to a command leaves after its trades are settled: who is told of a trade can spend the
 * proceeds in the next command.
 *
 * <p>If a stage or the result handler throws, the kernel stops for good: submitting, queries and
 * open futures fail with {@link ExchangeFailedException}, whose cause is that exception.
 *
 * <p>All methods may be called by any thread but the kernel's own; with a single producer, queries
 * and {@link #close} are for the producer's thread, because they submit.
 */
public final class Exchange implements AutoCloseable {

  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

  private final Kernel kernel;
  private final Topology topology;
  private final boolean recordedCuts;
  private final CommandPublisher publisher;
  private final AsyncCommands async;
  private final OpenAnswers openAnswers = new OpenAnswers();
  private boolean closed;

  Exchange(Kernel kernel, Topology topology, boolean recordedCuts) {
    this.kernel = kernel;
    this.topology = topology;
    this.recordedCuts = recordedCuts;
    this.publisher = new CommandPublisher(kernel.publisher());
    this.async = new AsyncCommands(publisher, openAnswers);
    kernel.onFailure(cause -> openAnswers.failAll(new ExchangeFailedException(cause)));
    kernel.start();
  }

  /** Starts with the defaults: risk on, the topology that fits this machine. */
  public static ExchangeBuilder builder() {
    return new ExchangeBuilder();
  }

  /** Submits commands without garbage. */
  public CommandPublisher publisher() {
    return publisher;
  }

  /** Submits commands and answers with futures. */
  public AsyncCommands async() {
    return async;
  }

  /** The topology it runs in. */
  public Topology topology() {
    return topology;
  }

  /** The failure that stopped the kernel; empty while it is sound. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(kernel.poison().cause());
  }

  /** A user at this point of the command stream; empty if there is none with this id. */
  public Optional<UserState> user(long userId) {
    return Optional.ofNullable(ask(new StateQueries.OneUser(userId)));
  }

  /** What everybody owns at this point of the command stream. Large where users are many. */
  public Balances balances() {
    return ask(new StateQueries.AllBalances());
  }

  /** A symbol's book at this point of the command stream; empty if there is no such symbol. */
  public Optional<BookSnapshot> book(int symbol) {
    return Optional.ofNullable(ask(new StateQueries.OneBook(symbol)));
  }

  /** XXH64 over all event records so far: equal for equal commands, whatever the topology. */
  public long eventHash() {
    return ask(new StateQueries.EventHashes());
  }

  /** XXH64 over a canonical walk of the state: equal for equal states, whatever the topology. */
  public long stateHash() {
    return ask(new StateQueries.StateHash());
  }

  /**
   * Waits until every command that was submitted before is answered.
   *
   * @throws ExchangeFailedException if the kernel has failed
   */
  public void flush() {
    ask(new StateQueries.Flush());
  }

  private <T> T ask(StateQueries.Answer<T> query) {
    openAnswers.add(query.future());
    Command c = publisher.claim();
    c.type = CommandType.QUERY;
    c.payload = query;
    publisher.publish(c);
    try {
      return query.future().join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ExchangeFailedException) {
        throw new ExchangeFailedException(e.getCause().getCause());
      }
      throw e;
    }
  }

  /**
   * Accepts nothing more, waits until all that was accepted is answered, and stops the threads.
   * Does nothing if it is closed already.
   *
   * @throws ExchangeFailedException if the kernel has failed; its threads are stopped all the same
   * @throws IllegalStateException if it could not be drained within 30 seconds, which is a fault of
   *     the result handler
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    boolean drained = false;
    try {
      if (recordedCuts) {
        endOpenGroup();
      }
      drained = kernel.drain(CLOSE_TIMEOUT);
    } catch (PoisonedException e) {
      throw new ExchangeFailedException(e.getCause());
    } finally {
      kernel.stop(CLOSE_TIMEOUT);
    }
    if (!drained) {
      throw new IllegalStateException(
          "the exchange was stopped with commands unanswered: the result handler did not return"
              + " within "
              + CLOSE_TIMEOUT.toSeconds()
              + " s");
    }
  }

  /** A recording may end in the middle of a group; nothing in it is answered before its end. */
  private void endOpenGroup() {
    Command c = publisher.claim();
    c.cutHere = true;
    publisher.publish(c);
  }
}
