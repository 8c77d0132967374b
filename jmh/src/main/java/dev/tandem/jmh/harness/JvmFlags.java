package dev.tandem.jmh.harness;

import java.util.List;
import java.util.stream.Stream;

/** What some entrants ask of the JVM. */
public final class JvmFlags {

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
}
