package dev.tandem.logger.seal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * Keys as text. Works on arrays, so that what was read can be wiped; only a variable's text cannot.
 */
final class KeyText {
  private static final int MAX_FILE = 1 << 16;
  private static final String ID = "[A-Za-z0-9._-]{1," + SealFormat.KEY_ID_LENGTH + "}";
  private static final Set<PosixFilePermission> FORBIDDEN =
      Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

  /** A key and its id; whoever takes it wipes it. */
  record Entry(String id, WipedKey key) {}

  private KeyText() {}

  static List<Entry> readFile(Path file) throws IOException {
    checkPermissions(file);
    long size = Files.size(file);
    if (size > MAX_FILE) {
      throw new SealException(
          file + ": found " + size + " bytes, expected a key file of at most " + MAX_FILE);
    }
    byte[] bytes = Files.readAllBytes(file);
    try {
      return parse(bytes, file + ":");
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  static List<Entry> parseList(String text, String name) throws SealException {
    byte[] bytes =
        text.replaceAll(":\\s+", ":").replaceAll("[\\s,]+", "\n").getBytes(StandardCharsets.UTF_8);
    try {
      return parse(bytes, name + ", key ");
    } finally {
      Arrays.fill(bytes, (byte) 0);
    }
  }

  static void checkId(String id, String name) throws SealException {
    if (!id.matches(ID)) {
      throw new SealException(
          name + ": found key id '" + id + "', expected 1 to 16 of A-Z a-z 0-9 . _ -");
    }
  }

  /**
   * A key is 32 bytes, and not all of them are zero: such a key is an array that was wiped, and
   * everybody knows it.
   */
  static void checkKey(byte[] key, String name) throws SealException {
    if (key.length != SealFormat.KEY_LENGTH) {
      throw new SealException(
          name + ": found " + key.length + " bytes, expected " + SealFormat.KEY_LENGTH);
    }
    int bits = 0;
    for (byte part : key) {
      bits |= part;
    }
    if (bits == 0) {
      throw new SealException(name + ": found a key of zeros, expected a secret one");
    }
  }

  private static void checkPermissions(Path file) throws IOException {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      return;
    }
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
    if (permissions.stream().anyMatch(FORBIDDEN::contains)) {
      throw new SealException(
          file
              + ": every user may read or write this key file, expected owner and group at most"
              + " (chmod 600)");
    }
  }

  private static List<Entry> parse(byte[] bytes, String name) throws SealException {
    List<Entry> entries = new ArrayList<>();
    try {
      int line = 0;
      for (int from = 0; from < bytes.length; ) {
        int to = from;
        while (to < bytes.length && bytes[to] != '\n') {
          to++;
        }
        line++;
        parseLine(bytes, from, to, name + line, entries);
        from = to + 1;
      }
      if (entries.isEmpty()) {
        throw new SealException(name + "1: found no key, expected 'id: key'");
      }
      return List.copyOf(entries);
    } catch (SealException e) {
      entries.forEach(entry -> entry.key().destroy());
      throw e;
    }
  }

  private static void parseLine(byte[] bytes, int start, int end, String name, List<Entry> entries)
      throws SealException {
    int from = start;
    int to = end;
    while (from < to && bytes[from] <= ' ') {
      from++;
    }
    while (from < to && bytes[to - 1] <= ' ') {
      to--;
    }
    if (from == to || bytes[from] == '#') {
      return;
    }
    String id = "default";
    int colon = from;
    while (colon < to && bytes[colon] != ':') {
      colon++;
    }
    if (colon < to) {
      id = new String(bytes, from, colon - from, StandardCharsets.UTF_8).strip();
      from = colon + 1;
      while (from < to && bytes[from] <= ' ') {
        from++;
      }
      checkId(id, name);
    }
    for (Entry entry : entries) {
      if (entry.id().equals(id)) {
        throw new SealException(name + ": found a second key '" + id + "', expected one an id");
      }
    }
    entries.add(new Entry(id, new WipedKey("Generic", decode(bytes, from, to, name))));
  }

  private static byte[] decode(byte[] bytes, int from, int to, String name) throws SealException {
    byte[] key =
        to - from == 2 * SealFormat.KEY_LENGTH ? hex(bytes, from) : base64(bytes, from, to);
    if (key == null || key.length != SealFormat.KEY_LENGTH) {
      throw new SealException(
          name
              + ": found "
              + (to - from)
              + " characters that are no key, expected 64 hexadecimal digits or the base64 text of"
              + " 32 bytes");
    }
    checkKey(key, name);
    return key;
  }

  private static byte[] hex(byte[] bytes, int from) {
    byte[] key = new byte[SealFormat.KEY_LENGTH];
    for (int i = 0; i < key.length; i++) {
      int high = Character.digit(bytes[from + 2 * i], 16);
      int low = Character.digit(bytes[from + 2 * i + 1], 16);
      if (high < 0 || low < 0) {
        Arrays.fill(key, (byte) 0);
        return null;
      }
      key[i] = (byte) (high << 4 | low);
    }
    return key;
  }

  private static byte[] base64(byte[] bytes, int from, int to) {
    byte[] text = Arrays.copyOfRange(bytes, from, to);
    try {
      ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(text));
      byte[] key = new byte[decoded.remaining()];
      decoded.get(key);
      Arrays.fill(decoded.array(), (byte) 0);
      return key;
    } catch (IllegalArgumentException notBase64) {
      return null;
    } finally {
      Arrays.fill(text, (byte) 0);
    }
  }
}
