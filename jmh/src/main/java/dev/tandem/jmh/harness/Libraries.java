package dev.tandem.jmh.harness;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * What the process of a system has on its class path. The benchmarks' jar holds the libraries of
 * all peers, and a peer's process must not have those of another: it might find them, and take
 * them. So it gets a jar that holds of this process's class path only the harness and what its
 * system names.
 *
 * @param folder with the system's own jars, beside the benchmarks' jar; null if it has none. They
 *     go first: they may hold another version of what the benchmarks' jar has
 * @param packages folders of classes that it takes from the benchmarks' jar; null for all of it
 */
public record Libraries(String folder, List<String> packages) {

  /** All that this process has: for Tandem itself. */
  public static final Libraries ALL = new Libraries(null, null);

  /** Chronicle's libraries, and what they need. */
  public static final List<String> CHRONICLE =
      List.of(
          "net/openhft/affinity/",
          "net/openhft/chronicle/bytes/",
          "net/openhft/chronicle/core/",
          "net/openhft/chronicle/threads/",
          "net/openhft/chronicle/wire/",
          "net/openhft/compiler/",
          "net/openhft/posix/",
          "net/openhft/ticker/",
          "software/chronicle/",
          "com/kenai/",
          "com/sun/jna/",
          "jni/",
          "jnr/",
          "org/objectweb/asm/");

  /** The request loop of each process, with what it needs itself. */
  private static final List<String> HARNESS =
      List.of("dev/tandem/", "com/fasterxml/jackson/", "org/HdrHistogram/", "org/slf4j/");

  private static final String SERVICES = "META-INF/services/";
  private static final Map<List<String>, Path> MADE = new ConcurrentHashMap<>();

  /** Those of a folder, and packages of the benchmarks' jar beside the harness. */
  public static Libraries of(String folder, String... packages) {
    return new Libraries(folder, List.of(packages));
  }

  /** The same with Chronicle's. */
  public Libraries withChronicle() {
    return new Libraries(folder, Stream.concat(packages.stream(), CHRONICLE.stream()).toList());
  }

  /** A class path. */
  String classPath() {
    String own = System.getProperty("java.class.path");
    List<String> path = new ArrayList<>();
    if (folder != null) {
      Path first = Path.of(own.split(File.pathSeparator, 2)[0]).toAbsolutePath();
      path.add(first.resolveSibling(folder) + File.separator + "*");
    }
    if (packages == null) {
      path.add(own);
    } else {
      List<String> taken = Stream.concat(HARNESS.stream(), packages.stream()).toList();
      List<Path> jars = new ArrayList<>();
      for (String part : own.split(File.pathSeparator, -1)) {
        // A folder holds classes of the build itself.
        if (Files.isDirectory(Path.of(part))) {
          path.add(part);
        } else if (Files.isRegularFile(Path.of(part))) {
          jars.add(Path.of(part));
        }
      }
      path.add(MADE.computeIfAbsent(taken, t -> jarOf(t, jars)).toString());
    }
    return String.join(File.pathSeparator, path);
  }

  /** A jar of some packages, which is deleted when this process ends. */
  private static Path jarOf(List<String> packages, List<Path> jars) {
    try {
      Path file = Files.createTempFile("tandem-libraries-", ".jar");
      file.toFile().deleteOnExit();
      Map<String, Set<String>> services = new LinkedHashMap<>();
      Set<String> names = new LinkedHashSet<>();
      try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(file))) {
        to.setLevel(Deflater.BEST_SPEED);
        for (Path jar : jars) {
          copy(jar, packages, to, names, services);
        }
        for (Map.Entry<String, Set<String>> service : services.entrySet()) {
          to.putNextEntry(new ZipEntry(service.getKey()));
          to.write(String.join("\n", service.getValue()).getBytes(StandardCharsets.UTF_8));
        }
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Of two entries of one name the first counts, as on a class path. */
  private static void copy(
      Path jar,
      List<String> packages,
      ZipOutputStream to,
      Set<String> names,
      Map<String, Set<String>> services)
      throws IOException {
    try (ZipFile from = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : Collections.list(from.entries())) {
        String name = entry.getName();
        if (name.startsWith(SERVICES) && !entry.isDirectory()) {
          List<String> providers = providers(from, entry, packages);
          if (!providers.isEmpty()) {
            services.computeIfAbsent(name, s -> new LinkedHashSet<>()).addAll(providers);
          }
        } else if (isOf(packages, name) && names.add(name)) {
          to.putNextEntry(new ZipEntry(name));
          try (InputStream in = from.getInputStream(entry)) {
            in.transferTo(to);
          }
        }
      }
    }
  }

  /** Those of a service that are taken. */
  private static List<String> providers(ZipFile from, ZipEntry entry, List<String> packages)
      throws IOException {
    try (InputStream in = from.getInputStream(entry)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(provider -> isOf(packages, provider.replace('.', '/')))
          .toList();
    }
  }

  private static boolean isOf(List<String> packages, String name) {
    return packages.stream().anyMatch(name::startsWith);
  }
}
