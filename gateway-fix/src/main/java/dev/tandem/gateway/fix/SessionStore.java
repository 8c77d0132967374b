package dev.tandem.gateway.fix;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.Date;
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

  /** Created, next sender, next target, checksum of these. */
  private static final int BYTES = 8 + 4 + 4 + 4;

  private final ByteBuffer bytes = ByteBuffer.allocate(BYTES);
  private final FileChannel sequences;
  private final MessageFiles messages;
  private final Runnable failed;
  private long createdMillis;
  private int sender;
  private int target;

  private SessionStore(FileChannel sequences, MessageFiles messages, Runnable failed) {
    this.sequences = sequences;
    this.messages = messages;
    this.failed = failed;
  }

  /**
   * Opens the store in this directory, which is made if need be.
   *
   * @param failed runs when the open store could not write or read something; QuickFIX/J itself
   *     passes over most of these errors
   * @throws IOException if the sequences cannot be read, or are none
   */
  static SessionStore open(Path directory, Runnable failed) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve(SEQUENCES);
    FileChannel sequences =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    boolean opened = false;
    try {
      SessionStore store = new SessionStore(sequences, new MessageFiles(directory), failed);
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
    if (sequences.size() != BYTES
        || read != BYTES
        || bytes.getInt(BYTES - 4) != checksum()
        || sender < 1
        || target < 1) {
      throw new IOException(
          file + " is damaged: expected %d bytes with their checksum".formatted(BYTES));
    }
  }

  private int checksum() {
    CRC32 sum = new CRC32();
    sum.update(bytes.array(), 0, BYTES - 4);
    return (int) sum.getValue();
  }

  private void write() throws IOException {
    bytes.clear();
    bytes.putLong(createdMillis).putInt(sender).putInt(target);
    bytes.putInt(checksum()).flip();
    try {
      if (sequences.write(bytes, 0) != BYTES) {
        throw new IOException("sequences are written in part only");
      }
    } catch (IOException e) {
      failed.run();
      throw e;
    }
  }

  /** What cannot be read is left out, as what is too old: the session fills it as a gap. */
  @Override
  public void get(int first, int last, Collection<String> to) {
    int newest = sender - 1;
    int from = Math.max(first, newest - MOST + 1);
    int until = Math.min(last, newest);
    if (from <= until && !messages.get(from, until, to)) {
      failed.run();
    }
  }

  @Override
  public boolean set(int sequence, String message) throws IOException {
    try {
      messages.add(sequence, message);
      return true;
    } catch (IOException e) {
      failed.run();
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
      failed.run();
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
