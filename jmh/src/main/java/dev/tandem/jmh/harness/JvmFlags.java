package dev.tandem.jmh.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** JVM flags of some entrants. */
public final class JvmFlags {

  /** A flag, and a sentence for a reader. */
  private record Flag(String text, String reason) {}

  private static final List<Flag> ALL =
      List.of(
          new Flag(
              "-Xms512m", "the heap does not begin small and grow while something is measured"),
          new Flag(
              "-Xmx2g", "no entrant runs short of heap, and the processes of all fit into memory"),
          new Flag(
              "-XX:+UseParallelGC",
              "no thread of a collector works beside what is measured, and a reference that is"
                  + " written costs less than under G1, the JVM's default"),
          new Flag(
              "-XX:+AlwaysPreTouch",
              "the heap's pages are touched before: the first use of each would be a fault in some"
                  + " call"));

  /** What each process of a system has, see {@link #reasons}. */
  static final List<String> CHILD = ALL.stream().map(Flag::text).toList();

  /** Begins a note with the flags of some systems' processes. */
  public static final String NOTE = "JVM of ";

  /** Chronicle's libraries on Java 17, as their documentation lists them. */
  public static final List<String> CHRONICLE_17 =
      List.of(
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.util=ALL-UNNAMED",
          "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
          "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
          "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED");

  /** The same on a newer Java, which warns of more. */
  public static final List<String> CHRONICLE =
      Stream.concat(
              CHRONICLE_17.stream(),
              Stream.of(
                  "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"))
          .toList();

  /** The library in C++, where the build leaves it; a run starts in the project's folder. */
  public static final List<String> NATIVE =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "-Ddev.tandem.hash.library=hash/target/cmake/libtandem.so");

  private JvmFlags() {}

  /**
   * Why each process of a system has the flags that all have, for a reader: a sentence for each.
   */
  public static List<String> reasons() {
    return ALL.stream().map(flag -> flag.text + ": " + flag.reason + ".").toList();
  }

  /**
   * Which flags the processes of some systems have, for a reader: a note for all that are alike.
   *
   * @param own what each needs beside those that all have
   */
  public static List<String> notes(Map<String, List<String>> own) {
    Map<List<String>, List<String>> alike = new LinkedHashMap<>();
    own.forEach((who, flags) -> alike.computeIfAbsent(flags, f -> new ArrayList<>()).add(who));
    List<String> notes = new ArrayList<>();
    alike.forEach(
        (flags, who) -> {
          List<String> all = new ArrayList<>(CHILD);
          all.addAll(flags);
          notes.add(NOTE + String.join(", ", who) + ": " + String.join(" ", all));
        });
    return notes;
  }
}
