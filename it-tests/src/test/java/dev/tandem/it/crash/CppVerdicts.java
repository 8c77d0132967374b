package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Java and C++ on copies of one log that a crash has left: both must say and do the same. */
final class CppVerdicts {

  /** The mark that a repair ends a log with says when that was. */
  private static final int END_MARK_BYTES = 40;

  private final Path copy;

  /**
   * @param scratch where the copies lie
   */
  CppVerdicts(Path scratch) {
    copy = scratch.resolve("judged");
  }

  /**
   * Compares what both tell of the log, and what each recovers: records, where they end, the
   * verdict, and the bytes of every file but for the last mark, which both judge again.
   */
  void agree(String what, Path log) throws IOException, InterruptedException {
    if (!Files.isDirectory(log)) {
      return;
    }
    copy(log);
    Ended judged = same(what, "verify", "--json");
    Ended java = Ended.tandem("wal", "repair", copy, "--json");
    Map<String, byte[]> byJava = files();
    Ended javaSound = same(what + ", repaired by Java", "verify", "--json");
    copy(log);
    Ended cpp = TandemCpp.run("wal", "recover", copy, "--json");
    assertThat(cpp).as(what + ": " + judged).isEqualTo(java);
    Map<String, byte[]> byCpp = files();
    compare(what, byJava, byCpp);
    Ended cppSound = same(what + ", repaired by C++", "verify", "--json");
    assertThat(cppSound).as(what).isEqualTo(javaSound);
  }

  private Ended same(String what, String command, String option)
      throws IOException, InterruptedException {
    Ended java = Ended.tandem("wal", command, copy, option);
    assertThat(TandemCpp.run("wal", command, copy, option)).as(what).isEqualTo(java);
    return java;
  }

  private void copy(Path log) throws IOException {
    if (Files.exists(copy)) {
      CrashChain.delete(copy);
    }
    Files.createDirectory(copy);
    for (Path file : list(log)) {
      Files.copy(file, copy.resolve(file.getFileName()));
    }
  }

  /** The same files with the same bytes, but for the last mark, which is in one segment. */
  private static void compare(String what, Map<String, byte[]> java, Map<String, byte[]> cpp) {
    assertThat(cpp.keySet()).as(what).isEqualTo(java.keySet());
    int marked = 0;
    for (Map.Entry<String, byte[]> file : cpp.entrySet()) {
      String where = what + ", repaired by either: " + file.getKey();
      byte[] one = java.get(file.getKey());
      byte[] other = file.getValue();
      assertThat(other.length).as(where).isEqualTo(one.length);
      int at = Arrays.mismatch(one, other);
      if (at >= 0) {
        assertThat(at)
            .as(where + ": first difference")
            .isGreaterThanOrEqualTo(one.length - END_MARK_BYTES);
        marked++;
      }
    }
    assertThat(marked).as(what + ": segments that differ").isLessThanOrEqualTo(1);
  }

  private Map<String, byte[]> files() throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    for (Path file : list(copy)) {
      files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
    }
    return files;
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> !file.endsWith("wal.lock")).sorted().toList();
    }
  }
}
