package dev.tandem.jmh.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of which a record is missing in the log fails. */
class ReadbackTest {

  private static final long WHOLE = Long.MAX_VALUE;

  private static long check(long kept, long[] appended, LongStream numbers) {
    Readback readback = new Readback(appended.length);
    numbers.forEach(readback::found);
    return readback.check(appended, kept);
  }

  private static long[] appended(long... counts) {
    return counts;
  }

  @Test
  void whatWasAppendedIsCounted() {
    assertThat(check(WHOLE, appended(10), LongStream.range(0, 10))).isEqualTo(10);
    // Behind an earlier run that appended more.
    LongStream both = LongStream.concat(LongStream.range(0, 50), LongStream.range(0, 10));
    assertThat(check(WHOLE, appended(10), both)).isEqualTo(10);
  }

  @Test
  void aMissingRecordFailsWhereverItIs() {
    for (long missing : new long[] {0, 4, 9}) {
      LongStream numbers = LongStream.range(0, 10).filter(n -> n != missing);
      assertThatThrownBy(() -> check(WHOLE, appended(10), numbers))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("appended 10 records");
    }
    assertThatThrownBy(() -> check(WHOLE, appended(1), LongStream.empty()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void anotherCountFails() {
    for (long count : new long[] {9, 11}) {
      assertThatThrownBy(() -> check(WHOLE, appended(10), LongStream.range(0, count)))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aLogThatLetsGoOfOldRecordsKeepsTheNewest() {
    assertThat(check(4, appended(10), LongStream.range(5, 10))).isEqualTo(5);
    assertThatThrownBy(() -> check(6, appended(10), LongStream.range(5, 10)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void eachProducerIsCountedAlone() {
    long other = Readback.number(1, 0);
    long[] numbers = {0, other, 1, other + 1, other + 2, Readback.number(2, 7)};
    assertThat(check(WHOLE, appended(2, 3), LongStream.of(numbers))).isEqualTo(5);
    assertThatThrownBy(() -> check(WHOLE, appended(3, 3), LongStream.of(numbers)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("producer 0");
  }

  @Test
  void aSaturatedLogIsReadBack(@TempDir Path directory) throws Exception {
    LogSettings settings = new LogSettings(directory, 115, 0, true);
    Runs.Run run;
    try (DurableLog log = LogSystem.TANDEM.open(settings)) {
      run = Runs.saturation(log, 115, 1_000_000);
    }
    Readback readback = new Readback(1);
    try (DurableLog.Reader reader = LogSystem.TANDEM.reader(settings)) {
      reader.readAll(readback::found);
    }
    assertThat(readback.check(run.appended(), WHOLE)).isEqualTo(run.sample().records());
  }
}
