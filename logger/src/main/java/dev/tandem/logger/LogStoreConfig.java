package dev.tandem.logger;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/** How a {@link LogStore} works. Immutable; made by {@link #builder}. */
public final class LogStoreConfig {
  /** Smallest segment, in bytes. */
  public static final long MIN_SEGMENT_SIZE = 1 << 16;

  /** Largest segment, in bytes. */
  public static final long MAX_SEGMENT_SIZE = 1L << 32;

  private static final long LAST_SEGMENT = 1 << 20;

  private final Builder settings;

  private LogStoreConfig(Builder settings) {
    this.settings = settings;
  }

  /** The defaults. */
  public static LogStoreConfig defaults() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** First part of the file names. */
  public String name() {
    return settings.name;
  }

  /** Bytes of a segment, which is a file. */
  public long segmentSize() {
    return settings.segmentSize;
  }

  /** Segments kept ready beside the one in use. */
  public int segmentsAhead() {
    return settings.segmentsAhead;
  }

  /** A segment with records is closed after this time; null if only its size closes it. */
  public Duration rotateEvery() {
    return settings.rotateEvery;
  }

  public RetentionPolicy retention() {
    return settings.retention;
  }

  /** Whether closed files are compressed. */
  public boolean compress() {
    return settings.compress;
  }

  public OverflowPolicy overflow() {
    return settings.overflow;
  }

  /** No call waits longer than this for a segment. */
  public Duration blockBound() {
    return settings.blockBound;
  }

  /** After a segment could not be made, the next attempt. */
  public Duration retryInterval() {
    return settings.retryInterval;
  }

  public SyncPolicy sync() {
    return settings.sync;
  }

  /** Threshold of new writers. */
  public LogLevel level() {
    return settings.level;
  }

  /** The same for a few records, which nothing may come after: one small segment at a time. */
  public LogStoreConfig forLastRecords() {
    Builder few = new Builder(settings);
    few.segmentSize = Math.min(settings.segmentSize, LAST_SEGMENT);
    few.segmentsAhead = 1;
    return few.build();
  }

  /** Null if records are not sealed. */
  public Sealing sealing() {
    return settings.sealing;
  }

  /** Committed bytes are sealed after this time at the latest. */
  public Duration sealInterval() {
    return settings.sealInterval;
  }

  /**
   * While more closed segments than this wait for being sealed, no further ones are made; calls
   * then wait or drop, by {@link #overflow}. Counts only where the store seals by blocks.
   */
  public int sealBacklog() {
    return settings.sealBacklog;
  }

  /**
   * Gets a message when something fails, once until it is over or has another cause, and when there
   * is room again.
   */
  public Consumer<String> onFailure() {
    return settings.onFailure;
  }

  /** Whether the store's maintenance thread seals records, and not their callers. */
  public boolean sealsBlocks() {
    return settings.sealing != null && !settings.sealing.perRecord();
  }

  /** How long a claim that is not committed is waited for before others are sealed or closed. */
  public Duration lastWriters() {
    return settings.lastWriters;
  }

  /** The most bytes that one record may have; longer texts are cut, and marked so. */
  int maxRecord() {
    return (int) Math.min(1 << 20, settings.segmentSize / 4);
  }

  /** Sets what differs from the defaults. */
  public static final class Builder {
    private String name = "log";
    private long segmentSize = 64L << 20;
    private int segmentsAhead = 2;
    private Duration rotateEvery;
    private RetentionPolicy retention = RetentionPolicy.ALL;
    private boolean compress;
    private OverflowPolicy overflow = OverflowPolicy.BLOCK;
    private Duration blockBound = Duration.ofMillis(100);
    private Duration retryInterval = Duration.ofMillis(250);
    private SyncPolicy sync = SyncPolicy.NONE;
    private LogLevel level = LogLevel.TRACE;
    private Sealing sealing;
    private Duration sealInterval = Duration.ofMillis(200);
    private int sealBacklog = 16;
    private Duration lastWriters = Duration.ofSeconds(5);
    private Consumer<String> onFailure = text -> System.err.println("tandem-logger: " + text);

    private Builder() {}

