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
                "--seconds=0.3",
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
      // Every second order meets the one before it.
      if (orders) {
        assertThat(row.others().get("trades/request")).as(row.toString()).isBetween(0.4, 0.5);
      }
      assertThat(row.others().get("requests/s")).as(row.toString()).isPositive();
    }
  }
}
