package dev.tandem.logger;

import dev.tandem.logger.seal.SealMode;
import dev.tandem.logger.storage.RunLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that closes its log when it is told of a failure. */
class CloseTest {

  @TempDir private Path temp;

  private final AtomicReference<LogStore> store = new AtomicReference<>();
  private final List<String> closers = new CopyOnWriteArrayList<>();

  private void close(String failure) {
    LogStore opened = store.get();
    if (opened != null) {
      try {
        opened.close();
        closers.add(Thread.currentThread().getName());
      } catch (IOException e) {
        throw new AssertionError(failure, e);
      }
    }
  }

  private boolean isOver(Path directory) {
    try {
      return RunLock.isOver(directory, "log", store.get().run());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void theMaintenanceThreadMayCloseTheStore() throws IOException {
    SealingProbe sealing = new SealingProbe(SealMode.BLOCKS);
    sealing.opened =
        start -> {
          // It is told once: whoever is told must have the store.
          Logs.await("the store", () -> store.get() != null);
          throw new IOException("no room");
        };
    LogStoreConfig config =
        Logs.small()
            .sealing(sealing)
            .lastWriters(Duration.ofMillis(10))
            .onFailure(this::close)
            .build();
    store.set(LogStore.open(temp, config));
    Logs.await("a refusal", () -> !store.get().writer("w").log(LogLevel.INFO, "record"));
    // The thread ends the run behind its call or before it returns: each is waited for.
    Logs.await("the close", () -> closers.contains("tandem-log-maintenance"));
    Logs.await("the end", () -> isOver(temp));
  }

  @Test
  void theSupplyMayCloseTheStore() throws IOException {
    Path directory = temp.resolve("log");
    Path away = temp.resolve("away");
    LogStoreConfig config = Logs.small().onFailure(this::close).build();
    LogStore opened = LogStore.open(directory, config);
    Logs.await("the segments ahead", opened::isAhead);
    store.set(opened);
    Files.move(directory, away);
    opened.rotate();
    Logs.await("the close", () -> closers.contains("tandem-log-supply"));
    Files.move(away, directory);
    Logs.await("the end", () -> isOver(directory));
  }
}
