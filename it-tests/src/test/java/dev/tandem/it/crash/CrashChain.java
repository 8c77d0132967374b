package dev.tandem.it.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One process after the other on one log, each of which dies; now and then a new log. The next
 * process boots while the log of the last is examined.
 */
final class CrashChain implements AutoCloseable {

  /** The exit code of a process that the virtual machine has ended by abort(). */
  private static final int ABORTED = 134;

  private static final int LIVES_OF_A_LOG = 10;
  private static final int MOST_ACKS_LOG2 = 13;
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(400);
  private static final int[] SEGMENT_BYTES = {1 << 16, 1 << 18, 1 << 20, 1 << 23};
  private static final int EQUAL_BYTES = 100;
  private static final long RETAIN = 3_000;

  /** What dies, and how to look at what it leaves. */
  enum Victims {
    /** Processes with a log. */
    LOGS(Victim.class),
    /** Processes with an exchange. */
    EXCHANGES(ExchangeVictim.class);

    private final Class<?> main;

    Victims(Class<?> main) {
      this.main = main;
    }

    private Examination examination(VictimOrder order) {
      return this == LOGS ? new LogAudit(order) : new ExchangeAudit(order);
    }
  }

  private final Victims victims;
  private final LogUnderTest.Kind kind;
  private final Path parent;
  private final Path scratch;
  private final String[] prefix;

  private VictimProcess spare;
  private VictimProcess victim;
  private VictimOrder order;
  private AckBoard board;
  private Examination audit;
  private int logs;
  private int lives;
  private long next;
  private long[] seen;

  /**
   * @param victims what dies
   * @param kind of log, where they are logs
   * @param parent where the logs lie
   * @param scratch where everything else lies, out of harm's way
   * @param prefix what the children run under
   */
  CrashChain(Victims victims, LogUnderTest.Kind kind, Path parent, Path scratch, String... prefix) {
    this.victims = victims;
    this.kind = kind;
    this.parent = parent;
    this.scratch = scratch;
    this.prefix = prefix;
  }

  /** Starts a process that opens the log and appends until it dies. */
  void begin(SplittableRandom random) throws IOException {
    if (audit == null || lives == LIVES_OF_A_LOG) {
      newLog(random);
    }
    start(0);
  }

  private void newLog(SplittableRandom random) throws IOException {
    if (audit != null && Files.exists(order.directory())) {
      delete(order.directory());
    }
    // Made by the log, which must see to it that it stays.
    Path directory = parent.resolve("log-" + logs++);
    lives = 0;
    next = 0;
    order =
        new VictimOrder(
            kind,
            directory,
            scratch,
            -1,
            SEGMENT_BYTES[random.nextInt(SEGMENT_BYTES.length)],
            // Of equal size, what a life leaves beyond the end fits behind what the next one
            // writes.
            random.nextBoolean() ? EQUAL_BYTES : 0,
            0,
            AckBoard.PRODUCERS,
            random.nextBoolean() ? RETAIN : 0);
    audit = victims.examination(order);
  }

  private void start(long each) throws IOException {
    victim = spare != null ? spare : VictimProcess.boot(scratch, victims.main, prefix);
    Path file = scratch.resolve("board-" + logs + "-" + lives);
    lives++;
    order = order.next(file, each);
    board = AckBoard.create(file);
    audit.prepare(board);
    victim.order(order.line());
    spare = VictimProcess.boot(scratch, victims.main, prefix);
  }

  /**
   * Some time, or some number of acknowledgements; either may fall into opening the log.
   *
   * @param last of all deaths: waits for a synced record too, so that also a machine on which
   *     processes start slowly has something to lose
   */
  void awaitRandomMoment(SplittableRandom random, boolean last) {
    long acks = random.nextInt(1 << random.nextInt(MOST_ACKS_LOG2 + 1));
    long nanos = random.nextLong(LONGEST_NANOS);
    if (random.nextBoolean()) {
      Deadline.awaitAtMost(nanos, () -> !victim.isAlive());
    } else {
      Deadline.await(acks + " acknowledgements", () -> board.acked() >= acks || !victim.isAlive());
    }
    if (!victim.isAlive() && !isFull()) {
      throw new AssertionError("ended by itself: " + failures());
    }
    if (last) {
      Deadline.await("a synced record", () -> hasSynced() || !victim.isAlive());
    }
  }

