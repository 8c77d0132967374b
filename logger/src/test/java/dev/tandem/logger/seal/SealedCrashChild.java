package dev.tandem.logger.seal;

import dev.tandem.logger.LogLevel;
import dev.tandem.logger.LogStore;
import dev.tandem.logger.LogStoreConfig;
import dev.tandem.logger.LogWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Logs until it is killed, and keeps where its parent sees it how many calls have returned. */
final class SealedCrashChild {
  private static final VarHandle COUNT = ValueLayout.JAVA_LONG.varHandle();

  private SealedCrashChild() {}

  public static void main(String[] args) throws IOException {
    SealMode mode = SealMode.valueOf(args[1]);
    LogStore store =
        LogStore.open(
            Path.of(args[0]),
            LogStoreConfig.builder()
                .segmentSize(256 << 10)
                .blockBound(Duration.ofSeconds(60))
                .sealInterval(Duration.ofMillis(5))
                .sealing(new KeySealing(SealedFiles.ring(), mode))
                .build());
    LogWriter writer = store.writer("child");
    try (FileChannel channel =
        FileChannel.open(Path.of(args[2]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MemorySegment count = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8, Arena.global());
      for (long i = 0; ; i++) {
        writer.log(LogLevel.INFO, "number {}", i);
        COUNT.setRelease(count, 0L, i + 1);
        if (i % 64 == 0) {
          // Not millions of records before the parent has looked.
          LockSupport.parkNanos(20_000);
        }
      }
    }
  }
}
