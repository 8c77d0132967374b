package dev.tandem.it.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * The process that dies: waits for an order on its input, opens a log, appends from several threads
 * and reports what was acknowledged on a board, until it is done, fails, or is killed.
 */
final class Victim {

  private static final int WAYS = 4;
  private static final int BURST = 16;

  private final VictimOrder order;
  private final AckBoard board;
  private final LogUnderTest log;

  private Victim(VictimOrder order, AckBoard board, LogUnderTest log) {
    this.order = order;
    this.board = board;
    this.log = log;
  }

  /** Ends with 0 if all went well, with 3 if the log failed. */
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
      well = run(order, board);
    }
    Runtime.getRuntime().halt(well ? 0 : 3);
  }

  private static boolean run(VictimOrder order, AckBoard board) throws InterruptedException {
    boolean well = true;
    board.state(AckBoard.State.OPENING);
    try (LogUnderTest log = LogUnderTest.open(order)) {
      board.openedAt(log.nextSequence());
      board.state(AckBoard.State.OPEN);
      well = new Victim(order, board, log).appendAll();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      board.failure(describe(e));
      well = false;
    }
    board.state(well ? AckBoard.State.DONE : AckBoard.State.FAILED);
    return well;
  }

  private boolean appendAll() throws InterruptedException {
    Thread[] threads = new Thread[order.producers()];
    for (int p = 0; p < threads.length; p++) {
      int producer = p;
      threads[p] = new Thread(() -> produce(producer), "producer-" + p);
      threads[p].start();
    }
    boolean well = true;
    for (int p = 0; p < threads.length; p++) {
      threads[p].join();
      well &= board.failure(p).isEmpty();
    }
    return well;
  }

  private void produce(int producer) {
    String failure = "";
    try {
      long limit = order.each() > 0 ? order.each() : Long.MAX_VALUE;
      long n = 0;
      while (n < limit && !board.isFull(producer)) {
        int burst = producer < 4 ? 1 : (int) Math.min(limit - n, 1 + n % BURST);
        n = burst(producer, n, burst);
      }
    } catch (Exception e) {
      failure = describe(e);
    }
    board.end(producer, failure);
  }

  /** Appends a few, waits for the last, and so has all of them acknowledged. */
  private long burst(int producer, long first, int count) throws Exception {
    long[] sequences = new long[count];
    int[] digests = new int[count];
    boolean critical = producer % 4 == 3;
    for (int i = 0; i < count; i++) {
      byte[] record =
          new TestRecord(order.life(), producer, first + i, order.recordBytes()).bytes();
      digests[i] = TestRecord.digest(record);
      board.intend(producer, first + i);
      sequences[i] = log.append(record, critical && i == count - 1);
    }
    int level = producer % 4 == 2 ? LogUnderTest.WRITTEN : LogUnderTest.SYNCED;
    int way = (int) ((producer + first) % WAYS);
    log.await(sequences[count - 1], level, way);
    for (int i = 0; i < count && !board.isFull(producer); i++) {
      board.acknowledge(producer, first + i, sequences[i], digests[i], level);
    }
    if (order.retain() > 0 && producer == 0) {
      long from = sequences[0] - order.retain();
      if (from > board.retained()) {
        // Said before it is done: from then on it may be gone.
        board.retained(from);
        log.retainFrom(from);
      }
    }
    return first + count;
  }

  /** The exception and all its causes in one line. */
  static String describe(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = failure; t != null && text.length() < 900; t = t.getCause()) {
      text.append(text.isEmpty() ? "" : " <- ").append(t);
    }
    return text.toString();
  }
}
