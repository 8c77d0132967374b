package dev.tandem.wal;

import java.time.Duration;
import java.util.Objects;

/** How a log works. Immutable; every value has a default that suits most uses. */
public final class WalConfig {

  /** Smallest segment. */
  public static final int MIN_SEGMENT_BYTES = 4 << 10;

  /** Largest segment. */
  public static final int MAX_SEGMENT_BYTES = 1 << 30;

  /** Largest buffer. */
  public static final int MAX_BUFFER_BYTES = 64 << 20;

  /** Of a segment its header and the mark at its end are no records. */
  static final int SEGMENT_OVERHEAD_BYTES = 104;

  /** A record has a header, and the first of a batch a mark before it. */
  static final int RECORD_OVERHEAD_BYTES = 64;

  private final int segmentBytes;
  private final int segmentsAhead;
  private final int segmentsInReserve;
  private final int bufferBytes;
  private final int buffers;
  private final int maxBatchBytes;
  private final BackpressurePolicy backpressure;
  private final long spillBytes;
  private final Durability durability;
  private final Duration confirmLimit;
  private final int spinningWaiters;
  private final ReadMode mode;
  private final long recoverFrom;
  private final long retentionBytes;
  private final Duration retentionAge;
  private final boolean keepForCursors;
  private final long reserveBytes;
  private final WalClock clock;
  private final LogFiles files;

  private WalConfig(Builder builder) {
    segmentBytes = builder.segmentBytes;
    segmentsAhead = builder.segmentsAhead;
    segmentsInReserve =
        builder.segmentsInReserve >= 0
            ? builder.segmentsInReserve
            : Math.min(1, builder.segmentsAhead - 1);
    if (segmentsInReserve >= segmentsAhead) {
      throw new IllegalArgumentException(
          "segmentsInReserve: expected less than segmentsAhead ("
              + segmentsAhead
              + "), found "
              + segmentsInReserve);
    }
    bufferBytes = builder.bufferBytes;
    buffers = builder.buffers;
    maxBatchBytes = builder.maxBatchBytes;
    backpressure = builder.backpressure;
    spillBytes = builder.spillBytes;
    durability = builder.durability;
    confirmLimit = builder.confirmLimit;
    spinningWaiters = builder.spinningWaiters;
    mode = builder.mode;
    recoverFrom = builder.recoverFrom;
    retentionBytes = builder.retentionBytes;
    retentionAge = builder.retentionAge;
    keepForCursors = builder.keepForCursors;
    reserveBytes = builder.reserveBytes;
    clock = builder.clock;
    files = builder.files;
  }

  /** All defaults. */
  public static WalConfig defaults() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  public int segmentBytes() {
    return segmentBytes;
  }

  public int segmentsAhead() {
    return segmentsAhead;
  }

  public int segmentsInReserve() {
    return segmentsInReserve;
  }

  public int bufferBytes() {
    return bufferBytes;
  }

  public int buffers() {
    return buffers;
  }

  public int maxBatchBytes() {
    return maxBatchBytes;
  }

  public BackpressurePolicy backpressure() {
    return backpressure;
  }

  public long spillBytes() {
    return spillBytes;
  }

  public Durability durability() {
    return durability;
  }

  public Duration confirmLimit() {
    return confirmLimit;
  }

  public int spinningWaiters() {
    return spinningWaiters;
  }

  public ReadMode mode() {
    return mode;
  }

  public long recoverFrom() {
    return recoverFrom;
  }

  /** -1 if none was given. */
  public long retentionBytes() {
    return retentionBytes;
  }

  /** Null if none was given. */
  public Duration retentionAge() {
    return retentionAge;
  }

  public boolean keepForCursors() {
    return keepForCursors;
  }

  public long reserveBytes() {
    return reserveBytes;
  }

  public WalClock clock() {
    return clock;
  }

  public LogFiles files() {
    return files;
  }

