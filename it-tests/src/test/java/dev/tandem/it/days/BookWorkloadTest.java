package dev.tandem.it.days;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.replay.BookWorkloadReport;
import dev.tandem.app.replay.Replay;
import dev.tandem.app.replay.ReplayOptions;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.core.api.Topology;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowFiles;
import dev.tandem.flow.FlowFormat;
import dev.tandem.it.TestData;
import org.junit.jupiter.api.Test;

/** The public matching-engine benchmark's report, by its published hash. */
class BookWorkloadTest {

  @Test
  void reportHasThePublishedHash() {
    Flow flow = FlowFiles.read(TestData.file("book-workload/normal_seed23.bin.zst"), null);
    assertThat(flow.format()).isEqualTo(FlowFormat.BOOK_WORKLOAD);
    assertThat(flow.size()).isEqualTo(1_996_097);
    for (Topology topology : new Topology[] {Topology.fused(), Topology.pipelined(1, 1)}) {
      ReplayResult result =
          Replay.run(flow, ReplayOptions.of(topology, topology.isFused()).keepingAll());
      assertThat(result.traded().trades()).isEqualTo(62_474);
      assertThat(BookWorkloadReport.sha256(flow, result.log()))
          .isEqualTo("e9b2e3926854410b01a035aeb25dd05f1e597c233be8263de9eb49b6713d367e");
    }
  }
}
