package dev.tandem.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.cluster.ClusterConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine;

/** The examples in dist/src/cluster: their files can be read, and their commands exist. */
class ClusterExamplesTest {

  private static final Path EXAMPLES =
      Path.of(System.getProperty("tandem.root")).resolve("dist/src/cluster");

  private static final String TANDEM = "/opt/tandem/bin/tandem";

  private static Iterable<Object> documents(String file) throws IOException {
    return new Yaml(new SafeConstructor(new LoaderOptions()))
        .loadAll(Files.readString(EXAMPLES.resolve(file)));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Object of) {
    return (Map<String, Object>) of;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> list(Object of) {
    return (List<Object>) of;
  }

  /** Parses a command of an example with the example's own files; the number of its node. */
  private static int nodeOf(List<String> words) {
    assertThat(words.subList(0, 3)).containsExactly(TANDEM, "cluster", "start");
    List<String> options = new ArrayList<>();
    for (String word : words.subList(3, words.size())) {
      options.add(word.replaceFirst("^/etc/tandem/(.*\\.conf)$", EXAMPLES + "/$1"));
    }
    CommandLine.ParseResult parsed =
        new CommandLine(new ClusterStartCommand()).parseArgs(options.toArray(String[]::new));
    assertThat(parsed.matchedOption("--gateway")).isNotNull();
    assertThat((Path) parsed.matchedOptionValue("--keys", null)).isEqualTo(Path.of("/etc/tandem"));
    return parsed.matchedOptionValue("--node", -1);
  }

  private static List<String> words(String line) {
    return Arrays.asList(line.split(" ", -1));
  }

  private static ClusterConfig config() throws IOException {
    return ClusterConfig.read(EXAMPLES.resolve("cluster.conf"));
  }

  @Test
  void theUnitStartsANode() throws IOException {
    List<String> lines = Files.readAllLines(EXAMPLES.resolve("tandem-node@.service"));
    String start =
        lines.stream().filter(line -> line.startsWith("ExecStart=")).findFirst().orElseThrow();
    assertThat(nodeOf(words(start.substring("ExecStart=".length()).replace("%i", "2"))))
        .isEqualTo(2);
    assertThat(lines).contains("StateDirectory=tandem");
    assertThat(config().directory()).isEqualTo(Path.of("/var/lib/tandem"));
  }

  @Test
  void theComposeFileHasAllNodesUnderTheirNames() throws IOException {
    Map<String, Object> services =
        map(map(documents("compose.yaml").iterator().next()).get("services"));
    List<String> hosts = config().hosts();
    assertThat(services).hasSameSizeAs(hosts);
    for (int node = 0; node < hosts.size(); node++) {
      Map<String, Object> service = map(services.get("node-" + node));
      assertThat(service).containsEntry("hostname", hosts.get(node)).containsKey("shm_size");
      List<String> words = list(service.get("entrypoint")).stream().map(String::valueOf).toList();
      assertThat(nodeOf(words)).isEqualTo(node);
      assertThat(list(map(map(service.get("networks")).get("nodes")).get("aliases")))
          .containsExactly(hosts.get(node));
    }
  }

  @Test
  void theStatefulSetHasAllNodesUnderTheirNames() throws IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    documents("statefulset.yaml").forEach(document -> all.add(map(document)));
    assertThat(all)
        .extracting(document -> document.get("kind"))
        .containsExactly("Service", "StatefulSet");
    Map<String, Object> spec = map(all.get(1).get("spec"));
    List<String> hosts = config().hosts();
    assertThat(spec).containsEntry("replicas", hosts.size());
    String name = (String) map(all.get(1).get("metadata")).get("name");
    for (int node = 0; node < hosts.size(); node++) {
      assertThat(hosts.get(node)).isEqualTo(name + "-" + node + "." + spec.get("serviceName"));
    }
    Map<String, Object> pod = map(map(spec.get("template")).get("spec"));
    Map<String, Object> container = map(list(pod.get("containers")).get(0));
    String line = (String) list(container.get("args")).get(0);
    assertThat(nodeOf(words(line.replace("exec ", "").replace("${HOSTNAME##*-}", "1"))))
        .isEqualTo(1);
  }
}
