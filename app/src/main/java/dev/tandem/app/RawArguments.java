package dev.tandem.app;

import dev.tandem.app.checksum.ByteText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line's arguments with every byte, as {@link ByteText}. The virtual machine decodes
 * them by the locale and loses what is no text there; Linux keeps the bytes.
 */
final class RawArguments {

  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private RawArguments() {}

  /** The arguments of this process, of which Java gave these; the same where they are not kept. */
  static String[] of(String[] given) {
    if (!Files.isReadable(COMMAND_LINE)) {
      return given;
    }
    try {
      return of(given, Files.readAllBytes(COMMAND_LINE));
    } catch (IOException e) {
      return given;
    }
  }

  /**
   * The same, out of a command line whose every argument ends with a NUL.
   *
   * @param given what Java made of the last ones
   */
  static String[] of(String[] given, byte[] commandLine) {
    List<String> all = new ArrayList<>();
    // Each byte one character: cut first, decoded afterwards.
    String bytes = new String(commandLine, StandardCharsets.ISO_8859_1);
    for (int at = 0, end; (end = bytes.indexOf('\0', at)) >= 0; at = end + 1) {
      all.add(bytes.substring(at, end));
    }
    if (all.size() < given.length) {
      return given;
    }
    String[] raw = new String[given.length];
    for (int i = 0; i < raw.length; i++) {
      byte[] argument = all.get(all.size() - raw.length + i).getBytes(StandardCharsets.ISO_8859_1);
      raw[i] = ByteText.decode(argument);
      if (isAscii(given[i]) && !raw[i].equals(given[i])) {
        return given;
      }
    }
    return raw;
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
