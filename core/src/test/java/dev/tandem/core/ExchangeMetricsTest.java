package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.api.JournalOptions;
import dev.tandem.core.api.SnapshotReport;
import dev.tandem.core.api.Topology;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.TimeInForce;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The counts of an exchange, requested and recorded. */
class ExchangeMetricsTest {

  @TempDir private Path dir;

  /** Four that are accepted, one trade, and two refusals of one kind. */
  private static void trade(Exchange exchange) {
    AsyncCommands async = exchange.async();
    async.addSymbol(SymbolSpec.of(7, 1, 2)).join();
    async.place(1, 7, 1, Side.SELL, TimeInForce.GTC, 30, 50).join();
    async.place(2, 7, 2, Side.BUY, TimeInForce.GTC, 31, 40).join();
    async.place(2, 7, 3, Side.BUY, TimeInForce.GTC, 10, 1).join();
    async.cancel(1, 7, 99).join();
    async.cancel(1, 7, 98).join();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answersAreCountedByCodeBeforeTheyAreReported(boolean fused) {
    Topology topology = fused ? Topology.fused() : Topology.pipelined(1, 1);
    try (Exchange exchange = Exchange.builder().topology(topology).risk(false).start()) {
      trade(exchange);
      ExchangeMetrics metrics = exchange.metrics();
      assertThat(metrics.answers())
          .isEqualTo(Map.of(ResultCode.OK, 4L, ResultCode.UNKNOWN_ORDER, 2L));
      assertThat(metrics.refused()).isEqualTo(2);
      assertThat(metrics.trades()).isEqualTo(1);
      assertThat(metrics.submitted()).isEqualTo(6);
      assertThat(metrics.answered() + metrics.waiting()).isEqualTo(6);
      assertThat(metrics.ringSize()).isEqualTo(4096);
      assertThat(metrics.failed()).isFalse();
      // A question is answered, and is no command.
      exchange.awaitAnswered();
      assertThat(exchange.metrics().submitted()).isEqualTo(7);
      assertThat(exchange.submitted()).isEqualTo(7);
      assertThat(exchange.answered()).isBetween(6L, 7L);
      assertThat(exchange.trades()).isEqualTo(1);
      assertThat(exchange.metrics().answers()).isEqualTo(metrics.answers());
    }
  }

  @Test
  void whatARestartAppliesAgainIsNoAnswer() {
    JournalOptions log = JournalOptions.in(dir);
    try (Exchange exchange = Exchange.builder().risk(false).journal(log).start()) {
      trade(exchange);
    }
    try (Exchange exchange = Exchange.builder().risk(false).journal(log).start()) {
      assertThat(exchange.metrics().answers()).isEmpty();
      assertThat(exchange.metrics().trades()).isEqualTo(1);
    }
  }

  @Test
  void aRecordingHoldsFiguresAndSnapshots() throws Exception {
    try (Exchange exchange =
            Exchange.builder().risk(false).journal(JournalOptions.in(dir.resolve("log"))).start();
        Recording recording = new Recording()) {
      // The figures come when a chunk ends, which is when it is stopped.
      recording.enable("dev.tandem.ExchangeStatistics").with("period", "endChunk");
      recording.enable("dev.tandem.Snapshot");
      recording.start();
      trade(exchange);
      SnapshotReport report = exchange.snapshot();
      recording.stop();

      RecordedEvent figures = only(recording, "dev.tandem.ExchangeStatistics", exchange.id());
      assertThat(figures.getString("topology")).isEqualTo(exchange.topology().toString());
      assertThat(figures.getLong("accepted")).isEqualTo(4);
      assertThat(figures.getLong("refused")).isEqualTo(2);
      assertThat(figures.getLong("trades")).isEqualTo(1);
      assertThat(figures.getBoolean("failed")).isFalse();
      RecordedEvent snapshot = only(recording, "dev.tandem.Snapshot", exchange.id());
      assertThat(snapshot.getLong("bytes")).isEqualTo(report.info().bytes()).isPositive();
      assertThat(snapshot.getLong("logSequence")).isEqualTo(report.info().logSequence());
      assertThat(snapshot.getDuration("took")).isEqualTo(report.took());
    }
  }

  @Test
  void aRecordingHoldsWhyAKernelStoppedAndItsLastFigures() throws Exception {
    try (Recording recording = new Recording()) {
      recording.enable("dev.tandem.ExchangeStatistics").with("period", "1 h");
      recording.start();
      Exchange exchange =
          Exchange.builder()
              .risk(false)
              .resultHandler(
                  c -> {
                    throw new IllegalStateException("the handler's own fault");
                  })
              .start();
      assertThatThrownBy(() -> exchange.async().addSymbol(SymbolSpec.of(7, 1, 2)).join())
          .hasRootCauseMessage("the handler's own fault");
      assertThatThrownBy(exchange::close).isInstanceOf(ExchangeFailedException.class);
      recording.stop();
      assertThat(only(recording, "dev.tandem.ExchangeFailure", exchange.id()).getString("cause"))
          .contains("the handler's own fault");
      RecordedEvent figures = only(recording, "dev.tandem.ExchangeStatistics", exchange.id());
      assertThat(figures.getBoolean("failed")).isTrue();
    }
  }

  private RecordedEvent only(Recording recording, String name, long exchange) throws Exception {
    Path file = dir.resolve("recording.jfr");
    recording.dump(file);
    List<RecordedEvent> found =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals(name))
            .filter(event -> event.getLong("exchange") == exchange)
            .toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }
}
