package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.it.Ended;
import dev.tandem.it.TestData;
import java.io.File;
import java.io.IOException;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A service that is a module itself compiles, runs and links with the modules of this build. */
@Tag("thorough")
@Timeout(600)
class ModulePathTest {

  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static final String EXAMPLE_OUTPUT =
      """
      40 apples for 30 each
      the seller has 1200 dollars
      """;

  private static final String LOGGING =
      """
      public class Embedding {
        public static void main(String[] args) {
          org.slf4j.LoggerFactory.getLogger("by.slf4j").info("hello {}", 1);
          System.getLogger("by.platform").log(System.Logger.Level.INFO, "hello {0}", 2);
        }
      }
      """;

  private static final String PINNED =
      """
      import dev.tandem.core.Exchange;
      import dev.tandem.core.api.Topology;

      public class Embedding {
        public static void main(String[] args) {
          try (Exchange exchange =
              Exchange.builder().topology(Topology.fused()).pinned().start()) {
            exchange.async().addUser(1).join();
          }
        }
      }
      """;

  /** The rooms behind the door are closed. */
  private static final Set<String> EXPORTED =
      Set.of(
          "dev.tandem.core",
          "dev.tandem.core.api",
          "dev.tandem.core.command",
          "dev.tandem.core.event",
          "dev.tandem.core.marketdata");

  private record Ended(int code, String output, String errors) {}

  /** Modules by name, each with the jar or directory that it is in. */
  private final Map<String, ModuleReference> built = modulesOfTheClassPath();

  @TempDir private Path dir;

  @Test
  void theKernelExportsItsApiAlone() {
    assertThat(built.get("dev.tandem.core").descriptor().exports())
        .extracting(ModuleDescriptor.Exports::source)
        .containsExactlyInAnyOrderElementsOf(EXPORTED);
  }

