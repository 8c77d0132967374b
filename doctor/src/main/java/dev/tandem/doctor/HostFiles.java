package dev.tandem.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The files in which Linux describes itself, below a root that a test may choose. */
final class HostFiles {

  /** A number of more may not fit into a long. */
  private static final int MOST_DIGITS = 18;

  private final Path root;

  HostFiles(Path root) {
    this.root = root;
  }

  /** The whole text without white space at its ends; empty where it is missing or not readable. */
  Optional<String> text(String path) {
    try {
      String text = Files.readString(root.resolve(path.substring(1))).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException | SecurityException e) {
      // Versions of Linux differ in what they report, and containers hide files.
      return Optional.empty();
    }
  }

  List<String> lines(String path) {
    return text(path).map(t -> t.lines().toList()).orElse(List.of());
  }

  /** What stands behind a word at the beginning of a line. */
  Optional<String> field(String path, String word) {
    return lines(path).stream()
        .filter(line -> line.startsWith(word))
        .map(line -> line.substring(word.length()).replaceFirst("^[\\s:=]+", "").strip())
        .findFirst();
  }

  /** The same as a number; 0 where there is none. */
  long number(String path, String word) {
    return count(path, word).orElse(0);
  }

  /** The same, empty where there is none. */
  OptionalLong count(String path, String word) {
    return number(field(path, word).map(value -> value.split("\\s+", 2)[0]).orElse(""));
  }

  /** A text of digits as a number; empty if it is none. */
  static OptionalLong number(String text) {
    boolean digits = !text.isEmpty() && text.length() <= MOST_DIGITS;
    for (int i = 0; digits && i < text.length(); i++) {
      digits = text.charAt(i) >= '0' && text.charAt(i) <= '9';
    }
    return digits ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
  }

  /** Names in a folder that match a glob pattern, none where it is missing. */
  List<String> names(String folder, String pattern) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(root.resolve(folder.substring(1)), pattern)) {
      files.forEach(file -> names.add(file.getFileName().toString()));
    } catch (IOException | SecurityException e) {
      return List.of();
    }
    names.sort(null);
    return names;
  }
}
