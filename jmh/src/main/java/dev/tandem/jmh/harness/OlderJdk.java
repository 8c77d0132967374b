package dev.tandem.jmh.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A Java of the version that a peer was made for.
 *
 * @param home its folder
 * @param name its maker and version, from its file {@code release}
 */
public record OlderJdk(Path home, String name) {

  /** Names the folder of a JDK 17, before the environment. */
  public static final String PROPERTY = "tandem.java17.home";

  /** Names it, too. */
  public static final String VARIABLE = "TANDEM_JAVA17_HOME";

  private static final String WANTED = "17";

  /**
   * The first one found: what property or variable name, then where Java usually lies.
   *
   * @throws IllegalArgumentException if what is named is none
   */
  public static Optional<OlderJdk> find() {
    String named = System.getProperty(PROPERTY, System.getenv(VARIABLE));
    if (named != null && !named.isEmpty()) {
      Optional<OlderJdk> jdk = at(Path.of(named));
      if (jdk.isEmpty()) {
        throw new IllegalArgumentException(named + " is not a Java " + WANTED);
      }
      return jdk;
    }
    Path user = Path.of(System.getProperty("user.home"));
    return find(
        List.of(
            Path.of("/usr/lib/jvm"),
            Path.of("/opt"),
            user.resolve(".sdkman/candidates/java"),
            user.resolve(".jdks")));
  }

  /** The first one in one of these folders, each by name. */
  static Optional<OlderJdk> find(List<Path> folders) {
    List<Path> homes = new ArrayList<>();
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> list = Files.list(folder)) {
          list.sorted().forEach(homes::add);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return homes.stream().flatMap(home -> at(home).stream()).findFirst();
  }

  /** What is in a folder, if it is a Java of that version. */
  static Optional<OlderJdk> at(Path home) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin/java")) || !Files.isReadable(release)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (var in = Files.newInputStream(release)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = text(properties, "JAVA_VERSION");
    return version.equals(WANTED) || version.startsWith(WANTED + ".")
        ? Optional.of(new OlderJdk(home, (text(properties, "IMPLEMENTOR") + " " + version).strip()))
        : Optional.empty();
  }

  private static String text(Properties properties, String key) {
    return properties.getProperty(key, "").replace("\"", "");
  }
}
