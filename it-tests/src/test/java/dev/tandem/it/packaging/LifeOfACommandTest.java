package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.it.TestData;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page on the life of a command names the fields and classes that there are. */
class LifeOfACommandTest {

  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\|(.*)\\|$");

  /** A class, and perhaps one of its methods. */
  private static final Pattern NAME = Pattern.compile("`([A-Z][a-z]\\w*)(?:\\.(\\w+))?`");

  private static String page() throws IOException {
    return Files.readString(TestData.root().resolve("docs/life-of-a-command.md"));
  }

  @Test
  void theTableHasEachFieldOnce() throws IOException {
    List<String> fields = new ArrayList<>();
    for (Field field : Command.class.getFields()) {
      if (!Modifier.isStatic(field.getModifiers())) {
        fields.add(field.getName());
      }
    }
    assertThat(fields).contains("sequence", "result", "number");
    List<String> rows = new ArrayList<>();
    Matcher row = ROW.matcher(page());
    while (row.find()) {
      rows.add(row.group(1));
      assertThat(row.group(2).split("\\|")).as(row.group(1)).hasSize(3).noneMatch(String::isBlank);
    }
    assertThat(rows).containsExactlyInAnyOrderElementsOf(fields);
  }

  @Test
  void whatItNamesIsThere() throws IOException {
    Map<String, Path> classes;
    try (Stream<Path> files = Files.walk(TestData.root().resolve("core/src/main/java"))) {
      classes =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> !file.toString().endsWith("-info.java"))
              .collect(
                  Collectors.toMap(
                      file -> file.getFileName().toString().replace(".java", ""), file -> file));
    }
    List<String> missing = new ArrayList<>();
    int found = 0;
    Matcher name = NAME.matcher(page());
    while (name.find()) {
      Path file = classes.get(name.group(1));
      boolean there =
          file != null
              && (name.group(2) == null
                  || Pattern.compile("\\b" + name.group(2) + "\\(")
                      .matcher(Files.readString(file))
                      .find());
      if (there) {
        found++;
      } else {
        missing.add(name.group());
      }
    }
    assertThat(missing).isEmpty();
    assertThat(found).isGreaterThan(40);
  }
}
