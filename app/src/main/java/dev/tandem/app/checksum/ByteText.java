package dev.tandem.app.checksum;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Text that may hold any bytes, as file names do: UTF-8, and each byte that is none as one of the
 * surrogates U+DC80 to U+DCFF, which stand alone in no proper text. Nothing is lost either way,
 * whatever the locale says.
 */
public final class ByteText {

  private static final int ESCAPE = 0xDC00;

  /**
   * The working directory. Its name may be no text in the locale, so that no path from text leads
   * there; Linux has a name for it that always does.
   */
  private static final String HERE =
      Files.isDirectory(Path.of("/proc/self/cwd"))
          ? "/proc/self/cwd/"
          : Path.of("").toUri().getRawPath();

  private ByteText() {}

  /** The text of some bytes. */
  public static String decode(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    for (CoderResult result = decoder.decode(in, out, true);
        result.isMalformed();
        result = decoder.decode(in, out, true)) {
      for (int i = result.length(); i > 0; i--) {
        out.put((char) (ESCAPE | (in.get() & 0xFF)));
      }
    }
    return out.flip().toString();
  }

  /** The bytes of a text; other lone surrogates become question marks. */
  public static byte[] encode(String text) {
    ByteBuffer out = ByteBuffer.allocate(text.length() * 3);
    int plain = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (c >= (ESCAPE | 0x80) && c <= (ESCAPE | 0xFF)) {
        out.put(text.substring(plain, i).getBytes(StandardCharsets.UTF_8)).put((byte) c);
        plain = i + 1;
      }
    }
    out.put(text.substring(plain).getBytes(StandardCharsets.UTF_8)).flip();
    byte[] bytes = new byte[out.remaining()];
    out.get(bytes);
    return bytes;
  }

  /**
   * The file of a name.
   *
   * @throws NoSuchFileException if no file can have it
   */
  static Path path(String name) throws NoSuchFileException {
    if (name.isEmpty()) {
      throw new NoSuchFileException(name);
    }
    try {
      // A path from text goes through the encoding of the locale; one from a URI has its very
      // bytes.
      return File.separatorChar == '/' ? Path.of(uri(name)) : Path.of(name);
    } catch (IllegalArgumentException e) {
      throw new NoSuchFileException(name, null, e.getMessage());
    }
  }

  private static URI uri(String name) {
    StringBuilder uri = new StringBuilder("file://");
    if (!name.startsWith("/")) {
      uri.append(HERE);
    }
    for (byte b : encode(name)) {
      uri.append(b == '/' ? "/" : String.format("%%%02X", b));
    }
    // A path loses the slash at its end, which says that only a directory is meant.
    return URI.create(uri + (name.endsWith("/") ? "." : ""));
  }

  /**
   * A writer that puts the bytes of text, as {@link #encode} gives them, into a stream. A failure
   * of the stream shows when it is flushed.
   */
  public static Writer writer(PrintStream out) {
    return new Writer() {
      @Override
      public void write(char[] chars, int offset, int length) {
        out.writeBytes(encode(new String(chars, offset, length)));
      }

      @Override
      public void flush() throws IOException {
        if (out.checkError()) {
          throw new IOException("the output cannot be written");
        }
      }

      @Override
      public void close() {
        out.close();
      }
    };
  }
}
