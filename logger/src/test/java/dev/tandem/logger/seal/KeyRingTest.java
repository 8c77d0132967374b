package dev.tandem.logger.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.logger.PartOrigin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyRingTest {
  private static final String HEX = HexFormat.of().formatHex(SealedFiles.key(1));
  private static final String BASE64 = Base64.getEncoder().encodeToString(SealedFiles.key(2));

  @TempDir private Path dir;

  @Test
  void keyFileHoldsKeysByIdAndTheLastOneSeals() throws IOException {
    Path keys = keyFile("# ours\n\n  march : " + HEX + "\r\n2026-04:" + BASE64 + "\n");
    try (KeyRing ring = KeyRing.ofFile(keys)) {
      assertThat(ring.sealingId()).isEqualTo("2026-04");
      Path file = SealedFiles.write(dir.resolve("f"), ring, true, "hello");
      KeyRing newer = SealedFiles.ring("2026-04", SealedFiles.key(2));
      assertThat(SealedFiles.read(file, newer).blocks()).containsExactly("hello");
    }
  }

  @Test
  void bareKeyIsTheDefaultKey() throws IOException {
    assertThat(KeyRing.ofFile(keyFile(HEX)).sealingId()).isEqualTo("default");
    assertThat(KeyRing.ofFile(keyFile(BASE64 + "\n")).sealingId()).isEqualTo("default");
  }

  @Test
  void rotationOpensOldFilesAndSealsWithTheNewKey() throws IOException {
    KeyRing before = KeyRing.ofFile(keyFile("a: " + HEX));
    Path old = SealedFiles.write(dir.resolve("old"), before, true, "old");
    KeyRing after = KeyRing.ofFile(keyFile("a: " + HEX + "\nb: " + BASE64));
    Path young = SealedFiles.write(dir.resolve("young"), after, true, "young");
    assertThat(SealedFiles.read(old, after).blocks()).containsExactly("old");
    assertThat(SealedFiles.read(young, after).blocks()).containsExactly("young");
    assertThatThrownBy(() -> SealedFiles.read(young, before))
        .isInstanceOf(UnknownKeyException.class)
        .hasMessageContainingAll(young.toString(), "'b'", "[a]");
  }

  @Test
  void wrongKeyIsRefusedAtOnce() throws IOException {
    Path file = SealedFiles.write(dir.resolve("f"), SealedFiles.ring(), true, "secret");
    KeyRing wrong = SealedFiles.ring("first", SealedFiles.key(8));
    assertThatThrownBy(() -> SealedFileReader.open(file, wrong))
        .isInstanceOf(WrongKeyException.class)
        .hasMessageContainingAll(file.toString(), "'first'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a: 0011                | :1: found 4 characters that are no key",
        "'#\n\nb: zz'           | :3: found 2 characters that are no key",
        "'a b: 00'              | :1: found key id 'a b'",
        "abcdefghijklmnopq: 00  | :1: found key id 'abcdefghijklmnopq'",
        "': 00'                 | :1: found key id ''",
        "'# nothing'            | :1: found no key",
      })
  void badKeyFileIsRefusedWithItsLine(String text, String expected) throws IOException {
    Path keys = keyFile(text);
    assertThatThrownBy(() -> KeyRing.ofFile(keys))
        .isInstanceOf(SealException.class)
        .hasMessageContaining(keys + expected);
  }

  @Test
  void secondKeyOfOneIdIsRefused() throws IOException {
    Path keys = keyFile("a:" + HEX + "\na:" + BASE64);
    assertThatThrownBy(() -> KeyRing.ofFile(keys)).hasMessageContaining(":2: found a second key");
  }

  @Test
  void keyFileOfEveryUserIsRefused() throws IOException {
    Path keys = keyFile(HEX);
    for (String permissions : List.of("rw----r--", "rw-----w-", "rw-rw-rw-")) {
      Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString(permissions));
      assertThatThrownBy(() -> KeyRing.ofFile(keys))
          .isInstanceOf(SealException.class)
          .hasMessageContaining("chmod 600");
    }
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(KeyRing.ofFile(keys).sealingId()).isEqualTo("default");
  }

  @Test
  void keysComeFromTextAsInTheEnvironment() throws IOException {
    List<KeyText.Entry> entries = KeyText.parseList("a: " + HEX + ", b:" + BASE64 + "\n", "V");
    assertThat(entries).extracting(KeyText.Entry::id).containsExactly("a", "b");
    assertThat(entries.get(1).key().getEncoded()).isEqualTo(SealedFiles.key(2));
    assertThatThrownBy(() -> KeyRing.ofEnvironment("TANDEM_NO_SUCH_VARIABLE"))
        .isInstanceOf(SealException.class)
        .hasMessageContaining("TANDEM_NO_SUCH_VARIABLE: found nothing");
  }

  @Test
  void keySourceIsCalledAndKeepsItsArrays() throws IOException {
    byte[] cached = SealedFiles.key(5);
    KeyRing ring = KeyRing.ofSource("vault-1", id -> id.equals("vault-1") ? cached : null);
    for (int i = 0; i < 3; i++) {
      Path file = SealedFiles.write(dir.resolve("f" + i), ring, true, "text");
      assertThat(SealedFiles.read(file, ring).blocks()).containsExactly("text");
      KeyRing same = SealedFiles.ring("vault-1", SealedFiles.key(5));
      assertThat(SealedFiles.read(file, same).blocks()).containsExactly("text");
    }
    assertThat(cached).isEqualTo(SealedFiles.key(5));
    Path other = SealedFiles.write(dir.resolve("g"), SealedFiles.ring(), true, "text");
    assertThatThrownBy(() -> SealedFiles.read(other, ring)).isInstanceOf(UnknownKeyException.class);
    assertThatThrownBy(
            () ->
                SealedFileWriter.create(
                    dir.resolve("h"),
                    KeyRing.ofSource("x", id -> new byte[16]),
                    "run",
                    0,
                    0,
                    PartOrigin.WRITTEN))
        .hasMessageContaining("found 16 bytes, expected 32");
    assertThat(dir.resolve("h")).doesNotExist();
  }

  @Test
  void aKeyOfZerosIsRefusedWhereverItComesFrom() throws IOException {
    byte[] zeros = new byte[32];
    String expected = "found a key of zeros";
    assertThatThrownBy(() -> KeyRing.of("k", zeros)).hasMessageContaining(expected);
    for (String text : List.of("00".repeat(32), Base64.getEncoder().encodeToString(zeros))) {
      Path keys = keyFile("\nk: " + text);
      assertThatThrownBy(() -> KeyRing.ofFile(keys))
          .isInstanceOf(SealException.class)
          .hasMessageContainingAll(keys + ":2", expected);
      assertThatThrownBy(() -> KeyText.parseList("k:" + text, "V"))
          .hasMessageContainingAll("V", expected);
    }
    KeyRing ring = KeyRing.ofSource("k", id -> zeros);
    Path file = dir.resolve("f");
    assertThatThrownBy(() -> SealedFileWriter.create(file, ring, "run", 0, 0, PartOrigin.WRITTEN))
        .isInstanceOf(SealException.class)
        .hasMessageContaining(expected);
    assertThat(file).doesNotExist();
  }

  @Test
  void keysAreInNoTextAndLeaveNoProcess() throws IOException {
    KeyRing ring = KeyRing.ofFile(keyFile("a: " + HEX));
    WipedKey key = new WipedKey("AES", SealedFiles.key(1));
    assertThat(ring.toString() + key).doesNotContain(HEX, BASE64).contains("a");
    assertThatThrownBy(() -> new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(key))
        .isInstanceOf(NotSerializableException.class);
    for (String text : List.of("a:" + HEX + "0", "a:" + BASE64 + BASE64)) {
      Path keys = keyFile(text);
      assertThatThrownBy(() -> KeyRing.ofFile(keys))
          .satisfies(
              e ->
                  assertThat(e.getMessage())
                      .doesNotContain(HEX.substring(0, 16), BASE64.substring(0, 16)));
    }
  }

  @Test
  void closedRingForgetsItsKeys() throws IOException {
    byte[] bytes = SealedFiles.key(3);
    WipedKey key = new WipedKey("AES", bytes);
    key.destroy();
    assertThat(bytes).containsOnly(0);
    assertThatThrownBy(key::getEncoded).isInstanceOf(IllegalStateException.class);

    KeyRing ring = SealedFiles.ring();
    try (SealedFileWriter open =
        SealedFileWriter.create(dir.resolve("f"), ring, "run", 0, 0, PartOrigin.WRITTEN)) {
      ring.close();
      assertThat(open.pending()).isFalse();
    }
    assertThat(SealedFiles.read(dir.resolve("f"), SealedFiles.ring()).end())
        .isEqualTo(SealEnd.CLEAN);
    assertThatThrownBy(
            () -> SealedFileWriter.create(dir.resolve("g"), ring, "run", 0, 0, PartOrigin.WRITTEN))
        .isInstanceOf(IllegalStateException.class);
  }

  private Path keyFile(String text) throws IOException {
    Path keys = Files.writeString(dir.resolve("keys"), text);
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    return keys;
  }
}
