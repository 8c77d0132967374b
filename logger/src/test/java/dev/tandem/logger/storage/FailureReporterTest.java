package dev.tandem.logger.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a listener is told, and what it may do. */
class FailureReporterTest {
  @Test
  void itIsCalledOutsideTheMonitorThatOthersNeed() {
    List<Boolean> held = new ArrayList<>();
    FailureReporter[] reporter = new FailureReporter[1];
    reporter[0] = new FailureReporter(text -> held.add(Thread.holdsLock(reporter[0])));
    reporter[0].failed("cannot write", new IOException("the disk is full"));
    assertThat(held).containsExactly(false);
  }

  @Test
  void ofEachKindOnceUntilItWorksAgain() {
    List<String> reported = new ArrayList<>();
    long[] now = {5};
    FailureReporter reporter = new FailureReporter(reported::add, () -> now[0]);
    FailureReporter.Work fails =
        () -> {
          throw new IOException("the disk is full");
        };
    assertThat(reporter.during("cannot write", fails)).isFalse();
    assertThat(reporter.during("cannot write", fails)).isFalse();
    assertThat(reporter.during("cannot force", fails)).isFalse();
    assertThat(reported).hasSize(2);
    assertThat(reporter.during("cannot write", () -> {})).isTrue();
    assertThat(reporter.during("cannot write", fails)).isFalse();
    // Not many times a second where it works now and then.
    assertThat(reported).hasSize(2);
    now[0] += StateNews.MINUTE_NANOS;
    assertThat(reporter.during("cannot write", fails)).isFalse();
    assertThat(reporter.during("cannot write", fails)).isFalse();
    assertThat(reported).hasSize(3);
    assertThat(reporter.count()).isEqualTo(6);
  }

  @Test
  void causesThatTakeTurnsAreReportedOnceEach() {
    List<String> reported = new ArrayList<>();
    long[] now = {5};
    FailureReporter reporter = new FailureReporter(reported::add, () -> now[0]);
    for (int i = 0; i < 3; i++) {
      String words = "attempt " + i;
      reporter.failed("cannot write", new IOException(words));
      reporter.failed("cannot write", new IllegalStateException(words));
    }
    assertThat(reported).hasSize(2);
    reporter.over("cannot write");
    now[0] += StateNews.MINUTE_NANOS;
    reporter.failed("cannot write", new IOException("again"));
    assertThat(reported).hasSize(3);
  }

  @Test
  void causesOfOneClassAreDistinguished() {
    List<String> reported = new ArrayList<>();
    FailureReporter reporter = new FailureReporter(reported::add);
    for (int i = 0; i < 3; i++) {
      reporter.failed("cannot force", new FileSystemException("/one/log", null, "No space left"));
      reporter.failed("cannot force", new FileSystemException("/one/log", null, "Not permitted"));
      reporter.failed("cannot force", new FileSystemException("/two/log", null, "No space left"));
    }
    assertThat(reported)
        .hasSize(3)
        .anyMatch(text -> text.contains("Not permitted"))
        .anyMatch(text -> text.contains("/two/log"));
  }

  @Test
  void numbersMakeNoOtherCause() {
    List<String> reported = new ArrayList<>();
    FailureReporter reporter = new FailureReporter(reported::add);
    for (int i = 0; i < 20; i++) {
      IOException full = new IOException("log-1-00000" + i + ".tlog: the disk is full");
      reporter.during(
          "cannot seal",
          Path.of("log-1-00000" + i + ".tlog"),
          null,
          () -> {
            throw full;
          });
    }
    assertThat(reported).hasSize(1);
  }

  @Test
  void failuresThatAreSuppressedInAnotherAreReportedToo() {
    List<String> reported = new ArrayList<>();
    FailureReporter reporter = new FailureReporter(reported::add);
    IOException first = new IOException("one is gone");
    reporter.failed("cannot force", first);
    first.addSuppressed(new IOException("two is full"));
    reporter.failed("cannot force", first);
    reporter.failed("cannot force", first);
    assertThat(reported)
        .containsExactly(
            "cannot force: java.io.IOException: one is gone",
            "cannot force: java.io.IOException: two is full");
  }

  @Test
  void asManyAreRememberedAsThereIsRoomFor() {
    List<String> reported = new ArrayList<>();
    FailureReporter reporter = new FailureReporter(reported::add);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 10_000; i++) {
        reporter.failed("cannot write", new IOException(letters(i)));
      }
    }
    // Then they are taken to be the same with other words.
    assertThat(reported).hasSize(FailureReporter.MOST_CAUSES);
    reported.clear();
    for (int i = 0; i < 10_000; i++) {
      reporter.failed("cannot " + letters(i), new IOException("the disk is full"));
    }
    assertThat(reported).hasSize(10_000);
    assertThat(reporter.remembered()).isEqualTo(FailureReporter.MOST_KINDS);
  }

  private static String letters(int number) {
    return Integer.toString(number).chars().mapToObj(c -> "" + (char) (c + 'a' - '0')).toList()
        + "";
  }
}