  /** Largest body that an append takes, in bytes. */
  public int maxBodyBytes() {
    return Math.min(bufferBytes, segmentBytes - SEGMENT_OVERHEAD_BYTES) - RECORD_OVERHEAD_BYTES;
  }

  /** Collects the values; not thread-safe. */
  public static final class Builder {

    private int segmentBytes = 64 << 20;
    private int segmentsAhead = 2;
    private int segmentsInReserve = -1;
    private int bufferBytes = 8 << 20;
    private int buffers = 3;
    private int maxBatchBytes = Integer.MAX_VALUE;
    private BackpressurePolicy backpressure = BackpressurePolicy.BLOCK;
    private long spillBytes = 64L << 20;
    private Durability durability = Durability.SYNCED;
    private Duration confirmLimit = Duration.ofSeconds(30);
    private int spinningWaiters = 8;
    private ReadMode mode = ReadMode.STRICT;
    private long recoverFrom = -1;
    private long retentionBytes = -1;
    private Duration retentionAge;
    private boolean keepForCursors;
    private long reserveBytes;
    private WalClock clock = WalClock.system();
    private LogFiles files = LogFiles.SYSTEM;

    private Builder() {}

    /** Size of a segment file, a multiple of 8; default 64 MiB. */
    public Builder segmentBytes(int bytes) {
      segmentBytes = between("segmentBytes", bytes & ~7, MIN_SEGMENT_BYTES, MAX_SEGMENT_BYTES);
      return this;
    }

    /**
     * Segments kept zero-filled ahead of the one in use; at least 1, default 2. While at least half
     * of them, and two more than {@linkplain #segmentsInReserve in reserve}, are ready, only
     * retired ones are used again, and no new file is filled.
     */
    public Builder segmentsAhead(int count) {
      segmentsAhead = between("segmentsAhead", count, 1, 1_024);
      return this;
    }

    /**
     * How many of the segments ahead are used only when the disk has no room for another, so that
     * so much can still be appended after {@link Wal#hasRoom} has turned false; less than {@link
     * #segmentsAhead}. Default 1, or 0 if one is ahead: then appends may be refused without
     * warning.
     */
    public Builder segmentsInReserve(int count) {
      segmentsInReserve = between("segmentsInReserve", count, 0, 1_023);
      return this;
    }

    /** Size of one batch buffer, off the heap, a multiple of 8; default 8 MiB. */
    public Builder bufferBytes(int bytes) {
      bufferBytes = between("bufferBytes", bytes & ~7, 1 << 10, MAX_BUFFER_BYTES);
      return this;
    }

    /** Batch buffers; at least 2, default 3. */
    public Builder buffers(int count) {
      buffers = between("buffers", count, 2, 64);
      return this;
    }

    /**
     * Bound on the bytes of one sync, kept to whole buffers (a batch is never more than one); by
     * default there is none: a sync carries all that arrived while the last one ran.
     */
    public Builder maxBatchBytes(int bytes) {
      maxBatchBytes = between("maxBatchBytes", bytes, 1 << 10, Integer.MAX_VALUE);
      return this;
    }

    /** What an append does when all buffers are full; default {@link BackpressurePolicy#BLOCK}. */
    public Builder backpressure(BackpressurePolicy policy) {
      backpressure = Objects.requireNonNull(policy, "policy");
      return this;
    }

    /** Bound on the further buffers of {@link BackpressurePolicy#SPILL}; default 64 MiB. */
    public Builder spillBytes(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("spillBytes: expected 0 or more, found " + bytes);
      }
      spillBytes = bytes;
      return this;
    }

    /**
     * What the log does by itself: with {@link Durability#SYNCED}, the default, it syncs every
     * batch; otherwise it only writes, and syncs when a critical append or a wait for {@code
     * SYNCED} requests it, and when it is closed.
     *
     * <p>A log that only writes does so through mapped memory, on Linux: much faster, but the first
     * sync in each segment writes all of the segment, which may take longer than {@link
     * #confirmLimit}. The segments in use, ahead and in wait of a batch take their size in address
     * space.
     */
    public Builder durability(Durability level) {
      durability = Objects.requireNonNull(level, "level");
      return this;
    }

