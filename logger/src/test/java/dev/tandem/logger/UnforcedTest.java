package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.FailureReporter;
import dev.tandem.logger.storage.SegmentEnding;
import dev.tandem.logger.storage.SegmentTail;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sealed file that could not be forced is not relied on, whatever a second force of it says. */
class UnforcedTest {
  @TempDir private Path temp;
  private Path log;
  private Path plain;
  private SealingProbe sealing;
  private MadeSegment made;
  private SegmentTail tail;

  @BeforeEach
  void make() throws IOException {
    log = Files.createDirectory(temp.resolve("log"));
    sealing = new SealingProbe(SealMode.BLOCKS);
    made = new MadeSegment(log);
    plain = made.info.file();
    tail = new SegmentTail(made.segment, sealing::openSink, 0);
  }

  /** As the system does: the second force of a file is said to have succeeded. */
  private void failOnce() {
    sealing.forces = this::fail;
    sealing.ends = this::fail;
  }

  private void fail(long start) throws IOException {
    sealing.forces = SealingProbe.Moment.NOTHING;
    sealing.ends = SealingProbe.Moment.NOTHING;
    throw new UnforcedException("the disk is broken", null);
  }

  private List<Path> parts() throws IOException {
    try (var files = Files.list(log)) {
      return files.filter(file -> file.toString().endsWith(".sealed")).sorted().toList();
    }
  }

  private boolean isPlain(String text) throws IOException {
    return Files.readString(plain, StandardCharsets.ISO_8859_1).contains(text);
  }

  private void expectAll(String... messages) throws IOException {
    Logs.Content content = Logs.read(log, new KeyUnsealing(AbandonedTest.ring()));
    assertThat(content.messages()).containsExactly(messages);
    assertThat(content.damage()).isEmpty();
    assertThat(content.gaps()).isEmpty();
  }

  private void finish() throws IOException {
    made.close();
    tail.seal(true, 0);
    new SegmentEnding(tail, false, true, new FailureReporter(text -> {})).attempt();
    assertThat(plain).doesNotExist();
  }

  @Test
  void plainBytesAreWipedOnTheStrengthOfAnotherFileAlone() throws IOException {
    made.log("one");
    tail.seal(true, 0);
    assertThat(isPlain("one")).isFalse();
    made.log("two");
    tail.force();
    made.log("three");
    tail.want();
    tail.force();
    failOnce();
    assertThatThrownBy(() -> tail.seal(true, 0)).isInstanceOf(UnforcedException.class);
    Path first = parts().get(0);
    assertThat(isPlain("two")).isTrue();
    tail.seal(true, 0);
    assertThat(isPlain("two")).isFalse();
    assertThat(parts()).hasSize(2).contains(first);
    expectAll("one", "two", "three");
    finish();
    expectAll("one", "two", "three");
  }

  @Test
  void aFileOfWhichNothingIsWipedIsReplaced() throws IOException {
    made.log("one");
    tail.force();
    failOnce();
    tail.want();
    assertThatThrownBy(() -> tail.seal(true, 0)).isInstanceOf(UnforcedException.class);
    assertThat(isPlain("one")).isTrue();
    assertThat(parts()).isEmpty();
    tail.seal(true, 0);
    assertThat(isPlain("one")).isFalse();
    assertThat(parts()).hasSize(1);
    finish();
    expectAll("one");
  }

  @Test
  void aForceThatFailsIsFollowedByAnotherFile() throws IOException {
    made.log("one");
    tail.seal(true, 0);
    failOnce();
    assertThatThrownBy(() -> tail.force()).isInstanceOf(UnforcedException.class);
    made.log("two");
    tail.seal(true, 0);
    tail.force();
    assertThat(parts()).hasSize(2);
    expectAll("one", "two");
    finish();
    expectAll("one", "two");
  }

  /** A sink may keep what ended it, and throw that ever after. */
  @Test
  void aSinkThatThrowsOneFailureAgainAndAgainIsReportedByThat() throws IOException {
    made.log("one");
    made.close();
    tail.seal(true, 0);
    IllegalStateException ended = new IllegalStateException("the cipher is gone");
    sealing.forces =
        start -> {
          throw ended;
        };
    sealing.ends = sealing.forces;
    assertThatThrownBy(() -> tail.end()).isSameAs(ended);
  }

  @Test
  void noFileIsAddedWhileNoneCanBeForced() throws IOException {
    made.log("one");
    tail.seal(true, 0);
    sealing.forces =
        start -> {
          throw new UnforcedException("the disk is broken", null);
        };
    assertThatThrownBy(() -> tail.force()).isInstanceOf(UnforcedException.class);
    for (int i = 0; i < 10; i++) {
      made.log("more");
      assertThatThrownBy(() -> tail.seal(true, 0)).isInstanceOf(UnforcedException.class);
      // What is not sealed is forced plain.
      tail.force();
      assertThat(isPlain("more")).isTrue();
      assertThat(parts()).hasSize(1);
    }
  }

  @Test
  void anEndThatCannotBeForcedIsMadeInAnotherFile() throws IOException {
    made.log("one");
    made.close();
    tail.seal(true, 0);
    SegmentEnding ending = new SegmentEnding(tail, false, true, new FailureReporter(text -> {}));
    failOnce();
    assertThatThrownBy(ending::attempt).isInstanceOf(UnforcedException.class);
    assertThat(plain).exists();
    ending.attempt();
    assertThat(plain).doesNotExist();
    assertThat(parts()).hasSize(2);
    expectAll("one");
    // The first file may lack what it could not keep: that shows.
    Files.write(parts().get(0), new byte[0]);
    assertThat(Logs.read(log, new KeyUnsealing(AbandonedTest.ring())).damage()).isNotEmpty();
  }

  @Test
  void whatTheLostFileHadIsSealedBeforeTheEnd() throws IOException {
    made.log("one");
    tail.seal(true, 0);
    made.log("two");
    tail.force();
    tail.want();
    tail.force();
    made.close();
    failOnce();
    assertThatThrownBy(() -> tail.seal(true, 0)).isInstanceOf(UnforcedException.class);
    new SegmentEnding(tail, false, true, new FailureReporter(text -> {})).attempt();
    expectAll("one", "two");
  }

  @Test
  void aLateRecordIsSealedIntoAnotherFile() throws IOException {
    made.log("one");
    final long late = made.claim("late");
    made.log("two");
    tail.seal(true, 0);
    made.write(late, "late");
    failOnce();
    assertThatThrownBy(() -> tail.seal(true, 0)).isInstanceOf(UnforcedException.class);
    assertThat(isPlain("late")).isTrue();
    final int before = parts().size();
    tail.seal(true, 0);
    assertThat(isPlain("late")).isFalse();
    assertThat(parts()).hasSize(before + 1);
    finish();
    expectAll("one", "late", "two");
  }

  @Test
  void aHoleThatIsSealedInPartIsSealedAnew() throws IOException {
    made.log("one");
    final long late = made.claim("x".repeat(1000));
    made.log("two");
    tail.force();
    tail.want();
    tail.force();
    failOnce();
    assertThatThrownBy(() -> tail.seal(true, 0)).isInstanceOf(UnforcedException.class);
    made.write(late, "x".repeat(1000));
    tail.seal(true, 0);
    finish();
    expectAll("one", "x".repeat(1000), "two");
  }
}
