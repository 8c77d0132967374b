package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryPoint;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state behind any record of a log, made without changing the log. */
class LoggedStateTest {

  private static final int ORDERS = 30;
  private static final int SEGMENT_BYTES = 64 << 10;

  @TempDir Path directory;

  /** The states behind each record, as the exchange had them; that of record 0 is not asked. */
  private final List<StateSummary> states = new ArrayList<>();

  private JournalOptions options() {
    return JournalOptions.in(directory);
  }

  private Exchange start() {
    return Exchange.builder()
        .ringSize(64)
        .journal(options().segmentBytes(SEGMENT_BYTES).keepWholeLog())
        .daemon()
        .start();
  }

  private void trade(Exchange exchange, int orders) {
    exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
    states.add(exchange.summary());
    exchange.async().addUser(5).join();
    states.add(exchange.summary());
    exchange.async().adjustBalance(5, 10, 1_000, 1).join();
    states.add(exchange.summary());
    for (int i = 0; i < orders; i++) {
      exchange.async().place(5, 1, i + 1, Side.SELL, TimeInForce.GTC, 100 + i, 3).join();
      states.add(exchange.summary());
    }
  }

  private Map<String, Integer> files() throws IOException {
    Map<String, Integer> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        found.put(directory.relativize(file).toString(), Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return found;
  }

  @Test
  void isThatOfTheExchangeBehindEachRecord() throws IOException {
    try (Exchange exchange = start()) {
      trade(exchange, ORDERS);
      exchange.snapshot();
      exchange.async().cancel(5, 1, 2).join();
      states.add(exchange.summary());
      LoggedState now = LoggedState.read(options(), RecoveryPoint.END);
      assertThat(now.inUse()).isTrue();
      assertThat(now.summary()).isEqualTo(states.get(states.size() - 1));
      assertThat(now.lastRecord()).isEqualTo(states.size());
      assertThat(now.recovery().snapshotSequence()).isEqualTo(states.size() - 1);
    }
    Map<String, Integer> before = files();
    for (int record = 1; record <= states.size(); record += 8) {
      LoggedState found = LoggedState.read(options(), RecoveryPoint.record(record));
      assertThat(found.summary()).isEqualTo(states.get(record - 1));
      assertThat(found.lastRecord()).isEqualTo(record);
      assertThat(found.inUse()).isFalse();
    }
    assertThat(LoggedState.read(options().withoutSnapshots(), RecoveryPoint.END).summary())
        .isEqualTo(states.get(states.size() - 1));
    assertThatThrownBy(() -> LoggedState.read(options(), RecoveryPoint.record(states.size() + 1)))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("the log ends with record " + states.size());
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void isThatOfAnyTimeOfTheLog() throws IOException {
    try (Exchange exchange = start()) {
      trade(exchange, 5);
    }
    try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, 0)) {
      long last = -1;
      while (reader.next()) {
        if (reader.sequence() == 0) {
          long before = reader.timestampNs() - 1;
          assertThatThrownBy(() -> LoggedState.read(options(), RecoveryPoint.time(before)))
              .isInstanceOf(JournalException.class)
              .hasMessageContaining("the log begins at");
        } else if (reader.timestampNs() > last) {
          LoggedState found =
              LoggedState.read(options(), RecoveryPoint.time(reader.timestampNs() - 1));
          assertThat(found.lastRecord()).isEqualTo(reader.sequence() - 1);
          assertThat(found.lastTimestampNs()).isEqualTo(last);
        }
        last = reader.timestampNs();
      }
      LoggedState found = LoggedState.read(options(), RecoveryPoint.time(last));
      assertThat(found.summary()).isEqualTo(states.get(states.size() - 1));
    }
  }

  /** A log that knows how it was made is opened as such, and needs no more room than that. */
  @Test
  void segmentsAreAsLargeAsTheLogsOwn() throws IOException {
    try (Exchange exchange = start()) {
      trade(exchange, 3);
    }
    try (Exchange exchange = Exchange.builder().ringSize(64).journal(options()).daemon().start()) {
      assertThat(exchange.summary()).isEqualTo(states.get(states.size() - 1));
    }
    assertThat(Wal.segmentBytes(directory)).isEqualTo(SEGMENT_BYTES);
    try (Stream<Path> all = Files.list(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        assertThat(Files.size(file)).isLessThanOrEqualTo(SEGMENT_BYTES);
      }
    }
  }
}
