package dev.tandem.jmh.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.harness.Peers;
import dev.tandem.jmh.ingress.IngressProcess.Answer;
import dev.tandem.jmh.ingress.IngressProcess.Sample;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

@Tag("thorough")
class IngressComparisonTest {

  @Test
  void versionsAreThoseThatAreBuilt() {
    for (IngressEntrant entrant : IngressEntrant.values()) {
      assertThat(entrant.about())
          .contains(entrant.arrangement())
          .contains(entrant.isCpp() ? "in C++" : "-Dagrona.disable.bounds.checks=true");
    }
    assertThat(IngressEntrant.JCTOOLS_MPSC.about())
        .startsWith("JCTools " + Peers.version("jctools") + ", MpscVarHandleArrayQueue");
  }

  @Test
  void thoseInCppAreThereWithTheirProgram() {
    assertThat(IngressEntrant.usual(true)).containsExactly(IngressEntrant.values());
    assertThat(IngressEntrant.usual(false))
        .hasSize(IngressEntrant.values().length - 3)
        .noneMatch(IngressEntrant::isCpp);
    for (String[] arguments :
        List.of(
            new String[] {"--entrants", "TANDEM_CPP_LANES"},
            new String[] {"--cpp", "no-program"})) {
      StringWriter said = new StringWriter();
      assertThat(
              new CommandLine(new IngressComparison())
                  .setErr(new PrintWriter(said))
                  .execute(arguments))
          .isEqualTo(2);
      assertThat(said.toString()).contains("--cpp must name the program of the intake in C++");
    }
  }

  /** A schedule that nobody can keep: all but the first orders are late. */
  @Test
  void aSenderThatCannotKeepItsScheduleIsLate() {
    IngressProcess process = new IngressProcess(IngressEntrant.JCTOOLS_MPSC);
    String[] request = "paced 2 4096 1000000000 0.00001 touched".split(" ", -1);
    Sample sample = ((Answer) process.answer(request)).samples().get(0);
    assertThat(sample.orders()).isEqualTo(10_000);
    assertThat(sample.latePercent()).isGreaterThan(50);
  }

  /** Small counts: the hand-over itself checks that each order arrives, and in its order. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.MATCH_NONE,
      // They want JVM options; of C++, see CppProcessTest.
      names = {"AGRONA_MANY_TO_ONE", "TANDEM_CPP_.*"})
  void everyOrderArrives(IngressEntrant entrant) {
    IngressProcess process = new IngressProcess(entrant);
    // The Disruptor asserts that one thread publishes for the life of a ring; the lanes' is the
    // receiver's, and each burst has a new one.
    String memory = entrant.name().startsWith("TANDEM_LANES") ? "cold" : "touched";
    for (String request :
        List.of(
            "burst 3 1 64 3000 cold 1 2",
            "burst 2 3 128 3000 " + memory + " 1 2",
            "paced 2 64 100000 0.02 " + memory)) {
      Answer answer = (Answer) process.answer(request.split(" ", -1));
      assertThat(answer.samples()).isNotEmpty();
      for (Sample sample : answer.samples()) {
        assertThat(sample.orders()).isEqualTo(request.startsWith("burst") ? 3_000 : 2_000);
        assertThat(sample.totalNanos()).isPositive();
        assertThat(sample.nanos()).isSorted();
        assertThat(sample.latePercent()).isBetween(0.0, request.startsWith("burst") ? 0 : 100.0);
      }
    }
  }
}
