package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rotation, retention, compression, several stores in a directory, following. */
class OperationTest {

  private static final Duration DAYS = Duration.ofDays(3);

  @TempDir private Path directory;

  private void fill(LogWriter writer, int from, int to) {
    for (int i = from; i < to; i++) {
      assertThat(writer.log(LogLevel.INFO, "record {}", i)).isTrue();
    }
  }

  private static List<Long> numbers(Logs.Content content) {
    return content.records().stream()
        .map(record -> ((Number) record.arguments().get(0)).longValue())
        .toList();
  }

  @Test
  void onlySoManyFilesAreKeptAndTheyAreTheNewest() throws IOException {
    LogStoreConfig config = Logs.small().retention(RetentionPolicy.ofFiles(3)).build();
    int records = 20_000;
    try (LogStore store = LogStore.open(directory, config)) {
      fill(store.writer("keep"), 0, records);
      Logs.await(
          "old files to go",
          () -> {
            LogMetrics metrics = store.metrics();
            return metrics.rotations() >= 10 && metrics.deleted() >= metrics.rotations() - 3;
          });
    }
    assertThat(LogReader.list(directory)).hasSize(3);
    List<Long> kept = numbers(Logs.read(directory));
    assertThat(kept).isEqualTo(LongStream.range(records - kept.size(), records).boxed().toList());
  }

  @Test
  void theFilesOfALivingRunAreNobodyElsesToDelete() throws IOException {
    try (LogStore other = LogStore.open(directory, Logs.small().build())) {
      fill(other.writer("other"), 0, 10_000);
      Logs.await("files to be closed", () -> other.metrics().rotations() >= 3);
      List<Path> theirs = LogReader.list(directory);
      LogStoreConfig config = Logs.small().retention(RetentionPolicy.ofFiles(1)).build();
      try (LogStore store = LogStore.open(directory, config)) {
        fill(store.writer("own"), 0, 10_000);
        Logs.await("own files to go", () -> store.metrics().deleted() >= 2);
      }
      assertThat(LogReader.list(directory)).containsAll(theirs);
    }
  }

