package dev.tandem.flow;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Reads a file, plain or zstd-compressed (by its first bytes, not by its name). Every failure to
 * read is a {@link BadInputException} that names the file. Not thread-safe.
 */
public final class InputFile implements AutoCloseable {

  private static final int BUFFER = 1 << 16;
  private static final int ZSTD_MAGIC = 0xFD2FB528;

  private final Path path;
  private final InputStream raw;
  private final InputStream in;
  private final boolean compressed;

  private InputFile(Path path, InputStream raw, InputStream in, boolean compressed) {
    this.path = path;
    this.raw = raw;
    this.in = in;
    this.compressed = compressed;
  }

  /**
   * Opens a file.
   *
   * @throws BadInputException if it is missing, a directory or unreadable
   */
  public static InputFile open(Path path) {
    return open(path, bytes -> {});
  }

  /**
   * The same.
   *
   * @param more gets the number of bytes of each piece of the file that was read
   */
  static InputFile open(Path path, LongConsumer more) {
    if (Files.isDirectory(path)) {
      throw new BadInputException(path + ": is a directory, expected a file");
    }
    if (!Files.exists(path)) {
      throw new BadInputException(path + ": no such file");
    }
    try {
      InputStream raw =
          new BufferedInputStream(new Counted(Files.newInputStream(path), more), BUFFER);
      raw.mark(4);
      byte[] magic = raw.readNBytes(4);
      raw.reset();
      boolean compressed = magic.length == 4 && LittleEndian.int32(magic, 0) == ZSTD_MAGIC;
      InputStream in =
          compressed ? new BufferedInputStream(new ZstdInputStreamNoFinalizer(raw), BUFFER) : raw;
      return new InputFile(path, raw, in, compressed);
    } catch (IOException e) {
      throw new BadInputException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Counts how much of a file is read. */
  private static final class Counted extends FilterInputStream {
    private final LongConsumer more;

    Counted(InputStream in, LongConsumer more) {
      super(in);
      this.more = more;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int count = in.read(into, offset, length);
      more.accept(Math.max(0, count));
      return count;
    }
  }

  /** The file, as the caller named it. */
  public Path path() {
    return path;
  }

  /** The first bytes, at most {@code count}, which stay to be read. */
  public byte[] peek(int count) {
    in.mark(count);
    byte[] bytes = new byte[count];
    int length = read(bytes, 0, count);
    try {
      in.reset();
    } catch (IOException e) {
      throw failure(e);
    }
    return java.util.Arrays.copyOf(bytes, length);
  }

  /**
   * Reads until {@code length} bytes are there or the file ends.
   *
   * @return the bytes read; less than {@code length} only at the end
   */
  public int read(byte[] into, int offset, int length) {
    try {
      return in.readNBytes(into, offset, length);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private BadInputException failure(IOException e) {
    if (compressed && e instanceof ZstdIOException) {
      return new BadInputException(
          path
              + ": the zstd data is truncated or damaged ("
              + e.getMessage()
              + "), expected a complete .zst file: fetch or compress it again",
          e);
    }
    return new BadInputException(path + ": cannot be read: " + e.getMessage(), e);
  }

  @Override
  public void close() {
    try {
      in.close();
      raw.close();
    } catch (IOException e) {
      throw failure(e);
    }
  }
}
