package dev.tandem.app.cluster;

import dev.tandem.cluster.ClusterConfig;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The settings of a cluster, which most commands need. */
final class ConfigOption {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "The settings of the cluster, the same file on all nodes.")
  private Path file;

  ClusterConfig read() throws IOException {
    return ClusterConfig.read(file);
  }
}
