package dev.tandem.app.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.RecoveryReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@code tandem serve} prints about the log that it was started on. */
class ServeRecoveryTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private void print(long snapshot, long next, Optional<String> doubt) {
    ServeCommand.printRecovery(
        new RecoveryReport(snapshot, "", 10, 1_200, next, 1, 64, doubt, doubt, Duration.ZERO),
        new PrintWriter(out, true),
        new PrintWriter(err, true));
  }

  @Test
  void aDoubtIsAWarningOnStandardError() {
    print(-1, 1_201, Optional.of("bad checksum at 4096"));
    assertThat(out).hasToString("recovered 1,200 commands\n");
    assertThat(err.toString())
        .startsWith("tandem: warning: records that were acknowledged may be gone")
        .contains("(bad checksum at 4096)", "compare with a backup");
  }

  @Test
  void withoutADoubtThereIsNoWarning() {
    print(1_190, 1_201, Optional.empty());
    assertThat(out)
        .hasToString("recovered 1,200 commands, 10 of them from the log behind a snapshot\n");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aNewLogIsNotMentioned() {
    print(-1, 0, Optional.empty());
    assertThat(out.toString() + err).isEmpty();
  }
}
