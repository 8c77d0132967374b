package dev.tandem.gateway;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A gateway for generated input, in a directory of its own, whose buffers are watched. */
public final class FuzzedGateway implements AutoCloseable {

  private final LeakWatch leaks = new LeakWatch();
  private final Path directory = Files.createTempDirectory("tandem-fuzz");
  private final Gateway gateway;

  /**
   * Starts it.
   *
   * @param more settings beside the port and small segments
   */
  public FuzzedGateway(Consumer<GatewaySettings.Builder> more) throws IOException {
    GatewaySettings.Builder settings = GatewaySettings.in(directory).port(0).segmentBytes(1 << 20);
    more.accept(settings);
    gateway = Gateway.start(settings.build());
  }

  /** The gateway itself. */
  public Gateway gateway() {
    return gateway;
  }

  /** The key of the administrator. */
  public String key() {
    return gateway.adminToken().orElseThrow();
  }

  /** Stops it, and fails if a buffer was not released. */
  @Override
  public void close() throws IOException {
    gateway.close();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    leaks.close();
  }
}
