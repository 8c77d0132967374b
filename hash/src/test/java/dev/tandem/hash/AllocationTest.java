package dev.tandem.hash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A compiled call allocates nothing: every kind of input, every implementation, every size class.
 *
 * <p>What the compiler optimises away depends on what it saw before it compiled, which on a busy
 * machine is not twice the same: now and then it keeps a segment of 32 bytes, or vectors where it
 * had inlined too much already. So each implementation has a process of its own, and a call that
 * allocates there has to do so in every further process too: in those that compile while the calls
 * continue, and in those that wait for the compiler and so do the same each time.
 */
class AllocationTest {

  private static final int PROCESSES = 6;

  @ParameterizedTest
  @EnumSource(Implementation.class)
  void hotCallsAllocateNothing(Implementation implementation) throws Exception {
    Needs.implementation(implementation);
    List<String> allocating = probe(implementation, List.of(), false);
    for (int process = 1; process < PROCESSES && !allocating.isEmpty(); process++) {
      allocating = probe(implementation, allocating, process % 2 == 1);
    }
    assertThat(allocating)
        .as("calls of %s that allocated in each of %d processes", implementation, PROCESSES)
        .isEmpty();
  }

  /**
   * The calls that allocate, out of some.
   *
   * @param suspects the calls to judge; all if none are named
   */
  private static List<String> probe(
      Implementation implementation, List<String> suspects, boolean waitForCompiler)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--add-modules=jdk.incubator.vector,jdk.management"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx512m"));
    if (waitForCompiler) {
      command.add("-Xbatch");
    }
    command.add("-Ddev.tandem.hash.library=" + Needs.LIBRARY);
    command.addAll(
        List.of("-cp", Path.of("target", "classes") + ":" + Path.of("target", "test-classes")));
    command.addAll(List.of(AllocationProbe.class.getName(), implementation.name()));
    command.addAll(suspects);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    List<String> lines =
        out.lines().filter(line -> !line.startsWith("WARNING: Using incubator modules")).toList();
    assertThat(lines).last().asString().matches(AllocationProbe.DONE + " -?[1-9][0-9]*");
    return lines.subList(0, lines.size() - 1);
  }
}
