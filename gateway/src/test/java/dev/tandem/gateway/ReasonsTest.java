package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.http.TooLong;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/gateway.md lists the reasons that the gateway counts, and no others. */
class ReasonsTest {

  private static final Path ROOT = Path.of(System.getProperty("tandem.root"));

  /** What ends a connection: where it is counted, or told to what counts it. */
  private static final Pattern CLOSED =
      Pattern.compile(
          "(?:(?:\\b(?:closed|count|end|endBehindLast)\\(|toNanos\\(\\) \\? )(?:[^;\"]*[ (,?])?"
              + "|^  [A-Z_]+\\(\\s*)\"([a-z_]+)\"(?: : \"([a-z_]+)\")?",
          Pattern.MULTILINE);

  private static final Pattern REFUSED = Pattern.compile("\\brefused\\(\"([a-z_]+)\"");

  private static Set<String> inSources(Pattern pattern) throws IOException {
    Set<String> found = new TreeSet<>();
    for (String module : List.of("gateway", "gateway-fix")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          Matcher reason = pattern.matcher(Files.readString(file));
          while (reason.find()) {
            for (int i = 1; i <= reason.groupCount(); i++) {
              if (reason.group(i) != null) {
                found.add(reason.group(i));
              }
            }
          }
        }
      }
    }
    return found;
  }

  /** The names in the row of the documented table that begins so. */
  private static Set<String> documented(String row) throws IOException {
    Set<String> names = new TreeSet<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/gateway.md"))) {
      if (line.startsWith("| `" + row + "`")) {
        Matcher name = Pattern.compile("`([a-z_]+)`").matcher(line.substring(row.length() + 4));
        while (name.find()) {
          names.add(name.group(1));
        }
      }
    }
    return names;
  }

  @Test
  void everyReasonOfAnEndIsDocumented() throws IOException {
    assertThat(documented("closed_total")).isEqualTo(inSources(CLOSED));
  }

  @Test
  void everyReasonOfARefusalIsDocumented() throws IOException {
    Set<String> counted = inSources(REFUSED);
    Stream.of(Refusal.values()).forEach(r -> counted.add(r.name().toLowerCase(Locale.ROOT)));
    Stream.of(TooLong.values()).forEach(r -> counted.add(r.name().toLowerCase(Locale.ROOT)));
    assertThat(documented("refused_total")).isEqualTo(counted);
  }
}
