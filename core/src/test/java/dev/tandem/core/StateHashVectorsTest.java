package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.topology.Topology;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The state hash of known flows never changes: it is a format. */
@Timeout(60)
class StateHashVectorsTest {

  private static final Topology[] TOPOLOGIES = {
    Topology.fused(), Topology.pipelined(2, 3), Topology.pipelined(3, 1)
  };

  private static String hash(
      List<Command> flow, long cutSeed, ExchangeBuilder builder, Topology topology) {
    BitSet cuts = new BitSet(flow.size());
    Random random = new Random(cutSeed);
    for (int i = 0; i < flow.size(); i += 1 + random.nextInt(100)) {
      cuts.set(i);
    }
    cuts.set(flow.size() - 1);
    try (Exchange exchange = builder.topology(topology).daemon().recordedCuts().start()) {
      for (int i = 0; i < flow.size(); i++) {
        Command slot = exchange.publisher().claim();
        RandomFlow.copy(flow.get(i), slot);
        slot.cutHere = cuts.get(i);
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
        hashes.add(hash(RandomFlow.of(seed, 3_000), seed, Exchange.builder(), topology));
      }
      assertThat(hashes)
          .as("%s", topology)
          .containsExactly(
              "25587741eeab5fc3",
              "b4836b06cdf064bb",
              "b38df39ad16e7ad6",
              "f40a376005fd920e",
              "df774006882d09fc",
              "48a73d19d5f802ba");
    }
  }

  @Test
  void wideIds() {
    for (Topology topology : TOPOLOGIES) {
      List<String> hashes = new ArrayList<>();
      for (int seed = 0; seed < 6; seed++) {
        hashes.add(hash(WideFlow.of(seed, 3_000), seed, Exchange.builder(), topology));
      }
      assertThat(hashes)
          .as("%s", topology)
          .containsExactly(
              "dc22fe8425170c74",
              "d633a5771fccbc4e",
              "8439d7a511c61986",
              "61679977d5a67d55",
              "5eefccc530bf68a4",
              "59c9413691919a5a");
    }
  }

  @Test
  void withoutRisk() {
    for (Topology topology : TOPOLOGIES) {
      String hostile = hash(RandomFlow.of(7, 3_000), 7, Exchange.builder().risk(false), topology);
      String wide = hash(WideFlow.of(7, 3_000), 7, Exchange.builder().risk(false), topology);
      assertThat(hostile).as("%s", topology).isEqualTo("e78aff172b159e20");
      assertThat(wide).as("%s", topology).isEqualTo("54a9d8d1c6524ac9");
    }
  }
}
