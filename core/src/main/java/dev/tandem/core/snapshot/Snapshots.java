package dev.tandem.core.snapshot;

import dev.tandem.core.api.LogPosition;
import dev.tandem.core.api.SnapshotInfo;
import dev.tandem.core.state.InvalidImageException;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.TableKind;
import dev.tandem.core.statemachine.Stages;
import dev.tandem.wal.filesystem.DurableDirectories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The snapshots of a kernel in one directory, each in a directory of its own, named by the sequence
 * in the log of the last command that it includes.
 *
 * <p>A snapshot is written under a temporary name, synced, renamed, and the directory synced: it is
 * there as a whole or not at all, whenever the machine stops. What an unfinished one leaves is
 * removed by {@link #open}. Nothing but that, {@link #deleteAllBut} and the replacement of a
 * damaged snapshot ever touches an existing one.
 *
 * <p>Any thread may call; calls on one object wait for each other. Only one process at a time may
 * write: the log's lock stands for it.
 */
public final class Snapshots {

  private static final String PREFIX = "snapshot-";
  private static final String TEMPORARY = ".tmp";
  private static final int DIGITS = 20;

  private final Path directory;
  private final SnapshotDisk disk;

  private Snapshots(Path directory, SnapshotDisk disk) {
    this.directory = directory;
    this.disk = disk;
  }

  /**
   * Opens a directory for reading and writing, makes it if it is not there, and removes what
   * unfinished snapshots have left in it.
   */
  public static Snapshots open(Path directory) throws IOException {
    return open(directory, new SnapshotDisk());
  }

  static Snapshots open(Path directory, SnapshotDisk disk) throws IOException {
    // What is in it was begun once its name was durable.
    if (!Files.isDirectory(directory) || isEmpty(directory)) {
      DurableDirectories.make(directory, disk::syncDirectory);
    }
    Snapshots snapshots = new Snapshots(directory, disk);
    for (Path left : snapshots.entries(TEMPORARY)) {
      snapshots.remove(left);
    }
    return snapshots;
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      return !entries.iterator().hasNext();
    }
  }

  /** Opens a directory only to look at it: nothing in it is changed. */
  public static Snapshots openReadOnly(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new NoSuchFileException(directory.toString(), null, "no directory of snapshots");
    }
    return new Snapshots(directory, new SnapshotDisk());
  }

  /** A snapshot that was loaded; the image is the caller's to close. */
  public record Loaded(SnapshotInfo info, StateImage image) implements AutoCloseable {
    @Override
    public void close() {
      image.close();
    }
  }

  /** A snapshot that cannot be used, and why. */
  public record Damaged(Path directory, String reason) {}

  /**
   * Writes an image, durably. For a thread that is none of the kernel's. A sound snapshot of the
   * same place is left as it is; a damaged one, or one of another log, is replaced.
   *
   * @param position the last record of the log that the image includes
   * @throws IOException if it is not durable, as on a full disk; all other snapshots are as they
   *     were
   */
  public synchronized SnapshotInfo write(StateImage image, LogPosition position)
      throws IOException {
    long logSequence = position.sequence();
    if (logSequence < -1) {
      throw new IllegalArgumentException("log sequence " + logSequence);
    }
    Path target = directory.resolve(nameOf(logSequence));
    Path temporary = directory.resolve(nameOf(logSequence) + TEMPORARY);
    if (Files.exists(target)) {
      try (Loaded there = load(target)) {
        if (there.info().position().equals(position)) {
          return there.info();
        }
        remove(temporary);
        disk.rename(target, temporary);
      } catch (SnapshotException | NoSuchFileException damaged) {
        remove(temporary);
        disk.rename(target, temporary);
      }
    }
    remove(temporary);
    try {
      if (!Files.isDirectory(directory)) {
        // Somebody has removed it: the next snapshot makes it anew.
        DurableDirectories.make(directory, disk::syncDirectory);
      }
      disk.createDirectory(temporary);
      Instant now = Instant.now();
      long createdNs = now.getEpochSecond() * 1_000_000_000L + now.getNano();
      SnapshotInfo info = SnapshotFile.write(temporary, image, position, createdNs, disk);
      disk.syncDirectory(temporary);
      disk.rename(temporary, target);
      disk.syncDirectory(directory);
      return in(target, info);
    } catch (IOException e) {
      try {
        remove(temporary);
      } catch (IOException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw new SnapshotException(
          "snapshot of sequence " + logSequence + " not written: " + e.getMessage(), e);
    }
  }

  private static SnapshotInfo in(Path directory, SnapshotInfo info) {
    return new SnapshotInfo(
        directory,
        info.position(),
        info.createdNs(),
        info.riskShards(),
        info.matchingShards(),
        info.eventHash(),
        info.stateHash(),
        info.bytes());
  }

  /** The directories of all snapshots, sound or not, by rising sequence. */
  public synchronized List<Path> directories() throws IOException {
    return entries("");
  }

  /**
   * The snapshots whose headers are sound, by rising sequence.
   *
   * @param damaged gets each of the others
   */
  public synchronized List<SnapshotInfo> list(Consumer<Damaged> damaged) throws IOException {
    List<SnapshotInfo> found = new ArrayList<>();
    for (Path snapshot : entries("")) {
      try {
        found.add(header(snapshot));
      } catch (IOException e) {
        damaged.accept(new Damaged(snapshot, reason(e)));
      }
    }
    return found;
  }

  /**
   * Checks everything: the checksums, the hashes, and that the state can be restored and then gives
   * the same image again, byte for byte.
   *
   * @throws IOException if anything is wrong, with what it is
   */
  public synchronized SnapshotInfo verify(Path snapshot) throws IOException {
    try (Loaded loaded = load(snapshot)) {
      StateImage image = loaded.image();
      // The image is the same for any shards, and those in the header may be any number.
      int risk = image.riskShards() == 0 ? 0 : 1;
      Stages stages = new Stages(risk, 1, 0, 0, () -> 0, c -> {}, null);
      try {
        stages.restore(image);
      } catch (InvalidImageException e) {
        throw new SnapshotException(snapshot + ": cannot be restored: " + e.getMessage(), e);
      }
      try (StateImage again = stages.image()) {
        for (TableKind kind : TableKind.values()) {
          long at = again.table(kind).bytes().mismatch(image.table(kind).bytes());
          if (at >= 0) {
            throw new SnapshotException(
                "%s: table %s is restored differently from byte %d".formatted(snapshot, kind, at));
          }
        }
      }
      return loaded.info();
    }
  }

  /**
   * The newest snapshot whose checksums and hashes are right, loaded; null if there is none.
   *
   * @param skipped gets each newer one that is damaged
   * @throws IOException if the directory cannot be read
   */
  public synchronized Loaded latestValid(Consumer<Damaged> skipped) throws IOException {
    return latestValid(Long.MAX_VALUE, skipped);
  }

  /**
   * As {@link #latestValid(Consumer)}, of those that include no record behind this one.
   *
   * @param logSequence of the last record that may be included
   */
  public synchronized Loaded latestValid(long logSequence, Consumer<Damaged> skipped)
      throws IOException {
    List<Path> all = new ArrayList<>(entries(""));
    all.removeIf(snapshot -> snapshot.getFileName().toString().compareTo(nameOf(logSequence)) > 0);
    for (int i = all.size() - 1; i >= 0; i--) {
      try {
        return load(all.get(i));
      } catch (IOException e) {
        skipped.accept(new Damaged(all.get(i), reason(e)));
      }
    }
    return null;
  }

  /**
   * Deletes all snapshots but the newest ones, and one more. A damaged one counts as one.
   *
   * @param upTo of the others, the newest that includes no record behind this one is kept
   * @return how many were deleted
   */
  public synchronized int deleteAllBut(int newest, long upTo) throws IOException {
    if (newest < 1) {
      throw new IllegalArgumentException("keep " + newest + " snapshots, expected 1 or more");
    }
    List<Path> all = entries("");
    int deleted = 0;
    Path base = null;
    for (Path snapshot : all) {
      if (upTo >= -1 && snapshot.getFileName().toString().compareTo(nameOf(upTo)) <= 0) {
        base = snapshot;
      }
    }
    for (Path snapshot : all.subList(0, Math.max(0, all.size() - newest))) {
      if (snapshot.equals(base)) {
        continue;
      }
      // Half deleted it must not look like a snapshot.
      Path doomed = snapshot.resolveSibling(snapshot.getFileName() + TEMPORARY);
      remove(doomed);
      disk.rename(snapshot, doomed);
      remove(doomed);
      deleted++;
    }
    if (deleted != 0) {
      disk.syncDirectory(directory);
    }
    return deleted;
  }

  private static Loaded load(Path snapshot) throws IOException {
    SnapshotInfo info = header(snapshot);
    return new Loaded(info, SnapshotFile.read(snapshot));
  }

  private static SnapshotInfo header(Path snapshot) throws IOException {
    SnapshotInfo info = SnapshotFile.readHeader(snapshot);
    if (!snapshot.getFileName().toString().equals(nameOf(info.logSequence()))) {
      throw new SnapshotException(
          snapshot + ": holds the snapshot of sequence " + info.logSequence());
    }
    return info;
  }

  private static String reason(IOException e) {
    return e instanceof NoSuchFileException missing
        ? missing.getFile() + ": is missing"
        : String.valueOf(e.getMessage());
  }

  /** A name that sorts like its sequence; that of -1, before all commands, sorts first. */
  private static String nameOf(long logSequence) {
    return PREFIX + (logSequence < 0 ? "-".repeat(DIGITS) : "%020d".formatted(logSequence));
  }

  private List<Path> entries(String suffix) throws IOException {
    String pattern = PREFIX + "(\\d{" + DIGITS + "}|-{" + DIGITS + "})" + suffix;
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(p -> p.getFileName().toString().matches(pattern.replace(".", "\\.")))
          .sorted(Comparator.comparing(Path::getFileName))
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void remove(Path snapshot) throws IOException {
    if (!Files.exists(snapshot)) {
      return;
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(snapshot)) {
      files = all.toList();
    }
    for (Path file : files) {
      disk.delete(file);
    }
    disk.delete(snapshot);
  }
}
