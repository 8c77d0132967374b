package dev.tandem.jmh.exchange;

import static dev.tandem.jmh.exchange.KernelEntrant.EXCHANGE_CORE_YIELDING;
import static dev.tandem.jmh.exchange.KernelEntrant.EXCHANGE_CORE_YIELDING_UNPINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import dev.tandem.jmh.harness.ChildProcess;
import dev.tandem.jmh.harness.Loadable;
import dev.tandem.jmh.harness.SmallChild;
import exchange.core2.core.common.config.PerformanceConfiguration;
import exchange.core2.core.utils.AffinityThreadFactory.ThreadAffinityMode;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The peer is sent what Tandem is sent, by classes that its own Java reads. */
class PeerProcessTest {

  private static final int JAVA_17 = 61;

  @TempDir private Path folder;

  @Test
  void theFileHoldsTheFlow() throws Exception {
    KernelFlow flow = KernelFlows.STEADY.make(3);
    Path file = folder.resolve("flow");
    FlowExport.rows(flow).write(file);
    FlowRows rows = FlowRows.read(file);
    assertThat(rows.size()).isEqualTo(flow.size());
    assertThat(rows.population()).isEqualTo(flow.population().toString());
    assertThat(rows.trades()).isEqualTo(flow.population().trades()).isPositive();
    assertThat(rows.tradeHash()).isEqualTo(FlowTrades.hash(flow)).isNotZero();
    assertThat(rows.refusals()).isEqualTo(flow.population().refusals());
    for (int i = 0; i < flow.size(); i++) {
      assertThat(rows.order(i)).isEqualTo(flow.order(i));
      assertThat(rows.user(i)).isEqualTo(flow.user(i));
      assertThat(rows.price(i)).isEqualTo(flow.price(i));
      assertThat(rows.quantity(i)).isEqualTo(flow.quantity(i));
    }
    assertThat(FlowRows.SYMBOL).isEqualTo(KernelFlow.SYMBOL);
    assertThat(FlowRows.LOTS).isEqualTo(KernelFlow.LOTS);
    assertThat(FlowRows.MONEY).isEqualTo(KernelFlow.MONEY);
    assertThat(FlowRows.USERS).isEqualTo(KernelFlow.USERS);
    assertThat(FlowRows.FUNDS).isEqualTo(KernelFlow.FUNDS);
  }

  /** Kept on CPUs as its own configurations have it, and free; by the name of the entrant. */
  @Test
  void itsThreadsAreKeptOnCpusOrFree() {
    for (KernelEntrant entrant : List.of(EXCHANGE_CORE_YIELDING, EXCHANGE_CORE_YIELDING_UNPINNED)) {
      assertThat(ExchangeCoreProcess.isPinned(entrant.name().toLowerCase(Locale.ROOT)))
          .isEqualTo(entrant == EXCHANGE_CORE_YIELDING);
    }
    for (boolean paced : new boolean[] {false, true}) {
      PerformanceConfiguration itsOwn =
          (paced
                  ? PerformanceConfiguration.latencyPerformanceBuilder()
                  : PerformanceConfiguration.throughputPerformanceBuilder())
              .build();
      assertThat(mode(ExchangeCoreKernel.performance(paced, true)))
          .isEqualTo(mode(itsOwn))
          .isEqualTo(ThreadAffinityMode.THREAD_AFFINITY_ENABLE_PER_LOGICAL_CORE);
      assertThat(mode(ExchangeCoreKernel.performance(paced, false)))
          .isEqualTo(ThreadAffinityMode.THREAD_AFFINITY_DISABLE);
    }
    assertThat(EXCHANGE_CORE_YIELDING.about()).contains("PER_LOGICAL_CORE");
    assertThat(EXCHANGE_CORE_YIELDING_UNPINNED.about()).contains("THREAD_AFFINITY_DISABLE");
  }

  /** It cannot be asked. */
  private static Object mode(PerformanceConfiguration configuration) {
    return assertThat(configuration.getThreadFactory()).extracting("threadAffinityMode").actual();
  }

  /** No library of another peer is found in its process: none of a hash, a log, a logger. */
  @Test
  void thePeerHasItsOwnLibraries() {
    assertThat(Loadable.by(KernelEntrant.EXCHANGE_CORE_YIELDING.launch()))
        .containsExactly("chronicle", "disruptor", "exchange-core", "lz4");
  }

  /**
   * As many trades and refusals as the flow states; the process compares them. Nothing is warmed
   * up: no rate is looked at, and the peer's threads never rest.
   */
  @Tag("night")
  @Test
  void thePeerHasWhatEachFlowStates() throws Exception {
    for (KernelEntrant entrant :
        List.of(EXCHANGE_CORE_YIELDING, KernelEntrant.EXCHANGE_CORE_JOURNAL_UNPINNED)) {
      hasWhatEachFlowStates(entrant);
    }
  }

  private void hasWhatEachFlowStates(KernelEntrant entrant) throws Exception {
    List<KernelFlows> all =
        Stream.of(KernelFlows.values()).filter(KernelEntrant.EXCHANGE_CORE_YIELDING::runs).toList();
    assertThat(all)
        .contains(KernelFlows.DEEP, KernelFlows.THIN, KernelFlows.SWING, KernelFlows.WIDE)
        .doesNotContain(KernelFlows.PUBLISHED);
    FlowExport.write(all, folder.resolve(ExchangeCoreProcess.FLOWS));
    try (ChildProcess peer = small(entrant)) {
      for (KernelFlows flow : all) {
        JsonNode answer = new ObjectMapper().readTree(peer.ask("closed " + flow + " 0 1"));
        assertThat(answer.path("error").asText()).as("%s", flow).isEmpty();
        assertThat(answer.path("population").asText())
            .isEqualTo(flow.make(KernelSession.SEED).population().toString());
      }
    }
  }

  private ChildProcess small(KernelEntrant entrant) {
    ChildProcess.Launch launch = entrant.launch();
    List<String> command = new ArrayList<>(launch.command());
    // The tests' class path has a logger that is not for the peer's Java; the benchmarks' jar not.
    command.add(1, "-Dslf4j.provider=org.slf4j.nop.NOPServiceProvider");
    return SmallChild.of(new ChildProcess.Launch(launch.system(), command), folder);
  }

  @Test
  void aChangedFileIsRefused() throws Exception {
    Path file = folder.resolve("flow");
    FlowExport.rows(KernelFlows.SPOT.make(3)).write(file);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> FlowRows.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("CRC-32C");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exchange.ExchangeCoreProcess",
        "exchange.ExchangeCoreKernel",
        "exchange.KernelSession",
        "exchange.SubmittedKernel",
        "exchange.RunningKernel",
        "exchange.FlowRows",
        "exchange.TradeHash",
        "harness.RequestLoop",
        "harness.Waits"
      })
  void itsClassesAreForItsOwnJava(String name) throws Exception {
    String resource = "/dev/tandem/jmh/" + name.replace('.', '/') + ".class";
    try (DataInputStream in = new DataInputStream(getClass().getResourceAsStream(resource))) {
      in.readInt();
      in.readUnsignedShort();
      assertThat(in.readUnsignedShort()).isEqualTo(JAVA_17);
    }
  }
}
