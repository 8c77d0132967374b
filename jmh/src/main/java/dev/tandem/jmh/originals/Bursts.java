package dev.tandem.jmh.originals;

import dev.tandem.jmh.harness.Spread;
import dev.tandem.jmh.report.Claims;
import dev.tandem.jmh.report.Result;
import dev.tandem.jmh.report.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A burst of 100,000 stamped orders by 1, 5 and 20 senders. */
final class Bursts {

  static final int ORDERS = 100_000;
  static final String UNIT = "us, the whole burst";

  private static final String SHARDED = "JCTOOLS_SPSC";
  private static final String LANES = "TANDEM_LANES";

  /** P50, P99 and the whole, in us. */
  private record Claim(String entrant, double p50, double p99, double total) {}

  private static final Map<Integer, List<Claim>> CLAIMS = claims();

  private Bursts() {}

  private static Map<Integer, List<Claim>> claims() {
    Map<Integer, List<Claim>> claims = new LinkedHashMap<>();
    claims.put(
        1,
        List.of(
            new Claim(SHARDED, 1.2, 2.1, 2898),
            new Claim("JCTOOLS_MPSC", 0.6, 10, 5187),
            new Claim("AGRONA_MANY_TO_ONE", 0.2, 8.3, 6619),
            new Claim("DISRUPTOR_MP", 0.2, 4.7, 13902),
            new Claim("ARRAY_BLOCKING_QUEUE", 1790, 3383, 16280)));
    claims.put(
        5,
        List.of(
            new Claim(SHARDED, 780, 1865, 3703),
            new Claim("JCTOOLS_MPSC", 2271, 3853, 7885),
            new Claim("AGRONA_MANY_TO_ONE", 2999, 4485, 8109),
            new Claim("DISRUPTOR_MP", 3805, 5966, 9753),
            new Claim("ARRAY_BLOCKING_QUEUE", 3457, 4210, 8798)));
    claims.put(
        20,
        List.of(
            new Claim(SHARDED, 578, 1830, 3570),
            new Claim("JCTOOLS_MPSC", 1778, 3369, 7246),
            new Claim("AGRONA_MANY_TO_ONE", 1657, 3540, 7590),
            new Claim("DISRUPTOR_MP", 2259, 4512, 10025),
            new Claim("ARRAY_BLOCKING_QUEUE", 4299, 4763, 9726)));
    return claims;
  }

  static String group(int senders) {
    return String.format(
        Locale.ROOT, "Burst of %,d orders, one receiver, senders: %d", ORDERS, senders);
  }

  /** The group of the comparison of queues. */
  static String measured(int senders) {
    return senders + " senders, 1 receivers, burst, touched memory";
  }

  /** Of a comparison of queues with bursts of so many orders. */
  static Outcome of(Result ingress) {
    List<Row> rows = new ArrayList<>();
    List<String> findings = new ArrayList<>();
    CLAIMS.forEach(
        (senders, claims) -> {
          List<Row> found =
              ingress.rows().stream()
                  .filter(r -> r.group().equals(measured(senders)) && r.error() == null)
                  .map(r -> total(group(senders), r))
                  .toList();
          rows.addAll(found);
          for (Claim c : claims) {
            rows.add(
                Claims.claimed(
                    group(senders),
                    c.entrant,
                    UNIT,
                    c.total,
                    c.total,
                    Map.of("P50 us", c.p50, "P99 us", c.p99)));
          }
          findings.add(judge(senders, found));
          findings.add(lanes(senders, found));
        });
    return new Outcome(rows, findings);
  }

  private static Row total(String group, Row r) {
    double factor = ORDERS / 1e3;
    return Row.of(
        group,
        r.entrant(),
        r.kind(),
        UNIT,
        true,
        r.rounds(),
        new Spread(r.lowest() * factor, r.median() * factor, r.highest() * factor),
        r.others());
  }

  /** How the kernel's own lanes stand to the queues of others: no claim, but stated plainly. */
  private static String lanes(int senders, List<Row> rows) {
    Row lanes = Claims.find(rows, group(senders), LANES);
    List<Row> peers = rows.stream().filter(r -> r.kind() == Row.Kind.PEER).toList();
    long faster = peers.stream().filter(r -> r.median() < lanes.median()).count();
    long always = peers.stream().filter(r -> Claims.below(r, lanes)).count();
    return String.format(
        Locale.ROOT,
        "With %d sender%s %s is slower than %d of %d queues of others by the medians, than %d of"
            + " them in every round: %,.0f us (%,.0f to %,.0f) a burst. The lanes also give all"
            + " orders one sequence in a ring; the queues do not.",
        senders,
        senders == 1 ? "" : "s",
        LANES,
        faster,
        peers.size(),
        always,
        lanes.median(),
        lanes.lowest(),
        lanes.highest());
  }

  /** The claim is that a queue for each sender is the fastest of all. */
  private static String judge(int senders, List<Row> rows) {
    Row sharded = Claims.find(rows, group(senders), SHARDED);

    Optional<Row> best =
        rows.stream()
            .filter(r -> r.kind() == Row.Kind.PEER && !r.entrant().equals(SHARDED))
            .reduce((a, b) -> a.median() <= b.median() ? a : b);
    if (best.isEmpty()) {
      throw new IllegalArgumentException("no peer in " + group(senders));
    }
    return Claims.finding(
        Claims.below(sharded, best.get()),
        String.format(
            Locale.ROOT,
            "with %d sender%s a queue for each sender takes the burst in less time than any shared"
                + " one",
            senders,
            senders == 1 ? "" : "s"),
        String.format(
            Locale.ROOT,
            "%,.0f us (%,.0f to %,.0f), the best shared one, %s, %,.0f (%,.0f to %,.0f)",
            sharded.median(),
            sharded.lowest(),
            sharded.highest(),
            best.get().entrant(),
            best.get().median(),
            best.get().lowest(),
            best.get().highest()),
        Claims.order(sharded, best.get())
            + " With few senders there is little to share, and with more threads than CPUs the scheduler"
            + " decides who sends.");
  }
}
