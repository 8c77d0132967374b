package dev.tandem.cluster.door;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tandem.cluster.ClusterConfig;
import dev.tandem.cluster.ClusterIngress;
import dev.tandem.cluster.ClusterNode;
import dev.tandem.cluster.NodeStatus;
import dev.tandem.cluster.ReplicaListener;
import dev.tandem.core.BookSnapshot;
import dev.tandem.core.ExchangeFailedException;
import dev.tandem.core.IndicativePrice;
import dev.tandem.core.Replica;
import dev.tandem.core.api.UserState;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.ResultCode;
import dev.tandem.gateway.bridge.Engine;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.agrona.ErrorHandler;

/**
 * The node's replica as the engine of its gateway: commands go into the log, and what the replica
 * applies is reported, whichever node it came by. A gateway that takes no more answers stops the
 * replica, as it stops an exchange of its own.
 */
final class ReplicaEngine implements Engine {

  private final SampledStatus figures;
  private final ClusterIngress ingress;
  private final Command slot = new Command();
  private ClusterNode node;

  // Of the replica's thread.
  private Answers answers;
  private boolean opened;
  private long submission = -1;

  private volatile boolean closed;

  /** Shared with the replica's thread when the engine is opened. */
  private Replica replica;

  ReplicaEngine(ClusterConfig config, int number, ErrorHandler errors) {
    figures = new SampledStatus(config, number, errors);
    ingress =
        new ClusterIngress(config, number, number, (own, command) -> submission = own, errors);
  }

  /** What the node must call. */
  ReplicaListener listener(ReplicaListener next) {
    return new Reporting(ingress.listener(), next);
  }

  /** The node runs. */
  void started(ClusterNode running) {
    node = running;
    figures.start();
    ingress.start();
  }

  /** Whether the replica has come to where the log was when the node started. */
  boolean isReady() {
    return ingress.hasBegun();
  }

  void reportTo(Answers newAnswers) {
    answers = newAnswers;
  }

  @Override
  public List<Listed> open() {
    return ask(
        asked -> {
          replica = asked;
          opened = true;
          return asked.symbols().stream()
              .map(spec -> new Listed(spec, asked.book(spec.symbol()).orElseThrow()))
              .toList();
        });
  }

  @Override
  public SortedMap<Integer, Naming> currencyNames() {
    return ask(Replica::currencyNames);
  }

  private <T> T ask(Function<Replica, T> query) {
    try {
      return node.ask(query).join();
    } catch (CompletionException e) {
      throw new ExchangeFailedException(e.getCause());
    }
  }

  @Override
  public Command tryClaim() {
    failure()
        .ifPresent(
            cause -> {
              throw new ExchangeFailedException(cause);
            });
    if (ingress.isFull()) {
      return null;
    }
    slot.clear();
    return slot;
  }

  @Override
  public long publish(Command command) {
    return ingress.trySubmit(command);
  }

  @Override
  public Optional<BookSnapshot> book(int symbol) {
    return ask(asked -> asked.book(symbol));
  }

  @Override
  public Optional<IndicativePrice> indicativePrice(int symbol) {
    return ask(asked -> asked.indicativePrice(symbol));
  }

  @Override
  public Optional<UserState> user(long userId) {
    return ask(asked -> asked.user(userId));
  }

  @Override
  public Optional<Throwable> failure() {
    if (node.end().isDone()) {
      return Optional.of(
          node.end().isCompletedExceptionally()
              ? node.end().exceptionNow()
              : new IOException("the cluster was shut down"));
    }
    return Optional.ofNullable(ingress.failure().orElse(null));
  }

  @Override
  public long answered() {
    return node.lastCommand() + 1;
  }

  @Override
  public long waiting() {
    return ingress.unanswered();
  }

  @Override
  public long trades() {
    return replica.trades();
  }

  @Override
  public Map<ResultCode, Long> answers() {
    return replica.answers();
  }

  @Override
  public long unwritten() {
    return 0;
  }

  @Override
  public void writeHealth(JsonGenerator to) throws IOException {
    NodeStatus status = figures.latest();
    to.writeStringField("role", status.role());
    to.writeNumberField("term", status.term());
    to.writeNumberField("lag", status.lag());
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    new NodeMeters(figures::latest, ingress).bindTo(registry);
  }

  @Override
  public void prepareStop() {}

  /** The node continues. */
  @Override
  public void close() {
    closed = true;
    figures.close();
    ingress.close();
  }

  private final class Reporting implements ReplicaListener {

    private final ReplicaListener own;
    private final ReplicaListener next;

    Reporting(ReplicaListener own, ReplicaListener next) {
      this.own = own;
      this.next = next;
    }

    @Override
    public void onApplied(int gateway, long incarnation, long number, Command command) {
      submission = -1;
      own.onApplied(gateway, incarnation, number, command);
      if (opened && !closed && command != null) {
        answers.onAnswer(submission, command);
      }
      next.onApplied(gateway, incarnation, number, command);
    }

    @Override
    public void onHello(int gateway, long incarnation, long owner) {
      own.onHello(gateway, incarnation, owner);
      next.onHello(gateway, incarnation, owner);
    }

    @Override
    public void onHashes(long command, long eventHash, long stateHash) {
      own.onHashes(command, eventHash, stateHash);
      next.onHashes(command, eventHash, stateHash);
    }

    @Override
    public void onTerm(long term) {
      own.onTerm(term);
      next.onTerm(term);
    }

    @Override
    public void onRole(boolean isLeader) {
      next.onRole(isLeader);
    }

    @Override
    public void onIdle() {
      if (opened && !closed) {
        answers.onBatchEnd();
      }
      next.onIdle();
    }
  }
}
