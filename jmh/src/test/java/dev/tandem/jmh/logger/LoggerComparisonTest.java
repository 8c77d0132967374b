package dev.tandem.jmh.logger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoggerComparisonTest {
  @TempDir private Path home;

  @ParameterizedTest
  @EnumSource(
      value = LoggerSystem.class,
      names = {"BARE_FETCH_ADD", "BARE_TIMED", "LOGBACK"})
  void everyRecordIsCountedAndEveryFileDeleted(LoggerSystem system) throws Exception {
    for (Job job : new Job[] {new Job(3, 0, 3_000, 0), new Job(2, 1_000_000, 2_000, 0)}) {
      LoggerSample sample = LoggerProcess.run(system, home, job);
      // A schedule may be given up on a slow machine.
      assertThat(sample.sent()).isBetween(job.paced() ? 1 : job.records(), job.records());
      assertThat(sample.lost()).isZero();
      assertThat(sample.call() != null).isEqualTo(job.paced());
    }
    try (var left = Files.list(home)) {
      assertThat(left.filter(Files::isDirectory)).isEmpty();
    }
  }

  @Test
  void callersThatAreHeldUpAreLate() throws Exception {
    LoadCase slow =
        new LoadCase() {
          @Override
          public void log(long number) {
            LockSupport.parkNanos(1_000_000);
          }

          @Override
          public void close() {}

          @Override
          public long recorded() {
            return 0;
          }
        };
    Callers.Outcome outcome = new Callers(slow, new Job(2, 10_000, 100, 0)).run();
    assertThat(outcome.sent()).isEqualTo(100);
    // Each caller's first call has no schedule, and its next one may be in time.
    assertThat(outcome.late()).isBetween(90L, 98L);
  }

  @Test
  void theMessageHasTheLengthThatIsCompared() {
    assertThat(Message.TEXT).hasSize(Message.BYTES).endsWith(Message.END).contains(" 1000000000 ");
    assertThat(Message.PATTERN.split("\\{}", -1)).hasSize(3);
  }

  @Test
  void aLineThatWasTornIsNotCounted() throws Exception {
    Path file = home.resolve("lines");
    String whole = "12:00 " + Message.TEXT + "\n";
    String torn = whole.substring(0, whole.length() - 2);
    Files.writeString(file, whole + torn + "\n" + whole + torn, StandardCharsets.US_ASCII);
    assertThat(TextLines.whole(file)).isEqualTo(2);
    Files.writeString(file, "");
    assertThat(TextLines.whole(file)).isZero();
  }

  @Test
  void aJobIsWhatItsWordsSay() {
    Job job = new Job(4, 100_000, 50_000, 30_000);
    assertThat(Job.parse(job.words().split(" ", -1))).isEqualTo(job);
    assertThatThrownBy(() -> new Job(1, 0, Job.MOST_RECORDS + 1, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
