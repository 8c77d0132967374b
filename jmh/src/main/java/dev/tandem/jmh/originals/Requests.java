package dev.tandem.jmh.originals;

import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.List;

/** Requests a second of the gateway, by the machine's state: the comparison judges it itself. */
final class Requests {

  private Requests() {}

  /** Of a comparison of the gateway. */
  static Outcome of(Result gateway) {
    List<String> groups =
        gateway.rows().stream()
            .filter(row -> row.entrant().startsWith(Claims.CLAIMED))
            .map(Row::group)
            .toList();
    List<String> findings = gateway.notes().stream().filter(Claims::isFinding).toList();
    if (groups.isEmpty() || findings.isEmpty()) {
      throw new IllegalArgumentException("no claim of requests a second was held against figures");
    }
    return new Outcome(
        gateway.rows().stream().filter(row -> groups.contains(row.group())).toList(), findings);
  }
}
