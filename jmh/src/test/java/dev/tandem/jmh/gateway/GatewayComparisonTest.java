package dev.tandem.jmh.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Main;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** All cases for a moment, unpinned: who is asked, and that what is asked trades. */
@EnabledOnOs(OS.LINUX)
class GatewayComparisonTest {

  private static final double SECONDS = 0.3;
  private static final int MANY = 100;

  /** Connections, each with a window of requests. */
  private static final int ON_THEIR_WAY = 2 * 8;

  @Test
  void everyCaseIsMeasuredAndItsOrdersTrade(@TempDir Path folder) throws Exception {
    Path launcher = folder.resolve("tandem");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Main.class.getName()));
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    Path json = folder.resolve("gateway.json");
    int code =
        new CommandLine(new GatewayComparison())
            .execute(
                "--tandem=" + launcher,
                "--server-cpu=-1",
                "--load-cpu=-1",
                "--rounds=1",
                "--warm-up=0.1",
                "--seconds=" + SECONDS,
                "--connections=2",
                "--window=8",
                "--rest-rate=500",
                "--binary-rate=1000",
                "--json=" + json);
    assertThat(code).isZero();
    Result result = Result.read(json);
    assertThat(result.subject()).isEqualTo("gateway");
    assertThat(result.rows()).hasSizeGreaterThanOrEqualTo(10);
    for (Row row : result.rows()) {
      boolean orders =
          List.of("TANDEM_ORDERS", "TANDEM_REST", "TANDEM_BINARY").contains(row.entrant());
      // Every second order meets the one before it. Of a few, as a slow disk takes them, the first
      // and the last of each connection are too large a part. Those that are on their way at the
      // end
      // may trade, and are not counted.
      if (orders) {
        double requests = row.others().get("requests/s") * SECONDS;
        assertThat(row.others().get("trades/request"))
            .as(row.toString())
            .isBetween(requests < MANY ? 0.0 : 0.4, 0.5 + ON_THEIR_WAY / requests);
      }
      assertThat(row.others().get("requests/s")).as(row.toString()).isPositive();
    }
  }
}
