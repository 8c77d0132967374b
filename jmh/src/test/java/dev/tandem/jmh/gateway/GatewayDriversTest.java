package dev.tandem.jmh.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.jmh.report.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The drivers of the gateway against real servers, for a moment: each case is run, and each order
 * and change is accounted for, or the driver fails.
 */
@Tag("night")
@Timeout(300)
class GatewayDriversTest {

  private static final Set<String> ORDERS = Set.of("TANDEM_ORDERS", "TANDEM_REST", "TANDEM_BINARY");

  @TempDir private Path directory;
  private Path launcher;

  /** {@code ./tandem} of the classes that are tested. */
  @BeforeEach
  void makeLauncher() throws IOException {
    launcher = directory.resolve("tandem");
    Files.writeString(
        launcher,
        "#!/bin/sh\nexec '%s' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp '%s' dev.tandem.app.Main \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path")));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
  }

  private JsonNode run(Callable<Integer> driver, String... more) throws IOException {
    Path json = directory.resolve("result.json");
    List<String> words =
        new ArrayList<>(
            List.of(
                "--tandem", launcher.toString(),
                "--server-cpu", "-1",
                "--load-cpu", "-1",
                "--rounds", "1",
                "--warm-up", "0.1",
                "--seconds", "0.2",
                "--json", json.toString()));
    words.addAll(List.of(more));
    assertThat(new CommandLine(driver).execute(words.toArray(String[]::new))).isZero();
    return new ObjectMapper().readTree(json.toFile());
  }

  private static Set<String> entrants(JsonNode result) {
    Set<String> entrants = new TreeSet<>();
    result
        .path("rows")
        .forEach(r -> entrants.add(r.path("group").asText() + ": " + r.path("entrant").asText()));
    return entrants;
  }

  @Test
  void everyCaseOfTheComparisonIsMeasured() throws IOException {
    JsonNode result =
        run(
            new GatewayComparison(),
            "--connections",
            "3",
            "--window",
            "8",
            "--rest-rate",
            "500",
            "--binary-rate",
            "1000");
    assertThat(entrants(result))
        .containsExactlyInAnyOrder(
            "REST, closed loop, 3 connections: TANDEM_ORDERS",
            "REST, closed loop, 3 connections: TANDEM_HEALTH",
            "REST, closed loop, 3 connections: NETTY_CONSTANT",
            "binary, closed loop, 8 connections with 8 in flight: TANDEM_ORDERS",
            "binary, closed loop, 8 connections with 8 in flight: NETTY_ECHO",
            "one request after the other: TANDEM_REST",
            "one request after the other: TANDEM_BINARY",
            "one request after the other: NETTY_ECHO",
            "REST, open loop, 500/s: TANDEM_ORDERS",
            "binary, open loop, 1,000/s: TANDEM_ORDERS");
    Result reported = Result.read(directory.resolve("result.json"));
    assertThat(reported.subject()).isEqualTo("gateway");
    assertThat(reported.rows())
        .allSatisfy(
            row -> {
              assertThat(row.others().get("requests/s")).isPositive();
              // Every second order meets the one before it.
              assertThat(row.others().get("trades/request") > 0)
                  .isEqualTo(ORDERS.contains(row.entrant()));
            });
  }
}
