package dev.tandem.app.checksum;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/** The lines of any bytes, each as soon as it has arrived. */
final class Lines implements AutoCloseable {

  /** Bytes of the longest line that is kept; more than any name takes, escaped. */
  static final int LONGEST = 64 * 1024;

  private final ReadableByteChannel channel;
  private final ByteBuffer arrived = ByteBuffer.allocate(8192).flip();
  private final byte[] line = new byte[LONGEST];

  Lines(ReadableByteChannel channel) {
    this.channel = channel;
  }

  /**
   * The next line as {@link ByteText}, without its end; an empty one instead of a line longer than
   * {@link #LONGEST}, for neither is a sum.
   *
   * @return null at the end
   */
  String next() throws IOException {
    int length = 0;
    while (fill()) {
      byte b = arrived.get();
      if (b == '\n') {
        return text(length);
      }
      if (length < LONGEST) {
        line[length] = b;
      }
      length = Math.min(length, LONGEST) + 1;
    }
    return length == 0 ? null : text(length);
  }

  private String text(int length) {
    return length > LONGEST ? "" : ByteText.decode(Arrays.copyOf(line, length));
  }

  /** Whether there is another byte. */
  private boolean fill() throws IOException {
    while (!arrived.hasRemaining()) {
      int read = channel.read(arrived.clear());
      arrived.flip();
      if (read < 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
