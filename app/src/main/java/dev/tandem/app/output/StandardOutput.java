package dev.tandem.app.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The standard output, which distinguishes a closed pipe from every other failure. */
public final class StandardOutput extends OutputStream {

  private static final int TYPE_MASK = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  private final OutputStream out;

  private StandardOutput(OutputStream out) {
    this.out = out;
  }

  /**
   * A stream to the standard output, in its encoding. A write that nobody reads throws {@link
   * ClosedPipeError}; any other that fails is kept, as of every print stream.
   */
  public static PrintStream open() {
    OutputStream out = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    return new PrintStream(out, true, System.out.charset());
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      if (isPipe()) {
        throw new ClosedPipeError(e);
      }
      throw e;
    }
  }

  /** By what it is: the text of the failure is in the language of the system. */
  private static boolean isPipe() {
    try {
      Object mode = Files.getAttribute(Path.of("/dev/stdout"), "unix:mode");
      int type = (Integer) mode & TYPE_MASK;
      return type == PIPE || type == SOCKET;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
