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
              "8137320d9dc9c758",
              "403099bfc60e1cbe",
              "adbd6a1dc1c7623a",
              "872c927dabd3514c",
              "93ec6845c14d2807",
              "ecd4246349234d9");
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
              "fb92ff462ad039d",
              "9d581196ad3b5d4e",
              "a110724d19f87861",
              "5080df03e6d8f20",
              "f07733189cb047ec",
              "326c3a2bfb947b81");
    }
  }

  @Test
  void withoutRisk() {
    for (Topology topology : TOPOLOGIES) {
      String hostile = hash(RandomFlow.of(7, 3_000), Exchange.builder().risk(false), topology);
      String wide = hash(WideFlow.of(7, 3_000), Exchange.builder().risk(false), topology);
      assertThat(hostile).as("%s", topology).isEqualTo("e09cad68a40ebd23");
      assertThat(wide).as("%s", topology).isEqualTo("33435dbf2b1c6ddb");
    }
  }
}
