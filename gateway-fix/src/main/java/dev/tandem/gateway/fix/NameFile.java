package dev.tandem.gateway.fix;

import dev.tandem.gateway.fix.ClOrdIds.Name;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The file of ClOrdIDs that are texts: a line for each, in which it has its number. A name is in
 * the file before its command is in the log, and is as durable as that: so the same text finds the
 * same number after a kill or a loss of power, and the kernel knows whether it was applied.
 *
 * <p>One thread at a time.
 */
final class NameFile {

  private static final int FIELDS = 5;
  private static final String NONE = "-";

  private final Path file;
  private final boolean synced;

  /** Null until the file is made anew. */
  private FileChannel to;

  /**
   * @param synced whether what was written must survive a loss of power
   */
  NameFile(Path file, boolean synced) {
    this.file = file;
    this.synced = synced;
  }

  /**
   * What is there.
   *
   * @throws IOException if there is a file that cannot be read
   */
  List<Name> read() throws IOException {
    List<Name> names = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        Name name = name(line.split(" ", FIELDS));
        if (name != null) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** Null for a line that is none, as a kill may leave at the end: its command was not sent. */
  private static Name name(String[] fields) {
    try {
      int length = fields.length < FIELDS ? 0 : Integer.parseInt(fields[3]);
      return length == 0 || fields[4].length() != length
          ? null
          : new Name(
              Long.parseLong(fields[0]),
              Long.parseLong(fields[1]),
              Long.parseLong(fields[2]),
              fields[4].equals(NONE) && fields[2].equals("0") ? null : fields[4]);
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static ByteBuffer bytes(List<Name> names) {
    StringBuilder lines = new StringBuilder();
    for (Name name : names) {
      String text = name.text() == null ? NONE : name.text();
      lines.append(name.client()).append(' ').append(name.number()).append(' ');
      lines.append(name.day()).append(' ').append(text.length()).append(' ');
      lines.append(text).append('\n');
    }
    return ByteBuffer.wrap(lines.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  /**
   * Adds these.
   *
   * @throws IOException if they may not be there: {@link #begin} must come next
   */
  void add(List<Name> names) throws IOException {
    write(to, names);
  }

  private void write(FileChannel channel, List<Name> names) throws IOException {
    ByteBuffer bytes = bytes(names);
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    if (synced) {
      channel.force(false);
    }
  }

  /** Makes it anew with these alone; what was there before is there if this throws. */
  void begin(List<Name> names) throws IOException {
    Path whole = file.resolveSibling(file.getFileName() + ".tmp");
    Files.deleteIfExists(whole);
    FileChannel channel =
        FileChannel.open(
            whole,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PrivateFiles.file());
    boolean done = false;
    try {
      write(channel, names);
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      if (synced) {
        LogFiles.SYSTEM.syncDirectory(file.getParent());
        LogFiles.SYSTEM.syncDirectory(file.getParent().getParent());
      }
      done = true;
    } finally {
      if (!done) {
        channel.close();
        Files.deleteIfExists(whole);
      }
    }
    close();
    to = channel;
  }

  void close() {
    try {
      if (to != null) {
        to.close();
        to = null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
