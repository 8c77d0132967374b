package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording holds of a log. */
class WalFlightEventsTest {

  private static final String STATISTICS = "dev.tandem.WalStatistics";

  @TempDir private Path dir;

  @Test
  void theFiguresAreThoseOfTheLog() throws Exception {
    Path directory = dir.resolve("log");
    WalStatistics atTheEnd;
    // Opened before anybody records, as where an operator attaches to a service.
    try (Wal wal = Wal.open(directory, WalConfig.defaults());
        Recording recording = new Recording()) {
      // The figures come when a chunk ends, which is when it is stopped.
      recording.enable(STATISTICS).with("period", "endChunk");
      recording.start();
      wal.confirmations().await(Logs.append(wal, 100), Durability.SYNCED);
      atTheEnd = wal.statistics();
      recording.stop();

      List<RecordedEvent> events = events(recording, STATISTICS);
      assertThat(events).hasSize(1);
      RecordedEvent event = events.get(0);
      assertThat(event.getString("directory")).isEqualTo(directory.toString());
      assertThat(event.getLong("appended")).isEqualTo(100);
      assertThat(event.getLong("written")).isEqualTo(100);
      assertThat(event.getLong("synced")).isEqualTo(100);
      assertThat(event.getLong("queuedRecords")).isZero();
      assertThat(event.getLong("bytes")).isEqualTo(atTheEnd.bytes()).isPositive();
      assertThat(event.getLong("batches")).isEqualTo(atTheEnd.batches()).isPositive();
    }
  }

  @Test
  void aLogThatIsClosedReportsItsLastFigures() throws Exception {
    Path directory = dir.resolve("log");
    try (Recording recording = new Recording()) {
      recording.enable(STATISTICS).with("period", "1 h");
      recording.start();
      try (Wal wal = Wal.open(directory, WalConfig.defaults())) {
        Logs.append(wal, 7);
      }
      // Closed is closed: it does not come again.
      recording.stop();
      List<RecordedEvent> events = events(recording, STATISTICS);
      assertThat(events).hasSize(1);
      assertThat(events.get(0).getLong("synced")).isEqualTo(7);
    }
  }

  @Test
  void whyALogFailedIsReportedOnce() throws Exception {
    Path directory = dir.resolve("log");
    AtomicBoolean armed = new AtomicBoolean();
    LogFiles files =
        new LogFiles() {
          @Override
          public LogFile open(Path path) throws IOException {
            return new ForwardingFile(LogFiles.SYSTEM.open(path)) {
              @Override
              public void force() throws IOException {
                if (armed.get()) {
                  throw new IOException("Input/output error");
                }
                super.force();
              }
            };
          }
        };
    try (Recording recording = new Recording()) {
      recording.start();
      Wal wal = Wal.open(directory, WalConfig.builder().files(files).build());
      armed.set(true);
      try {
        wal.append((byte) 1, new byte[10]);
      } catch (WalPoisonedException e) {
        // Whoever makes segments ahead has met the error first.
      }
      assertThatThrownBy(wal::close).isInstanceOf(WalException.class);
      recording.stop();
      List<RecordedEvent> events = events(recording, "dev.tandem.WalFailure");
      assertThat(events).hasSize(1);
      assertThat(events.get(0).getString("directory")).isEqualTo(directory.toString());
      assertThat(events.get(0).getString("cause")).contains("Input/output error");
    }
  }

  @Test
  void aLogNeedsNoRecorder() throws Exception {
    Path output = dir.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                "java.base",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                dir.resolve("log").toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(output)).isEqualTo("appended 1" + System.lineSeparator());
  }

  /** Opens, writes and closes a log. */
  static final class Child {

    private Child() {}

    public static void main(String[] args) throws Exception {
      try (Wal wal = Wal.open(Path.of(args[0]), WalConfig.defaults())) {
        wal.append((byte) 1, new byte[1]);
        System.out.println("appended " + wal.statistics().appended());
      }
    }
  }

  private List<RecordedEvent> events(Recording recording, String name) throws Exception {
    Path file = dir.resolve("recording.jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .filter(event -> event.getString("directory").startsWith(dir.toString()))
        .toList();
  }
}
