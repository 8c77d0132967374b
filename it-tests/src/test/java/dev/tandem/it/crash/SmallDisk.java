package dev.tandem.it.crash;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system in memory that is soon full; only root may mount it. */
final class SmallDisk implements AutoCloseable {

  private static final int PAGE = 4_096;

  private final Path mount;

  private SmallDisk(Path mount) {
    this.mount = mount;
  }

  /** Mounts one below a directory; skips the test where that cannot be. */
  static SmallDisk create(Path directory, int megabytes) throws IOException, InterruptedException {
    Shell.needRoot();
    Path mount = Files.createDirectory(directory.resolve("disk"));
    Shell.Ended ended =
        Shell.run("mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", "" + mount);
    Shell.skipUnless(ended.code() == 0, "cannot mount a tmpfs: " + ended.output());
    return new SmallDisk(mount);
  }

  Path root() {
    return mount;
  }

  /** Takes all room but this; the file gives it back when it is deleted. */
  Path fill(long left) throws IOException {
    Path filler = mount.resolve("filler");
    byte[] page = new byte[PAGE];
    try (OutputStream out = Files.newOutputStream(filler)) {
      while (Files.getFileStore(mount).getUsableSpace() > left) {
        out.write(page);
      }
    }
    return filler;
  }

  @Override
  public void close() {
    LoopFileSystem.unmount(mount);
  }
}