  /** Some producers wait for less, which a power cut need not leave. */
  private boolean hasSynced() {
    for (int p = 0; p < AckBoard.PRODUCERS; p++) {
      if (board.acked(p) > 0 && board.ack(p, 0).level() >= LogUnderTest.SYNCED) {
        return true;
      }
    }
    return false;
  }

  /** Waits for so many acknowledgements of this process. */
  void awaitAcks(long acks) {
    Deadline.await(acks + " acknowledgements", () -> board.acked() >= acks || !victim.isAlive());
  }

  private boolean isFull() {
    return board.state() == AckBoard.State.DONE;
  }

  /** {@code kill -9}. */
  void kill() {
    victim.kill();
    seen = board.ackedCounts();
  }

  /** Has the disk take some pages before others, as disks do: what is lost then has holes. */
  void writeBackSome(SplittableRandom random) throws IOException {
    if (Files.isDirectory(order.directory())) {
      try (Stream<Path> files = Files.list(order.directory())) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          PowerSwitch.writeBackSome(file, random);
        }
      }
    }
  }

  /**
   * Takes note of what is acknowledged by now, and cuts the power. What the dying file system still
   * tells the log afterwards counts for nothing: a sync that runs into the shutdown of XFS may say
   * that it went well, which nobody could hear from a machine without power.
   */
  void cutPower(LoopFileSystem disk) throws IOException {
    seen = board.ackedCounts();
    disk.cutPower();
  }

  /**
   * Waits until the process has noticed that its disk is gone: it must end by itself, every
   * producer with the cause.
   */
  void awaitFailure() {
    int code = victim.awaitEnd();
    if (isFull() || hasDiedOnAPage(code)) {
      return;
    }
    if (code != 3 || board.state() != AckBoard.State.FAILED) {
      throw new AssertionError("ended with " + code + ": " + failures());
    }
    if (!board.failure().isEmpty() && board.intended(0) == 0) {
      return;
    }
    for (int p = 0; p < AckBoard.PRODUCERS; p++) {
      if (!board.isFull(p) && !namesTheDisk(board.failure(p))) {
        throw new AssertionError("producer " + p + " ended without the cause: " + failures());
      }
    }
  }

  /**
   * Whether the virtual machine has ended with a page that cannot be had, as docs/wal.md says that
   * it may: code that is not compiled yet throws no error for an atomic access to one.
   */
  private boolean hasDiedOnAPage(int code) {
    return code == ABORTED && victim.output().contains("SIGBUS");
  }

  /** What calls to a file system say that was shut down; ext4 also continues as a read-only one. */
  private static boolean namesTheDisk(String failure) {
    return failure.contains("Input/output error") || failure.contains("Read-only file system");
  }

  /** Lets a process open the log, append, close it and end. */
  void endWell() throws IOException {
    start(20);
    int code = victim.awaitEnd();
    if (code != 0 || !isFull()) {
      throw new AssertionError("could not go on, " + code + ": " + failures());
    }
    seen = board.ackedCounts();
  }

  private String failures() {
    StringBuilder text = new StringBuilder(board.state() + " " + board.failure());
    for (int p = 0; p < AckBoard.PRODUCERS; p++) {
      text.append("\n  producer ").append(p).append(": ").append(board.failure(p));
    }
    return text + "\n" + victim.output();
  }

  /**
   * Examines the log after the death.
   *
   * @param level what has to survive
   * @param recover whether the log is recovered first; else it is read as it was left
   */
  Examination.Finding check(int level, boolean recover) throws IOException {
    long openedAt = board.openedAt();
    audit.add(board, seen);
    board.close();
    Files.delete(order.board());
    if (openedAt >= 0 && next >= 0 && openedAt != next) {
      throw new AssertionError("went on at " + openedAt + ", the log ended at " + next);
    }
    Examination.Finding finding = audit.check(level, recover);
    next = finding.next();
    return finding;
  }

  static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path path : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Override
  public void close() {
    if (spare != null) {
      spare.close();
    }
    if (victim != null) {
      victim.close();
    }
  }
}
