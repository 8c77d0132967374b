package dev.tandem.logger.storage;

import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.RecordSeal;
import dev.tandem.logger.SegmentInfo;
import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.SegmentLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes segments ahead of their use, on a thread of its own. A full or broken disk is reported; the
 * work is tried again until it succeeds, and that is reported too, both within the limits of {@link
 * StateNews}.
 */
public final class LogSegmentSupply {
  private static final long IDLE_NANOS = 100_000_000;

  private final Path directory;
  private final String run;
  private final LogStoreConfig config;
  private final ActiveSegment active;
  private final SecureRandom ids = new SecureRandom();
  private final AtomicLong failures = new AtomicLong();
  private final Thread thread;
  private final SealBacklog backlog;
  private final StateNews news;
  private long number;
  private volatile boolean failing;
  private volatile boolean stopping;

  public LogSegmentSupply(Path directory, String run, LogStoreConfig config, ActiveSegment active) {
    this.directory = directory;
    this.run = run;
    this.config = config;
    this.active = active;
    this.news = new StateNews(text -> StoreThreads.report(config, text), System::nanoTime);
    this.backlog = new SealBacklog(config.sealBacklog());
    this.thread = StoreThreads.make("tandem-log-supply", this::work);
  }

  /**
   * Makes the first segment, and starts making others.
   *
   * @throws IOException if the first cannot be made
   */
  public void start() throws IOException {
    active.offer(make());
    thread.start();
  }

  /** Attempts to make a segment that failed. */
  public long failures() {
    return failures.get();
  }

  /** Whether the last attempt to make a segment failed. */
  public boolean isFailing() {
    return failing;
  }

  /** Whether a thread is the supply's own. */
  public boolean isOwn(Thread other) {
    return other.equals(thread);
  }

  /** One more segment is wanted. */
  public void wake() {
    LockSupport.unpark(thread);
  }

  /** Stops, and removes what was made and not used. */
  public void stop() throws IOException {
    stopping = true;
    LockSupport.unpark(thread);
    Waits.join(thread);
    for (LogSegment spare = active.takeSpare(); spare != null; spare = active.takeSpare()) {
      discard(spare);
    }
  }

  /** Undoes a start of which a part has failed: nobody has logged yet. */
  public void abandon() throws IOException {
    active.end();
    stop();
    for (LogSegment first = active.takeRetired(); first != null; first = active.takeRetired()) {
      discard(first);
    }
  }

  private void work() {
    while (!stopping) {
      // An interrupt is not for this thread, and would close the file that it fills.
      Thread.interrupted();
      if (active.spares() >= config.segmentsAhead() || isBehind()) {
        reportIfWell();
        LockSupport.parkNanos(IDLE_NANOS);
        continue;
      }
      try {
        active.offer(make());
        failing = false;
        reportIfWell();
      } catch (IOException | RuntimeException | Error e) {
        failures.incrementAndGet();
        failing = true;
        news.look(
            true,
            () ->
                "cannot make a segment of "
                    + config.segmentSize()
                    + " bytes in "
                    + directory
                    + ": "
                    + e
                    + "; records are dropped and counted when the last segment is full");
        LockSupport.parkNanos(config.retryInterval().toNanos());
      }
    }
  }

  private void reportIfWell() {
    if (!failing) {
      news.look(false, () -> "logging resumes: there is room again in " + directory);
    }
  }

  /**
   * Whether so many segments wait for being sealed that callers must not continue without limit.
   */
  private boolean isBehind() {
    if (!config.sealsBlocks()) {
      return false;
    }
    long unfinished = active.unfinished();
    if (backlog.isNews(unfinished)) {
      StoreThreads.report(
          config,
          "more than "
              + config.sealBacklog()
              + " segments wait for being sealed; no more are made until then, and records are"
              + " dropped and counted when the last one is full");
    }
    return backlog.isOver(unfinished);
  }

  private LogSegment make() throws IOException {
    Path path = directory.resolve(FileNames.segment(config.name(), run, number + 1));
    SegmentInfo info = new SegmentInfo(path, run, number + 1, config.segmentSize());
    long fileId = ids.nextLong();
    boolean perRecord = config.sealing() != null && config.sealing().perRecord();
    long flags = config.sealing() == null ? 0 : SegmentLayout.TO_BE_SEALED;
    SegmentFile file =
        SegmentFile.create(
            info,
            fileId,
            ProcessHandle.current().pid(),
            perRecord ? SegmentLayout.RECORDS_SEALED : flags);
    try {
      RecordSeal seal = null;
      if (perRecord) {
        seal =
            config
                .sealing()
                .openRecords(
                    info,
                    file.memory()
                        .asSlice(SegmentLayout.SEAL_AREA_AT, SegmentLayout.SEAL_AREA_BYTES));
        StoreThreads.clearInterrupt();
      }
      file.publish();
      number++;
      return new LogSegment(file.memory(), fileId, seal, file);
    } catch (IOException | RuntimeException | Error e) {
      file.delete();
      throw e;
    }
  }

  /** Removes a segment that was never used. */
  static void discard(LogSegment spare) throws IOException {
    if (spare.seal() != null) {
      spare.seal().close();
    }
    spare.file().delete();
  }
}
