package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.output.ExitCode;
import dev.tandem.core.ExchangeFailedException;
import dev.tandem.core.api.JournalException;
import dev.tandem.wal.WalPoisonedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a failure is told as, and which exit code it has. */
class FailureTextTest {

  private final StringWriter text = new StringWriter();

  private int explain(Exception e) {
    return Main.explain(e, new PrintWriter(text, true));
  }

  @Test
  void anErrorOfTheDiskIsReportedInALine() {
    IOException io = new IOException("rename: a -> b: Input/output error");
    for (Exception e :
        List.of(
            new ExchangeFailedException(new WalPoisonedException(io)),
            new ExchangeFailedException(new JournalException(io)),
            new WalPoisonedException(io))) {
      text.getBuffer().setLength(0);
      assertThat(explain(e)).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(text.toString())
          .startsWith("tandem: rename: a -> b: Input/output error")
          .doesNotContain("please report", "\tat ");
    }
  }

  /** The JDK's message of them is the name alone. */
  @Test
  void aFileThatIsMissingIsReportedAsThat() {
    assertThat(explain(new NoSuchFileException("/nope"))).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(explain(new AccessDeniedException("/secret"))).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(explain(new NotDirectoryException("/file"))).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(text.toString())
        .contains("/nope: there is no such file", "/secret: permission denied")
        .contains("/file: NotDirectoryException");
  }

  @Test
  void aFaultOfTheProgramIsToBeReported() {
    ExchangeFailedException fault = new ExchangeFailedException(new IllegalStateException("hm"));
    assertThat(explain(fault)).isEqualTo(ExitCode.FAILED);
    assertThat(text.toString()).contains("please report", "hm");
  }
}
