package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.format.RecordBuffer;
import dev.tandem.logger.format.RecordLayout;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.LogSegment;
import dev.tandem.logger.storage.SegmentTail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that come after their place was sealed as the zeros of a hole. */
class LateRecordTest {

  @TempDir private Path temp;
  private Path log;
  private SealingProbe sealing;

  @BeforeEach
  void directory() throws IOException {
    log = Files.createDirectory(temp.resolve("log"));
    sealing = new SealingProbe(SealMode.BLOCKS);
  }

  private Logs.Content read(Path directory) throws IOException {
    return Logs.read(directory, new KeyUnsealing(AbandonedTest.ring()));
  }

  private static List<Path> files(Path directory, String ending) throws IOException {
    try (var files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }

  /** Seals what there is, holes too. */
  private SegmentTail sealed(MadeSegment made) throws IOException {
    SegmentTail tail = new SegmentTail(made.segment, sealing::openSink, 0);
    tail.seal(true, 0);
    return tail;
  }

  @Test
  void areSealedByTheNextRunIfTheProcessIsKilled() throws IOException {
    MadeSegment made = new MadeSegment(log);
    made.log("first");
    final long one = made.claim("late one");
    made.log("second");
    final long two = made.claim("late two");
    final long three = made.claim("late three");
    made.log("last");
    assertThat(sealed(made).hasHoles()).isTrue();
    made.write(one, "late one");
    made.write(three, "late three");
    Path killed = temp.resolve("killed");
    made.kill(killed);
    LogStore.open(killed, Logs.small().sealing(sealing).build()).close();
    Path plain = killed.resolve(made.info.file().getFileName());
    assertThat(Files.readString(plain, StandardCharsets.ISO_8859_1)).doesNotContain("late");
    Logs.Content content = read(killed);
    assertThat(content.messages())
        .containsExactly("first", "late one", "second", "late three", "last");
    assertThat(content.damage()).isEmpty();
    assertThat(content.holes()).isEqualTo(1);
    assertThat(content.gaps()).singleElement().extracting(LogHole::offset).isEqualTo(two);
  }

  @Test
  void areInTheLogOrTheirCallsFailIfTheStoreIsClosed() throws IOException {
    AtomicBoolean committed = new AtomicBoolean();
    AtomicBoolean failed = new AtomicBoolean();
    LogStoreConfig config = Logs.small().sealing(sealing).lastWriters(Duration.ofMillis(1)).build();
    try (LogStore store = LogStore.open(log, config)) {
      LogWriter writer = store.writer("w");
      assertThat(writer.log(LogLevel.INFO, "one")).isTrue();
      LogSegment segment = store.active().currentAcquire();
      RecordBuffer buffer = new RecordBuffer(1 << 12);
      buffer.begin(RecordLayout.TEXT, 2, 1, 1, 1, 0);
      buffer.text("late");
      int length = buffer.finish();
      long offset = SegmentLayout.offsetOf(segment.claim(segment.stored(length)));
      assertThat(writer.log(LogLevel.INFO, "two")).isTrue();
      store.flush();
      sealing.ends =
          start -> {
            if (start == 0 && !committed.get() && !failed.get()) {
              try {
                segment.write(offset, buffer.bytes(), length, null);
                committed.set(true);
              } catch (IllegalStateException unmapped) {
                failed.set(true);
              }
            }
          };
    }
    assertThat(committed.get()).isNotEqualTo(failed.get());
    Logs.Content content = read(log);
    assertThat(content.messages())
        .isEqualTo(committed.get() ? List.of("one", "late", "two") : List.of("one", "two"));
    assertThat(content.holes()).isEqualTo(committed.get() ? 0 : 1);
    assertThat(content.damage()).isEmpty();
  }

  @Test
  void haveOnePartHoweverOftenItsEndFails() throws IOException {
    MadeSegment made = new MadeSegment(log);
    final long late = made.claim("late");
    made.log("last");
    SegmentTail tail = sealed(made);
    made.write(late, "late");
    sealing.ends = failing(3, new IOException("the disk is full"));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> tail.seal(true, 0)).hasMessage("the disk is full");
    }
    tail.seal(true, 0);
    assertThat(tail.hasHoles()).isFalse();
    assertThat(files(log, ".sealed")).hasSize(2);
    assertThat(read(log).messages()).containsExactly("late", "last");
  }

  @Test
  void leaveNoPartThatTookNothing() throws IOException {
    MadeSegment made = new MadeSegment(log);
    final long late = made.claim("late");
    made.log("last");
    SegmentTail tail = sealed(made);
    made.write(late, "late");
    sealing.accepts = failing(3, new IllegalStateException("no cipher"));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> tail.seal(true, 0)).hasMessage("no cipher");
    }
    tail.seal(true, 0);
    assertThat(tail.hasHoles()).isFalse();
    assertThat(files(log, ".sealed")).hasSize(2);
    assertThat(read(log).messages()).containsExactly("late", "last");
  }

  @Test
  void ofACrashHaveOnePartHoweverOftenItFails() throws IOException {
    MadeSegment made = new MadeSegment(log);
    made.log("first");
    made.log("last");
    Path killed = temp.resolve("killed");
    made.kill(killed);
    LogStoreConfig config = Logs.small().sealing(sealing).build();
    sealing.accepts = failing(3, new IOException("the disk is full"));
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> LogStore.open(killed, config)).hasMessage("the disk is full");
    }
    LogStore.open(killed, config).close();
    assertThat(files(killed, ".sealed"))
        .filteredOn(file -> file.toString().contains(MadeSegment.RUN))
        .hasSize(1);
    assertThat(read(killed).messages()).containsExactly("first", "last");
    assertThat(read(killed).damage()).isEmpty();
  }

  @Test
  void thePartThatABrokenOneFollowsSurvivesTheMachine() throws IOException {
    MadeSegment made = new MadeSegment(log);
    made.log("first");
    SegmentTail tail = sealed(made);
    List<Long> forced = new CopyOnWriteArrayList<>();
    sealing.forces = forced::add;
    sealing.accepts = failing(1, new IllegalStateException("no cipher"));
    made.log("last");
    assertThatThrownBy(() -> tail.seal(true, 0)).hasMessage("no cipher");
    assertThat(forced).containsExactly(0L);
    tail.seal(true, 0);
    assertThat(read(log).messages()).containsExactly("first", "last");
  }

  @Test
  void areNotReplacedByWhatALaterRunFinds() throws IOException {
    MadeSegment made = new MadeSegment(log);
    made.log("first");
    final long late = made.claim("authentic");
    made.log("last");
    SegmentTail tail = sealed(made);
    made.write(late, "authentic");
    tail.seal(true, 0);
    assertThat(tail.hasHoles()).isFalse();
    // Anybody who may write the plain file can put a record where one was wiped.
    made.write(late, "forged!!!");
    Path killed = temp.resolve("killed");
    made.kill(killed);
    LogStore.open(killed, Logs.small().sealing(sealing).build()).close();
    Logs.Content content = read(killed);
    assertThat(content.messages()).containsExactly("first", "authentic", "last");
    assertThat(content.damage()).hasSize(1);
  }

  @Test
  void ofACrashLeaveNoPartEvenIfRemovingOneFails() throws IOException {
    MadeSegment made = new MadeSegment(log);
    made.log("first");
    final long late = made.claim("late");
    made.log("last");
    sealed(made);
    made.write(late, "late");
    made.log("plain");
    Path killed = temp.resolve("killed");
    made.kill(killed);
    final List<Path> before = files(killed, ".sealed");
    List<Long> deleted = new CopyOnWriteArrayList<>();
    sealing.accepts =
        offset -> {
          if (offset != late) {
            throw new IOException("the disk is full");
          }
        };
    sealing.deletes =
        start -> {
          deleted.add(start);
          throw new IOException("cannot remove");
        };
    assertThatThrownBy(() -> LogStore.open(killed, Logs.small().sealing(sealing).build()))
        .hasMessage("the disk is full");
    assertThat(deleted).hasSize(2);
    assertThat(files(killed, ".sealed")).isEqualTo(before);
  }

  private static SealingProbe.Moment failing(int times, Exception failure) {
    AtomicInteger left = new AtomicInteger(times);
    return offset -> {
      if (left.getAndDecrement() > 0) {
        if (failure instanceof IOException exception) {
          throw exception;
        }
        throw (RuntimeException) failure;
      }
    };
  }
}
