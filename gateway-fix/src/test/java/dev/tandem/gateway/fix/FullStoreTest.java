package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Files of FIX that cannot be written for a time, as on a full disk: what a session has missed then
 * it is told of, once. A directory in the place of the next file makes that file fail.
 */
@Timeout(300)
class FullStoreTest extends FixSetup {

  /** A message that is the first of a file. */
  private static final int FIRST_OF_A_FILE = 1_001;

  private static final int PAGE = 4_096;

  private Path session() {
    return directory.resolve("exchange").resolve("fix").resolve("one_0");
  }

  private void inTheWay(int sequence) throws IOException {
    Files.createDirectories(session().resolve("messages-" + sequence).resolve("full"));
  }

  private void outOfTheWay(int sequence) throws IOException {
    Files.delete(session().resolve("messages-" + sequence).resolve("full"));
    Files.delete(session().resolve("messages-" + sequence));
  }

  private void restart() throws IOException {
    gateway.close();
    gateway = gateway();
    rest = new Rest(gateway, admin);
  }

  private Wire next(int number) throws IOException {
    Wire wire = new Wire(gateway, one);
    wire.next = number;
    return wire;
  }

  /** The next logon is answered, and then says once that reports are missing. */
  private void assertReportedOnce(int number) throws Exception {
    try (Wire wire = next(number)) {
      assertThat(wire.logon("").read()).contains("|35=A|");
      assertThat(wire.read()).contains("|35=5|", "|58=MISSED_REPORTS");
      wire.ended();
    }
    restart();
    try (Wire wire = next(number + 1)) {
      assertThat(wire.logon("").read()).contains("|35=A|");
      assertThat(wire.say("1", "112=there|").read()).contains("|35=0|", "|112=there|");
    }
  }

  @Test
  void aReportThatCannotBeKeptEndsTheConnectionAndIsSaidToBeMissing() throws Exception {
    int orders = FIRST_OF_A_FILE - 2;
    try (Wire wire = next(1)) {
      wire.logon("").read();
      for (int i = 1; i <= orders; i++) {
        assertThat(wire.say("D", Wire.order(i)).read()).contains("|34=" + (i + 1) + "|");
      }
      inTheWay(FIRST_OF_A_FILE);
      rest.order(2, 70_001, "BUY", 30, 5);
      wire.ended();
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"store_failed\"} 1.0");
    // Without a connection reports are lost as well.
    rest.order(2, 70_002, "BUY", 30, 5);
    // Who comes back is told why not, and has used up no sequence.
    for (int i = 0; i < 2; i++) {
      try (Wire wire = next(orders + 2)) {
        assertThat(wire.logon("").read()).contains("|35=5|34=1|", "|58=STORE_FAILED");
        wire.ended();
      }
    }
    outOfTheWay(FIRST_OF_A_FILE);
    rest.order(2, 70_003, "BUY", 30, 5);
    assertReportedOnce(orders + 2);
  }

  /** A disk that is really full, in the middle of a file. */
  @Test
  void aFullDiskIsReportedAsMissedOnce() throws Exception {
    Files.createDirectories(session());
    assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=64k,mode=0700", "tmpfs", "" + session()));
    try {
      int next;
      try (Wire wire = next(1)) {
        wire.logon("").read();
        for (int i = 1; Files.getFileStore(session()).getUsableSpace() > PAGE; i++) {
          assertThat(i).isLessThan(FIRST_OF_A_FILE - 1);
          assertThat(wire.say("D", Wire.order(i)).read()).contains("|34=" + (i + 1) + "|");
        }
        next = wire.next;
        // More reports than fit into what is left of the disk.
        for (int i = 1; i <= 60; i++) {
          rest.order(2, 70_000 + i, "BUY", 30, 1);
        }
        wire.ended();
      }
      rest.awaitMetric("tandem_gateway_closed_total{reason=\"store_failed\"} 1.0");
      assertThat(run("mount", "-o", "remount,size=4m", "" + session())).isTrue();
      assertReportedOnce(next);
    } finally {
      gateway.close();
      assertThat(run("umount", "" + session())).isTrue();
    }
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /** Also if the gateway is stopped in good order before its client comes back. */
  @Test
  void whatWasMissedIsSaidAfterAStop() throws Exception {
    try (Wire wire = next(1)) {
      wire.logon("").read();
      assertThat(wire.say("D", Wire.order(1)).read()).contains("|35=8|34=2|");
      assertThat(wire.say("5", "").read()).contains("|35=5|34=3|");
    }
    restart();
    inTheWay(4);
    rest.order(2, 70_001, "BUY", 30, 5);
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"store_failed\"} 1.0");
    outOfTheWay(4);
    restart();
    restart();
    assertReportedOnce(4);
  }
}
