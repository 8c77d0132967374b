package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.Forcing;
import dev.tandem.logger.storage.SegmentTail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that cannot be forced does not keep others from being forced. */
class ForcingTest {

  @TempDir private Path directory;

  private final List<SegmentTail> tails = new ArrayList<>();
  private final List<String> forced = new ArrayList<>();
  private Forcing forcing;

  /** Of three segments the first and the last cannot be forced. */
  @BeforeEach
  void make() throws IOException {
    forcing = new Forcing(directory);
    for (int number = 1; number <= 3; number++) {
      SealingProbe sealing = new SealingProbe(SealMode.BLOCKS);
      MadeSegment made = new MadeSegment(directory, number);
      SegmentTail tail = new SegmentTail(made.segment, sealing::openSink, 0);
      made.log("one");
      tail.seal(true, 0);
      String name = "segment " + number;
      boolean isGone = number != 2;
      sealing.forces =
          start -> {
            forced.add(name);
            if (isGone) {
              throw new IOException(name + " is gone");
            }
          };
      tails.add(tail);
    }
  }

  @Test
  void eachIsForcedAndTheFirstFailureHasTheOthers() {
    assertThatThrownBy(() -> forcing.force(tails))
        .isInstanceOf(IOException.class)
        .hasMessage("segment 1 is gone")
        .hasSuppressedException(new IOException("segment 3 is gone"));
    assertThat(forced).containsExactly("segment 1", "segment 2", "segment 3");
  }

  @Test
  void theNamesAreForcedToo() throws IOException {
    forcing.added();
    assertThatThrownBy(() -> forcing.force(tails)).hasMessage("segment 1 is gone");
    // Not a second time, when nothing is there any more.
    Path away = directory.resolveSibling(directory.getFileName() + "-away");
    Files.move(directory, away);
    forcing.forceNames();
    Files.move(away, directory);
  }

  @Test
  void aClosedFileKeepsNoOtherFromBeingForced() throws IOException {
    Path unforceable = Files.createDirectory(directory.resolve("a directory"));
    forcing.finished(unforceable);
    assertThatThrownBy(() -> forcing.force(tails))
        .hasMessageContaining("a directory")
        .hasSuppressedException(new IOException("segment 1 is gone"));
    assertThat(forced).hasSize(3);
    assertThatThrownBy(() -> forcing.force(tails)).hasMessage("segment 1 is gone");
  }
}
