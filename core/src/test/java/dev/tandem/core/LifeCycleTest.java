package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Topology;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.SymbolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class LifeCycleTest {

  private static final int CYCLES = 300;

  @Test
  void startsAndStopsHundredsOfTimes() {
    Topology[] topologies = {Topology.fused(), Topology.pipelined(1, 1), Topology.pipelined(2, 2)};
    AtomicLong answered = new AtomicLong();
    for (int i = 0; i < CYCLES; i++) {
      try (Exchange exchange =
          Exchange.builder()
              .topology(topologies[i % topologies.length])
              .ringSize(64)
              .daemon()
              .resultHandler(c -> answered.incrementAndGet())
              .start()) {
        // Some stop in the middle of traffic, some before the first command.
        for (int command = 0; command < i % 200; command++) {
          exchange.publisher().cancel(1, 1, 1 + command);
        }
      }
    }
    long sent = 0;
    for (int i = 0; i < CYCLES; i++) {
      sent += i % 200;
    }
    assertThat(answered.get()).isEqualTo(sent);
  }

  /** Eight producers and up to six kernel threads share two CPUs: slower, and nothing is lost. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void manyProducersLoseNothing(int shards) throws Exception {
    Topology topology = shards == 0 ? Topology.fused() : Topology.pipelined(shards, shards);
    int producers = 8;
    int commands = 5_000;
    long[] perProducer = new long[producers];
    long[] outOfOrder = new long[1];
    try (Exchange exchange =
        Exchange.builder()
            .topology(topology)
            .ringSize(256)
            .daemon()
            .resultHandler(
                c -> {
                  int producer = (int) c.clientKey - 1;
                  if (producer >= 0 && ++perProducer[producer] != c.clientSequence) {
                    outOfOrder[0]++;
                  }
                })
            .start()) {
      exchange.async().addSymbol(SymbolSpec.of(1, 1, 2)).join();
      List<Thread> threads = new ArrayList<>();
      for (int p = 0; p < producers; p++) {
        long key = p + 1L;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = 1; i <= commands; i++) {
                        var c = exchange.publisher().claim();
                        Commands.cancel(c, 1, 1, i);
                        c.clientKey = key;
                        c.clientSequence = i;
                        exchange.publisher().publish(c);
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(perProducer).containsOnly(commands);
    assertThat(outOfOrder[0]).isZero();
  }
}
