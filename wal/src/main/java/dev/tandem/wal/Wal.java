package dev.tandem.wal;

import dev.tandem.wal.append.Appender;
import dev.tandem.wal.append.LogEngine;
import dev.tandem.wal.append.LogFailure;
import dev.tandem.wal.append.WalFlightEvents;
import dev.tandem.wal.filesystem.DurableDirectories;
import dev.tandem.wal.format.Interrupts;
import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentNames;
import dev.tandem.wal.format.SegmentWindow;
import dev.tandem.wal.recovery.LogWalk;
import dev.tandem.wal.recovery.MarkSearch;
import dev.tandem.wal.storage.DiskSpace;
import dev.tandem.wal.storage.LockFile;
import dev.tandem.wal.tailer.LiveTailSource;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * A write-ahead log in a directory of its own: records appended by any number of threads, written
 * and forced in groups by one, confirmed by sequence, and read back exactly after a crash.
 *
 * <p>An I/O error ends the log for good: every wait and every later append fails with the cause,
 * nothing is tried again. Open the log again, which finds what the disk has. A full disk is no such
 * error: see {@link #hasRoom}.
 *
 * <p>All methods may be called by any thread.
 */
public final class Wal implements AutoCloseable {

  /** What {@link #markBefore} says of a record that is not kept. */
  public static final long UNKNOWN = MarkSearch.UNKNOWN;

  private final Path directory;
  private final WalConfig config;
  private final WalRecoveryReport recovery;
  private final LogFailure failure;
  private final LogEngine engine;
  private final WalFlightEvents.OpenLog observed;
  private final LockFile lock;

  /** A thread keeps what is in here long after the log is gone; the log itself holds them. */
  private final ThreadLocal<WeakReference<Appender>> appenders;

  private final LongAdder critical = new LongAdder();
  private final int maxBody;

  private Wal(
      Path directory,
      WalConfig config,
      WalRecoveryReport recovery,
      LogEngine engine,
      LockFile lock) {
    this.directory = directory;
    this.config = config;
    this.recovery = recovery;
    this.engine = engine;
    observed = new WalFlightEvents.OpenLog(directory, this::statistics);
    this.lock = lock;
    failure = engine.failure();
    maxBody = config.maxBodyBytes();
    appenders =
        ThreadLocal.withInitial(
            () -> new WeakReference<>(new Appender(engine.batches(), engine.clock())));
  }

  /**
   * Opens a log, or makes one if the directory is empty or missing. Checks the records as the mode
   * says, and drops a torn tail.
   *
   * @throws WalLockedException if another writer has the directory
   * @throws WalCorruptedException if there is damage that a crash does not explain
   * @throws WalException if the directory holds something else, or on an I/O error, or if the disk
   *     has no room for a segment and no prepared one is left; then the message says how many bytes
   *     are missing, and the directory is unchanged
   */
  public static Wal open(Path directory, WalConfig config) throws WalException {
    Objects.requireNonNull(config, "config");
    return open(directory, config, config::recoverFrom);
  }

  /** Says from where on the records of a log are needed. */
  @FunctionalInterface
  public interface Needed {
    /** The first sequence that is needed; -1 or 0 needs all. */
    long fromSequence() throws IOException;
  }

  /**
   * As {@link #open(Path, WalConfig)}, if something beside the log, such as a snapshot, says which
   * records are needed, and the log's writer may replace it.
   *
   * @param needed called once; its answer counts in place of {@link WalConfig#recoverFrom}; where
   *     the mode writes, no other writer has the directory by then, and none can get it before the
   *     log is closed
   */
  public static Wal open(Path directory, WalConfig config, Needed needed) throws WalException {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(config, "config");
    Objects.requireNonNull(needed, "needed");
    boolean readOnly = config.mode() == ReadMode.READ_ONLY;
    LockFile lock = null;
    boolean done = false;
    boolean interrupted = Interrupts.take();
    try {
      if (!readOnly) {
        prepare(directory, config);
      } else if (Files.isDirectory(directory)) {
        SegmentNames.checkNotForeign(directory);
      } else {
        throw new WalException(directory + ": expected a directory");
      }
      lock = readOnly ? null : LockFile.take(directory);
      LogWalk walk = walk(directory, config, needed.fromSequence());
      LogEngine engine = LogEngine.start(directory, config, walk, WalCursor::lowest);
      done = true;
      Wal log = new Wal(directory, config, walk.recovery(), engine, lock);
      WalFlightEvents.opened(log.observed);
      return log;
    } catch (WalException e) {
      throw e;
    } catch (IOException e) {
      throw new WalException(directory, "the log cannot be opened", e);
    } catch (InternalError e) {
      throw SegmentWindow.unreadable(directory, e);
    } finally {
      if (!done && lock != null) {
        release(lock);
      }
      Interrupts.giveBack(interrupted);
    }
  }

  /**
   * Whether a writer has a directory, in this process or another: a look at its lock, which takes
   * and changes nothing.
   */
  public static boolean isInUse(Path directory) throws WalException {
    return LockFile.isHeld(Objects.requireNonNull(directory, "directory"));
  }

  /**
   * Bytes of the newest segment of a log: for programs that open a log without knowing how it was
   * made.
   *
   * @return 0 if the directory is not there or holds no segment
   * @throws WalException if the segment cannot be read
   */
  public static int segmentBytes(Path directory) throws WalException {
    if (!Files.isDirectory(Objects.requireNonNull(directory, "directory"))) {
      return 0;
    }
    Map.Entry<Long, Path> newest = SegmentNames.segments(directory).lastEntry();
    return newest == null
        ? 0
        : (int) SegmentImage.map(newest.getValue(), newest.getKey()).header().fileBytes();
  }

  private static LogWalk walk(Path directory, WalConfig config, long from) throws WalException {
    if (config.mode() != ReadMode.READ_ONLY) {
      return LogWalk.toTheEnd(directory, config.mode(), from, false);
    }
    LogWalk walk = WalReader.walk(directory, config.mode(), from, true, LockFile.isHeld(directory));
    walk.toItsEnd();
    return walk;
  }

  /**
   * Whether a directory holds a log, or the remains of one: for tools that must not make one. False
   * also if it is not there.
   *
   * @throws WalException if the directory cannot be read
   */
  public static boolean isLog(Path directory) throws WalException {
    return SegmentNames.isLog(Objects.requireNonNull(directory, "directory"));
  }

  /**
   * Creates the directory of a new log, unless there is no room for the log. A log begins in it
   * only once the directory's name is durable, so the name of a directory with a log is durable.
   */
  private static void prepare(Path directory, WalConfig config) throws IOException {
    if (Files.isDirectory(directory)) {
      SegmentNames.checkNotForeign(directory);
    }
    if (!SegmentNames.isLog(directory)) {
      long bytes = (long) config.segmentBytes() + LogExtent.FILE_BYTES;
      new DiskSpace(DiskSpace.nearest(directory), config).check(bytes, 0);
      DurableDirectories.make(directory, config.files()::syncDirectory);
    }
  }

  private static void release(LockFile lock) throws WalException {
    try {
      lock.close();
    } catch (IOException e) {
      throw new WalException("the lock cannot be released: " + e, e);
    }
  }

  /** What was found when it was opened. */
  public WalRecoveryReport recovery() {
    return recovery;
  }

  public Path directory() {
    return directory;
  }

  public WalConfig config() {
    return config;
  }

  /**
   * Appends a record. The body is copied; nothing is allocated.
   *
   * @param type 0 to 127, the caller's to choose
   * @param length of the body in bytes, 0 to {@link WalConfig#maxBodyBytes()}
   * @param urgent requests a sync as soon as the record is written, in a log that does not sync
   *     every batch anyway
   * @return its sequence: 0 for the first of the log, then one more each
   * @throws WalBacklogException if the writer has fallen behind and the policy is to fail
   * @throws WalFullException if the disk has no room for the next segment
   * @throws WalPoisonedException if the log has failed
   * @throws IllegalStateException if the log is closed or read-only
   */
  public long append(byte type, MemorySegment body, long offset, int length, boolean urgent) {
    return append(type, body, offset, length, urgent, false);
  }

  /**
   * As {@link #append(byte, MemorySegment, long, int, boolean)}, but wakes nobody. The next {@link
   * #writeAppended} writes it, which must follow; a record that is not deferred, or a wait for this
   * one that begins after this call, has it written earlier. So one thread appends and writes
   * without a switch to another. What a thread defers until it calls {@link #writeAppended}, or
   * appends a record that is not deferred, has one time: that of the first.
   */
  public long appendDeferred(
      byte type, MemorySegment body, long offset, int length, boolean urgent) {
    return append(type, body, offset, length, urgent, true);
  }

  private long append(
      byte type, MemorySegment body, long offset, int length, boolean urgent, boolean deferred) {
    Objects.requireNonNull(body, "body");
    checkRecord(type, length);
    Objects.checkFromIndexSize(offset, length, body.byteSize());
    long sequence = appender().append(type, body, offset, length, urgent, deferred);
    if (urgent) {
      critical.increment();
    }
    return sequence;
  }

  /**
   * Writes what was appended, on the calling thread, if nobody else is writing or waits to. Then
   * the records are {@link Durability#WRITTEN} when it returns, {@link WalConfig#maxBatchBytes} of
   * them at most, and their listeners have been called by this thread. Else, for what is left, and
   * for the syncs that were requested, the log's writer is woken; {@link Confirmations#written}
   * says how far it has come. A log that syncs every batch leaves all to its writer.
   *
   * <p>The caller waits where the file does, and for a record that another thread is about to
   * append. It allocates nothing but for a new segment. A failure ends the log and is not thrown;
   * after a failure or a close it does nothing. Where files are not mapped, as on other systems
   * than Linux, an interrupt of the thread in this call ends the log.
   *
   * @throws StackOverflowError before anything is written, where the stack has no room for it
   */
  public void writeAppended() {
    if (engine.batches() != null) {
      appender().endTurn();
    }
    engine.writeAppended();
  }

  /** Appends a record, as {@link #append(byte, MemorySegment, long, int, boolean)}. */
  public long append(byte type, byte[] body) {
    return append(type, Objects.requireNonNull(body, "body"), 0, body.length);
  }

  /** Appends a record, as {@link #append(byte, MemorySegment, long, int, boolean)}. */
  public long append(byte type, byte[] body, int offset, int length) {
    Objects.requireNonNull(body, "body");
    checkRecord(type, length);
    Objects.checkFromIndexSize(offset, length, body.length);
    return appender().append(type, body, offset, length);
  }

  /** Appends what remains in a buffer, which is left as it is. */
  public long append(byte type, ByteBuffer body) {
    checkRecord(type, Objects.requireNonNull(body, "body").remaining());
    return appender().append(type, body);
  }

  private void checkRecord(byte type, int length) {
    if (type < 0 || length < 0 || length > maxBody) {
      throw new IllegalArgumentException(
          "expected type 0 to 127 and length 0 to " + maxBody + ", found " + type + ", " + length);
    }
  }

  private Appender appender() {
    if (engine.batches() == null) {
      throw new IllegalStateException("the log is open for reading only");
    }
    return appenders.get().get();
  }

  /**
   * Whether the disk has room for more: one read. It turns false as soon as the next segment cannot
   * be prepared; appends still succeed while the prepared ones last, at least those {@linkplain
   * WalConfig#segmentsInReserve() in reserve}, and then throw {@link WalFullException}. It turns
   * true again when there is room, for the reserve too.
   *
   * @param bytes that are going to be appended; more than a segment is never promised
   */
  public boolean hasRoom(long bytes) {
    return engine.hasRoom() && bytes <= config.segmentBytes();
  }

  /**
   * Waits, as may be wanted after opening, until the segments in reserve are prepared, or the disk
   * was found to have no room for them: before that, {@link #hasRoom} promises nothing of a
   * reserve.
   *
   * @return as {@link #hasRoom} of nothing
   */
  public boolean awaitReserve() {
    return engine.awaitReserve();
  }

  /**
   * The number that was drawn when the log was made, and that it keeps for good: two logs that were
   * not copied from each other have different ones. 0 if a directory without a log is read.
   */
  public long logId() {
    return engine.logId();
  }

  /**
   * The checksum of the mark that begins the batch of a record, as it is stored in the log.
   *
   * <p>Each mark carries the checksum of the one before it, and the time. So with {@link #logId} it
   * identifies the history that a record belongs to: where two copies of a log were written to,
   * each by itself, after they had parted, a record has another mark in each, but for one case in
   * 2<sup>32 </sup>. Where id and mark are unchanged, the record and all before it are the same, or
   * they are damaged: marks do not cover the records between them, whose checksums are their own.
   * It is no proof against somebody who means to forge one.
   *
   * <p>It goes over the lengths in the record's segment, for milliseconds: for a snapshot, not for
   * an append.
   *
   * @param sequence of a record that is {@link Durability#WRITTEN}
   * @return 0 to 2<sup>32</sup> − 1; {@link #UNKNOWN} if the record's segment is not kept any more,
   *     or there is no such record yet
   * @throws WalCorruptedException if the way to the record, its mark or the record itself is
   *     damaged, as may be where the mode skips it
   * @throws WalException if the segment cannot be read
   */
  public long markBefore(long sequence) throws WalException {
    if (sequence < 0 || sequence > confirmations().written()) {
      return UNKNOWN;
    }
    return new MarkSearch(engine.table()).before(sequence);
  }

  /** The oldest sequence that is kept; -1 if there is none. */
  public long firstSequence() {
    return engine.firstSequence();
  }

  /** The sequence that the next append will get. */
  public long nextSequence() {
    return engine.nextSequence();
  }

  /** What is written and synced, and waits for it. */
  public Confirmations confirmations() {
    return engine.confirmations();
  }

  /**
   * A reader of what is written, while the log continues.
   *
   * @param fromSequence the first record to give, also a record that is yet to be appended; a
   *     negative number: the oldest that is kept
   * @throws WalGapException if it is not kept any more
   */
  public Tailer tail(long fromSequence) throws WalException {
    return tail(fromSequence, Durability.WRITTEN);
  }

  /** As {@link #tail(long)}, giving only what has reached a level. */
  public Tailer tail(long fromSequence, Durability level) throws WalException {
    return new Tailer(
        new LiveTailSource(engine.table(), engine.positions(), failure, fromSequence, level));
  }

  /**
   * Says that no record below a sequence is needed any more, as after a snapshot. Whole segments
   * below it are deleted, or used again, in the background, when the configuration's retention by
   * size and age allows it and no tailer reads them.
   *
   * <p>The oldest segment kept is one whose first record is on the device, so the log never begins
   * at 0 again after a power cut. This call requests no sync. If that segment was just begun, the
   * one before it is deleted after the next sync, or, without one, after the next roll.
   */
  public void retainFrom(long sequence) {
    engine.retainFrom(sequence);
  }

  public WalStatistics statistics() {
    return engine.statistics(critical.sum());
  }

  /** What ended the log; null while it is sound. */
  public Throwable failure() {
    return failure.causeAcquire();
  }

  /**
   * Writes and syncs all that was appended, says so at the end of the log, and gives the directory
   * free. Appends after that are refused. A second call does nothing.
   *
   * @throws WalException if the log had failed, or fails now
   */
  @Override
  public void close() throws WalException {
    if (!failure.close()) {
      return;
    }
    engine.close();
    WalFlightEvents.closed(observed);
    if (lock != null) {
      release(lock);
    }
    Throwable cause = failure.causeAcquire();
    if (cause != null) {
      throw new WalException(directory + ": the log has failed: " + cause, cause);
    }
  }
}
