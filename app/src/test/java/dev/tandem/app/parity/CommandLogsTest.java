package dev.tandem.app.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CommandLogsTest {

  private static final WalConfig CONFIG =
      WalConfig.builder().segmentBytes(4 << 10).bufferBytes(1 << 10).build();

  private static void write(Path log, int... bodies) throws WalException {
    try (Wal wal = Wal.open(log, CONFIG)) {
      for (int body : bodies) {
        wal.append((byte) 1, new byte[] {(byte) body, 7});
      }
    }
  }

  @Test
  void equalRecordsAreEqualInAnyLog() throws WalException {
    try (CommandLogs logs = new CommandLogs()) {
      write(logs.of("one kernel"), 1, 2, 3);
      write(logs.of("another"), 1, 2);
      write(logs.of("another"), 3);
      assertThat(logs.firstDifference("one kernel", "another")).isNull();
      assertThat(logs.hash("another")).isEqualTo(logs.hash("one kernel"));
    }
  }

  @Test
  void theFirstRecordThatDiffersIsReported() throws WalException {
    Path directory;
    try (CommandLogs logs = new CommandLogs()) {
      directory = logs.of("Java").getParent();
      write(logs.of("Java"), 1, 2, 3);
      write(logs.of("C++"), 1, 9, 3);
      write(logs.of("short"), 1, 2);
      assertThat(logs.firstDifference("Java", "C++"))
          .isEqualTo("record 1 of the log%n  Java: type 1, 0207%n  C++: type 1, 0907".formatted());
      assertThat(logs.firstDifference("Java", "short")).endsWith("short: none");
      assertThat(logs.firstDifference("short", "Java")).contains("short: none");
      assertThat(logs.hash("Java")).isNotEqualTo(logs.hash("C++")).isNotEqualTo(logs.hash("short"));
    }
    assertThat(directory).doesNotExist();
  }
}
