package dev.tandem.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A directory whose power can fail. What the log sees lies in one directory; another gets what the
 * device would have then: forced bytes, names that the directory was synced for, and of the rest
 * any sectors, lengths that files were cut to, and the first few changes of names, as the dice
 * fall.
 */
final class PowerFiles implements LogFiles {

  private static final int SECTOR = 512;

  /** A file, whatever its name. */
  private static final class Inode {
    private Path live;
    private byte[] forced = {};
    private final List<long[]> written = new ArrayList<>();

    /** Length it was cut to since it was forced; -1 if it was not. */
    private long cut = -1;

    Inode(Path live) {
      this.live = live;
    }

    void take(long from, long to) throws IOException {
      try (FileChannel in = FileChannel.open(live, StandardOpenOption.READ)) {
        int end = (int) Math.min(to, in.size());
        if (end > from) {
          forced = Arrays.copyOf(forced, Math.max(forced.length, end));
          in.read(ByteBuffer.wrap(forced, (int) from, end - (int) from), from);
        }
      }
    }
  }

  private final Path live;
  private final Path device;
  private final Random random;
  private final Map<Path, Inode> names = new TreeMap<>();
  private final Map<Path, Inode> syncedNames = new TreeMap<>();

  /** In their order, which a journal keeps. */
  private final Deque<Consumer<Map<Path, Inode>>> nameChanges = new ArrayDeque<>();

  private int operations;
  private final int cutAt;
  private boolean off;

  /** Called right after the power has failed, before anyone else can learn of it. */
  private final Runnable onCut;

  /**
   * @param device empty; filled when the power fails
   */
  PowerFiles(Path live, Path device, int cutAt, long seed, Runnable onCut) throws IOException {
    this.live = live;
    this.device = device;
    this.cutAt = cutAt;
    this.onCut = onCut;
    random = new Random(seed);
    for (Path file : Logs.files(live)) {
      Inode inode = new Inode(file);
      inode.forced = Files.readAllBytes(file);
      names.put(file.getFileName(), inode);
    }
    syncedNames.putAll(names);
  }

  private synchronized void step() throws IOException {
    if (off) {
      throw new IOException("no power");
    }
    if (++operations == cutAt) {
      off = true;
      fail();
      onCut.run();
      throw new IOException("no power");
    }
  }

  private void fail() throws IOException {
    for (int i = random.nextInt(nameChanges.size() + 1); i > 0; i--) {
      nameChanges.remove().accept(syncedNames);
    }
    for (Map.Entry<Path, Inode> file : syncedNames.entrySet()) {
      Inode inode = file.getValue();
      // One that is deleted by now has lost what was not forced.
      if (Files.exists(inode.live)) {
        for (long[] range : inode.written) {
          for (long at = range[0] / SECTOR * SECTOR; at < range[1]; at += SECTOR) {
            if (random.nextInt(3) > 0) {
              inode.take(at, Math.min(at + SECTOR, range[1]));
            }
          }
        }
      }
      if (inode.cut >= 0 && inode.cut < inode.forced.length && random.nextBoolean()) {
        inode.forced = Arrays.copyOf(inode.forced, (int) inode.cut);
      }
      Files.write(device.resolve(file.getKey()), inode.forced);
    }
  }

  @Override
  public synchronized LogFile open(Path path) throws IOException {
    LogFile file = LogFiles.SYSTEM.open(path);
    Path name = path.getFileName();
    Inode inode = names.get(name);
    if (inode == null) {
      Inode created = new Inode(path);
      inode = created;
      change(all -> all.put(name, created));
    }
    return new PoweredFile(inode, file);
  }

  private void change(Consumer<Map<Path, Inode>> change) {
    change.accept(names);
    nameChanges.add(change);
  }

  private final class PoweredFile implements LogFile {
    private final Inode inode;
    private final LogFile file;

    PoweredFile(Inode inode, LogFile file) {
      this.inode = inode;
      this.file = file;
    }

    @Override
    public void map(int bytes) throws IOException {
      file.map(bytes);
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
      synchronized (PowerFiles.this) {
        long end = position + source.remaining();
        file.write(source, position);
        inode.written.add(new long[] {position, end});
        step();
      }
    }

    @Override
    public void force() throws IOException {
      synchronized (PowerFiles.this) {
        step();
        for (long[] range : inode.written) {
          inode.take(range[0], range[1]);
        }
        inode.forced = Arrays.copyOf(inode.forced, (int) file.size());
        inode.written.clear();
        inode.cut = -1;
      }
    }

    @Override
    public void truncate(long bytes) throws IOException {
      synchronized (PowerFiles.this) {
        file.truncate(bytes);
        inode.cut = bytes;
        step();
      }
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  @Override
  public synchronized void rename(Path from, Path to) throws IOException {
    step();
    LogFiles.SYSTEM.rename(from, to);
    Inode inode = names.get(from.getFileName());
    inode.live = to;
    change(
        all -> {
          all.remove(from.getFileName());
          all.put(to.getFileName(), inode);
        });
  }

  @Override
  public synchronized void delete(Path path) throws IOException {
    step();
    LogFiles.SYSTEM.delete(path);
    change(all -> all.remove(path.getFileName()));
  }

  @Override
  public synchronized void syncDirectory(Path directory) throws IOException {
    if (!directory.equals(live)) {
      // One above, whose names are there.
      return;
    }
    step();
    while (!nameChanges.isEmpty()) {
      nameChanges.remove().accept(syncedNames);
    }
  }
}
