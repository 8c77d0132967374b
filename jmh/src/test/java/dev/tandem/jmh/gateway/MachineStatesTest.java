package dev.tandem.jmh.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The claim of requests a second is judged by both states of the machine. */
class MachineStatesTest {

  private static final String GROUP = "REST";

  private static List<Row> rows(double alone, double beside, int rounds) {
    List<GatewayComparison.Sample> samples = new ArrayList<>();
    for (String entrant : List.of(MachineStates.ORDERS, MachineStates.CONSTANT)) {
      for (int round = 0; round < rounds; round++) {
        samples.add(sample(GROUP, entrant, round, alone + round, 8));
        samples.add(sample(GROUP + MachineStates.BESIDE, entrant, round, beside + round, 10));
      }
    }
    // Of another case, which says nothing of the claim.
    samples.add(sample(GROUP, "TANDEM_HEALTH", 0, 1, 1));
    return MachineStates.rows(GROUP, samples);
  }

  private static GatewayComparison.Sample sample(
      String group, String entrant, int round, double achieved, double cpu) {
    return new GatewayComparison.Sample(
        group, entrant, round, 0, 100, 50, achieved, cpu, List.of(1.0, 2.0, 3.0, 4.0), 0);
  }

  @Test
  void theClaimStandsBesideBothStates() {
    List<Row> rows = rows(80_000, 20_000, 3);
    assertThat(rows)
        .extracting(Row::entrant)
        .containsExactly(
            "TANDEM_ORDERS_ALONE",
            "TANDEM_ORDERS_BESIDE_A_LOOP",
            "NETTY_CONSTANT_ALONE",
            "NETTY_CONSTANT_BESIDE_A_LOOP",
            "CLAIMED");
    Row claimed = Claims.find(rows, MachineStates.GROUP, "CLAIMED");
    assertThat(claimed.lowest()).isEqualTo(91_000);
    assertThat(claimed.highest()).isEqualTo(317_000);
    assertThat(MachineStates.finding(rows))
        .isEqualTo(
            "Confirmed: code that did not change makes 91,000 to 317,000 requests a second, a"
                + " factor of 3.5, by the machine's state alone. Measured: orders by REST, 80,001"
                + " (80,000 to 80,002) requests/s alone and 20,001 (20,000 to 20,002) beside a loop"
                + " on the server's CPU, a factor of 4.0; of CPU time a request the factor is 1.3.");
  }

  @Test
  void whatDoesNotConfirmItSaysWhy() {
    assertThat(MachineStates.finding(rows(80_000, 40_000, 3)))
        .startsWith("Not confirmed: ")
        .contains("a factor of 2.0;", "The states differ in every round, but by less");
    assertThat(MachineStates.finding(rows(80_000, 79_999, 3)))
        .startsWith("Not confirmed: ")
        .contains("The ranges of the rounds overlap");
    assertThat(MachineStates.finding(rows(80_000, 20_000, 2)))
        .startsWith("Not confirmed: ")
        .contains("Rounds: 2 and 2, too few");
  }
}
