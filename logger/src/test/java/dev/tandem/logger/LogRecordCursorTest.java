package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.read.LogRecordCursor;
import dev.tandem.logger.read.LogSegmentImage;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogRecordCursorTest {

  @TempDir private Path directory;

  @Test
  void theClaimsOfANewerImageAreChecked() throws IOException {
    MadeSegment made = new MadeSegment(directory);
    made.log("one");
    LogRecordCursor cursor = new LogRecordCursor(LogSegmentImage.open(made.info.file()));
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.damage()).isEmpty();
    made.log("two");
    made.log("three");
    // Says that there was one claim.
    long word = made.segment.claimsAcquire();
    SegmentLayout.putLongRelease(
        made.file.memory(), SegmentLayout.CLAIM_AT, word - 2 * SegmentLayout.ONE_CLAIM);
    cursor.proceed(LogSegmentImage.open(made.info.file()));
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isTrue();
    assertThat(cursor.next()).isFalse();
    assertThat(cursor.damage()).singleElement().asString().contains("found 3 records and 1 claims");
  }
}