    private Builder(Builder from) {
      name = from.name;
      segmentSize = from.segmentSize;
      segmentsAhead = from.segmentsAhead;
      rotateEvery = from.rotateEvery;
      retention = from.retention;
      compress = from.compress;
      overflow = from.overflow;
      blockBound = from.blockBound;
      retryInterval = from.retryInterval;
      sync = from.sync;
      level = from.level;
      sealing = from.sealing;
      sealInterval = from.sealInterval;
      sealBacklog = from.sealBacklog;
      lastWriters = from.lastWriters;
      onFailure = from.onFailure;
    }

    /** Default {@code log}; letters, digits, dot, underscore and dash. */
    public Builder name(String value) {
      if (!value.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
        throw new IllegalArgumentException("name must be letters, digits, '.', '_', '-': " + value);
      }
      name = value;
      return this;
    }

    /** Default 64 MiB; 64 KiB to 4 GiB, a multiple of 4,096. */
    public Builder segmentSize(long value) {
      if (value < MIN_SEGMENT_SIZE || value > MAX_SEGMENT_SIZE || value % 4096 != 0) {
        throw new IllegalArgumentException(
            "segment size must be a multiple of 4096 from 64 KiB to 4 GiB: " + value);
      }
      segmentSize = value;
      return this;
    }

    /** Default 2; 1 to 64. */
    public Builder segmentsAhead(int value) {
      if (value < 1 || value > 64) {
        throw new IllegalArgumentException("segments ahead must be 1 to 64: " + value);
      }
      segmentsAhead = value;
      return this;
    }

    /** Default null: never. */
    public Builder rotateEvery(Duration value) {
      rotateEvery = value == null ? null : positive("rotateEvery", value);
      return this;
    }

    /** Default {@link RetentionPolicy#ALL}. */
    public Builder retention(RetentionPolicy value) {
      retention = Objects.requireNonNull(value, "retention");
      return this;
    }

    /** Default false. Needs zstd-jni on the class path. Sealed files are not compressed. */
    public Builder compress(boolean value) {
      compress = value;
      return this;
    }

    /** Default {@link OverflowPolicy#BLOCK}. */
    public Builder overflow(OverflowPolicy value) {
      overflow = Objects.requireNonNull(value, "overflow");
      return this;
    }

    /** Default 100 ms. */
    public Builder blockBound(Duration value) {
      blockBound = positive("blockBound", value);
      return this;
    }

    /** Default 250 ms. */
    public Builder retryInterval(Duration value) {
      retryInterval = positive("retryInterval", value);
      return this;
    }

    /** Default {@link SyncPolicy#NONE}. */
    public Builder sync(SyncPolicy value) {
      sync = Objects.requireNonNull(value, "sync");
      return this;
    }

    /** Default {@link LogLevel#TRACE}. */
    public Builder level(LogLevel value) {
      level = Objects.requireNonNull(value, "level");
      return this;
    }

    /** Default null: not sealed. */
    public Builder sealing(Sealing value) {
      sealing = value;
      return this;
    }

    /** Default 200 ms. */
    public Builder sealInterval(Duration value) {
      sealInterval = positive("sealInterval", value);
      return this;
    }

    /** Default 16 segments; 1 to 1,000,000. */
    public Builder sealBacklog(int value) {
      if (value < 1 || value > 1_000_000) {
        throw new IllegalArgumentException("seal backlog must be 1 to 1000000: " + value);
      }
      sealBacklog = value;
      return this;
    }

    /** For tests; 5 s otherwise. */
    Builder lastWriters(Duration value) {
      lastWriters = value;
      return this;
    }

    /** Default: a line on the standard error output. Must not throw. */
    public Builder onFailure(Consumer<String> value) {
      onFailure = Objects.requireNonNull(value, "onFailure");
      return this;
    }

    public LogStoreConfig build() {
      return new LogStoreConfig(new Builder(this));
    }

    private static Duration positive(String name, Duration value) {
      if (value.isNegative() || value.isZero() || value.compareTo(Duration.ofDays(36500)) > 0) {
        throw new IllegalArgumentException(name + " must be more than 0: " + value);
      }
      return value;
    }
  }
}
