package dev.tandem.it.crash;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file system in a file, whose power can be cut: the shutdown call of ext4 and XFS has it forget
 * at once everything that was not synced, and refuse everything from then on.
 */
public final class LoopFileSystem implements AutoCloseable {

  /** The file systems that can do that. */
  enum Type {
    EXT4("256M", "mkfs.ext4", "-F"),
    // The smallest that mkfs makes.
    XFS("300M", "mkfs.xfs", "-f");

    private final String size;
    private final String program;
    private final String force;

    Type(String size, String program, String force) {
      this.size = size;
      this.program = program;
      this.force = force;
    }
  }

  private final Path image;
  private final Path mount;
  private boolean mounted;

  private LoopFileSystem(Path image, Path mount) {
    this.image = image;
    this.mount = mount;
  }

  /** Makes one below this directory and mounts it; skips the test where that cannot be. */
  static LoopFileSystem create(Type type, Path directory) throws IOException, InterruptedException {
    Shell.needRoot();
    String mkfs = Shell.need(type.program);
    Path image = directory.resolve(type + ".image");
    long bytes = Long.parseLong(type.size.replace("M", "")) << 20;
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(bytes);
    }
    Shell.succeed(mkfs, "-q", type.force, image.toString());
    LoopFileSystem made =
        new LoopFileSystem(image, Files.createDirectory(directory.resolve(type + ".mount")));
    Shell.Ended ended = made.tryMount();
    Shell.skipUnless(made.mounted, "cannot mount " + type + " on a loop device: " + ended.output());
    return made;
  }

  Path root() {
    return mount;
  }

  private Shell.Ended tryMount() throws IOException, InterruptedException {
    Shell.Ended ended = Shell.run("mount", "-o", "loop", image.toString(), mount.toString());
    mounted = ended.code() == 0;
    return ended;
  }

  /** From now on nothing reaches the disk, and what had not been synced is forgotten. */
  void cutPower() throws IOException {
    PowerSwitch.off(mount);
  }

  /** The power is back: what reached the disk is there. */
  void restorePower() throws IOException, InterruptedException {
    unmount();
    Shell.Ended ended = tryMount();
    if (!mounted) {
      throw new IOException("cannot mount " + image + " again: " + ended.output());
    }
  }

  private void unmount() {
    unmount(mount);
    mounted = false;
  }

  /** Unmounts; a process that was killed, or a reader that was closed, may hold a file a while. */
  public static void unmount(Path mount) {
    Deadline.await(
        "unmounting " + mount,
        () -> {
          try {
            if (Shell.run("umount", mount.toString()).code() == 0) {
              return true;
            }
          } catch (IOException e) {
            throw new IllegalStateException(e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
          }
          // Files that this process has mapped are given back by the collector.
          System.gc();
          return false;
        });
  }

  @Override
  public void close() throws IOException {
    if (mounted) {
      unmount();
    }
    Files.deleteIfExists(image);
  }
}
