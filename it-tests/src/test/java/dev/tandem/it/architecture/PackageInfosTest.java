package dev.tandem.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every package says in one sentence which others it uses, and says the truth. Sources are read, so
 * packages of all modules are looked at, also those that are not on the class path here.
 *
 * <p>The sentence is a paragraph of its own, in alphabetical order: {@code Uses {@code a} and
 * {@code b}, and of other modules {@code c}.} Rooms of the same name after {@code dev.tandem} are
 * named by what follows, of others only that name; the package above all rooms is named in full.
 */
class PackageInfosTest {

  private static final String ROOT = "dev.tandem";

  private static final Pattern NO_CODE =
      Pattern.compile(
          "\"\"\"(?s:.*?)\"\"\"|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"|'(?:\\\\.|[^'\\\\])+'"
              + "|/\\*(?s:.*?)\\*/|//[^\n]*");

  /** A class in an import, or named in full. */
  private static final Pattern USED =
      Pattern.compile("\\bdev\\.tandem(?:\\.[a-z][a-z0-9]*)*(?=\\.[A-Z*])");

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([a-z0-9.]+);$");

  private static final Pattern SAYS = Pattern.compile("\\b(?:May use|Uses) ");

  /** What the files of a package use, and what it says of itself, or null. */
  private static final class Room {

    private final SortedSet<String> usedByMain = new TreeSet<>();
    private final SortedSet<String> usedByTests = new TreeSet<>();
    private boolean hasMain;
    private String info;

    /** Tests of a package are no part of it; the rooms of it-tests have nothing else. */
    private SortedSet<String> used() {
      return hasMain ? usedByMain : usedByTests;
    }
  }

  @Test
  void everyPackageSaysWhatItUses() throws IOException {
    Map<String, Room> rooms = rooms();
    assertThat(rooms)
        .containsKeys(
            "core/dev.tandem.core.command",
            "logger-log4j2/dev.tandem.logger.fronts.log4j2",
            "logger-logback/dev.tandem.logger.fronts.logback",
            "jmh/dev.tandem.jmh.harness",
            "it-tests/dev.tandem.it.architecture");

    List<String> untrue = new ArrayList<>();
    rooms.forEach(
        (key, room) -> {
          String name = key.substring(key.lastIndexOf('/') + 1);
          String sentence = sentence(name, room.used());
          if (room.info == null) {
            if (room.hasMain) {
              untrue.add(key + " has no package-info");
            }
          } else if (!room.info.contains("<p>" + sentence)
              || SAYS.matcher(room.info).results().count() != 1) {
            untrue.add(key + " should say, once: " + sentence);
          }
        });
    assertThat(untrue).isEmpty();
  }

  @Test
  void commentsAndStringsAreNoUse() {
    SortedSet<String> used = new TreeSet<>();
    addUsed(
        """
        import dev.tandem.wal.Wal;
        import static dev.tandem.core.api.Topology.FUSED;
        /** {@link dev.tandem.hash.Hashing} */
        String a = "dev.tandem.flow.Flow"; // dev.tandem.app.Main
        char quote = '"'; Object b = new dev.tandem.client.wire.Code();
        """,
        used);
    assertThat(used)
        .containsExactly("dev.tandem.client.wire", "dev.tandem.core.api", "dev.tandem.wal");
    assertThat(sentence("dev.tandem.wal.append", used))
        .isEqualTo(
            "Uses {@code dev.tandem.wal}, and of other modules {@code client} and {@code core}.");
    assertThat(sentence("dev.tandem.app", used))
        .isEqualTo(
            "Uses no other room, and of other modules {@code client}, {@code core} and {@code wal}.");
    assertThat(sentence("dev.tandem.app", new TreeSet<>())).isEqualTo("Uses no other room.");
  }

  /** By module and package. */
  private static Map<String, Room> rooms() throws IOException {
    Map<String, Room> rooms = new TreeMap<>();
    for (Path module : directories(TestData.root())) {
      for (String kind : List.of("main", "test")) {
        for (Path sources : directories(module.resolve("src").resolve(kind))) {
          if (sources.getFileName().toString().startsWith("java")) {
            read(sources, module.getFileName() + "/", kind.equals("main"), rooms);
          }
        }
      }
    }
    return rooms;
  }

  private static void read(Path sources, String prefix, boolean isMain, Map<String, Room> rooms)
      throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : (Iterable<Path>) files.filter(PackageInfosTest::isJava)::iterator) {
        String text = Files.readString(file);
        Matcher declared = PACKAGE.matcher(text);
        assertThat(declared.find()).as("a package in %s", file).isTrue();
        String name = declared.group(1);
        Room room = rooms.computeIfAbsent(prefix + name, key -> new Room());
        if (file.endsWith("package-info.java")) {
          room.info = text.replaceAll("\n \\*(?: |(?=\n))", " ").replaceAll("\\s+", " ");
        } else {
          SortedSet<String> used = isMain ? room.usedByMain : room.usedByTests;
          addUsed(text, used);
          used.remove(name);
          room.hasMain |= isMain;
        }
      }
    }
  }

  private static boolean isJava(Path file) {
    return file.toString().endsWith(".java") && !file.endsWith("module-info.java");
  }

  private static void addUsed(String text, SortedSet<String> used) {
    Matcher names = USED.matcher(NO_CODE.matcher(text).replaceAll(" "));
    while (names.find()) {
      used.add(names.group());
    }
  }

  private static String sentence(String name, SortedSet<String> used) {
    String house = house(name);
    List<String> rooms = new ArrayList<>();
    SortedSet<String> modules = new TreeSet<>();
    for (String each : used) {
      if (!house(each).equals(house)) {
        modules.add(house(each));
      } else {
        String root = ROOT + "." + house;
        rooms.add(each.equals(root) ? root : each.substring(root.length() + 1));
      }
    }
    return (rooms.isEmpty() ? "Uses no other room" : "Uses " + listed(rooms))
        + (modules.isEmpty() ? "." : ", and of other modules " + listed(modules) + ".");
  }

  private static String house(String name) {
    return name.substring(ROOT.length() + 1).replaceFirst("\\..*", "");
  }

  private static String listed(Iterable<String> names) {
    List<String> codes = new ArrayList<>();
    names.forEach(name -> codes.add("{@code " + name + "}"));
    int last = codes.size() - 1;
    return last == 0
        ? codes.get(0)
        : codes.stream().limit(last).collect(Collectors.joining(", ")) + " and " + codes.get(last);
  }

  private static List<Path> directories(Path of) {
    if (!Files.isDirectory(of)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(of)) {
      return all.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
