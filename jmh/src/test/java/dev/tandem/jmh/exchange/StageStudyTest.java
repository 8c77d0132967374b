package dev.tandem.jmh.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.flow.generator.KernelFlow;
import dev.tandem.flow.generator.KernelFlows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class StageStudyTest {

  @TempDir private Path folder;

  /** Where the host moves the CPUs a round is done once more; its log was the first one's. */
  @Test
  void aRoundThatIsDoneAgainHasALogOfItsOwn() throws Exception {
    StageStudy study =
        CommandLine.populateCommand(
            new StageStudy(), "--rates", "0", "--warm-up", "0", "--log-in", folder.toString());
    KernelFlow flow = KernelFlows.STEADY.make(3);
    List<StageStudy.Times> all = new ArrayList<>();
    study.logged(StageStudy.Subject.FUSED_WITH_LOG, flow, all);
    study.logged(StageStudy.Subject.FUSED_WITH_LOG, flow, all);
    assertThat(all).hasSize(2);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
