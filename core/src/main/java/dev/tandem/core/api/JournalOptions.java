package dev.tandem.core.api;

import dev.tandem.wal.Durability;
import dev.tandem.wal.ReadMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * Where and how an exchange keeps its log and its snapshots. Immutable: each method that takes a
 * choice returns a copy with it.
 *
 * <p>In the directory are the segments of the log, and {@code snapshots/}. An exchange that is
 * started on a directory with a log continues where that log ends.
 */
public final class JournalOptions {

  private final Path directory;
  private Durability durability = Durability.SYNCED;
  private long snapshotEvery;
  private Duration snapshotInterval = Duration.ZERO;
  private int keptSnapshots = 2;
  private boolean wholeLogKept;
  private boolean keptForCursors;
  private ReadMode readMode = ReadMode.SKIP_OLDER_SEGMENTS;
  private int segmentBytes;
  private boolean snapshotsIgnored;
  private long mostReplayedBefore;
  private boolean fullForGood;

  private JournalOptions(Path directory) {
    this.directory = directory;
  }

  private JournalOptions(JournalOptions other) {
    directory = other.directory;
    durability = other.durability;
    snapshotEvery = other.snapshotEvery;
    snapshotInterval = other.snapshotInterval;
    keptSnapshots = other.keptSnapshots;
    wholeLogKept = other.wholeLogKept;
    keptForCursors = other.keptForCursors;
    readMode = other.readMode;
    segmentBytes = other.segmentBytes;
    snapshotsIgnored = other.snapshotsIgnored;
    mostReplayedBefore = other.mostReplayedBefore;
    fullForGood = other.fullForGood;
  }

  /**
   * A log in this directory, which is created if it does not exist. Answers wait until their
   * commands are {@link Durability#SYNCED}; no automatic snapshots; two snapshots are kept, and the
   * log from the older one on.
   */
  public static JournalOptions in(Path directory) {
    return new JournalOptions(Objects.requireNonNull(directory, "directory"));
  }

  /** How durable a command must be before it is answered. */
  public JournalOptions durability(Durability level) {
    JournalOptions copy = new JournalOptions(this);
    copy.durability = Objects.requireNonNull(level, "level");
    return copy;
  }

  /** Takes a snapshot whenever so many records were logged since the last one; 0: never. */
  public JournalOptions snapshotEvery(long records) {
    if (records < 0) {
      throw new IllegalArgumentException(
          "a snapshot every " + records + " records, expected 0 or more");
    }
    JournalOptions copy = new JournalOptions(this);
    copy.snapshotEvery = records;
    return copy;
  }

  /**
   * Takes a snapshot when so long has passed since the last one, if anything was logged; 0: never.
   */
  public JournalOptions snapshotInterval(Duration interval) {
    if (Objects.requireNonNull(interval, "interval").isNegative()) {
      throw new IllegalArgumentException(
          "a snapshot interval of " + interval + ", expected 0 or more");
    }
    JournalOptions copy = new JournalOptions(this);
    copy.snapshotInterval = interval;
    return copy;
  }

  /** How many snapshots are kept, at least 1. */
  public JournalOptions keepSnapshots(int snapshots) {
    if (snapshots < 1) {
      throw new IllegalArgumentException("keep " + snapshots + " snapshots, expected at least 1");
    }
    JournalOptions copy = new JournalOptions(this);
    copy.keptSnapshots = snapshots;
    return copy;
  }

  /** Never deletes a segment of the log, so that the state can be made anew from its beginning. */
  public JournalOptions keepWholeLog() {
    JournalOptions copy = new JournalOptions(this);
    copy.wholeLogKept = true;
    return copy;
  }

  /**
   * Keeps the log, and a snapshot that it continues, for those who read it under a name, such as a
   * drop copy ({@link dev.tandem.wal.WalCursor}). A name that nobody advances any more fills the
   * disk: delete its file in {@code cursors/}.
   */
  public JournalOptions keepForCursors() {
    JournalOptions copy = new JournalOptions(this);
    copy.keptForCursors = true;
    return copy;
  }

  /** Which damage in the log is tolerated; by default damage that a snapshot makes up for. */
  public JournalOptions readMode(ReadMode mode) {
    JournalOptions copy = new JournalOptions(this);
    copy.readMode = Objects.requireNonNull(mode, "mode");
    return copy;
  }

  /**
   * Bytes of a segment of the log; by default as many as the newest segment of the log has, 64 MiB
   * for a new log.
   */
  public JournalOptions segmentBytes(int bytes) {
    JournalOptions copy = new JournalOptions(this);
    copy.segmentBytes = bytes;
    return copy;
  }

  /** Makes the state anew from the first record of the log, which must be there still. */
  public JournalOptions withoutSnapshots() {
    JournalOptions copy = new JournalOptions(this);
    copy.snapshotsIgnored = true;
    return copy;
  }

  /**
   * Begins with the snapshot before the newest one, or with the first record where there is none,
   * so that also what happened shortly before the newest snapshot is reported again. For those who
   * make reports again from the log.
   *
   * @param records more than so many are not applied for it: then the newest snapshot counts, as by
   *     default, which is 0
   */
  public JournalOptions replayBeforeSnapshot(long records) {
    if (records < 0) {
      throw new IllegalArgumentException(
          "replay " + records + " records before the snapshot, expected 0 or more");
    }
    JournalOptions copy = new JournalOptions(this);
    copy.mostReplayedBefore = records;
    return copy;
  }

  /**
   * Once the disk was found full, refuses every command until the exchange is started again, even
   * if there is room. So the log always holds a beginning of what was submitted, and an input can
   * be submitted from there on later.
   */
  public JournalOptions fullForGood() {
    JournalOptions copy = new JournalOptions(this);
    copy.fullForGood = true;
    return copy;
  }

  public Path directory() {
    return directory;
  }

  public Durability durability() {
    return durability;
  }

  public long snapshotEvery() {
    return snapshotEvery;
  }

  public Duration snapshotInterval() {
    return snapshotInterval;
  }

  /** Whether snapshots are taken automatically. */
  public boolean hasAutomaticSnapshots() {
    return snapshotEvery != 0 || !snapshotInterval.isZero();
  }

  public int keptSnapshots() {
    return keptSnapshots;
  }

  public boolean isWholeLogKept() {
    return wholeLogKept;
  }

  public boolean isKeptForCursors() {
    return keptForCursors;
  }

  public boolean areSnapshotsIgnored() {
    return snapshotsIgnored;
  }

  public long mostReplayedBefore() {
    return mostReplayedBefore;
  }

  public boolean isFullForGood() {
    return fullForGood;
  }

  public ReadMode readMode() {
    return readMode;
  }

  /** 0 if the log's own are to be taken. */
  public int segmentBytes() {
    return segmentBytes;
  }
}
