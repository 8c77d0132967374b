package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SharedCpusTest {

  @Test
  void moreThreadsThanCpusAreReported() {
    assertThat(SharedCpus.note(List.of("PIPELINED"), true, 2))
        .isEqualTo(
            "PIPELINED has four threads and a producer, which in an open loop spins until a command"
                + " is due; this machine has 2 CPUs: they share them, so these figures tell of"
                + " turns as much as of the exchange.");
    assertThat(SharedCpus.note(List.of("PIPELINED", "CPP_PIPELINED"), false, 8))
        .isEqualTo(
            "PIPELINED, CPP_PIPELINED have four threads each and a producer; this machine has 8"
                + " CPUs.");
    assertThat(SharedCpus.note(List.of(), true, 2)).isEmpty();
  }

  @Test
  void whichExchangesHaveThreadsForTheirStages() {
    for (KernelEntrant entrant : KernelEntrant.values()) {
      boolean alone = entrant.name().contains("FUSED");
      assertThat(entrant.hasThreads()).as("%s", entrant).isEqualTo(!alone);
    }
  }

  /** What differs from the peer's own configuration stands with its reason. */
  @Test
  void theSettingsOfThePeerHaveReasons() {
    assertThat(KernelEntrant.EXCHANGE_CORE_YIELDING.about())
        .contains(
            "one matching engine, for the flow has one symbol",
            "one risk engine, for each engine is a thread more",
            "a waiting thread yields, where these configurations spin",
            "so no entrant spins");
  }
}
