package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway and its log write, with keys, trades and balances in it, is its owner's alone. */
class PrivateFilesTest {

  @TempDir private Path directory;

  @Test
  void nobodyElseCanUseWhatIsWritten() throws IOException {
    Path own = directory.resolve("exchange");
    try (Gateway gateway =
        Gateway.start(GatewaySettings.in(own).port(0).segmentBytes(1 << 20).build())) {
      new Client(gateway, gateway.adminToken().orElseThrow()).prepare();
    }
    List<Path> all;
    try (Stream<Path> found = Files.walk(own)) {
      all = found.toList();
    }
    assertThat(all)
        .anyMatch(path -> path.endsWith("state"))
        .anyMatch(path -> path.endsWith("keys.json"))
        .anyMatch(path -> path.toString().contains("snapshots"))
        .hasSizeGreaterThan(7);
    for (Path path : all) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .as(path.toString())
          .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------");
    }
  }
}
