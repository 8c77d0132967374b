package dev.tandem.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a {@link ClusterConfig}: lines {@code name = value}; {@code #} begins a comment. */
final class ClusterConfigFile {

  private static final Pattern NODE = Pattern.compile("node\\.(\\d)");
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+");
  private static final Pattern TIME = Pattern.compile("(\\d{1,6}) ?(us|ms|s|min|h)");

  private static final Set<String> NAMES =
      Set.of(
          "name",
          "port",
          "directory",
          "memory",
          "durability",
          "risk",
          "expected-users",
          "expected-orders",
          "heartbeat-timeout",
          "park",
          "snapshot-every",
          "compare-every",
          "window");

  private final Path file;
  private final Map<String, String> values = new HashMap<>();

  private ClusterConfigFile(Path file) {
    this.file = file;
  }

  static ClusterConfig read(Path file) throws IOException {
    ClusterConfigFile reader = new ClusterConfigFile(file);
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i++) {
      reader.line(i + 1, lines.get(i).strip());
    }
    return reader.config();
  }

  private void line(int number, String line) throws ClusterException {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    int equals = line.indexOf('=');
    if (equals < 0) {
      throw fault("line " + number + ": expected name = value, not '" + line + "'");
    }
    String name = line.substring(0, equals).strip();
    if (!NAMES.contains(name) && !NODE.matcher(name).matches()) {
      throw fault("line " + number + ": there is no setting '" + name + "'");
    }
    if (values.put(name, line.substring(equals + 1).strip()) != null) {
      throw fault("line " + number + ": " + name + " comes twice");
    }
  }

  private ClusterConfig config() throws ClusterException {
    List<String> hosts = hosts();
    // All others have a default; where the log lies must be chosen.
    String directory = values.get("directory");
    if (directory == null || directory.isEmpty()) {
      throw fault("directory is missing: where each node keeps its log and snapshots");
    }
    try {
      return new ClusterConfig(
          values.getOrDefault("name", "tandem"),
          hosts,
          number("port", 9_100),
          Path.of(directory),
          Path.of(values.getOrDefault("memory", defaultMemory())),
          durability(),
          risk(),
          number("expected-users", 10_000),
          number("expected-orders", 100_000),
          // Shorter ones elect a new leader because of a pause of the old one.
          time("heartbeat-timeout", Duration.ofSeconds(1)),
          // Shorter sleeps answer sooner and use more of a CPU that is idle.
          time("park", Duration.ofNanos(200_000)),
          // A node that was killed reads about so much of the log again.
          time("snapshot-every", Duration.ofHours(1)),
          // The replica stops for a state hash, which takes as long as the state is large.
          number("compare-every", 1_000_000),
          number("window", 1_024));
    } catch (IllegalArgumentException e) {
      throw fault(e.getMessage());
    }
  }

  private List<String> hosts() throws ClusterException {
    List<String> hosts = new ArrayList<>();
    long nodes = values.keySet().stream().filter(name -> NODE.matcher(name).matches()).count();
    for (int node = 0; node < Math.max(nodes, 1); node++) {
      String host = values.get("node." + node);
      if (host == null) {
        throw fault("node." + node + " is missing: the host of each node, from node.0 on");
      }
      if (!HOST.matcher(host).matches()) {
        throw fault("node." + node + " is '" + host + "', expected a host name or an address");
      }
      hosts.add(host);
    }
    return hosts;
  }

  private static String defaultMemory() {
    return Files.isDirectory(Path.of("/dev/shm"))
        ? "/dev/shm"
        : System.getProperty("java.io.tmpdir");
  }

  private ReplicatedDurability durability() throws ClusterException {
    String name = values.getOrDefault("durability", ReplicatedDurability.REPLICATED.name());
    for (ReplicatedDurability level : ReplicatedDurability.values()) {
      if (level.name().equals(name.toUpperCase(Locale.ROOT))) {
        return level;
      }
    }
    throw fault(
        "durability is '" + name + "', expected one of " + List.of(ReplicatedDurability.values()));
  }

  private boolean risk() throws ClusterException {
    String text = values.getOrDefault("risk", "true");
    if (!Arrays.asList("true", "false").contains(text)) {
      throw fault("risk is '" + text + "', expected true or false");
    }
    return Boolean.parseBoolean(text);
  }

  private int number(String name, int otherwise) throws ClusterException {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw fault(name + " is '" + text + "', expected a whole number");
    }
  }

  private Duration time(String name, Duration otherwise) throws ClusterException {
    String text = values.get(name);
    if (text == null) {
      return otherwise;
    }
    Matcher time = TIME.matcher(text);
    if (!time.matches()) {
      throw fault(name + " is '" + text + "', expected a time like 200us, 100ms or 1s");
    }
    long count = Long.parseLong(time.group(1));
    return switch (time.group(2)) {
      case "us" -> Duration.ofNanos(count * 1_000);
      case "ms" -> Duration.ofMillis(count);
      case "min" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofSeconds(count);
    };
  }

  private ClusterException fault(String what) {
    return new ClusterException(file + ": " + what);
  }
}
