package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.FailureReporter;
import dev.tandem.logger.storage.SegmentEnding;
import dev.tandem.logger.storage.SegmentTail;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is forced, and when sealing is tried again, after a step of the sealing has failed. */
class SegmentTailTest {
  private static final SealingProbe.Moment REFUSAL =
      offset -> {
        throw new IOException("the disk is full");
      };

  @TempDir private Path directory;

  private final FailureReporter reporter = new FailureReporter(text -> {});
  private final List<Long> forced = new ArrayList<>();
  private SealingProbe sealing;
  private MadeSegment made;
  private SegmentTail tail;

  /** One record is sealed. */
  @BeforeEach
  void sealOne() throws IOException {
    sealing = new SealingProbe(SealMode.BLOCKS);
    made = new MadeSegment(directory);
    tail = new SegmentTail(made.segment, sealing::openSink, 0);
    made.log("one");
    tail.seal(true, 0);
  }

  /** Plain bytes that were forced are wiped only when their seal is. */
  private void expectForcedPlain() throws IOException {
    sealing.accepts = SealingProbe.Moment.NOTHING;
    sealing.forces = forced::add;
    tail.seal(true, 0);
    assertThat(forced).isNotEmpty();
  }

  @Test
  void plainBytesAreForcedAlsoWhereTheSealedOnesCannotBe() throws IOException {
    sealing.accepts = REFUSAL;
    sealing.forces = REFUSAL;
    made.log("two");
    assertThatThrownBy(() -> tail.seal(true, 0)).hasMessage("the disk is full");
    assertThatThrownBy(() -> tail.force()).hasMessage("the disk is full");
    expectForcedPlain();
  }

  @Test
  void whatComesDuringAPauseIsForcedPlain() throws IOException {
    made.log("two");
    tail.want();
    tail.force();
    expectForcedPlain();
  }

  @Test
  void aSealThatSucceedsEndsThePause() throws IOException {
    long now = System.nanoTime();
    tail.pause().failed(now);
    assertThat(tail.pause().isOver(now)).isFalse();
    made.log("two");
    tail.seal(true, 0);
    assertThat(tail.pause().isOver(now)).isTrue();
  }

  @Test
  void aSegmentThatIsUnmappedAndNotCutCanBeForced() throws IOException {
    MadeSegment plain = new MadeSegment(directory, 2);
    plain.log("plain");
    plain.close();
    SegmentEnding ending =
        new SegmentEnding(new SegmentTail(plain.segment, null, 0), false, true, reporter);
    Thread.currentThread().interrupt();
    assertThatThrownBy(ending::attempt).isInstanceOf(ClosedByInterruptException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThatCode(ending::force).doesNotThrowAnyException();
    assertThatCode(ending::release).doesNotThrowAnyException();
  }

  @Test
  void aSealedSegmentWhosePlainFileCannotBeRemovedIsGivenUpAsItIs() throws IOException {
    made.close();
    tail.seal(true, 0);
    SegmentEnding ending = new SegmentEnding(tail, false, true, reporter);
    Path plain = made.info.file();
    Files.delete(plain);
    Files.createDirectories(plain.resolve("not empty"));
    assertThatThrownBy(ending::attempt).isInstanceOf(IOException.class);
    assertThatCode(ending::release).doesNotThrowAnyException();
  }
}
