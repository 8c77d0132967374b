package dev.tandem.logger.seal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Master keys of 32 bytes by key id. One of them, the sealing key, seals new files; all of them
 * open files, each of which names its key's id. To rotate, add a key under a new id and make it the
 * sealing key: files that are begun afterwards use it, older files keep theirs.
 *
 * <p>Key ids are 1 to 16 characters of {@code A-Z a-z 0-9 . _ -}. Keys are in no message and in no
 * {@code toString}. All methods may be called by any thread. {@link #close()} wipes the keys;
 * writers and readers that were opened before keep working, because each has a key of its own.
 */
public final class KeyRing implements AutoCloseable {
  private final Map<String, WipedKey> keys = new LinkedHashMap<>();
  private final KeySource source;
  private final String sealingId;
  private boolean closed;

  private KeyRing(List<KeyText.Entry> entries) {
    for (KeyText.Entry entry : entries) {
      keys.put(entry.id(), entry.key());
    }
    source = null;
    sealingId = entries.get(entries.size() - 1).id();
  }

  private KeyRing(String sealingId, KeySource source) {
    this.source = source;
    this.sealingId = sealingId;
  }

  /**
   * Reads a key file: a key a line, {@code id: key} or just the key, whose id then is {@code
   * default}. A key is 64 hexadecimal digits or the base64 text of 32 bytes. Empty lines and those
   * that begin with {@code #} are skipped. The last key of the file is the sealing key.
   *
   * @throws SealException if users other than the owner and the group may read or write the file,
   *     or if a line is not as above; the message names file and line, never the key
   */
  public static KeyRing ofFile(Path file) throws IOException {
    return new KeyRing(KeyText.readFile(file));
  }

  /**
   * Reads keys from an environment variable, separated by white space or commas, each as in a key
   * file.
   *
   * @throws SealException if the variable is not set, or not as above
   */
  public static KeyRing ofEnvironment(String variable) throws SealException {
    String text = System.getenv(variable);
    if (text == null || text.isBlank()) {
      throw new SealException(
          "environment variable " + variable + ": found nothing, expected a key");
    }
    return new KeyRing(KeyText.parseList(text, "environment variable " + variable));
  }

  /**
   * Gets the key from {@code source} whenever a file is opened; new files are sealed with the key
   * of {@code sealingId}.
   */
  public static KeyRing ofSource(String sealingId, KeySource source) throws SealException {
    KeyText.checkId(sealingId, "sealing key");
    return new KeyRing(sealingId, Objects.requireNonNull(source, "source"));
  }

  /**
   * One key, of which a copy is taken.
   *
   * @throws SealException if it is not 32 bytes, or all of them are zero
   */
  public static KeyRing of(String keyId, byte[] key) throws SealException {
    KeyText.checkId(keyId, "key");
    KeyText.checkKey(key, "key '" + keyId + "'");
    return new KeyRing(List.of(new KeyText.Entry(keyId, new WipedKey("Generic", key.clone()))));
  }

  /** The id of the key that seals new files. */
  public String sealingId() {
    return sealingId;
  }

  /** Derives what a file needs; {@code name} is for messages. */
  FileKeys derive(String keyId, byte[] salt, byte[] info, String name) throws SealException {
    WipedKey master = master(keyId, name);
    try {
      return FileKeys.derive(master, salt, info);
    } finally {
      master.destroy();
    }
  }

  private synchronized WipedKey master(String keyId, String name) throws SealException {
    if (closed) {
      throw new IllegalStateException("the key ring is closed");
    }
    if (source == null) {
      WipedKey key = keys.get(keyId);
      if (key == null) {
        throw new UnknownKeyException(
            name + ": sealed with key '" + keyId + "', found keys " + keys.keySet());
      }
      return new WipedKey("Generic", key.getEncoded());
    }
    byte[] given = source.key(keyId);
    if (given == null) {
      throw new UnknownKeyException(
          name + ": sealed with key '" + keyId + "', which the key source does not have");
    }
    // A copy is checked and wiped: the array is the source's, which may hand it out again.
    byte[] bytes = given.clone();
    try {
      KeyText.checkKey(bytes, "key '" + keyId + "' of the key source");
    } catch (SealException e) {
      Arrays.fill(bytes, (byte) 0);
      throw e;
    }
    return new WipedKey("Generic", bytes);
  }

  @Override
  public synchronized void close() {
    closed = true;
    keys.values().forEach(WipedKey::destroy);
  }

  @Override
  public synchronized String toString() {
    return "KeyRing[sealing " + sealingId + (source == null ? ", ids " + keys.keySet() : "") + "]";
  }
}
