import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Links the Java runtime of the distribution; run by Maven with the JDK of the build.
 *
 * <p>{@code java Link.java IMAGE MODULES} makes the directory IMAGE, once for each JDK and list of
 * modules. Where the JDK has no {@code jlink}, or nothing to link from, it says so and succeeds: a
 * distribution without an image runs on a Java that is installed.
 */
final class Link {

  private Link() {}

  public static void main(String[] args) throws Exception {
    Path image = Path.of(args[0]);
    Path home = Path.of(System.getProperty("java.home"));
    String missing = missing(home);
    if (missing != null) {
      delete(image);
      System.out.println("The runtime image is left out: " + home + " has no " + missing + ".");
      return;
    }
    String wanted = home + " " + Runtime.version() + " " + args[1] + "\n";
    Path stamp = image.resolveSibling(image.getFileName() + ".stamp");
    if (Files.exists(stamp) && Files.readString(stamp).equals(wanted)) {
      return;
    }
    Files.deleteIfExists(stamp);
    delete(image);
    run(
        List.of(
            jlink(home).toString(), "--add-modules", args[1], "--no-header-files", "--no-man-pages",
            "--strip-java-debug-attributes", "--generate-cds-archive", "--output",
            image.toString()));
    Files.writeString(stamp, wanted);
  }

  private static Path jlink(Path home) {
    return home.resolve("bin").resolve("jlink");
  }

  private static String missing(Path home) throws Exception {
    if (!Files.isExecutable(jlink(home))) {
      return "jlink";
    }
    Process help = new ProcessBuilder(jlink(home).toString(), "--help").start();
    String says = new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    help.waitFor();
    boolean links =
        Files.isDirectory(home.resolve("jmods"))
            || says.contains("Linking from run-time image enabled");
    return links ? null : "jmods";
  }

  private static void delete(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      List<Path> all;
      try (Stream<Path> found = Files.walk(directory)) {
        all = found.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path path : all) {
        Files.delete(path);
      }
    }
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    if (code != 0) {
      System.err.println(command.get(0) + " failed with " + code);
      System.exit(1);
    }
  }
}
