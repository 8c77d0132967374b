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
              "df7ad0c57f23fc",
              "2ed786bf063c21d1",
              "e2b92e603ea713b2",
              "2a66f181b446580b",
              "d8c9754e3b5f3794",
              "a81780cf302f856c");
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
              "4b040890b3f8ecf8",
              "b3e2ecb72055b77e",
              "b2a3eab9f3d2c44f",
              "fbc8167b2008b2bb",
              "399e10da85bff2d",
              "3cb0d5ea13727484");
    }
  }

  @Test
  void withoutRisk() {
    for (Topology topology : TOPOLOGIES) {
      String hostile = hash(RandomFlow.of(7, 3_000), Exchange.builder().risk(false), topology);
      String wide = hash(WideFlow.of(7, 3_000), Exchange.builder().risk(false), topology);
      assertThat(hostile).as("%s", topology).isEqualTo("cc4c2a569f605972");
      assertThat(wide).as("%s", topology).isEqualTo("e7469724ccc1e326");
    }
  }
}
