package dev.tandem.jmh.hash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.doctor.FitnessReport;
import dev.tandem.doctor.Interval;
import dev.tandem.doctor.OwnThreads;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.report.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class HashTableTest {

  private static final HashEntrant ENTRANT = HashEntrant.values()[0];

  private static HashTable table(HashSample... samples) {
    Interval interval = new Interval(10, 50, 1, 0, 0, 0, 0, 0, 0, 0, OwnThreads.UNTOLD, 1, 2);
    return new HashTable(
        new FitnessReport(Verdict.QUIET, List.of(), List.of(), interval), List.of(samples));
  }

  private static HashSample process(Double... nanos) {
    return new HashSample(ENTRANT, 32, List.of(nanos), List.of(1.5, 1.7, 1.6));
  }

  @Test
  void aRoundIsAProcess() {
    HashTable table = table(process(10.0, 30.0, 20.0), process(24.0, 22.0, 23.0));
    Row row = table.toResult().rows().get(0);
    assertThat(row.rounds()).isEqualTo(2);
    assertThat(row.lowest()).isEqualTo(20);
    assertThat(row.median()).isEqualTo(21.5);
    assertThat(row.highest()).isEqualTo(23);
    assertThat(row.stepNanos()).isEqualTo(1.6);
  }

  @Test
  void oneProcessHasNoRange() {
    HashTable table = table(process(10.0, 30.0, 20.0));
    assertThat(table.toResult().rows().get(0).rounds()).isEqualTo(1);
  }

  /** Whoever is measured says more than his name, and a peer its version. */
  @Test
  void eachEntrantSaysWhatItIs() {
    for (HashEntrant entrant : HashEntrant.values()) {
      assertThat(entrant.about()).as("%s", entrant).contains(" ").isNotEqualTo(entrant.who());
      if (entrant.kind == HashEntrant.Kind.JAVA_PEER) {
        assertThat(entrant.about()).as("%s", entrant).containsPattern(" \\d+\\.\\d+.*, ");
      } else if (entrant.kind == HashEntrant.Kind.OURS) {
        String language = entrant.rowKind() == Row.Kind.CPP ? "C++, " : "Java ";
        assertThat(entrant.about()).as("%s", entrant).startsWith("Tandem in " + language);
      }
    }
  }
}
