package dev.tandem.app.output;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;

/** What a program is and runs on, in its JSON, so that figures can be attributed later. */
public final class MachineJson {

  private static final Path CPUS = Path.of("/proc/cpuinfo");
  private static final String MODEL = "model name";

  private MachineJson() {}

  /** Puts the program's version, and Java and the machine that it runs on. */
  public static void put(ObjectNode json) {
    json.put("version", version());
    ObjectNode java = json.putObject("java");
    java.put("version", Runtime.version().toString());
    java.put("vm", System.getProperty("java.vm.name"));
    java.put("maxHeapBytes", Runtime.getRuntime().maxMemory());
    ObjectNode machine = json.putObject("machine");
    machine.put("os", System.getProperty("os.name"));
    machine.put("osVersion", System.getProperty("os.version"));
    machine.put("arch", System.getProperty("os.arch"));
    machine.put("cpu", model());
    machine.put("cpus", Runtime.getRuntime().availableProcessors());
  }

  /** The version of this program. */
  public static String version() {
    Properties properties = new Properties();
    try (InputStream in = MachineJson.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }

  /** The processor's name; null where the system does not report it as Linux does. */
  private static String model() {
    try (Stream<String> lines = Files.lines(CPUS, StandardCharsets.UTF_8)) {
      return lines
          .filter(line -> line.startsWith(MODEL))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(null);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }
}