  @Test
  void onlySoManyBytesAreKeptAlsoOfRunsBefore() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      fill(store.writer("bytes"), 0, 5000);
    }
    int before = LogReader.list(directory).size();
    assertThat(before).isGreaterThan(2);
    RetentionPolicy keep =
        new RetentionPolicy(Integer.MAX_VALUE, 70_000, RetentionPolicy.ALL.age());
    try (LogStore store = LogStore.open(directory, Logs.small().retention(keep).build())) {
      store.writer("bytes").log(LogLevel.INFO, "record {}", 5000);
    }
    long bytes = 0;
    for (Path file : LogReader.list(directory)) {
      bytes += Files.size(file);
    }
    assertThat(bytes).isLessThanOrEqualTo(70_000);
    List<Long> kept = numbers(Logs.read(directory));
    assertThat(kept.get(kept.size() - 1)).isEqualTo(5000);
  }

  @Test
  void filesThatWereClosedLongAgoAreDeleted() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      fill(store.writer("age"), 0, 5000);
    }
    List<Path> before = LogReader.list(directory);
    assertThat(before).hasSizeGreaterThan(2);
    List<Path> old = before.subList(0, before.size() - 1);
    for (Path file : old) {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    }
    RetentionPolicy keep =
        new RetentionPolicy(Integer.MAX_VALUE, Long.MAX_VALUE, Duration.ofHours(1));
    try (LogStore store = LogStore.open(directory, Logs.small().retention(keep).build())) {
      store.writer("age").log(LogLevel.INFO, "record {}", 5000);
      Logs.await("old files to go", () -> store.metrics().deleted() >= old.size());
      assertThat(store.metrics().deleted()).isEqualTo(old.size());
    }
    assertThat(old).noneMatch(Files::exists);
    assertThat(before.get(before.size() - 1)).exists();
    List<Long> kept = numbers(Logs.read(directory));
    assertThat(kept).isEqualTo(LongStream.rangeClosed(5001 - kept.size(), 5000).boxed().toList());
  }

  @Test
  void noGapIsLeftWhereAnOlderFileWasChangedLater() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      fill(store.writer("age"), 0, 5000);
    }
    List<Path> files = LogReader.list(directory);
    assertThat(files).hasSizeGreaterThan(3);
    // As the sealing of what a crash left changes files.
    Files.setLastModifiedTime(
        files.get(1), FileTime.from(Instant.now().minus(DAYS.multipliedBy(9))));
    RetentionPolicy keep = new RetentionPolicy(Integer.MAX_VALUE, Long.MAX_VALUE, DAYS);
    try (LogStore store = LogStore.open(directory, Logs.small().retention(keep).build())) {
      Logs.await("old files to go", () -> store.metrics().deleted() >= 2);
    }
    assertThat(files.get(0)).doesNotExist();
    assertThat(files.get(1)).doesNotExist();
    assertThat(files.get(2)).exists();
    assertThat(Logs.read(directory).damage()).isEmpty();
  }

  @Test
  void aFileIsClosedAfterItsTime() throws IOException {
    LogStoreConfig config = Logs.small().rotateEvery(Duration.ofMillis(5)).build();
    try (LogStore store = LogStore.open(directory, config)) {
      LogWriter writer = store.writer("time");
      for (int i = 0; i < 3; i++) {
        int closed = i;
        fill(writer, i, i + 1);
        Logs.await("rotation by time", () -> store.metrics().rotations() > closed);
      }
    }
    assertThat(numbers(Logs.read(directory))).containsExactly(0L, 1L, 2L);
  }

  @Test
  void compressedFilesHoldTheSame() throws IOException {
    try (LogStore store = LogStore.open(directory, Logs.small().compress(true).build())) {
      fill(store.writer("zstd"), 0, 5000);
    }
    assertThat(LogReader.list(directory))
        .isNotEmpty()
        .allMatch(file -> file.toString().endsWith(".tlog.zst"));
    assertThat(numbers(Logs.read(directory))).isEqualTo(LongStream.range(0, 5000).boxed().toList());
  }

  @Test
  void severalStoresShareADirectory() throws IOException {
    try (LogStore first = LogStore.open(directory, Logs.small().build());
        LogStore second = LogStore.open(directory, Logs.small().build())) {
      fill(first.writer("one"), 0, 3000);
      fill(second.writer("two"), 3000, 6000);
      assertThat(first.run()).isNotEqualTo(second.run());
    }
    List<Long> all = new ArrayList<>(numbers(Logs.read(directory)));
    assertThat(all).isEqualTo(LongStream.range(0, 6000).boxed().toList());
  }

  @Test
  void everyPolicyForcesWithoutFailure() throws IOException {
    List<String> reported = Collections.synchronizedList(new ArrayList<>());
    for (SyncPolicy policy :
        List.of(
            SyncPolicy.NONE,
            SyncPolicy.every(Duration.ofMillis(1)),
            SyncPolicy.onLevel(LogLevel.WARN))) {
      LogStoreConfig config = Logs.small().sync(policy).onFailure(reported::add).build();
      try (LogStore store = LogStore.open(directory, config)) {
        LogWriter writer = store.writer("sync");
        fill(writer, 0, 2000);
        writer.log(LogLevel.ERROR, "record {}", 2000);
        store.flush();
        store.rotate();
        writer.log(LogLevel.ERROR, "record {}", 2001);
        store.flush();
      }
    }
    assertThat(reported).isEmpty();
    assertThat(numbers(Logs.read(directory))).hasSize(3 * 2002);
  }

  @Test
  void followedRecordsComeOnceAndInOrder() throws IOException {
    List<LogRecord> seen = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    LogFollower follower = new LogFollower(List.of(directory), null, Long.MAX_VALUE);
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter writer = store.writer("follow");
      for (int i = 0; i < 5; i++) {
        fill(writer, 1000 * i, 1000 * (i + 1));
        follower.poll(seen::add, failures::add);
        assertThat(seen).hasSize(1000 * (i + 1));
      }
    }
    follower.poll(seen::add, failures::add);
    assertThat(seen.stream().map(record -> (Integer) record.arguments().get(0)).toList())
        .isEqualTo(java.util.stream.IntStream.range(0, 5000).boxed().toList());
    assertThat(failures).isEmpty();
  }

  @Test
  void callsAfterTheCloseAreDroppedAndCounted() throws IOException {
    LogStore store = LogStore.open(directory, Logs.small().build());
    LogWriter writer = store.writer("closed");
    fill(writer, 0, 1);
    store.close();
    assertThat(writer.log(LogLevel.INFO, "late")).isFalse();
    assertThat(store.metrics().dropped()).isEqualTo(1);
    assertThat(Logs.read(directory).records()).hasSize(1);
    try (var files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .allMatch(name -> name.endsWith(".tlog"));
    }
  }
}
