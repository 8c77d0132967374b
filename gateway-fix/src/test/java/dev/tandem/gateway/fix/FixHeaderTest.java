package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages of a session whose times or numbers cannot be right. */
@Timeout(300)
class FixHeaderTest extends FixSetup {

  private Wire wire;

  @BeforeEach
  void logon() throws IOException {
    wire = new Wire(gateway, one);
    assertThat(wire.logon("").read()).contains("|35=A|34=1|");
  }

  @AfterEach
  void close() throws IOException {
    wire.close();
  }

  private void again(int next) throws IOException {
    wire.close();
    wire = new Wire(gateway, one);
    wire.next = next;
    assertThat(wire.logon("").read()).contains("|35=A|");
  }

  /** Twenty orders by a wrong clock: one Reject, one Logout, and the end. */
  @Test
  void aWrongClockIsSaidOnce() throws Exception {
    int next = 2;
    for (int seconds : new int[] {300, -300}) {
      LocalDateTime sent = LocalDateTime.now(ZoneOffset.UTC).plusSeconds(seconds);
      StringBuilder orders = new StringBuilder();
      for (int i = 1; i <= 20; i++) {
        orders.append(
            Wire.framed(
                wire.body("D", Wire.order(i))
                    .replaceFirst("\\|52=[^|]*", "|52=" + Wire.stamp(sent))));
      }
      wire.send(orders.toString());
      assertThat(wire.read()).contains("|35=3|", "|45=" + next + "|", "|371=52|", "|373=10|");
      assertThat(wire.read()).contains("|35=5|");
      assertThat(wire.read()).isNull();
      // The clock is right again; the other orders were not looked at.
      again(next + 1);
      next += 2;
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"session_reject\"} 2.0");
    assertThat(rest.orders(1)).isEmpty();
  }

  @Test
  void aMessageThatWasSentAgainBeforeItWasSent() throws Exception {
    LocalDateTime later = LocalDateTime.now(ZoneOffset.UTC).plusSeconds(60);
    String order = wire.body("D", Wire.order(1));
    wire.send(Wire.framed(order.replaceFirst("\\|52=", "|43=Y|122=" + Wire.stamp(later) + "|52=")));
    assertThat(wire.read()).contains("|35=3|", "|371=122|", "|373=10|");
    assertThat(wire.read()).contains("|35=5|");
    assertThat(wire.read()).isNull();
  }

  @Test
  void aMessageWithoutItsTimeIsRejected() throws Exception {
    wire.send(Wire.framed(wire.body("D", Wire.order(1)).replaceFirst("\\|52=[^|]*", "")));
    assertThat(wire.read()).contains("|35=3|", "|371=52|", "|373=1|");
    wire.send(Wire.framed(wire.body("D", Wire.order(1)).replaceFirst("\\|52=", "|43=Y|52=")));
    assertThat(wire.read()).contains("|35=3|", "|371=122|", "|373=1|");
    assertThat(wire.say("D", Wire.order(1)).read()).contains("|35=8|", "|150=0|");
  }

  @Test
  void whatWasNeverSentIsNotSentAgain() throws Exception {
    assertThat(wire.say("D", Wire.order(1)).read()).contains("|34=2|");
    String[][] requests = {
      {"7=300|16=200|", "7"},
      {"7=300|16=0|", "7"},
      {"7=2|16=1|", "16"},
      {"7=0|16=0|", "7"},
      {"7=-1|16=0|", "7"},
      {"7=1|16=-1|", "16"},
    };
    int number = 3;
    for (String[] request : requests) {
      assertThat(wire.say("2", request[0]).read())
          .contains("|35=3|34=" + number++ + "|", "|371=" + request[1] + "|", "|373=5|");
    }
    assertThat(wire.say("2", "7=2|16=999999|").read()).contains("|35=8|34=2|43=Y|");
    assertThat(wire.read()).contains("|35=4|34=3|43=Y|", "|36=" + number + "|");
  }

  @Test
  void numbersContinueAndNotFar() throws Exception {
    wire.next = 20;
    wire.say("0", "");
    assertThat(wire.read()).contains("|35=2|", "|7=2|");
    // Backwards, or further than QuickFIX/J could count while others wait.
    for (String reset : new String[] {"36=1|", "123=N|36=1|", "36=2147483647|"}) {
      assertThat(wire.say("4", reset).read()).contains("|35=3|", "|371=36|", "|373=5|");
    }
    wire.send(Wire.framed(wire.body("4", "123=Y|36=21|").replaceFirst("34=\\d+", "34=2")));
    wire.next = 21;
    assertThat(wire.say("1", "112=there|").read()).contains("|35=0|", "|112=there|");
    wire.say("4", "36=500000|");
    wire.next = 500_000;
    assertThat(wire.say("1", "112=there|").read()).contains("|35=0|", "|112=there|");
  }
}
