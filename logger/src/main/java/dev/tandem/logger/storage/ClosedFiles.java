package dev.tandem.logger.storage;

import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.RetentionPolicy;
import dev.tandem.logger.SegmentInfo;
import dev.tandem.logger.format.FileNames;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Closed files: compresses those of this run, and deletes what {@link RetentionPolicy} does not
 * keep, also of runs that are over. Files of other living runs are left to them.
 */
public final class ClosedFiles {
  private static final long COMPRESSION_SECONDS = 60;

  private record Closed(Path path, FileNames.Parts parts, long bytes, Instant modified) {}

  private final Path directory;
  private final String run;
  private final LogStoreConfig config;
  private final FailureReporter failureReporter;
  private ExecutorService compressor;
  private volatile Thread compressing;
  private long deleted;

  public ClosedFiles(
      Path directory, String run, LogStoreConfig config, FailureReporter failureReporter) {
    this.directory = directory;
    this.run = run;
    this.config = config;
    this.failureReporter = failureReporter;
    if (config.compress()) {
      // Not when it is first used: that may be while the process ends, when no library is loaded.
      failureReporter.during("cannot compress", Compression::load);
    }
  }

  public long deleted() {
    return deleted;
  }

  void finished(SegmentInfo info, boolean compressible) {
    if (config.compress() && compressible) {
      if (compressor == null) {
        compressor =
            Executors.newSingleThreadExecutor(
                task -> {
                  Thread thread = new Thread(task, "tandem-log-compressor");
                  thread.setDaemon(true);
                  compressing = thread;
                  return thread;
                });
      }
      compressor.execute(
          () -> failureReporter.during("cannot compress", () -> Compression.replace(info.file())));
    }
  }

  /**
   * Deletes what is not to be kept.
   *
   * @param firstLive number of the first segment of this run that is not closed
   */
  public void applyRetention(long firstLive) {
    if (!config.retention().equals(RetentionPolicy.ALL)) {
      failureReporter.during("cannot delete old log files", () -> delete(firstLive));
    }
  }

  private void delete(long firstLive) throws IOException {
    List<Closed> files = list(firstLive);
    files.sort(
        Comparator.comparing((Closed file) -> file.parts().run())
            .thenComparingLong(file -> file.parts().number())
            .reversed());
    List<Closed> doomed = doomed(files);
    // The oldest first, so that a reader never finds a gap between segments.
    for (int i = doomed.size() - 1; i >= 0; i--) {
      Files.deleteIfExists(doomed.get(i).path());
      deleted++;
    }
  }

  /**
   * Of all closed files, the newest first, those that are not kept: whole segments, and in each run
   * all that are older than the first of them.
   */
  private List<Closed> doomed(List<Closed> files) {
    RetentionPolicy keep = config.retention();
    Instant now = Instant.now();
    List<Closed> doomed = new ArrayList<>();
    int count = 0;
    long bytes = 0;
    String endOf = "";
    for (int from = 0, to; from < files.size(); from = to) {
      // The files that a sealing makes of one segment count as one.
      FileNames.Parts segment = files.get(from).parts();
      boolean old = true;
      for (to = from; to < files.size() && isOf(files.get(to).parts(), segment); to++) {
        bytes += files.get(to).bytes();
        old &= files.get(to).modified().plusMillis(millis(keep)).isBefore(now);
      }
      count++;
      if (segment.run().equals(endOf) || count > keep.files() || bytes > keep.bytes() || old) {
        endOf = segment.run();
        doomed.addAll(files.subList(from, to));
      }
    }
    return doomed;
  }

  private static boolean isOf(FileNames.Parts file, FileNames.Parts segment) {
    return file.run().equals(segment.run()) && file.number() == segment.number();
  }

  private static long millis(RetentionPolicy keep) {
    // A century, so that the addition does not overflow.
    return Math.min(keep.age().toMillis(), 3_155_760_000_000L);
  }

  private List<Closed> list(long firstLive) throws IOException {
    List<Closed> files = new ArrayList<>();
    Map<String, Boolean> over = new HashMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path path : entries) {
        FileNames.Parts parts = FileNames.parse(path.getFileName().toString());
        if (parts == null || !parts.name().equals(config.name())) {
          continue;
        }
        boolean closed;
        if (parts.run().equals(run)) {
          closed = parts.number() < firstLive;
        } else {
          Boolean known = over.get(parts.run());
          if (known == null) {
            known = RunLock.isOver(directory, config.name(), parts.run());
            over.put(parts.run(), known);
          }
          closed = known;
        }
        if (closed) {
          files.add(
              new Closed(
                  path, parts, Files.size(path), Files.getLastModifiedTime(path).toInstant()));
        }
      }
    } catch (java.nio.file.NoSuchFileException e) {
      // Compressed or deleted while it was looked at: the next round sees the rest.
      return new ArrayList<>();
    }
    return files;
  }

  /** Whether a thread is the compressing one. */
  public boolean isOwn(Thread other) {
    return other.equals(compressing);
  }

  /** Waits for the compressor. */
  public void close() {
    if (compressor != null) {
      compressor.shutdown();
      try {
        if (!compressor.awaitTermination(COMPRESSION_SECONDS, TimeUnit.SECONDS)) {
          compressor.shutdownNow();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
