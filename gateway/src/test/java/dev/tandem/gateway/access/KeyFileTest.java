package dev.tandem.gateway.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of keys is whole and on the disk, whenever the power goes. */
class KeyFileTest {

  @TempDir private Path directory;

  @Test
  void theFileIsOnTheDiskBeforeItTakesThePlaceOfTheOther() throws IOException {
    Path file = directory.resolve("keys.json");
    String first = KeyFile.open(file).add("first", Role.TRADE, Set.of());
    String before = Files.readString(file);
    List<String> forced = new ArrayList<>();
    KeyFile.Disk disk =
        path -> {
          forced.add(path.getFileName().toString());
          if (Files.isDirectory(path)) {
            // The name is that of the new one.
            assertThat(KeyFile.open(file).named("second")).isPresent();
          } else {
            assertThat(Files.readString(file)).isEqualTo(before);
            assertThat(KeyFile.open(path).named("second")).isPresent();
          }
        };
    String second = KeyFile.open(file, disk).add("second", Role.READ, Set.of(7L));
    assertThat(forced).containsExactly("keys.json.tmp", directory.getFileName().toString());
    KeyFile kept = KeyFile.open(file);
    assertThat(kept.find(first)).isPresent();
    assertThat(kept.find(second)).isPresent();
  }

  @Test
  void aDiskThatFailsLeavesTheFileAsItWas() throws IOException {
    Path file = directory.resolve("keys.json");
    String first = KeyFile.open(file).add("first", Role.TRADE, Set.of());
    KeyFile failing =
        KeyFile.open(
            file,
            path -> {
              throw new IOException("no disk");
            });
    assertThatThrownBy(() -> failing.add("second", Role.READ, Set.of())).hasMessage("no disk");
    KeyFile kept = KeyFile.open(file);
    assertThat(kept.keys()).hasSize(1);
    assertThat(kept.find(first)).isPresent();
  }

  @Test
  void aKeyFileThatOthersCanUseIsWarnedOf() throws IOException {
    Path file = directory.resolve("made").resolve("keys.json");
    KeyFile.openPrivately(file).add("one", Role.READ, Set.of());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
    List<String> warned = new ArrayList<>();
    Logger logger = Logger.getLogger("dev.tandem.gateway");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            String text = new SimpleFormatter().formatMessage(record);
            if (text.contains(file.toString())) {
              warned.add(text);
            }
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    try {
      KeyFile.open(file);
      assertThat(warned).isEmpty();
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
      KeyFile.open(file);
      assertThat(warned).hasSize(1);
      assertThat(warned.get(0)).contains("rw-r-----").contains("600");
    } finally {
      logger.removeHandler(handler);
    }
  }
}
