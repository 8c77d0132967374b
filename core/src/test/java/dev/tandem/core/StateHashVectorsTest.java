package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Command;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The state hash of known flows never changes: it is a format. */
@Timeout(300)
class StateHashVectorsTest {

  private static final Topology[] TOPOLOGIES = {
    Topology.fused(), Topology.pipelined(2, 3), Topology.pipelined(3, 1)
  };

  private static String hash(List<Command> flow, ExchangeBuilder builder, Topology topology) {
    try (Exchange exchange = builder.topology(topology).daemon().start()) {
      for (Command c : flow) {
        Command slot = exchange.publisher().claim();
        RandomFlow.copy(c, slot);
        exchange.publisher().publish(slot);
      }
      return Long.toHexString(exchange.stateHash());
    }
  }

  @Test
  void hostileFlows() {
    for (Topology topology : TOPOLOGIES) {
      List<String> hashes = new ArrayList<>();
      for (int seed = 0; seed < 6; seed++) {
        hashes.add(hash(RandomFlow.of(seed, 3_000), Exchange.builder(), topology));
      }
      assertThat(hashes)
          .as("%s", topology)
          .containsExactly(
              "36f33e2cf305f559",
              "21c090b7639b79e8",
              "197d01c74eb64817",
              "1b3e6f39cbb730b3",
              "f661f1573c5ac659",
              "c169c2379bb3bbd1");
    }
  }

  @Test
  void wideIds() {
    for (Topology topology : TOPOLOGIES) {
      List<String> hashes = new ArrayList<>();
      for (int seed = 0; seed < 6; seed++) {
        hashes.add(hash(WideFlow.of(seed, 3_000), Exchange.builder(), topology));
      }
      assertThat(hashes)
          .as("%s", topology)
          .containsExactly(
              "e8962e3a6a6bb4f7",
              "60842da873de1b74",
              "690a9f2aed8a20a2",
              "97ba6305e8f44c38",
              "948bc8f9687e6967",
              "9eb6b9ca1f6841d2");
    }
  }

  @Test
  void withoutRisk() {
    for (Topology topology : TOPOLOGIES) {
      String hostile = hash(RandomFlow.of(7, 3_000), Exchange.builder().risk(false), topology);
      String wide = hash(WideFlow.of(7, 3_000), Exchange.builder().risk(false), topology);
      assertThat(hostile).as("%s", topology).isEqualTo("559951a2fcdb827f");
      assertThat(wide).as("%s", topology).isEqualTo("668c00c0600501a2");
    }
  }
}
