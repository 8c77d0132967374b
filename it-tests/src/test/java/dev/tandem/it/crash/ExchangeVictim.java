package dev.tandem.it.crash;

import dev.tandem.core.Exchange;
import dev.tandem.core.ExchangeBuilder;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.ResultCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The process with an exchange that dies: eight clients trade with each other and every answer is
 * reported on a board. Each life uses another topology than the one before.
 */
final class ExchangeVictim {

  /** What is reported of a command that an earlier life had applied. */
  static final int APPLIED_BEFORE = 0;

  /** An argument: each client waits for its answer, and sends a command again that is refused. */
  static final String PATIENT = "patient";

  private static final int WINDOW = 32;
  private static final long REFUSED_PAUSE_NANOS = 1_000_000;

  private final VictimOrder order;
  private final AckBoard board;
  private final boolean patient;
  private final AtomicLongArray answered = new AtomicLongArray(AckBoard.PRODUCERS);

  private ExchangeVictim(VictimOrder order, AckBoard board, boolean patient) {
    this.order = order;
    this.board = board;
    this.patient = patient;
    for (int p = 0; p < AckBoard.PRODUCERS; p++) {
      answered.set(p, board.resumesAt(p));
    }
  }

  /** Ends with 0 if all went well, with 3 if the exchange failed. */
  public static void main(String[] args) throws IOException, InterruptedException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = in.readLine();
    if (line == null) {
      return;
    }
    VictimOrder order = VictimOrder.parse(line);
    boolean well;
    try (AckBoard board = AckBoard.open(order.board())) {
      board.state(AckBoard.State.OPENING);
      well = new ExchangeVictim(order, board, List.of(args).contains(PATIENT)).run();
      board.state(well ? AckBoard.State.DONE : AckBoard.State.FAILED);
    }
    Runtime.getRuntime().halt(well ? 0 : 3);
  }

  /** The options that both a victim and its examiner use. */
  static JournalOptions journal(VictimOrder order) {
    JournalOptions options =
        JournalOptions.in(order.directory()).segmentBytes(order.segmentBytes()).keepWholeLog();
    return order.retain() > 0 ? options.snapshotEvery(order.retain()) : options;
  }

  static ExchangeBuilder builder(VictimOrder order) {
    return Exchange.builder()
        .topology(order.life() % 2 == 0 ? Topology.fused() : Topology.pipelined(1, 1))
        .ringSize(1024);
  }

  private boolean run() throws InterruptedException {
    boolean well = true;
    try (Exchange exchange =
        builder(order).journal(journal(order)).resultHandler(this::onResult).start()) {
      board.openedAt(exchange.recovery().orElseThrow().nextRecord());
      board.state(AckBoard.State.OPEN);
      TestCommands.setUp(exchange.publisher());
      well = sendAll(exchange);
    } catch (RuntimeException e) {
      board.failure(Victim.describe(e));
      well = false;
    }
    return well;
  }

  private void onResult(Command c) {
    long p = c.clientKey - TestCommands.FIRST_KEY;
    if (p < 0 || p >= AckBoard.PRODUCERS) {
      return;
    }
    if (c.result == ResultCode.LOG_FULL_CODE) {
      board.refuse((int) p);
      return;
    }
    // A life may have got further than anybody saw, so far that its first commands are stale now.
    boolean before =
        c.result == ResultCode.DUPLICATE_COMMAND.code()
            || c.result == ResultCode.STALE_COMMAND.code();
    board.acknowledge(
        (int) p,
        c.clientSequence - 1,
        c.sequence,
        before ? APPLIED_BEFORE : TestCommands.digest(c),
        LogUnderTest.SYNCED);
    answered.setRelease((int) p, c.clientSequence);
  }

  private boolean sendAll(Exchange exchange) throws InterruptedException {
    Thread[] threads = new Thread[order.producers()];
    for (int p = 0; p < threads.length; p++) {
      int producer = p;
      threads[p] = new Thread(() -> send(exchange, producer), "client-" + p);
      threads[p].start();
    }
    boolean well = true;
    for (int p = 0; p < threads.length; p++) {
      threads[p].join();
      well &= board.failure(p).isEmpty();
    }
    return well;
  }

  private void send(Exchange exchange, int producer) {
    String failure = "";
    try {
      long first = board.resumesAt(producer);
      long end = order.each() > 0 ? first + order.each() : first + AckBoard.LANE_ENTRIES;
      for (long n = first; n < end; n++) {
        long oldest = n - WINDOW;
        awaitAnswers(exchange, producer, oldest);
        board.intend(producer, n);
        if (patient) {
          sendUntilTaken(exchange, producer, n);
        } else {
          TestCommands.send(exchange.publisher(), producer, n);
        }
      }
      awaitAnswers(exchange, producer, end);
    } catch (RuntimeException e) {
      failure = Victim.describe(e);
    }
    board.end(producer, failure);
  }

  /**
   * Waits for the answer, because one sent behind a refused command would be taken before it, and
   * then the refused one for sent before.
   */
  private void sendUntilTaken(Exchange exchange, int producer, long n) {
    while (answered.getAcquire(producer) <= n) {
      long refused = board.refused(producer);
      TestCommands.send(exchange.publisher(), producer, n);
      Deadline.await(
          "an answer to " + n,
          () -> board.refused(producer) > refused || isOver(exchange, producer, n + 1));
      if (board.refused(producer) > refused) {
        LockSupport.parkNanos(REFUSED_PAUSE_NANOS);
      } else {
        awaitAnswers(exchange, producer, n + 1);
      }
    }
  }

  private boolean isOver(Exchange exchange, int producer, long upTo) {
    return answered.getAcquire(producer) >= upTo || exchange.failure().isPresent();
  }

  private void awaitAnswers(Exchange exchange, int producer, long upTo) {
    Deadline.await("answers up to " + upTo, () -> isOver(exchange, producer, upTo));
    if (answered.getAcquire(producer) < upTo) {
      throw new IllegalStateException("failed", exchange.failure().orElseThrow());
    }
  }
}
