package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Threads, and what pinning asks of the JVM: looked at in JVMs of their own. */
class PipelineThreadsTest {

  @TempDir private Path directory;

  @Test
  void threadsAreNamedInOrderAndDaemonsIfAsked() {
    PipelineThreads daemons = PipelineThreads.unpinned("stage", true);
    assertThat(daemons.newThread(() -> {}).getName()).isEqualTo("stage-0");
    Thread second = daemons.newThread(() -> {});
    assertThat(second.getName()).isEqualTo("stage-1");
    assertThat(second.isDaemon()).isTrue();
    assertThat(PipelineThreads.unpinned("stage", false).newThread(() -> {}).isDaemon()).isFalse();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void unpinnedNeedsNoFlagAndLoadsNothingOfTheAffinityLibrary() {
    ForkedJvm.Result result =
        ForkedJvm.run(
            directory, List.of("-Xlog:class+load"), PinnedMain.class, List.of("unpinned"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .contains("ran stage-0", PipelineThreads.class.getName())
        .doesNotContain("net.openhft", "com.sun.jna", "WARNING");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void pinnedWithoutItsFlagRunsUnpinnedAndNamesTheFlag() {
    ForkedJvm.Result result =
        ForkedJvm.run(directory, List.of(), PinnedMain.class, List.of("pinned"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.output())
        .contains("ran stage-0", "unpinned", "--enable-native-access=ALL-UNNAMED")
        .doesNotContain("java.lang.System::load");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void pinnedIsOnOneCpuOrSaysThatItIsNot() {
    ForkedJvm.Result result =
        ForkedJvm.run(
            directory,
            List.of("--enable-native-access=ALL-UNNAMED"),
            PinnedMain.class,
            List.of("pinned"));
    assertThat(result.exitCode()).isZero();
    assertThat(result.output()).contains("ran stage-0");
    if (!result.output().contains("runs unpinned")) {
      assertThat(result.output()).containsPattern("Cpus_allowed_list:\\s+\\d+\\n");
    }
  }
}
