package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.RunLock;
import dev.tandem.logger.storage.SegmentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Following files that change: in order, once, and nothing of it silent. */
class FollowTest {
  private static final long FOR_EVER = Long.MAX_VALUE;

  @TempDir private Path directory;

  private final List<String> seen = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  /** Of the run that the tests play: it lives while this is held. */
  private RunLock lock;

  @BeforeEach
  void begin() throws IOException {
    lock = RunLock.take(directory, "log");
  }

  @AfterEach
  void end() throws IOException {
    lock.close();
  }

  private void poll(LogFollower follower) throws IOException {
    follower.poll(record -> seen.add(record.message()), failures::add);
  }

  private Path name(int number) {
    return directory.resolve(FileNames.segment("log", lock.run(), number));
  }

  /** A segment that a test writes to as a store does. */
  private final class Made {
    private final SegmentFile file;
    private final LogSegment segment;

    Made(int number) throws IOException {
      file = SegmentFile.create(new SegmentInfo(name(number), "r", number, 1 << 16), number, 1, 0);
      segment = new LogSegment(file.memory(), number, null, file);
      file.publish();
    }

    long claim(String text) {
      return SegmentLayout.offsetOf(segment.claim(segment.stored(bytes(text).finish())));
    }

    void write(long offset, String text) {
      RecordBuffer buffer = bytes(text);
      int length = buffer.finish();
      segment.write(offset, buffer.bytes(), length, null);
    }

    void log(String text) {
      write(claim(text), text);
    }

    void abandon() {
      segment.abandon(SegmentLayout.offsetOf(segment.claim(64)), 64);
    }

    void close() {
      segment.close(segment.claim(segment.capacity() + 8));
    }

    private static RecordBuffer bytes(String text) {
      RecordBuffer buffer = new RecordBuffer(1 << 12);
      buffer.begin(RecordLayout.TEXT, 2, 0, 1, 1, 0);
      buffer.text(text);
      return buffer;
    }
  }

  @Test
  void theNextFileWaitsForTheLastRecordOfThisOne() throws IOException {
    LogFollower follower = new LogFollower(List.of(directory), null, FOR_EVER);
    Made first = new Made(1);
    Made second = new Made(2);
    first.log("a");
    long late = first.claim("b");
    first.log("c");
    long last = first.claim("d");
    first.close();
    second.log("e");
    poll(follower);
    assertThat(seen).containsExactly("a");
    first.write(late, "b");
    poll(follower);
    assertThat(seen).containsExactly("a", "b", "c");
    first.write(last, "d");
    poll(follower);
    assertThat(seen).containsExactly("a", "b", "c", "d", "e");
    assertThat(failures).isEmpty();
  }

  @Test
  void aRecordBehindAnAbandonedOneIsWaitedForToo() throws IOException {
    LogFollower follower = new LogFollower(List.of(directory), null, FOR_EVER);
    Made made = new Made(1);
    made.log("a");
    made.abandon();
    final long late = made.claim("b");
    made.abandon();
    final long later = made.claim("c");
    made.log("d");
    made.abandon();
    made.close();
    poll(follower);
    assertThat(seen).containsExactly("a");
    made.write(late, "b");
    poll(follower);
    assertThat(seen).containsExactly("a", "b");
    made.write(later, "c");
    poll(follower);
    assertThat(seen).containsExactly("a", "b", "c", "d");
    assertThat(failures).isEmpty();
  }

  @Test
  void theEndOfAnOpenSegmentIsWaitedForHoweverLong() throws IOException {
    LogFollower follower = new LogFollower(List.of(directory), null, 0);
    Made made = new Made(1);
    made.log("a");
    made.abandon();
    long late = made.claim("b");
    poll(follower);
    poll(follower);
    made.write(late, "b");
    poll(follower);
    assertThat(seen).containsExactly("a", "b");
    assertThat(failures).isEmpty();
  }

  @Test
  void theHoleAtTheEndOfARunThatIsOverIsReportedOnce() throws IOException {
    LogFollower follower = new LogFollower(List.of(directory), null, FOR_EVER);
    new Made(1).close();
    Made made = new Made(2);
    made.log("a");
    made.claim("hole");
    made.log("b");
    made.claim("last");
    poll(follower);
    poll(follower);
    assertThat(seen).containsExactly("a");
    assertThat(failures).isEmpty();
    // As the system does it for a process that is killed.
    lock.leave();
    for (int i = 0; i < 3; i++) {
      poll(follower);
    }
    assertThat(seen).containsExactly("a", "b");
    assertThat(failures).hasSize(2).allMatch(text -> text.contains("never committed"));
    assertThat(failures)
        .isEqualTo(Logs.read(directory).gaps().stream().map(LogHole::toString).toList());
  }