    /**
     * How long a wait for a confirmation lasts at most, unless it says so itself; default 30 s,
     * which outlasts a slow disk. It is the caller's patience and changes nothing about the record:
     * a wait that ends by it says that the record is still in flight, not that it is lost, and the
     * record may be confirmed any time later. A log that can confirm no more ends a wait at once.
     */
    public Builder confirmLimit(Duration limit) {
      if (Objects.requireNonNull(limit, "limit").isNegative()) {
        throw new IllegalArgumentException("confirmLimit: expected 0 or more, found " + limit);
      }
      confirmLimit = limit;
      return this;
    }

    /**
     * How many threads that wait for a confirmation may look again and again at once, each yielding
     * its CPU between two looks and parked after 300 µs, about one sync; the others are parked at
     * once. Default 8. With none the CPUs are idle during a sync, and the writer wakes each waiter
     * by a system call before it writes on.
     */
    public Builder spinningWaiters(int count) {
      spinningWaiters = between("spinningWaiters", count, 0, 1_024);
      return this;
    }

    /** How much has to be sound for the log to open; default {@link ReadMode#STRICT}. */
    public Builder mode(ReadMode value) {
      mode = Objects.requireNonNull(value, "value");
      return this;
    }

    /** First sequence that is needed, for {@link ReadMode#SKIP_OLDER_SEGMENTS}; default -1, all. */
    public Builder recoverFrom(long sequence) {
      recoverFrom = sequence;
      return this;
    }

    /**
     * Segments that are not needed any more ({@link Wal#retainFrom}) are kept while all segments
     * together are no larger than this. With neither this nor an age they are deleted at once; with
     * both, as soon as one of the two is exceeded.
     */
    public Builder retentionBytes(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("retentionBytes: expected 0 or more, found " + bytes);
      }
      retentionBytes = bytes;
      return this;
    }

    /** Segments that are not needed any more are kept while they are no older than this. */
    public Builder retentionAge(Duration age) {
      if (Objects.requireNonNull(age, "age").isNegative()) {
        throw new IllegalArgumentException("retentionAge: expected 0 or more, found " + age);
      }
      retentionAge = age;
      return this;
    }

    /**
     * Keeps the records that a {@link WalCursor} in the log's directory has not passed, whatever
     * {@link Wal#retainFrom} says; by default cursors keep nothing. A cursor that nobody moves any
     * more then fills the disk: delete its file. The log looks at the cursors when it begins
     * another segment, and when {@link Wal#retainFrom} is called with a higher sequence.
     */
    public Builder keepForCursors(boolean keep) {
      keepForCursors = keep;
      return this;
    }

    /** Bytes of the disk that are left free for others; default 0. */
    public Builder reserveBytes(long bytes) {
      if (bytes < 0) {
        throw new IllegalArgumentException("reserveBytes: expected 0 or more, found " + bytes);
      }
      reserveBytes = bytes;
      return this;
    }

    /**
     * Clock of the records' timestamps; default {@link WalClock#system()}. After a restart, a time
     * before the last one in the log counts as that one. An append takes its time before its
     * sequence, so of two appends at the same time the later one may have a slightly earlier time.
     */
    public Builder clock(WalClock value) {
      clock = Objects.requireNonNull(value, "value");
      return this;
    }

    /**
     * What the log's files are written through; default {@link LogFiles#SYSTEM}. The bytes in them
     * are the same with every store, so a log may be opened with another one each time.
     */
    public Builder files(LogFiles value) {
      files = Objects.requireNonNull(value, "value");
      return this;
    }

    /** The configuration. */
    public WalConfig build() {
      return new WalConfig(this);
    }

    private static int between(String name, int value, int least, int most) {
      if (value < least || value > most) {
        throw new IllegalArgumentException(
            name + ": expected " + least + " to " + most + ", found " + value);
      }
      return value;
    }
  }
}
