import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Builds and tests the C++ code with CMake; run by Maven with the JDK of the build.
 *
 * <p>{@code java Build.java library SOURCES BUILD JAR CLASSES skip.tests=false,false reference=optional} puts
 * the library into JAR and its checksum into CLASSES, and leaves out the tests if either says true; {@code java
 * Build.java rest SOURCES BUILD reference=optional} builds all else, and {@code java Build.java test SOURCES BUILD
 * reference=optional} runs the tests. Without CMake or a C++ compiler, each says so and succeeds; with {@code
 * reference=required} it fails then, and also without GoogleTest or the header of the xxHash library.
 */
final class Build {

  private static final String LIBRARY = "libtandem.so";

  private Build() {}

  public static void main(String[] args) throws Exception {
    Path sources = Path.of(args[1]);
    Path build = Path.of(args[2]);
    String missing = missing();
    boolean required = args[args.length - 1].equals("reference=required");
    if (missing != null) {
      if (required) {
        System.err.println("Native code is required, and there is no " + missing + ".");
        System.exit(1);
      }
      System.out.println("Native code is left out: there is no " + missing + ".");
      return;
    }
    if (args[0].equals("test")) {
      run(
          List.of(
              "ctest", "--test-dir", build.toString(), "--parallel", "2", "--output-on-failure",
              "--no-tests=" + (required ? "error" : "ignore")));
      return;
    }
    if (args[0].equals("rest")) {
      run(List.of("cmake", "--build", build.toString(), "--parallel", "2"));
      return;
    }
    checkFormat(sources);
    forgetOtherPlaces(build);
    run(
        List.of(
            "cmake", "-S", sources.toString(), "-B", build.toString(),
            "-DCMAKE_BUILD_TYPE=Release",
            "-DTANDEM_TESTS=" + (args[5].contains("true") ? "OFF" : "ON"),
            "-DTANDEM_REQUIRED=" + (required ? "ON" : "OFF"),
            "-DTANDEM_JNI_INCLUDE=" + Path.of(System.getProperty("java.home"), "include")));
    run(List.of("cmake", "--build", build.toString(), "--parallel", "2", "--target", "tandem"));
    install(build.resolve(LIBRARY), Path.of(args[3]), Path.of(args[4]));
  }

  /** CMake refuses a directory that was configured elsewhere, as that of a moved or copied checkout. */
  private static void forgetOtherPlaces(Path build) throws IOException {
    Path cache = build.resolve("CMakeCache.txt");
    if (!Files.exists(cache)) {
      return;
    }
    String entry = "CMAKE_CACHEFILE_DIR:INTERNAL=";
    for (String line : Files.readAllLines(cache)) {
      if (line.startsWith(entry)) {
        Path place = Path.of(line.substring(entry.length()));
        if (Files.isDirectory(place) && Files.isSameFile(place, build)) {
          return;
        }
      }
    }
    System.out.println("Native code is built afresh: " + build + " was configured elsewhere.");
    List<Path> all;
    try (Stream<Path> found = Files.walk(build)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }

  private static String missing() {
    if (!onPath("cmake")) {
      return "CMake";
    }
    String compiler = System.getenv("CXX");
    boolean found =
        compiler == null ? onPath("c++") || onPath("g++") || onPath("clang++") : onPath(compiler);
    return found ? null : "C++ compiler";
  }

  private static boolean onPath(String program) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory).resolve(program)));
  }

  private static void checkFormat(Path sources) throws Exception {
    if (!onPath("clang-format")) {
      System.out.println("The format of the C++ code is not checked: there is no clang-format.");
      return;
    }
    List<String> files = new ArrayList<>();
    for (String part : List.of("include", "src", "test", "bench", "example", "fuzz", "tools")) {
      Path directory = sources.resolve(part);
      if (Files.isDirectory(directory)) {
        try (Stream<Path> found = Files.walk(directory)) {
          found.map(Path::toString).filter(f -> f.matches(".*\\.(cpp|hpp|h)")).forEach(files::add);
        }
      }
    }
    // Without a file clang-format waits for its input.
    if (!files.isEmpty()) {
      List<String> command = new ArrayList<>(List.of("clang-format", "--dry-run", "-Werror"));
      command.addAll(files);
      run(command);
    }
  }

  private static void install(Path library, Path jar, Path classes) throws Exception {
    String arch = System.getProperty("os.arch");
    String platform =
        System.getProperty("os.name").toLowerCase(Locale.ROOT)
            + "-"
            + (arch.equals("amd64") ? "x86_64" : arch);
    Path place = Path.of("META-INF", "native", platform);
    Files.createDirectories(jar.resolve(place));
    Files.createDirectories(classes.resolve(place));
    Path target = jar.resolve(place).resolve(LIBRARY);
    Files.copy(library, target, StandardCopyOption.REPLACE_EXISTING);
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(target));
    Files.writeString(
        classes.resolve(place).resolve(LIBRARY + ".sha256"), HexFormat.of().formatHex(digest) + "\n");
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    int code = new ProcessBuilder(command).inheritIO().start().waitFor();
    if (code != 0) {
      System.err.println(command.get(0) + " failed with " + code);
      System.exit(1);
    }
  }
}
