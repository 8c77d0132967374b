package dev.tandem.jmh.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whose classes a process could load, by its class path. */
public final class Loadable {

  private static final Map<String, String> CLASSES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("aeron", "io.aeron.Aeron"),
              Map.entry("chronicle", "net.openhft.chronicle.bytes.Bytes"),
              Map.entry("chronicle-queue", "net.openhft.chronicle.queue.ChronicleQueue"),
              Map.entry("disruptor", "com.lmax.disruptor.RingBuffer"),
              Map.entry("exchange-core", "exchange.core2.core.ExchangeCore"),
              Map.entry("hash4j", "com.dynatrace.hash4j.hashing.Hashing"),
              Map.entry("jctools", "org.jctools.queues.MpscArrayQueue"),
              Map.entry("log4j2", "org.apache.logging.log4j.core.Logger"),
              Map.entry("logback", "ch.qos.logback.classic.Logger"),
              Map.entry("lz4", "net.jpountz.lz4.LZ4Factory"),
              Map.entry("zero-allocation-hashing", "net.openhft.hashing.LongHashFunction")));

  private static final List<String> HARNESS =
      List.of(
          "dev.tandem.jmh.harness.RequestLoop",
          "com.fasterxml.jackson.databind.ObjectMapper",
          "org.HdrHistogram.Histogram");

  private Loadable() {}

  /** The libraries of peers that a process could load; it must be able to load the harness. */
  public static Set<String> by(ChildProcess.Launch launch) {
    List<String> command = launch.command();
    Set<String> found = new TreeSet<>();
    try (URLClassLoader loader =
        new URLClassLoader(
            urls(command.get(command.indexOf("-cp") + 1)), ClassLoader.getPlatformClassLoader())) {
      HARNESS.stream()
          .filter(name -> !has(loader, name))
          .forEach(
              name -> {
                throw new AssertionError("the process of " + launch.system() + " lacks " + name);
              });
      CLASSES.forEach(
          (library, name) -> {
            if (has(loader, name)) {
              found.add(library);
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static boolean has(ClassLoader loader, String name) {
    return loader.getResource(name.replace('.', '/') + ".class") != null;
  }

  private static URL[] urls(String path) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String part : path.split(Pattern.quote(File.pathSeparator), -1)) {
      if (!part.endsWith("*")) {
        urls.add(url(Path.of(part)));
        continue;
      }
      try (Stream<Path> jars = Files.list(Path.of(part.substring(0, part.length() - 1)))) {
        jars.filter(jar -> jar.toString().endsWith(".jar")).forEach(jar -> urls.add(url(jar)));
      }
    }
    return urls.toArray(URL[]::new);
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
