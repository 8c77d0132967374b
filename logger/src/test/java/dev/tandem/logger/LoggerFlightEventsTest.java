package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording holds of a store. */
class LoggerFlightEventsTest {

  private static final String STATISTICS = "dev.tandem.LoggerStatistics";

  @TempDir private Path dir;

  @Test
  void theFiguresAreThoseOfTheStore() throws Exception {
    Path directory = dir.resolve("log");
    // Opened before anybody records, as where an operator attaches to a service.
    try (LogStore store = LogStore.open(directory, LogStoreConfig.builder().build());
        Recording recording = new Recording()) {
      // The figures come when a chunk ends, which is when it is stopped.
      recording.enable(STATISTICS).with("period", "endChunk");
      recording.start();
      write(store, 5);
      recording.stop();

      List<RecordedEvent> events = events(recording);
      assertThat(events).hasSize(1);
      RecordedEvent event = events.get(0);
      assertThat(event.getString("directory")).isEqualTo(directory.toString());
      assertThat(event.getString("run")).isEqualTo(store.run());
      assertThat(event.getLong("records")).isEqualTo(5);
      assertThat(event.getLong("bytes")).isEqualTo(store.metrics().bytes()).isPositive();
      assertThat(event.getLong("dropped")).isZero();
    }
  }

  @Test
  void aStoreThatIsClosedReportsItsLastFigures() throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable(STATISTICS).with("period", "1 h");
      recording.start();
      try (LogStore store = LogStore.open(dir.resolve("log"), LogStoreConfig.builder().build())) {
        write(store, 3);
      }
      // Closed is closed: it does not come again.
      recording.stop();
      List<RecordedEvent> events = events(recording);
      assertThat(events).hasSize(1);
      assertThat(events.get(0).getLong("records")).isEqualTo(3);
      assertThat(events.get(0).getLong("rotations")).isEqualTo(1);
    }
  }

  private static void write(LogStore store, int records) {
    LogWriter writer = store.writer("events");
    for (int i = 0; i < records; i++) {
      writer.log(LogLevel.INFO, "record {}", i);
    }
  }

  private List<RecordedEvent> events(Recording recording) throws Exception {
    Path file = dir.resolve("recording.jfr");
    recording.dump(file);
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(STATISTICS))
        .filter(event -> event.getString("directory").startsWith(dir.toString()))
        .toList();
  }
}
