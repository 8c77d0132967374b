package dev.tandem.app.parity;

import dev.tandem.hash.Hashing;
import dev.tandem.hash.Xxh64Stream;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalReader;
import dev.tandem.wal.filesystem.DirectoryTrees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The logs that several kernels keep of one flow, in a directory that goes with this. What their
 * records hold must be equal, byte for byte; the segments are not, for each log has its own number
 * and times.
 *
 * <p>Used by one thread at a time.
 */
public final class CommandLogs implements AutoCloseable {

  /** Small enough to be prepared quickly. */
  static final int SEGMENT_BYTES = 8 << 20;

  private final Path directory;

  /** In a new directory among the system's temporary files. */
  public CommandLogs() {
    try {
      directory = Files.createTempDirectory("tandem-parity-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where a kernel keeps its log. */
  public Path of(String kernel) {
    return directory.resolve(kernel.replace(' ', '-'));
  }

  /** XXH64 over the type and the body of each record. */
  public long hash(String kernel) {
    Xxh64Stream hash = Hashing.xxh64().stream();
    byte[] type = new byte[1];
    try (WalReader reader = WalReader.open(of(kernel), ReadMode.READ_ONLY, 0)) {
      while (reader.next()) {
        type[0] = reader.type();
        hash.update(type).update(reader.body());
      }
    } catch (WalException e) {
      throw new UncheckedIOException(e);
    }
    return hash.digest();
  }

  /** The first record in which two logs differ, and both sides of it; null if none does. */
  public String firstDifference(String kernel, String other) {
    try (WalReader one = WalReader.open(of(kernel), ReadMode.READ_ONLY, 0);
        WalReader two = WalReader.open(of(other), ReadMode.READ_ONLY, 0)) {
      while (true) {
        byte[] first = next(one);
        byte[] second = next(two);
        if (!Arrays.equals(first, second)) {
          return "record %d of the log%n  %s: %s%n  %s: %s"
              .formatted(one.sequence(), kernel, hex(first), other, hex(second));
        }
        if (first == null) {
          return null;
        }
      }
    } catch (WalException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Type and body; null behind the last record. */
  private static byte[] next(WalReader reader) throws WalException {
    if (!reader.next()) {
      return null;
    }
    byte[] body = reader.body().toArray(ValueLayout.JAVA_BYTE);
    byte[] record = new byte[body.length + 1];
    record[0] = reader.type();
    System.arraycopy(body, 0, record, 1, body.length);
    return record;
  }

  private static String hex(byte[] record) {
    return record == null
        ? "none"
        : "type %d, %s".formatted(record[0], HexFormat.of().formatHex(record, 1, record.length));
  }

  /** Deletes all of them. */
  @Override
  public void close() {
    try {
      DirectoryTrees.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