  @Test
  void whatCameBeforeARunWasOverIsNoHole() throws IOException {
    LogFollower follower = new LogFollower(List.of(directory), null, FOR_EVER);
    Made made = new Made(1);
    made.log("a");
    long late = made.claim("b");
    poll(follower);
    made.write(late, "b");
    lock.leave();
    poll(follower);
    poll(follower);
    assertThat(seen).containsExactly("a", "b");
    assertThat(failures).isEmpty();
  }

  @Test
  void aRunThatIsOverContinuesBehindASegmentThatNobodyClosed() throws IOException {
    LogFollower follower = new LogFollower(List.of(directory), null, FOR_EVER);
    new Made(1).log("a");
    new Made(2).log("b");
    poll(follower);
    poll(follower);
    assertThat(seen).containsExactly("a");
    lock.leave();
    poll(follower);
    poll(follower);
    assertThat(seen).containsExactly("a", "b");
    assertThat(failures).isEmpty();
  }

  @Test
  void whatDoesNotComeIsReportedOnceAndPassed() throws IOException {
    LogFollower follower = new LogFollower(List.of(directory), null, 0);
    Made first = new Made(1);
    first.claim("one");
    first.log("a");
    first.claim("two");
    first.log("b");
    first.claim("three");
    first.close();
    new Made(2).log("c");
    poll(follower);
    poll(follower);
    assertThat(seen).containsExactly("a", "b", "c");
    assertThat(failures).hasSize(3).allMatch(text -> text.contains("never committed"));
  }

  @Test
  void everyDamagedPlaceIsReportedOnce() throws IOException {
    LogFollower follower = new LogFollower(List.of(directory), null, FOR_EVER);
    Made made = new Made(1);
    for (int i = 0; i < 3; i++) {
      made.log("sound " + i);
      long at = made.claim("damaged");
      made.write(at, "damaged");
      SegmentLayout.putInt(made.file.memory(), at + RecordLayout.CHECKSUM_AT, 0);
      made.log("behind " + i);
      poll(follower);
      assertThat(failures).hasSize(i + 1).last().asString().contains("checksum");
      assertThat(seen).hasSize(2 * i + 2);
    }
  }

  @Test
  void missingFilesAreReportedAndPassed() throws IOException {
    LogFollower follower = new LogFollower(List.of(directory), null, FOR_EVER);
    new Made(1).log("a");
    poll(follower);
    new Made(2).log("b");
    poll(follower);
    assertThat(seen).containsExactly("a");
    Files.delete(name(1));
    poll(follower);
    assertThat(seen).containsExactly("a", "b");
    assertThat(failures).singleElement().asString().contains("segment 1 was deleted");
    Files.delete(name(2));
    new Made(4).log("d");
    for (int i = 0; i < 3; i++) {
      poll(follower);
    }
    assertThat(seen).containsExactly("a", "b", "d");
    assertThat(failures).hasSize(3).last().asString().contains("segment 4 after 2");
  }

  @Test
  void aRotatingWriterIsFollowedInOrder() throws IOException {
    int records = 30_000;
    List<Integer> numbers = new ArrayList<>();
    LogFollower follower = new LogFollower(List.of(directory), null, FOR_EVER);
    Thread writer;
    try (LogStore store = LogStore.open(directory, Logs.small().build())) {
      LogWriter log = store.writer("w");
      writer =
          new Thread(
              () -> {
                for (int i = 0; i < records; i++) {
                  if (!log.log(LogLevel.INFO, "record {}", i)) {
                    throw new AssertionError("dropped");
                  }
                }
              });
      writer.start();
      while (writer.isAlive()) {
        follower.poll(record -> numbers.add((Integer) record.arguments().get(0)), failures::add);
      }
    }
    follower.poll(record -> numbers.add((Integer) record.arguments().get(0)), failures::add);
    assertThat(failures).isEmpty();
    assertThat(numbers).isEqualTo(IntStream.range(0, records).boxed().toList());
  }
}
