package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reports that no session has any more: its client is told that some are missing. */
@Timeout(300)
class FixMissedTest extends FixSetup {

  private Path fix() {
    return directory.resolve("exchange").resolve("fix");
  }

  private void restart() throws IOException {
    gateway = gateway();
    rest = new Rest(gateway, admin);
  }

  private void rest(int sequence, String name) throws Exception {
    try (Wire wire = new Wire(gateway, one)) {
      wire.next = sequence;
      assertThat(wire.logon("").read()).contains("|35=A|");
      assertThat(wire.say("D", Wire.order(sequence)).read()).contains("|35=8|").contains(name);
    }
  }

  private void assertReportedOnce(String more) throws Exception {
    int next;
    try (Wire wire = new Wire(gateway, one)) {
      wire.next = more.isEmpty() ? 3 : 1;
      assertThat(wire.logon(more).read()).contains("|35=A|");
      assertThat(wire.read()).contains("|35=5|").contains("|58=MISSED_REPORTS");
      wire.ended();
      next = wire.next;
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"missed_reports\"} 1.0");
    try (Wire wire = new Wire(gateway, one)) {
      wire.next = next;
      assertThat(wire.logon("").read()).contains("|35=A|");
      assertThat(wire.say("1", "112=there|").read()).contains("|35=0|").contains("|112=there|");
    }
  }

  /** Nor can anybody else read the files that say so. */
  @Test
  void afterAStopNothingIsMissing() throws Exception {
    rest(1, "|11=1|");
    gateway.close();
    try (Stream<Path> files = Files.walk(fix())) {
      for (Path file : files.toList()) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .as(file.toString())
            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
      }
    }
    restart();
    rest(3, "|11=3|");
  }

  @Test
  void whatHappenedWhileTheFilesCouldNotBeReadIsMissing() throws Exception {
    rest(1, "|11=1|");
    gateway.close();
    for (Path file : filesOf("one_0")) {
      Files.writeString(file, "no messages");
    }
    restart();
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"store_failed\"}");
    rest.order(2, 70, "BUY", 30, 3);
    try (Wire wire = new Wire(gateway, one)) {
      assertThat(wire.logon("").read()).contains("|35=5|").contains("|58=STORE_FAILED");
      wire.ended();
    }
    assertReportedOnce("141=Y|");
  }

  /** The log stays the truth: the order is there, and its session is told that reports are not. */
  @Test
  void afterTheFilesAreLostReportsAreMissing() throws Exception {
    rest(1, "|11=1|");
    gateway.close();
    delete(fix());
    restart();
    gateway.close();
    // It is known for longer than one start.
    restart();
    assertReportedOnce("141=Y|");
    try (Wire wire = new Wire(gateway, one)) {
      wire.next = 1;
      assertThat(wire.logon("141=Y|").read()).contains("|35=A|");
      // It is no order of the session's any more, so it is named by its id.
      String cancel = "11=9|37=1|41=1|1=1|55=1|54=2|60=20261123-19:21:13.950|";
      assertThat(wire.say("F", cancel).read()).contains("|35=8|").contains("|150=4|");
    }
  }

  /** Where there was none before, nothing is missing. */
  @Test
  void whereThereWasNoFixNothingIsMissing() throws Exception {
    gateway.close();
    delete(fix());
    Files.delete(fix().resolveSibling("fix.began"));
    restart();
    try (Wire wire = new Wire(gateway, one)) {
      assertThat(wire.logon("").read()).contains("|35=A|");
      assertThat(wire.say("1", "112=there|").read()).contains("|35=0|").contains("|112=there|");
      assertThat(wire.say("D", Wire.order(1)).read()).contains("|35=8|");
    }
    assertThat(fix().resolve("lost")).doesNotExist();
  }

  private static void delete(Path tree) throws IOException {
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private List<Path> filesOf(String session) throws IOException {
    try (Stream<Path> files = Files.list(fix().resolve(session))) {
      return files.toList();
    }
  }
}
