package dev.tandem.gateway.fix;

import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Date;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import quickfix.MessageStore;

/**
 * A session's sequences and the newest of the messages that it was sent, in a directory of its own,
 * so that neither the files nor what is sent again grow without end. What is older, or was torn by
 * a crash, is filled as a gap. One thread at a time.
 *
 * <p>What a method has written is with the system when it returns: it is there after a kill of the
 * process, though not after the loss of power.
 */
final class SessionStore implements MessageStore, Closeable {

  /** So many messages are sent again. */
  static final int MOST = MessageFiles.MOST;

  /** Its name in the directory of a session. */
  static final String SEQUENCES = "sequences";

  /** Created, next sender, next target, place (command and step), flags, checksum of these. */
  private static final int BYTES = 8 + 4 + 4 + 8 + 4 + 4 + 4;

  /** Without place and flags, as earlier versions wrote them. */
  private static final int BYTES_BEFORE = 8 + 4 + 4 + 4;

  private static final int MISSED = 1;

  /** Whose files they are. What it says is written with each of the session's numbers. */
  interface Owner {

    /** All executions up to there have come to it. */
    Place place();

    /** Whether some of them could not be kept, and no Logout has said so yet. */
    boolean isOwedMissed();

    /**
     * The open store could not write or read something; QuickFIX/J itself passes over most of these
     * errors.
     */
    void storeFailed(IOException cause);
  }

  private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);
  private final FileChannel sequences;
  private final MessageFiles messages;
  private final Owner owner;
  private long createdMillis;
  private int sender;
  private int target;

  /** As it was found; null where the session is new or its files are of an earlier version. */
  private Place found;

  /** Whether the file says that reports are missing. */
  private boolean saysMissed;

  private SessionStore(FileChannel sequences, MessageFiles messages, Owner owner) {
    this.sequences = sequences;
    this.messages = messages;
    this.owner = owner;
  }

  /**
   * Opens the store in this directory, which is created if it does not exist.
   *
   * @throws IOException if the sequences cannot be read, or are none
   */
  static SessionStore open(Path directory, Owner owner) throws IOException {
    Files.createDirectories(directory, PrivateFiles.directory());
    Path file = directory.resolve(SEQUENCES);
    FileChannel sequences =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PrivateFiles.file());
    boolean opened = false;
    try {
      SessionStore store = new SessionStore(sequences, new MessageFiles(directory), owner);
      if (sequences.size() == 0) {
        store.reset();
      } else {
        store.read(file);
      }
      opened = true;
      return store;
    } finally {
      if (!opened) {
        sequences.close();
      }
    }
  }

  /** Forgets all of a session, damaged or not; nobody may have it open. */
  static void forget(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      new MessageFiles(directory).clear();
      Files.deleteIfExists(directory.resolve(SEQUENCES));
    }
  }

  private void read(Path file) throws IOException {
    bytes.clear();
    int read = sequences.read(bytes, 0);
    createdMillis = bytes.getLong(0);
    sender = bytes.getInt(8);
    target = bytes.getInt(12);
    if (sequences.size() != read
        || (read != BYTES && read != BYTES_BEFORE)
        || bytes.getInt(read - 4) != checksum(read)
        || sender < 1
        || target < 1) {
      throw new IOException(
          file + " is damaged: expected %d bytes with their checksum".formatted(BYTES));
    }
    saysMissed = read == BYTES_BEFORE || (bytes.getInt(28) & MISSED) != 0;
    found = read == BYTES_BEFORE ? null : new Place(bytes.getLong(16), bytes.getInt(24));
  }

  private int checksum(int length) {
    CRC32 sum = new CRC32();
    sum.update(bytes.array(), 0, length - 4);
    return (int) sum.getValue();
  }

  private void write() throws IOException {
    Place place = owner.place();
    boolean missed = owner.isOwedMissed();
    bytes.clear();
    bytes.putLong(createdMillis).putInt(sender).putInt(target);
    bytes.putLong(place.command()).putInt(place.step()).putInt(missed ? MISSED : 0);
    bytes.putInt(checksum(BYTES)).flip();
    try {
      if (sequences.write(bytes, 0) != BYTES) {
        throw new IOException("sequences are written in part only");
      }
      saysMissed = missed;
    } catch (IOException e) {
      owner.storeFailed(e);
      throw e;
    }
  }

  /** The place that it was found with; empty where it has none. */
  Optional<Place> found() {
    return Optional.ofNullable(found);
  }

  /** Whether the file says that reports are missing, or cannot say that none are. */
  boolean saysMissed() {
    return saysMissed;
  }

  /** Writes what its owner says. */
  void keep() throws IOException {
    write();
  }

  /** What cannot be read is left out, as what is too old: the session fills it as a gap. */
  @Override
  public void get(int first, int last, Collection<String> to) {
    int newest = sender - 1;
    int from = Math.max(first, newest - MOST + 1);
    int until = Math.min(last, newest);
    if (from <= until && !messages.get(from, until, to)) {
      owner.storeFailed(new IOException("messages cannot be read"));
    }
  }

  @Override
  public boolean set(int sequence, String message) throws IOException {
    if (MarketMessages.isPassing(message)) {
      // It would take the place of reports.
      return true;
    }
    try {
      messages.add(sequence, message);
      return true;
    } catch (IOException e) {
      owner.storeFailed(e);
      throw e;
    }
  }

  @Override
  public int getNextSenderMsgSeqNum() {
    return sender;
  }

  @Override
  public int getNextTargetMsgSeqNum() {
    return target;
  }

  @Override
  public void setNextSenderMsgSeqNum(int next) throws IOException {
    sender = next;
    write();
  }

  @Override
  public void setNextTargetMsgSeqNum(int next) throws IOException {
    target = next;
    write();
  }

  @Override
  public void incrNextSenderMsgSeqNum() throws IOException {
    setNextSenderMsgSeqNum(sender + 1);
  }

  @Override
  public void incrNextTargetMsgSeqNum() throws IOException {
    setNextTargetMsgSeqNum(target + 1);
  }

  // As the interface has it.
  @SuppressWarnings("JavaUtilDate")
  @Override
  public Date getCreationTime() {
    return new Date(createdMillis);
  }

  @Override
  public void reset() throws IOException {
    // In this order: messages without their numbers would be those of other messages.
    try {
      messages.clear();
    } catch (IOException e) {
      owner.storeFailed(e);
      throw e;
    }
    createdMillis = System.currentTimeMillis();
    sender = 1;
    target = 1;
    write();
  }

  @Override
  public void refresh() {
    // Nobody else writes these files.
  }

  @Override
  public void close() throws IOException {
    messages.close();
    sequences.close();
  }
}
