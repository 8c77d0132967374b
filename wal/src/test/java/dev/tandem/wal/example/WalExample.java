package dev.tandem.wal.example;

import dev.tandem.wal.Durability;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
}
