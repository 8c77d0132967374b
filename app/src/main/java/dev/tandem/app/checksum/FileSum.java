package dev.tandem.app.checksum;

import dev.tandem.hash.HashStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Sums files, piece by piece. */
public final class FileSum {

  /** Stands for the standard input. */
  public static final String STANDARD_INPUT = "-";

  private final ByteBuffer piece = ByteBuffer.allocateDirect(1 << 18);
  private final InputStream standardInput;

  /** Reads the standard input from here. */
  public FileSum(InputStream standardInput) {
    this.standardInput = standardInput;
  }

  /** The line for a file. */
  public String line(Algorithm algorithm, String file) throws IOException {
    String name = file.equals(STANDARD_INPUT) ? "stdin" : file;
    return algorithm.line(digest(algorithm, file), name);
  }

  /** The digest of a file, in hexadecimal. */
  String digest(Algorithm algorithm, String file) throws IOException {
    HashStream<?> stream = algorithm.stream();
    if (file.equals(STANDARD_INPUT)) {
      read(Channels.newChannel(standardInput), stream);
    } else {
      try (FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.READ)) {
        read(channel, stream);
      }
    }
    return algorithm.digest(stream);
  }

  private void read(ReadableByteChannel channel, HashStream<?> stream) throws IOException {
    while (channel.read(piece.clear()) >= 0) {
      stream.update(piece.flip());
    }
  }

  /** Why a file could not be read, in the words of the system. */
  public static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "No such file or directory";
    }
    return e instanceof AccessDeniedException ? "Permission denied" : e.getMessage();
  }
}
