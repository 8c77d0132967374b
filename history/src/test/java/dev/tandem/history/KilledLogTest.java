package dev.tandem.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.wal.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log whose writer was killed: its last records are not proven to be on the disk. */
class KilledLogTest {

  @TempDir private Path directory;

  private static JournalOptions in(Path log) {
    return JournalOptions.in(log).segmentBytes(64 << 10);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /** What a kill leaves. */
  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path each : files(from)) {
      Files.copy(each, to.resolve(each.getFileName()));
    }
  }

  @Test
  void whatIsNotProvenIsSaid() throws IOException {
    Path log = directory.resolve("log");
    try (Exchange exchange =
        Exchange.builder().journal(in(log).durability(Durability.WRITTEN)).daemon().start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
      exchange.async().addUser(5).join();
      exchange.async().adjustBalance(5, 10, 1_000, 1).join();
      HistoryStatus status = null;
      // The log proves its last records some milliseconds later, which may be before the copy.
      for (int order = 1; status == null || status.recordsLeft() == 0; order++) {
        exchange.async().place(5, 1, order, Side.SELL, TimeInForce.IOC, 100, 1).join();
        Path killed = directory.resolve("killed" + order).resolve("log");
        copy(log, killed);
        status = History.build(in(killed), History.fileBeside(killed), false);
        // The log begins with a record of its own.
        long all = 4L + order;
        assertThat(status.recordsLeft()).isBetween(0L, all);
        Exchange.builder().journal(in(killed)).daemon().start().close();
        HistoryStatus later = History.build(in(killed), History.fileBeside(killed), false);
        assertThat(later.recordsLeft()).isZero();
        assertThat(later.nextEvent()).isGreaterThanOrEqualTo(status.nextEvent());
      }
    }
    assertThat(History.build(in(log), History.fileBeside(log), false).recordsLeft()).isZero();
  }
}
