package dev.tandem.app.checksum;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.StandardOpenOption;

/**
 * What is summed, or read as a list: a file, or the standard input.
 *
 * @param name what it is called in what is printed, as {@link ByteText}
 * @param isStandard whether it is the standard input, and no file
 */
public record Input(String name, boolean isStandard) {

  /** Stands for the standard input on a command line. */
  public static final String STANDARD = "-";

  /** Stands for it in lists. */
  private static final String STANDARD_LISTED = "stdin";

  /** What an argument of a command line means. */
  public static Input ofArgument(String argument) {
    return argument.equals(STANDARD)
        ? new Input(STANDARD_LISTED, true)
        : new Input(argument, false);
  }

  /** What a name in a list means. */
  static Input ofListed(String name) {
    return new Input(name, name.equals(STANDARD_LISTED));
  }

  /** Opens it; closing does not close the standard input. */
  ReadableByteChannel open(InputStream standardInput) throws IOException {
    if (!isStandard) {
      return FileChannel.open(ByteText.path(name), StandardOpenOption.READ);
    }
    return Channels.newChannel(
        new FilterInputStream(standardInput) {
          @Override
          public void close() {
            // It may be read again.
          }
        });
  }
}
