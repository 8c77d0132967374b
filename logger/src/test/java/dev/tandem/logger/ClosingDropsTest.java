package dev.tandem.logger;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is closed while it drops says how many records are missing, in its files too. */
class ClosingDropsTest {
  @TempDir private Path dir;

  @Test
  void dropsUpToTheCloseAreInTheFilesAndReported() throws IOException {
    List<String> reported = Collections.synchronizedList(new ArrayList<>());
    LogStoreConfig config =
        LogStoreConfig.builder()
            .segmentSize(16 << 20)
            .segmentsAhead(1)
            .overflow(OverflowPolicy.DROP)
            .onFailure(reported::add)
            .build();
    LogStore store = LogStore.open(dir, config);
    LogWriter writer = store.writer("fast");
    String text = "x".repeat(1000);
    while (writer.log(LogLevel.INFO, text)) {
      // Until there is no segment.
    }
    writer.log(LogLevel.WARN, text);
    store.close();
    long dropped = store.metrics().dropped();
    assertThat(dropped).isPositive();
    long inFiles =
        Logs.read(dir).records().stream()
            .filter(record -> record.dropped() != null)
            .flatMap(record -> record.dropped().stream())
            .mapToLong(Long::longValue)
            .sum();
    assertThat(inFiles).isEqualTo(dropped);
    assertThat(reported)
        .singleElement()
        .asString()
        .contains("1 INFO", " records were dropped by the log in " + dir);
  }
}
