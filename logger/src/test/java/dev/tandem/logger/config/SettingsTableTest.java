package dev.tandem.logger.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.logger.LogStoreConfig;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The table of settings in the document says what the code does. */
class SettingsTableTest {
  private static final Path DOCUMENT =
      Path.of(System.getProperty("tandem.root"), "docs", "logger.md");
  private static final String HEAD = "| setting | value | default | meaning |";

  @Test
  void theDocumentHasTheTableOfTheCode() throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    int head = lines.indexOf(HEAD);
    assertThat(head).as("'%s' in %s", HEAD, DOCUMENT).isNotNegative();
    List<String> rows =
        lines.subList(head + 2, lines.size()).stream()
            .takeWhile(line -> line.startsWith("|"))
            .toList();
    assertThat(rows).isEqualTo(SettingKeys.all().stream().map(SettingKey::row).toList());
  }

  @Test
  void theDefaultsAreThoseThatCount() throws Exception {
    LoggingConfig none = LoggingConfig.parse("f", new StringReader(""));
    for (SettingKey key : SettingKeys.all()) {
      if (!key.byDefault().isEmpty()) {
        String line = key.name() + " = " + key.byDefault();
        LoggingConfig given = LoggingConfig.parse("f", new StringReader(line));
        assertThat(values(given)).as(line).isEqualTo(values(none));
      }
    }
  }

  /** A setting without a default must change something, or a default was forgotten. */
  @Test
  void whatHasNoDefaultChangesSomething() throws Exception {
    Map<String, String> examples =
        Map.of(
            "rotate.every", "1h",
            "retain.files", "3",
            "retain.size", "1g",
            "retain.age", "7d",
            "sync.interval", "1s");
    LoggingConfig none = LoggingConfig.parse("f", new StringReader(""));
    for (SettingKey key : SettingKeys.all()) {
      boolean other = key.name().matches("level\\.PREFIX|seal|key\\..*");
      if (key.byDefault().isEmpty() && !other) {
        String line = key.name() + " = " + examples.get(key.name());
        LoggingConfig given = LoggingConfig.parse("f", new StringReader(line));
        assertThat(values(given)).as(line).isNotEqualTo(values(none));
      }
    }
  }

  private static Map<String, Object> values(LoggingConfig config)
      throws ReflectiveOperationException {
    Map<String, Object> values = new TreeMap<>();
    for (Method method : LogStoreConfig.class.getMethods()) {
      boolean getter =
          method.getDeclaringClass() == LogStoreConfig.class
              && method.getParameterCount() == 0
              && !Modifier.isStatic(method.getModifiers())
              && !method.getName().matches("forLastRecords|onFailure");
      if (getter) {
        values.put(method.getName(), String.valueOf(method.invoke(config.store())));
      }
    }
    values.put("directory", config.directory());
    values.put("jul", config.bridgeJul());
    values.put("levels", config.newLevels().settings());
    return values;
  }
}
