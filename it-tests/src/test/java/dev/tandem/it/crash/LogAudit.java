package dev.tandem.it.crash;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compares a log with what its writers were told, over all their lives: every acknowledged record
 * is in its place, byte for byte; nothing is there that nobody appended, or twice, or out of order;
 * sequences have no gap.
 */
final class LogAudit implements Examination {

  /** One life: what it may have appended, and what it was promised. */
  private static final class Life {
    final long[] intended = new long[AckBoard.PRODUCERS];
    final AckBoard.Ack[][] acks = new AckBoard.Ack[AckBoard.PRODUCERS][];
    // Next record number and the sequences of those found, from the first found on.
    final long[] nextFound = new long[AckBoard.PRODUCERS];
    final long[] firstFound = new long[AckBoard.PRODUCERS];
    final long[][] sequences = new long[AckBoard.PRODUCERS][];
    long openedAt;
  }

  private final VictimOrder order;
  private final List<Life> lives = new ArrayList<>();
  private long retained;

  private long expected;
  private long first;
  private int currentLife;

  LogAudit(VictimOrder order) {
    this.order = order;
  }

  @Override
  public void add(AckBoard board, long[] seen) {
    Life life = new Life();
    life.openedAt = board.openedAt();
    for (int p = 0; p < AckBoard.PRODUCERS; p++) {
      life.intended[p] = board.intended(p);
      life.acks[p] = new AckBoard.Ack[(int) seen[p]];
      for (int i = 0; i < life.acks[p].length; i++) {
        life.acks[p][i] = board.ack(p, i);
      }
    }
    retained = Math.max(retained, board.retained());
    lives.add(life);
  }

  @Override
  public Finding check(int level, boolean recover) throws IOException {
    if (recover) {
      LogUnderTest.recover(order);
    }
    expected = -1;
    first = -1;
    currentLife = 0;
    for (Life life : lives) {
      Arrays.fill(life.nextFound, -1);
      Arrays.fill(life.firstFound, -1);
      for (int p = 0; p < AckBoard.PRODUCERS; p++) {
        life.sequences[p] = new long[64];
      }
    }
    long next = LogUnderTest.read(order.kind(), order.directory(), this::record);
    Examination.require(
        expected < 0 || next == expected, "next sequence %s, read up to %s", next, expected);
    Examination.require(
        first <= retained, "first record is %s, all from %s are needed", first, retained);
    long acknowledged = 0;
    long lost = 0;
    String example = "";
    for (Life life : lives) {
      for (int p = 0; p < AckBoard.PRODUCERS; p++) {
        for (AckBoard.Ack ack : life.acks[p]) {
          if (ack.level() < level || (first >= 0 && ack.sequence() < first)) {
            continue;
          }
          acknowledged++;
          if (!holds(life, p, ack)) {
            lost++;
            example = "life " + lives.indexOf(life) + ", producer " + p + ": " + ack;
          }
        }
      }
    }
    return new Finding(next, acknowledged, lost, example);
  }

  private static boolean holds(Life life, int p, AckBoard.Ack ack) {
    if (life.firstFound[p] < 0 || ack.n() < life.firstFound[p] || ack.n() >= life.nextFound[p]) {
      return false;
    }
    long found = life.sequences[p][(int) (ack.n() - life.firstFound[p])];
    Examination.require(
        found == ack.sequence(), "record %s was acknowledged, found at %s", ack, found);
    return true;
  }

  private void record(long sequence, byte[] bytes) {
    Examination.require(
        expected < 0 || sequence == expected, "sequence %s, expected %s", sequence, expected);
    if (first < 0) {
      first = sequence;
    }
    expected = sequence + 1;
    TestRecord head = TestRecord.of(bytes);
    Examination.require(
        head != null
            && head.life() >= 0
            && head.life() < lives.size()
            && head.producer() >= 0
            && head.producer() < AckBoard.PRODUCERS,
        "record %s was never appended: %s",
        sequence,
        head);
    int p = head.producer();
    Life life = lives.get(head.life());
    Examination.require(
        head.life() >= currentLife, "record %s of life %s is late", sequence, head.life());
    if (head.life() != currentLife) {
      currentLife = head.life();
      Examination.require(
          sequence == life.openedAt || (sequence == first && sequence > life.openedAt),
          "life began at %s, not %s",
          sequence,
          life.openedAt);
    }
    long n = head.n();
    Examination.require(
        n >= 0 && n < life.intended[p], "record %s was never appended: %s", sequence, head);
    boolean begun = life.nextFound[p] >= 0;
    Examination.require(
        begun ? n == life.nextFound[p] : n == 0 || first > 0, "order at %s: %s", sequence, head);
    Examination.require(
        Arrays.equals(bytes, head.bytes()), "record %s differs: %s", sequence, head);
    if (!begun) {
      life.firstFound[p] = n;
    }
    int index = (int) (n - life.firstFound[p]);
    if (index == life.sequences[p].length) {
      life.sequences[p] = Arrays.copyOf(life.sequences[p], 2 * index);
    }
    life.sequences[p][index] = sequence;
    life.nextFound[p] = n + 1;
  }
}
