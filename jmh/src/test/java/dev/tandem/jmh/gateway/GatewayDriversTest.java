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
@Tag("thorough")
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
    List<String> wanted =
        new ArrayList<>(
            List.of(
                "REST, closed loop, 3 connections: TANDEM_ORDERS",
                "REST, closed loop, 3 connections: TANDEM_HEALTH",
                "REST, closed loop, 3 connections: NETTY_CONSTANT",
                "binary, closed loop, 8 connections with 8 on their way: TANDEM_ORDERS",
                "binary, closed loop, 8 connections with 8 on their way: NETTY_ECHO",
                "one request after the other: TANDEM_REST",
                "one request after the other: TANDEM_BINARY",
                "one request after the other: NETTY_ECHO",
                "REST, closed loop, 3 connections, beside a loop: TANDEM_ORDERS",
                "REST, closed loop, 3 connections, beside a loop: NETTY_CONSTANT",
                "REST, open loop, 500/s: TANDEM_ORDERS",
                "binary, open loop, 1,000/s: TANDEM_ORDERS"));
    if (WrkLoad.isThere("wrk")) {
      for (String entrant : List.of("TANDEM_ORDERS", "TANDEM_HEALTH", "NETTY_CONSTANT")) {
        wanted.add("REST by wrk, 3 connections: " + entrant);
      }
    }
    List<String> states = new ArrayList<>();
    for (String state : List.of("_ALONE", "_BESIDE_A_LOOP")) {
      states.add(MachineStates.GROUP + ": TANDEM_ORDERS" + state);
      states.add(MachineStates.GROUP + ": NETTY_CONSTANT" + state);
    }
    states.add(MachineStates.GROUP + ": CLAIMED");
    Set<String> all = new TreeSet<>(wanted);
    all.addAll(states);
    assertThat(entrants(result)).isEqualTo(all);
    for (JsonNode sample : result.path("raw")) {
      long requests = sample.path("requests").asLong();
      assertThat(requests).as(sample.toString()).isPositive();
      long pairs = requests / 2;
      boolean orders = ORDERS.contains(sample.path("entrant").asText());
      if (orders) {
        // Every second order meets the one before it; one that is left over may meet a third.
        assertThat(sample.path("trades").asDouble())
            .as(sample.toString())
            .isGreaterThanOrEqualTo(0.8 * pairs);
      } else {
        assertThat(sample.path("trades").asLong()).as(sample.toString()).isZero();
      }
    }
    Result told = Result.read(directory.resolve("result.json"));
    assertThat(told.subject()).isEqualTo("gateway");
    assertThat(told.rows())
        .filteredOn(row -> !row.group().equals(MachineStates.GROUP))
        .hasSameSizeAs(wanted)
        .allSatisfy(row -> assertThat(row.others().get("requests/s")).isPositive());
    // One round decides nothing.
    assertThat(told.notes()).anyMatch(note -> note.startsWith("Not confirmed: code that did not"));
  }

  @Test
  void theStatesAloneAreMeasured() throws IOException {
    JsonNode result = run(new GatewayComparison(), "--states-only", "--connections", "3");
    assertThat(result.path("raw"))
        .extracting(sample -> sample.path("entrant").asText())
        .containsExactlyInAnyOrder(
            "TANDEM_ORDERS", "NETTY_CONSTANT", "TANDEM_ORDERS", "NETTY_CONSTANT");
  }

  @Test
  void everySubscriberHearsOfEveryChange() throws IOException {
    JsonNode result = run(new FanOut(), "--subscribers", "0,7", "--rate", "2000");
    assertThat(entrants(result))
        .containsExactlyInAnyOrder("0 subscribers: TANDEM_LEVELS", "7 subscribers: TANDEM_LEVELS");
    for (JsonNode sample : result.path("raw")) {
      assertThat(sample.path("changes").asLong()).isPositive();
      assertThat(sample.path("received").asLong() + sample.path("conflated").asLong())
          .isEqualTo(sample.path("subscribers").asLong() * sample.path("changes").asLong());
      // What was due while nothing could be sent is sent afterwards.
      assertThat(sample.path("changes").asLong()).isBetween(399L, 401L);
      double seconds = sample.path("seconds").asDouble();
      assertThat(sample.path("hearing").asDouble()).isGreaterThanOrEqualTo(seconds);
      if (sample.path("subscribers").asLong() == 0) {
        // Where nobody hears, the time is that of the load alone.
        assertThat(sample.path("hearing").asDouble()).isEqualTo(seconds);
      }
    }
  }
}
