package dev.tandem.logger.storage;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import com.github.luben.zstd.util.Native;
import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Closed files as zstd; the only class that needs the library. */
public final class Compression {
  private static final int LEVEL = 3;

  private Compression() {}

  /** Loads the library. */
  static void load() {
    Native.load();
  }

  /** Puts a compressed file, forced, in the place of a plain one. */
  static void replace(Path plain) throws IOException {
    Path whole = plain.resolveSibling(plain.getFileName() + FileNames.COMPRESSED);
    Path part = plain.resolveSibling(whole.getFileName() + FileNames.PART);
    try (FileChannel channel =
            FileChannel.open(
                part,
                Set.of(
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE),
                PrivateFiles.file());
        OutputStream file = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16)) {
      ZstdOutputStream out = new ZstdOutputStream(file, LEVEL);
      out.setChecksum(true);
      Files.copy(plain, out);
      out.close();
      // close() has closed the channel with the stream, so it is opened again for the force.
    } catch (NoSuchFileException deleted) {
      Files.deleteIfExists(part);
      return;
    } catch (IOException | RuntimeException | Error e) {
      Files.deleteIfExists(part);
      throw e;
    }
    try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
    Files.deleteIfExists(plain);
  }

  /** All bytes of a compressed file. */
  public static byte[] read(Path file) throws IOException {
    try (InputStream in = new ZstdInputStream(Files.newInputStream(file))) {
      return in.readAllBytes();
    }
  }
}
