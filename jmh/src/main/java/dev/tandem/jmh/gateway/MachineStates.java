package dev.tandem.jmh.gateway;

import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Further;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What requests a second are worth: the same code alone, and beside a loop on the server's CPU,
 * held against what a report of an older gateway gave for code that had not changed.
 */
final class MachineStates {

  static final String GROUP = "Requests a second of the same code, by the machine's state";

  /** Ends the group of what is measured beside the loop. */
  static final String BESIDE = ", beside a loop";

  static final String ORDERS = "TANDEM_ORDERS";
  static final String CONSTANT = "NETTY_CONSTANT";

  private static final String UNIT = "requests/s";
  private static final String CPU = "us of CPU a request";
  private static final double LEAST = 91_000;
  private static final double MOST = 317_000;

  private MachineStates() {}

  /** Whether a case is measured in both states. */
  static boolean has(String entrant) {
    return entrant.equals(ORDERS) || entrant.equals(CONSTANT);
  }

  /** The name of an entrant alone, or beside the loop. */
  static String named(String entrant, boolean beside) {
    return entrant + (beside ? "_BESIDE_A_LOOP" : "_ALONE");
  }

  /**
   * The figures and what is claimed.
   *
   * @param group of the samples alone; those beside the loop have {@link #BESIDE} behind it
   */
  static List<Row> rows(String group, List<GatewayComparison.Sample> samples) {
    List<Row> rows = new ArrayList<>();
    for (String entrant : List.of(ORDERS, CONSTANT)) {
      for (boolean beside : new boolean[] {false, true}) {
        List<GatewayComparison.Sample> own =
            samples.stream()
                .filter(s -> s.entrant().equals(entrant))
                .filter(s -> s.group().equals(beside ? group + BESIDE : group))
                .toList();
        rows.add(
            Row.of(
                    GROUP,
                    named(entrant, beside),
                    entrant.equals(ORDERS) ? Row.Kind.JAVA : Row.Kind.PEER,
                    UNIT,
                    false,
                    own.size(),
                    Spread.of(own, GatewayComparison.Sample::achieved),
                    Map.of())
                .with(new Further().put(CPU, own, GatewayComparison.Sample::cpuMicros)));
      }
    }
    rows.add(Claims.claimed(GROUP, "", UNIT, LEAST, MOST, Map.of()));
    return rows;
  }

  /**
   * Whether the claim holds here: the two states are apart in every round, and by as much as the
   * two claimed figures.
   */
  static String finding(List<Row> rows) {
    Row alone = Claims.find(rows, GROUP, named(ORDERS, false));
    Row beside = Claims.find(rows, GROUP, named(ORDERS, true));
    double factor = alone.median() / beside.median();
    boolean apart = Claims.below(beside, alone);
    return Claims.finding(
        apart && factor >= MOST / LEAST,
        String.format(
            Locale.ROOT,
            "code that did not change makes %,.0f to %,.0f requests a second, a factor of %.1f, by"
                + " the machine's state alone",
            LEAST,
            MOST,
            MOST / LEAST),
        String.format(
            Locale.ROOT,
            "orders by REST, %s requests/s alone and %s beside a loop on the server's CPU, a factor"
                + " of %.1f; of CPU time a request the factor is %.1f",
            ranged(alone),
            ranged(beside),
            factor,
            beside.others().get(CPU) / alone.others().get(CPU)),
        apart
            ? "The states differ in every round, but by less: one loop is one state of many, and"
                + " heat and power saving cannot be set here."
            : Claims.order(beside, alone));
  }

  private static String ranged(Row row) {
    return String.format(
        Locale.ROOT, "%,.0f (%,.0f to %,.0f)", row.median(), row.lowest(), row.highest());
  }
}
