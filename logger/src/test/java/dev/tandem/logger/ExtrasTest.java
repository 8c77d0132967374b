package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands beside a message comes back as it was given. */
class ExtrasTest {
  @TempDir private Path dir;

  @Test
  void valuesOfKeysKeepTheirTypes() throws IOException {
    Object[] values = {
      1L, 2, 2.5, true, 'c', "text", null, 1.5f, (short) 3, (byte) 4, new BigDecimal("1.10")
    };
    Object[] expected = new Object[2 * values.length];
    LogExtras.Builder extras = LogExtras.builder();
    for (int i = 0; i < values.length; i++) {
      extras.keyValue("k" + i, values[i]);
      expected[2 * i] = "k" + i;
      expected[2 * i + 1] = values[i] instanceof BigDecimal number ? number.toString() : values[i];
    }
    LogRecord record = written(null, extras.build());
    assertThat(record.keyValues()).isEqualTo(Arrays.asList(expected));
    assertThat(RecordText.json(record)).contains("\"keyValues\":[\"k0\",1,\"k1\",2,\"k2\",2.5,");
    assertThat(RecordText.line(record)).contains(" k5=text k6=null ");
  }

  @Test
  void aThrowableWhoseMessageFailsKeepsItsStackTrace() throws IOException {
    Exception cause = new IOException("the reason", new Mute());
    cause.addSuppressed(new IllegalStateException("beside it"));
    String thrown = written(new Mute(cause), LogExtras.NONE).thrown();
    String mute =
        Mute.class.getName() + " [its message failed: " + ArithmeticException.class.getName();
    assertThat(thrown)
        .startsWith(mute + "]\n\tat " + ExtrasTest.class.getName() + ".aThrowableWhose")
        .contains("\nCaused by: java.io.IOException: the reason\n\tat ")
        .contains("\n\tSuppressed: java.lang.IllegalStateException: beside it\n\t\tat ")
        .contains("\nCaused by: " + mute);
  }

  private LogRecord written(Throwable thrown, LogExtras extras) throws IOException {
    try (LogStore store = LogStore.open(dir, Logs.small().segmentSize(1 << 20).build())) {
      assertThat(store.writer("w").logEvent(LogLevel.INFO, "message", thrown, extras)).isTrue();
    }
    return Logs.read(dir).records().get(0);
  }

  /** One that cannot say what is wrong. */
  @SuppressWarnings("serial")
  private static final class Mute extends Exception {
    Mute() {}

    Mute(Throwable cause) {
      super(cause);
    }

    @Override
    public String getMessage() {
      throw new ArithmeticException();
    }
  }
}
