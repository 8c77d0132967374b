package dev.tandem.cluster;

import dev.tandem.core.command.Command;
import io.aeron.Publication;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The way of one gateway's commands into the log of the cluster: each is taken once, in the order
 * in which they were submitted, whatever happens to the leader meanwhile. The answers come from the
 * replica of the gateway's own node, to which {@link #listener} connects it.
 *
 * <p>What a leader has not committed when it dies is lost with it. So everything that was sent and
 * not applied is sent again, in order and before anything else, when the leader that the client
 * sends to is that of the term which the own replica has come to in the log: then all that the
 * terms before have committed is applied. While the two terms differ nothing is sent. Beside that,
 * a time-out that is longer than a failover covers a leader that has stalled.
 *
 * <p>The service takes commands by their numbers, so what is sent twice is taken once. A gateway
 * that begins, or has lost its session, first sends a HELLO with a new incarnation, and nothing
 * else before its own replica has applied it: from then on nothing of an earlier incarnation can
 * arrive.
 *
 * <p>One thread submits. A thread of its own sends, because a client of Aeron may block.
 */
public final class ClusterIngress implements AutoCloseable {

  private static final long KEEP_ALIVE_NS = 500_000_000;

  private static final int SEND_LIMIT = 64;

  private static final EgressListener NO_EGRESS =
      (sessionId, timestamp, buffer, offset, length, header) -> {};

  /** The incarnation that commands are sent by, and the sequence of the first of them. */
  private record Epoch(long incarnation, long first) {}

  private final ClusterConfig config;
  private final int node;
  private final int gateway;
  private final AnswerHandler answers;
  private final ErrorHandler errors;
  private final IngressWindow window;
  private final UnsafeBuffer hello = new UnsafeBuffer(new byte[Envelope.BYTES]);
  private final Thread thread;
  private volatile boolean closed;
  private volatile boolean reconnects;
  private volatile ClusterException failure;

  // Written by the service's thread.
  private final AtomicReference<Epoch> epoch = new AtomicReference<>(new Epoch(0, 0));
  private final AtomicLong ownerSeen = new AtomicLong();
  private final AtomicLong logTerm = new AtomicLong(-1);

  /** Of the own replica, not sent yet; a later one takes its place. */
  private final AtomicReference<UnsafeBuffer> hashes = new AtomicReference<>();

  // Of the sending thread alone.
  private AeronCluster.AsyncConnect connecting;
  private AeronCluster client;
  private long incarnation;
  private boolean isHelloSent;
  private long next;
  private long lastResendTerm;
  private long progress;
  private long progressNs;
  private long keepAliveNs;

  /**
   * A gateway that does not send yet.
   *
   * @param node the node, in this process, whose media driver carries the messages
   * @param gateway the gateway's number, which no other has at the same time
   * @param errors gets what goes wrong with a connection, which is then made anew
   */
  public ClusterIngress(
      ClusterConfig config, int node, int gateway, AnswerHandler answers, ErrorHandler errors) {
    this.config = config;
    this.node = node;
    this.gateway = gateway;
    this.answers = answers;
    this.errors = errors;
    window = new IngressWindow(config.window());
    thread = new Thread(this::run, "tandem-cluster-ingress");
    thread.setDaemon(true);
  }

  /** Starts sending; once the node that {@link #listener} was given to has started. */
  public void start() {
    thread.start();
  }

  /** What the node of this gateway must call. */
  public ReplicaListener listener() {
    return new OwnReplica();
  }

  /**
   * Sends a command, if fewer than {@link ClusterConfig#window} are unanswered.
   *
   * @return its sequence, from 0; -1 if the window is full
   */
  public long trySubmit(Command command) {
    return window.isFull() ? -1 : window.publish(command);
  }

  /**
   * Sends a command, and waits while the window is full: as long as the cluster has no leader, if
   * need be.
   *
   * @return its sequence, from 0; -1 if this was closed or has failed
   */
  public long submit(Command command) {
    long sequence = trySubmit(command);
    while (sequence < 0 && !closed) {
      LockSupport.parkNanos(config.park().toNanos());
      sequence = trySubmit(command);
    }
    return sequence;
  }

  /** Whether a command would have to wait. */
  public boolean isFull() {
    return window.isFull();
  }

  /**
   * Whether the node has applied what was in the log when this gateway began: what is read there
   * from now on is not older than that.
   */
  public boolean hasBegun() {
    return epoch.get().incarnation != 0;
  }

  /**
   * What has stopped it for good: another gateway of its number, or an error of the virtual
   * machine; empty while it is sound.
   */
  public Optional<ClusterException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Commands that are submitted and not answered. */
  public long unanswered() {
    return window.publishedAcquire() - window.appliedAcquire();
  }

  private void run() {
    IdleStrategy idle = new BackoffIdleStrategy(10, 20, 1_000, config.park().toNanos());
    while (!closed) {
      try {
        idle.idle(work());
      } catch (RuntimeException e) {
        errors.onError(e);
        disconnect();
        LockSupport.parkNanos(config.heartbeatIntervalNs());
      } catch (Error e) {
        // Without this the thread would end, and who submits would wait for ever.
        fail(new ClusterException("gateway " + gateway + " sends no more: " + e, e));
      }
    }
    disconnect();
  }

  private void fail(ClusterException why) {
    failure = why;
    closed = true;
    errors.onError(why);
  }

  private int work() {
    if (client == null) {
      return connect();
    }
    int done = client.pollEgress();
    if (client.isClosed()) {
      disconnect();
      return 1;
    }
    if (reconnects) {
      reconnects = false;
      disconnect();
      return 1;
    }
    long nowNs = System.nanoTime();
    if (nowNs - keepAliveNs > KEEP_ALIVE_NS) {
      keepAliveNs = nowNs;
      client.sendKeepAlive();
    }
    return done + send(nowNs);
  }

