package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.RecoveryPoint;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of an exchange that trades and takes snapshots meanwhile. */
class ExchangeBackupTest {

  @TempDir private Path directory;

  private JournalOptions options(boolean whole) {
    JournalOptions options =
        JournalOptions.in(directory.resolve("log")).segmentBytes(64 << 10).snapshotEvery(200);
    return whole ? options.keepWholeLog() : options;
  }

  private static Exchange start(JournalOptions options) {
    return Exchange.builder().ringSize(64).journal(options).daemon().start();
  }

  private static void trade(Exchange exchange, AtomicBoolean over) {
    AsyncCommands async = exchange.async();
    for (long order = 1; !over.get(); order++) {
      async.place(5, 1, order, Side.SELL, TimeInForce.GTC, 100, 1).join();
      async.place(6, 1, order, Side.BUY, TimeInForce.GTC, 100, 1).join();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aStartOnACopyComesToTheStateOfItsLastRecord(boolean whole) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    try (Exchange exchange = start(options(whole))) {
      exchange.async().addSymbol(SymbolSpec.of(1, 10, 20)).join();
      for (long user : new long[] {5, 6}) {
        exchange.async().addUser(user).join();
        exchange.async().adjustBalance(user, 10, 1_000_000, 1).join();
        exchange.async().adjustBalance(user, 20, 100_000_000, 2).join();
      }
      Thread trader = new Thread(() -> trade(exchange, over), "trader");
      trader.start();
      try {
        for (int i = 0; i < 5; i++) {
          Path copy = directory.resolve("copy" + i);
          LoggedState copied =
              ExchangeBackup.copy(directory.resolve("log"), copy, (bytes, of) -> {});
          if (whole) {
            LoggedState there =
                LoggedState.read(
                    options(true).withoutSnapshots(), RecoveryPoint.record(copied.lastRecord()));
            assertThat(copied.summary()).isEqualTo(there.summary());
          }
          try (Exchange again = start(JournalOptions.in(copy).segmentBytes(1 << 20))) {
            assertThat(again.summary()).isEqualTo(copied.summary());
          }
        }
      } finally {
        over.set(true);
        trader.join();
      }
    }
  }

  @Test
  void nothingIsOverwrittenAndNothingLeft() throws Exception {
    Path there = Files.createDirectory(directory.resolve("there"));
    assertThatThrownBy(() -> ExchangeBackup.copy(directory, there, (bytes, of) -> {}))
        .isInstanceOf(FileAlreadyExistsException.class);
    Path to = directory.resolve("to");
    assertThatThrownBy(() -> ExchangeBackup.copy(there, to, (bytes, of) -> {}))
        .hasMessageContaining("expected a log");
    assertThat(directory.toFile().list()).containsExactly("there");
  }
}
