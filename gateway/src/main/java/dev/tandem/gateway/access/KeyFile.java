package dev.tandem.gateway.access;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The keys of a gateway, in a file that only its owner can read. One thread at a time changes it;
 * {@link #find} is for that thread, too.
 */
public final class KeyFile {

  private static final int LONGEST_TOKEN = 256;

  private final Path file;
  private final Disk disk;
  private final Map<String, ApiKey> keys = new LinkedHashMap<>();

  /** Makes what is in a file, or the names in a directory, outlive the machine. */
  @FunctionalInterface
  interface Disk {
    void force(Path fileOrDirectory) throws IOException;
  }

  private KeyFile(Path file, Disk disk) {
    this.file = file;
    this.disk = disk;
  }

  /** The same; its directory is created if it does not exist, for its owner alone. */
  public static KeyFile openPrivately(Path file) throws IOException {
    Files.createDirectories(
        file.toAbsolutePath().getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return open(file);
  }

  /** Reads a file of keys; none if there is no such file. Warns if others can read or write it. */
  public static KeyFile open(Path file) throws IOException {
    return open(file, KeyFile::force);
  }

  static KeyFile open(Path file, Disk disk) throws IOException {
    KeyFile keys = new KeyFile(file, disk);
    if (Files.exists(file)) {
      warnIfWide(file);
      keys.read();
    }
    return keys;
  }

  private static void warnIfWide(Path file) throws IOException {
    String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    if (!permissions.endsWith("------")) {
      System.getLogger("dev.tandem.gateway")
          .log(
              System.Logger.Level.WARNING,
              "{0} is {1}: others than its owner can use it, and who reads it can sign; make it"
                  + " 600",
              file,
              permissions);
    }
  }

  /** Whether there is no key. */
  public boolean isEmpty() {
    return keys.isEmpty();
  }

  /** All keys. */
  public Collection<ApiKey> keys() {
    return java.util.List.copyOf(keys.values());
  }

  /** The key that a token is of; empty if there is none, or the secret is wrong. */
  public Optional<ApiKey> find(String token) {
    int dot = token.indexOf('.');
    if (dot <= 0 || token.length() > LONGEST_TOKEN) {
      return Optional.empty();
    }
    ApiKey key = keys.get(token.substring(0, dot));
    return key != null && key.holds(token.substring(dot + 1)) ? Optional.of(key) : Optional.empty();
  }

  /** The key of this name. */
  public Optional<ApiKey> named(String name) {
    return Optional.ofNullable(keys.get(name));
  }

  /**
   * Makes a key, writes the file and returns what the holder must send, which is kept nowhere. The
   * file is on the disk then. A key of the same name is replaced and keeps its number.
   */
  public String add(String name, Role role, Set<Long> users) throws IOException {
    if (!name.matches("[a-z0-9-]{1,32}")) {
      throw new IllegalArgumentException(
          "a key's name has 1 to 32 of a-z, 0-9 and -, not '" + name + "'");
    }
    ApiKey old = keys.get(name);
    int number =
        old != null
            ? old.number()
            : 1 + keys.values().stream().mapToInt(ApiKey::number).max().orElse(0);
    ApiKey.Made made = ApiKey.make(name, number, role, users);
    keys.put(name, made.key());
    write();
    return made.token();
  }

  private void write() throws IOException {
    Path whole = file.resolveSibling(file.getFileName() + ".tmp");
    Files.deleteIfExists(whole);
    Files.createFile(
        whole, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try (OutputStream out = Files.newOutputStream(whole, StandardOpenOption.WRITE);
        JsonGenerator to = new JsonFactory().createGenerator(out)) {
      to.useDefaultPrettyPrinter();
      to.writeStartArray();
      for (ApiKey key : keys.values()) {
        to.writeStartObject();
        to.writeStringField("name", key.name());
        to.writeNumberField("number", key.number());
        to.writeStringField("role", key.role().name());
        to.writeStringField("sha256", Base64.getEncoder().encodeToString(key.hash()));
        to.writeArrayFieldStart("users");
        for (long user : key.users().stream().sorted().toList()) {
          to.writeNumber(user);
        }
        to.writeEndArray();
        to.writeEndObject();
      }
      to.writeEndArray();
    }
    // Before it takes the other's place, or a loss of power could leave neither.
    disk.force(whole);
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    disk.force(file.toAbsolutePath().getParent());
  }

  private static void force(Path fileOrDirectory) throws IOException {
    try (FileChannel channel = FileChannel.open(fileOrDirectory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private void read() throws IOException {
    try (JsonParser from = new JsonFactory().createParser(file.toFile())) {
      expect(from.nextToken() == JsonToken.START_ARRAY);
      while (from.nextToken() == JsonToken.START_OBJECT) {
        readKey(from);
      }
      expect(from.currentToken() == JsonToken.END_ARRAY && from.nextToken() == null);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is no file of keys: " + e.getMessage(), e);
    }
  }

  private void readKey(JsonParser from) throws IOException {
    String name = null;
    int number = 0;
    Role role = null;
    byte[] hash = null;
    Set<Long> users = new HashSet<>();
    while (from.nextToken() != JsonToken.END_OBJECT) {
      String field = from.currentName();
      from.nextToken();
      switch (field) {
        case "name" -> name = from.getText();
        case "number" -> number = from.getIntValue();
        case "role" -> role = Role.valueOf(from.getText());
        case "sha256" -> hash = from.getBinaryValue();
        case "users" -> {
          while (from.nextToken() != JsonToken.END_ARRAY) {
            users.add(from.getLongValue());
          }
        }
        default -> throw new IOException(file + " has an unknown field " + field);
      }
    }
    expect(name != null && number > 0 && role != null && hash != null);
    expect(keys.put(name, new ApiKey(name, number, hash, role, users)) == null);
  }

  private void expect(boolean held) throws IOException {
    if (!held) {
      throw new IOException(file + " is no file of keys");
    }
  }
}
