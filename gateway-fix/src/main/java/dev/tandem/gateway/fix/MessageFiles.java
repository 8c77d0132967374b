package dev.tandem.gateway.fix;

import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * The newest messages of a session, in files of a thousand each. A file is named by the sequence of
 * its first message, and holds nothing from the next file's on. A record:
 *
 * <pre>
 * 0        4        8          12
 * sequence length   checksum   the message
 * </pre>
 *
 * <p>One thread at a time.
 */
final class MessageFiles implements Closeable {

  /** At least so many of the newest are there. */
  static final int MOST = 10_000;

  private static final int OF_A_FILE = 1_000;
  private static final String PREFIX = "messages-";
  private static final int HEADER = 12;

  /** Much longer than any that is sent. */
  private static final int MOST_BYTES = 64 << 10;

  private final Path directory;
  private final TreeMap<Integer, Path> files = new TreeMap<>();
  private FileChannel to;
  private int written;
  private int last;

  /** Those in this directory. */
  MessageFiles(Path directory) throws IOException {
    this.directory = directory;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, PREFIX + "*")) {
      for (Path file : all) {
        files.put(first(file), file);
      }
    }
  }

  private static int first(Path file) throws IOException {
    try {
      return Integer.parseInt(file.getFileName().toString().substring(PREFIX.length()));
    } catch (NumberFormatException e) {
      throw new IOException(file + " is no file of messages", e);
    }
  }

  /** Adds a message; what was there from its sequence on is not any more. */
  void add(int sequence, String message) throws IOException {
    if (to == null || written >= OF_A_FILE || sequence <= last) {
      begin(sequence);
    }
    byte[] text = message.getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer record = ByteBuffer.allocate(HEADER + text.length);
    record.putInt(sequence).putInt(text.length).putInt(checksum(sequence, text)).put(text).flip();
    try {
      while (record.hasRemaining()) {
        to.write(record);
      }
    } finally {
      if (record.hasRemaining()) {
        // Nothing can be read behind it: what comes next is in another file.
        close();
      }
    }
    written++;
    last = sequence;
  }

  private static int checksum(int sequence, byte[] text) {
    CRC32 sum = new CRC32();
    sum.update(ByteBuffer.allocate(4).putInt(0, sequence));
    sum.update(text);
    return (int) sum.getValue();
  }

  private void begin(int sequence) throws IOException {
    close();
    drop(files.tailMap(sequence, true));
    Path file = directory.resolve(PREFIX + sequence);
    to =
        FileChannel.open(
            file,
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING),
            PrivateFiles.file());
    files.put(sequence, file);
    written = 0;
    Integer oldest = files.floorKey(sequence - MOST);
    if (oldest != null) {
      drop(files.headMap(oldest, false));
    }
  }

  private static void drop(Map<Integer, Path> some) throws IOException {
    for (Path file : some.values()) {
      Files.deleteIfExists(file);
    }
    some.clear();
  }

  /**
   * Adds those of these sequences that are there, by rising sequence.
   *
   * @return false if a file could not be read, or not to its end
   */
  boolean get(int first, int until, Collection<String> found) {
    boolean whole = true;
    Integer from = files.floorKey(first);
    for (Map.Entry<Integer, Path> file :
        files.subMap(from == null ? first : from, true, until, true).entrySet()) {
      Integer next = files.higherKey(file.getKey());
      try {
        read(file.getValue(), first, next == null ? until : Math.min(until, next - 1), found);
      } catch (IOException e) {
        whole = false;
      }
    }
    return whole;
  }

  private static void read(Path file, int first, int until, Collection<String> found)
      throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 64 << 10))) {
      while (true) {
        int sequence = in.readInt();
        int length = in.readInt();
        int sum = in.readInt();
        if (sequence > until || length < 0 || length > MOST_BYTES) {
          return;
        }
        byte[] text = new byte[length];
        in.readFully(text);
        if (sum != checksum(sequence, text)) {
          return;
        }
        if (sequence >= first) {
          found.add(new String(text, StandardCharsets.ISO_8859_1));
        }
      }
    } catch (EOFException e) {
      // The end, perhaps of a record that was torn.
    }
  }

  /** Forgets all. */
  void clear() throws IOException {
    close();
    drop(files);
  }

  @Override
  public void close() throws IOException {
    if (to != null) {
      to.close();
      to = null;
    }
    last = 0;
  }
}
