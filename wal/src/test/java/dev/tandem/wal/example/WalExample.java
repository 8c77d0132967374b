package dev.tandem.wal.example;

import dev.tandem.wal.BackpressurePolicy;
import dev.tandem.wal.Durability;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Tailer;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalBacklogException;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalCursor;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The log alone: what docs/wal.md shows. */
final class WalExample {

  private WalExample() {}

  static List<String> run(Path directory) throws IOException {
    try (Wal wal = Wal.open(directory, WalConfig.defaults())) {
      long sequence = wal.append((byte) 1, "hello".getBytes(StandardCharsets.UTF_8));
      wal.confirmations().await(sequence, Durability.SYNCED);
    }
    List<String> found = new ArrayList<>();
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, -1)) {
      while (reader.next()) {
        byte[] body = reader.body().toArray(ValueLayout.JAVA_BYTE);
        found.add(reader.sequence() + ": " + new String(body, StandardCharsets.UTF_8));
      }
    }
    return found;
  }

  static List<String> archive(Path directory) throws IOException {
    List<String> found = new ArrayList<>();
    WalConfig config =
        WalConfig.builder()
            .backpressure(BackpressurePolicy.FAIL) // an append throws where it would wait
            .retentionBytes(256 << 20) // what is not needed stays while all is no larger
            .keepForCursors(true) // and what a cursor has not passed, however large
            .build();
    try (Wal wal = Wal.open(directory, config);
        WalCursor archive = WalCursor.open(directory, "archive")) {
      ByteBuffer order = ByteBuffer.allocate(16).putLong(4711).putLong(250).flip();
      try {
        wal.append((byte) 2, order);
      } catch (WalBacklogException busy) {
        // Nothing was appended: the service refuses the order, or tries again later.
      }
      try (Tailer tailer = archive.tail(Durability.SYNCED)) {
        if (tailer.next(Duration.ofSeconds(30))) { // or false, if nothing came
          // Without an object for each record; the buffer is little-endian.
          long id = Long.reverseBytes(tailer.buffer().getLong(tailer.bodyOffset()));
          found.add(tailer.sequence() + ": order " + id);
        }
        archive.advance(tailer); // durable: the archive has these records
      }
      wal.retainFrom(wal.nextSequence()); // the service itself needs none of them any more
    }
    return found;
  }

  static void cut(Path directory, Path shorter, long last, long until) throws IOException {
    try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, -1);
        Wal copy = Wal.open(shorter, WalConfig.defaults())) {
      while (reader.next() && reader.sequence() <= last && reader.timestampNs() <= until) {
        copy.append(reader.type(), reader.body(), 0, reader.bodyLength(), false);
      }
    }
  }
}
