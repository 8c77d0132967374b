package dev.tandem.app.checksum;

import dev.tandem.hash.HashStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Sums inputs, piece by piece. */
public final class FileSum {

  private final ByteBuffer piece = ByteBuffer.allocateDirect(1 << 18);
  private final InputStream standardInput;

  /** Reads the standard input from here. */
  public FileSum(InputStream standardInput) {
    this.standardInput = standardInput;
  }

  /** The line for an input. */
  public String line(Algorithm algorithm, boolean tag, boolean littleEndian, Input input)
      throws IOException {
    return new SumLine(algorithm, digest(algorithm, input), input.name())
        .text(new SumLine.Form(tag, littleEndian));
  }

  /** The lines of an input of text; close them. */
  Lines lines(Input input) throws IOException {
    return new Lines(input.open(standardInput));
  }

  /** The digest of an input, in hexadecimal. */
  String digest(Algorithm algorithm, Input input) throws IOException {
    HashStream<?> stream = algorithm.stream();
    try (ReadableByteChannel channel = input.open(standardInput)) {
      while (channel.read(piece.clear()) >= 0) {
        stream.update(piece.flip());
      }
    }
    return algorithm.digest(stream);
  }

  /** The message for an input that could not be read. */
  public static String failure(Input input, IOException e) {
    return "Error: Could not open '" + SumLine.reported(input.name()) + "': " + reason(e);
  }

  /** Why a file could not be read, in the words of the system. */
  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "No such file or directory";
    }
    if (e instanceof AccessDeniedException) {
      return "Permission denied";
    }
    return e instanceof FileSystemException named && named.getReason() != null
        ? named.getReason()
        : e.getMessage();
  }
}
