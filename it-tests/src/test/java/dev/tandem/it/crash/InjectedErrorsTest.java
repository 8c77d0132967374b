package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.CrashScale;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every write and every sync of a small run fails once, with an I/O error and with a full disk:
 * every waiter hears of it, nothing acknowledged is lost, and the log can be opened again.
 */
class InjectedErrorsTest {

  private static final Map<String, String> ERRORS =
      Map.of("EIO", "Input/output error", "ENOSPC", "No space left on device");

  private static final int SAMPLE = 9;
  private static final int SEGMENT_BYTES = 1 << 16;
  private static final int EACH = 12;
  private static final int PRODUCERS = 3;

  @TempDir private Path dir;

  @ParameterizedTest
  @EnumSource(names = {"TANDEM", "TANDEM_WRITTEN"})
  void everyFailedWriteAndSyncIsSurvived(LogUnderTest.Kind kind)
      throws IOException, InterruptedException {
    Shell.need("strace");
    Shell.skipUnless(Injection.isPossible(), "strace may not trace here");
    Path real = dir.toRealPath();
    Injection none = new Injection(null, null, 0, real.resolve("protocol"));
    new Run(real, kind, 0, none).play();
    Map<String, Integer> calls = none.counts(real.resolve("log-0"));
    assertThat(calls).as("calls of the log").isNotEmpty();
    int all = calls.values().stream().mapToInt(n -> n).sum() * ERRORS.size();
    int step = CrashScale.isFull() ? 1 : Math.max(1, all / SAMPLE);
    int count = 0;
    int injected = 0;
    int failed = 0;
    for (Map.Entry<String, Integer> call : calls.entrySet()) {
      for (int n = 1; n <= call.getValue(); n++) {
        for (String error : List.of("EIO", "ENOSPC")) {
          count++;
          if (count % step != 0) {
            continue;
          }
          Injection injection = new Injection(call.getKey(), error, n, real.resolve("protocol"));
          Run run = new Run(real, kind, count, injection);
          run.play();
          injected += run.wasInjected() ? 1 : 0;
          failed += run.failed ? 1 : 0;
        }
      }
    }
    System.out.println(
        "injected errors, "
            + kind
            + ": of "
            + all
            + " ("
            + calls
            + ") "
            + injected
            + " met the log, "
            + failed
            + " poisoned it");
    assertThat(injected).isPositive();
    assertThat(failed).isPositive();
  }

  /** One run of the child, and what became of it. */
  private static final class Run {
    private final Path dir;
    private final Path log;
    private final Injection injection;
    private final VictimOrder order;
    private boolean failed;

    Run(Path dir, LogUnderTest.Kind kind, int number, Injection injection) {
      this.dir = dir;
      this.injection = injection;
      log = dir.resolve("log-" + number);
      order =
          new VictimOrder(
              kind, log, dir.resolve("board-" + number), 0, SEGMENT_BYTES, 0, EACH, PRODUCERS, 0);
    }

    boolean wasInjected() throws IOException {
      return injection.met(log);
    }

    void play() throws IOException, InterruptedException {
      try {
        LogAudit audit = new LogAudit(order);
        try (AckBoard board = AckBoard.create(order.board())) {
          try (VictimProcess victim = VictimProcess.boot(dir, Victim.class, injection.prefix())) {
            victim.order(order.line());
            victim.awaitEnd();
            judge(board, victim.output());
          }
          audit.add(board, board.ackedCounts());
        }
        proceed(audit);
        CrashChain.delete(log);
        Files.delete(order.board());
      } catch (AssertionError | IOException e) {
        throw new AssertionError(injection + ": " + Files.readString(injection.protocol()), e);
      }
    }

    private void judge(AckBoard board, String output) throws IOException {
      failed = board.state() == AckBoard.State.FAILED;
      assertThat(board.state()).as(output).isIn(AckBoard.State.DONE, AckBoard.State.FAILED);
      if (!failed) {
        // What was made ahead may fail without harm where the disk is only full.
        assertThat(wasInjected() && injection.error().equals("EIO")).as("hidden").isFalse();
        return;
      }
      assertThat(wasInjected()).as("failed without a reason").isTrue();
      String cause = ERRORS.get(injection.error());
      boolean named = board.failure().contains(cause);
      for (int p = 0; p < PRODUCERS && board.openedAt() >= 0; p++) {
        String failure = board.failure(p);
        named |= failure.contains(cause);
        assertThat(board.hasEnded(p)).as("a waiter hangs").isTrue();
        if (board.acked(p) < EACH) {
          assertThat(failure).as("producer " + p).contains(cause);
        }
      }
      assertThat(named).as("cause: " + board.failure()).isTrue();
      if (injection.call().contains("sync")) {
        assertThat(injection.syncsAfterFailedSync()).as("retried").isEmpty();
      }
    }

    /** The log is opened again, holds what it promised, and takes more. */
    private void proceed(LogAudit audit) throws IOException {
      Examination.Finding finding = audit.check(LogUnderTest.WRITTEN, true);
      assertThat(finding.lost()).as(finding.toString()).isZero();
      try (LogUnderTest again = LogUnderTest.open(order)) {
        assertThat(again.nextSequence()).isEqualTo(finding.next());
      }
    }
  }
}