  @Test
  void theReadmesExampleRunsWithoutAFlagAndIsLinked() throws Exception {
    String modules = compile(example(), "dev.tandem.core");
    Ended ended = run(tool("java"), "-p", modules, "-m", "embedding/embedding.Embedding");
    assertThat(ended.output()).as(ended.errors()).isEqualTo(EXAMPLE_OUTPUT);
    assertThat(ended.errors()).doesNotContain("WARNING");
    assertThat(ended.code()).isZero();

    assumeLinks();
    Path image = dir.resolve("image");
    Ended linked =
        run(
            tool("jlink"),
            "--module-path",
            modules,
            "--add-modules",
            "embedding",
            "--launcher",
            "embedding=embedding/embedding.Embedding",
            "--output",
            image.toString());
    assertThat(linked.code()).as(linked.toString()).isZero();
    Ended ofImage = run(image.resolve("bin/embedding").toString());
    assertThat(ofImage.output()).as(ofImage.errors()).isEqualTo(EXAMPLE_OUTPUT);
    assertThat(ofImage.errors()).doesNotContain("WARNING");
    assertThat(ofImage.code()).isZero();
    assertThat(run(image.resolve("bin/java").toString(), "--list-modules").output())
        .contains("dev.tandem.core", "dev.tandem.wal", "dev.tandem.hash", "com.lmax.disruptor")
        .doesNotContain("HdrHistogram");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void pinningAsksForTheFlagOfTheModule() throws Exception {
    String modules = compile(PINNED, "dev.tandem.core");
    String flag = "--enable-native-access=dev.tandem.core";
    Ended without = run(tool("java"), "-p", modules, "-m", "embedding/embedding.Embedding");
    assertThat(without.errors()).contains("runs unpinned: pinning needs the JVM flag " + flag);
    assertThat(without.code()).isZero();
    Ended with = run(tool("java"), flag, "-p", modules, "-m", "embedding/embedding.Embedding");
    assertThat(with.errors()).doesNotContain("unpinned");
    assertThat(with.code()).isZero();
  }

  @Test
  void theLoggerIsFoundBySlf4jAndThePlatform() throws Exception {
    String modules = compile(LOGGING, "org.slf4j", "dev.tandem.logger.slf4j");
    Ended ended = run(tool("java"), "-p", modules, "-m", "embedding/embedding.Embedding");
    assertThat(ended.errors()).contains("by.slf4j - hello 1", "by.platform - hello 2");
    assertThat(ended.code()).isZero();
  }

  /** Compiles a class of a module that requires others; their path and its own. */
  private String compile(String source, String... required) throws Exception {
    Path sources = Files.createDirectories(dir.resolve("src/embedding"));
    Path classes = dir.resolve("classes");
    String requires =
        List.of(required).stream()
            .map("requires %s;"::formatted)
            .collect(Collectors.joining("\n  ", "  ", "\n"));
    Files.writeString(
        dir.resolve("src/module-info.java"), "module embedding {\n" + requires + "}\n");
    // A class of a named module is in a package.
    Files.writeString(sources.resolve("Embedding.java"), "package embedding;\n\n" + source);
    String modules = pathOf(required);
    Ended ended =
        run(
            tool("javac"),
            // javac resolves also what the hash module uses only where it is there.
            "-Xlint:all,-incubating",
            "-Werror",
            "-proc:none",
            "--module-path",
            modules,
            "-d",
            classes.toString(),
            dir.resolve("src/module-info.java").toString(),
            sources.resolve("Embedding.java").toString());
    assertThat(ended.code()).as(ended.toString()).isZero();
    return modules + File.pathSeparator + classes;
  }

  private static String example() throws IOException {
    Path readme = TestData.root().resolve("README.md");
    Matcher example = EXAMPLE.matcher(Files.readString(readme));
    assertThat(example.find()).as("a java example in %s", readme).isTrue();
    return example.group(1);
  }

  /** The path of modules and of all that they need at run time; nothing of it is automatic. */
  private String pathOf(String... names) {
    Map<String, Path> found = new LinkedHashMap<>();
    List<String> open = new ArrayList<>(List.of(names));
    while (!open.isEmpty()) {
      String name = open.removeLast();
      if (found.containsKey(name) || ModuleFinder.ofSystem().find(name).isPresent()) {
        continue;
      }
      ModuleReference module = built.get(name);
      assertThat(module).as("module %s on the class path", name).isNotNull();
      ModuleDescriptor descriptor = module.descriptor();
      assertThat(descriptor.isAutomatic()).as("%s is automatic", name).isFalse();
      found.put(name, Path.of(module.location().orElseThrow()));
      descriptor.requires().stream()
          .filter(needed -> !needed.modifiers().contains(Requires.Modifier.STATIC))
          .forEach(needed -> open.add(needed.name()));
    }
    return found.values().stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Map<String, ModuleReference> modulesOfTheClassPath() {
    Map<String, ModuleReference> modules = new LinkedHashMap<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      modulesIn(Path.of(entry))
          .forEach(module -> modules.putIfAbsent(module.descriptor().name(), module));
    }
    return modules;
  }

  private static Set<ModuleReference> modulesIn(Path entry) {
    try {
      return ModuleFinder.of(entry).findAll();
    } catch (FindException noModule) {
      // So are some jars that only tests use.
      return Set.of();
    }
  }

  /** Some JDKs come without what jlink takes its modules from. */
  private void assumeLinks() throws Exception {
    Path home = Path.of(System.getProperty("java.home"));
    boolean links =
        Files.isExecutable(Path.of(tool("jlink")))
            && (Files.isDirectory(home.resolve("jmods"))
                || run(tool("jlink"), "--help")
                    .output()
                    .contains("Linking from run-time image enabled"));
    String message = "SKIPPED: the JDK at " + home + " has no jlink, or nothing to link from";
    if (!links) {
      System.out.println(message);
    }
    assumeTrue(links, message);
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  private Ended run(String... command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(dir, "output", ".txt");
    Path errors = Files.createTempFile(dir, "errors", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(dir.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    // No JVM gets an option from around.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    Process process = builder.start();
    boolean ended = process.waitFor(200, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    assertThat(ended).as("%s ends", List.of(command)).isTrue();
    return new Ended(process.exitValue(), Files.readString(output), Files.readString(errors));
  }
}
