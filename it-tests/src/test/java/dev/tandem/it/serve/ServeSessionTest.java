package dev.tandem.it.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.it.TestData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The session of {@code docs/gateway.md}, run as it stands there. */
class ServeSessionTest {

  @TempDir private Path directory;

  @Test
  void theSessionOfTheDocumentIsTrue() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "SKIPPED: no curl");
    String document = Files.readString(TestData.root().resolve("docs/gateway.md"));
    int start = document.indexOf("```sh\n") + "```sh\n".length();
    String session = document.substring(start, document.indexOf("```", start));
    try (ServeProcess server = new ServeProcess(directory, null)) {
      ProcessBuilder bash = new ProcessBuilder("bash", "-e", "-c", session);
      bash.environment().put("URL", server.address());
      bash.environment().put("KEY", server.key());
      Process process = bash.redirectErrorStream(true).start();
      List<String> lines =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .toList();
      assertThat(process.waitFor()).as(lines.toString()).isZero();
      assertThat(lines).hasSize(11);
      assertThat(lines.subList(0, 6)).allMatch(line -> line.startsWith("{\"code\":\"OK\""));
      assertThat(lines.get(6)).startsWith("{\"code\":\"DUPLICATE_COMMAND\",\"first\":\"OK\"");
      assertThat(lines.get(7)).contains("\"filled\":40").contains("\"price\":30");
      assertThat(lines.get(8)).contains("\"asks\":[[30,10,1]]");
      assertThat(lines.get(9))
          .contains("{\"currency\":10,\"available\":0,\"held\":10}")
          .contains("{\"currency\":20,\"available\":1200,\"held\":0}");
      assertThat(lines.get(10)).contains("\"released\":10");
    }
  }
}
