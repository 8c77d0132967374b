package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A logon that is refused changes nothing of its session, whatever it requests. */
@Timeout(300)
class RefusedLogonTest extends FixSetup {

  private static final String ANEW = "98=0|108=30|554=KEY|141=Y|";

  /** The next numbers of the client and of the gateway. */
  private int next = 1;

  private int answer = 1;

  private Wire wire() throws IOException {
    return new Wire(gateway, one);
  }

  @BeforeEach
  void trade() throws IOException {
    try (Wire wire = loggedOn()) {
      assertThat(wire.say("D", Wire.order(1)).read()).contains("|35=8|34=2|");
      next++;
      answer++;
    }
  }

  private Wire loggedOn() throws IOException {
    Wire wire = wire();
    wire.next = next++;
    assertThat(wire.logon("").read()).contains("|35=A|34=" + answer++ + "|");
    return wire;
  }

  private void assertAsBefore() throws IOException {
    try (Wire wire = loggedOn()) {
      next++;
      assertThat(wire.say("2", "7=2|16=2|").read()).contains("|35=8|34=2|43=Y|", "|11=1|");
    }
  }

  @Test
  void forItsFields() throws IOException {
    String[][] all = {
      {"98=1|108=30|554=KEY|141=Y|", "EncryptMethod"},
      {"108=30|554=KEY|141=Y|", "EncryptMethod"},
      {"98=0|108=0|554=KEY|141=Y|", "HeartBtInt"},
      {"98=0|108=61|554=KEY|141=Y|", "HeartBtInt"},
      {"98=0|108=30.5|554=KEY|141=Y|", "HeartBtInt"},
      {"98=0|108=+30|554=KEY|141=Y|", "FIX 4.4"},
      {"98=0|554=KEY|141=Y|", "HeartBtInt"},
      {"98=0|108=30|554=KEYx|141=Y|", "UNAUTHORIZED"},
      {ANEW + "553=two|", "Username"},
      {ANEW + "9999=x|", "FIX 4.4"},
      {ANEW + "55=1|", "FIX 4.4"},
      {ANEW + "141=Y|", "FIX 4.4"},
      {ANEW + "58=|", "FIX 4.4"},
    };
    for (String[] logon : all) {
      try (Wire wire = wire()) {
        assertThat(wire.say("A", logon[0].replace("KEY", one)).read())
            .contains("|35=5|34=1|", "|58=", logon[1])
            .doesNotContain(one);
        wire.ended();
      }
      assertAsBefore();
    }
  }

  @Test
  void forItsHeader() throws IOException {
    String[][] all = {
      {"|34=1|", "|34=7|"},
      {"|34=1|", "|"},
      {"|52=", "|43=Y|122=20261123-19:21:13.950|52="},
      {"|52=2", "|52=x"},
      {"|52=", "|60="},
    };
    for (String[] change : all) {
      try (Wire wire = wire()) {
        String logon = wire.body("A", ANEW.replace("KEY", one));
        wire.send(Wire.framed(logon.replace(change[0], change[1])));
        assertThat(wire.read()).contains("|35=5|34=1|", "|58=BAD_REQUEST");
        wire.ended();
      }
      assertAsBefore();
    }
  }

  @Test
  void forItsClock() throws IOException {
    for (int seconds : new int[] {-300, -125, 125, 300, 1_000_000_000}) {
      try (Wire wire = wire()) {
        LocalDateTime sent = LocalDateTime.now(ZoneOffset.UTC).plusSeconds(seconds);
        assertThat(wire.sayAt(sent, "A", ANEW.replace("KEY", one)).read())
            .contains("|35=5|34=1|", "more than 120 s from");
        wire.ended();
      }
      assertAsBefore();
    }
  }

  /** A session that is in use continues by its connection. */
  @Test
  void whileTheSessionIsInUse() throws IOException {
    try (Wire used = loggedOn();
        Wire wire = wire()) {
      LocalDateTime sent = LocalDateTime.now(ZoneOffset.UTC).minusSeconds(300);
      assertThat(wire.sayAt(sent, "A", ANEW.replace("KEY", one)).read()).contains("|35=5|34=1|");
      wire.ended();
      assertThat(used.say("D", Wire.order(2)).read()).contains("|35=8|34=4|");
    }
  }

  /** On a connection that is logged on: its session says why, and its connection ends. */
  @Test
  void asASecondOne() throws IOException {
    String[][] all = {
      {"98=0|108=30|554=KEY|", "second"},
      {"98=0|108=30|554=KEYx|141=Y|", "UNAUTHORIZED"},
      {"98=0|108=99|554=KEY|141=Y|", "HeartBtInt"},
      {"98=1|108=30|554=KEY|141=Y|", "EncryptMethod"},
    };
    for (String[] logon : all) {
      try (Wire wire = loggedOn()) {
        wire.next = 1;
        assertThat(wire.say("A", logon[0].replace("KEY", one)).read())
            .contains("|35=5|34=" + answer++ + "|", "|58=", logon[1]);
        wire.ended();
      }
      assertAsBefore();
    }
  }

  @Test
  void aSecondOneBeginsTheSessionAnewWhereNothingIsWrong() throws IOException {
    try (Wire wire = loggedOn()) {
      wire.next = 1;
      assertThat(wire.logon("141=Y|").read()).contains("|35=A|34=1|", "|141=Y|");
      assertThat(wire.say("D", Wire.order(2)).read()).contains("|35=8|34=2|");
    }
  }
}
