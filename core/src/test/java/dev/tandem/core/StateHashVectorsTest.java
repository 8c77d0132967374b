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
              "a3240e1cba70ce14",
              "c760e23323690173",
              "2ee124c34b28b383",
              "ee57aef60e76e501",
              "72ce6e25a22452dc",
              "d47af0565d0545a4");
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
              "bf6da31637498898",
              "f0e8d793eaf9f9c1",
              "8b77e31c8384c331",
              "8acf005caf29c34d",
              "ff5848240372a92f",
              "226b7500ba325843");
    }
  }

  @Test
  void withoutRisk() {
    for (Topology topology : TOPOLOGIES) {
      String hostile = hash(RandomFlow.of(7, 3_000), Exchange.builder().risk(false), topology);
      String wide = hash(WideFlow.of(7, 3_000), Exchange.builder().risk(false), topology);
      assertThat(hostile).as("%s", topology).isEqualTo("dc3d38edf12ad80e");
      assertThat(wide).as("%s", topology).isEqualTo("b597214932583c93");
    }
  }
}