  private int connect() {
    if (connecting == null) {
      connecting =
          AeronCluster.asyncConnect(
              new AeronCluster.Context()
                  .aeronDirectoryName(config.memoryOf(node).toString())
                  .ingressChannel(ClusterNode.INGRESS_CHANNEL)
                  .ingressEndpoints(config.ingressEndpoints())
                  .egressChannel("aeron:udp?endpoint=" + config.hosts().get(node) + ":0")
                  .egressListener(NO_EGRESS)
                  .messageTimeoutNs(config.clientTimeoutNs())
                  .newLeaderTimeoutNs(config.sessionTimeoutNs())
                  .errorHandler(errors));
    }
    client = connecting.poll();
    if (client == null) {
      return 0;
    }
    connecting = null;
    // A session of its own, so an incarnation of its own.
    newIncarnation();
    lastResendTerm = -1;
    keepAliveNs = System.nanoTime();
    return 1;
  }

  private void disconnect() {
    CloseHelper.quietCloseAll(connecting, client);
    connecting = null;
    client = null;
  }

  /** Above all that the own replica has seen, and drawn, or twins would have the same. */
  private void newIncarnation() {
    long clock = System.currentTimeMillis() << 20;
    long highest = Math.max(incarnation, ownerSeen.getAcquire());
    incarnation = Math.max(clock, highest) + 1 + ThreadLocalRandom.current().nextInt(1 << 20);
    isHelloSent = false;
  }

  private int send(long nowNs) {
    long term = client.leadershipTermId();
    if (term != logTerm.getAcquire()) {
      return 0;
    }
    if (term > lastResendTerm) {
      lastResendTerm = term;
      sendAgain(nowNs);
    }
    if (epoch.get().incarnation != incarnation) {
      return isOwner(nowNs) ? sendCommands(nowNs) : 0;
    }
    if (ownerSeen.getAcquire() != incarnation) {
      fail(new ClusterException("another gateway has taken the number " + gateway));
      return 0;
    }
    return sendCommands(nowNs);
  }

  private void sendAgain(long nowNs) {
    isHelloSent = false;
    next = window.appliedAcquire();
    progress = next;
    progressNs = nowNs;
  }

  /** Sends the HELLO, and adopts the incarnation once the own replica has applied it. */
  private boolean isOwner(long nowNs) {
    if (!isHelloSent) {
      Envelope.write(hello, Envelope.HELLO, gateway, incarnation, 0);
      isHelloSent = offer(hello, Envelope.BYTES);
      progressNs = nowNs;
      return false;
    }
    long owner = ownerSeen.getAcquire();
    if (owner > incarnation) {
      newIncarnation();
      return false;
    }
    if (owner < incarnation) {
      isHelloSent = nowNs - progressNs < config.resendTimeoutNs();
      return false;
    }
    // All that earlier incarnations have in the log is applied.
    next = window.appliedAcquire();
    epoch.set(new Epoch(incarnation, next));
    return true;
  }

  private int sendCommands(long nowNs) {
    UnsafeBuffer check = hashes.get();
    // One that is lost is missed: the next one comes.
    if (check != null && offer(check, Envelope.HASHES_BYTES)) {
      hashes.compareAndSet(check, null);
    }
    long applied = window.appliedAcquire();
    if (applied != progress || next == applied) {
      progress = applied;
      progressNs = nowNs;
    } else if (nowNs - progressNs > config.resendTimeoutNs()) {
      sendAgain(nowNs);
    }
    // What was sent before may have been applied meanwhile.
    next = Math.max(next, window.appliedAcquire());
    long first = epoch.get().first;
    long end = Math.min(window.publishedAcquire(), next + SEND_LIMIT);
    int sent = 0;
    while (next < end) {
      UnsafeBuffer message = window.message(next);
      Envelope.write(message, Envelope.COMMAND, gateway, incarnation, next - first + 1);
      if (!offer(message, window.length(next))) {
        break;
      }
      next++;
      sent++;
    }
    return sent;
  }

  private boolean offer(UnsafeBuffer message, int length) {
    long result = client.offer(message, 0, length);
    if (result == Publication.MAX_POSITION_EXCEEDED) {
      throw new IllegalStateException("the stream to the leader is at its end");
    }
    return result > 0;
  }

  /** Ends the session and begins another, as if it had been lost. */
  void reconnect() {
    reconnects = true;
  }

  /** Stops sending; what is unanswered may be applied or not. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Called by the service's thread. */
  private final class OwnReplica implements ReplicaListener {

    @Override
    public void onApplied(int from, long by, long number, Command command) {
      Epoch current = epoch.get();
      if (from != gateway || by != current.incarnation) {
        return;
      }
      long sequence = current.first + number - 1;
      if (sequence != window.appliedAcquire()) {
        throw new IllegalStateException(
            "command %d is applied after %d".formatted(sequence, window.appliedAcquire() - 1));
      }
      if (command == null) {
        throw new IllegalStateException("command " + sequence + " is none to this node");
      }
      answers.onAnswer(sequence, command);
      window.appliedRelease(sequence + 1);
    }

    @Override
    public void onHello(int from, long by, long owner) {
      if (from == gateway) {
        ownerSeen.setRelease(owner);
      }
    }

    @Override
    public void onHashes(long command, long eventHash, long stateHash) {
      UnsafeBuffer message = new UnsafeBuffer(new byte[Envelope.HASHES_BYTES]);
      Envelope.writeHashes(message, node, command, eventHash, stateHash);
      hashes.set(message);
    }

    @Override
    public void onTerm(long term) {
      logTerm.setRelease(term);
    }
  }
}
