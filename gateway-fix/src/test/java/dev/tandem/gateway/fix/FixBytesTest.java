package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What comes by the socket, message by message and byte by byte. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class FixBytesTest {

  @TempDir private Path directory;
  private Gateway gateway;
  private Rest rest;
  private String secret;

  @BeforeEach
  void start() throws IOException {
    KeyFile keys = KeyFile.open(directory.resolve("keys.json"));
    secret = keys.add("admin", Role.ADMIN, Set.of());
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).port(0).fixPort(0).segmentBytes(1 << 20).build());
    rest = new Rest(gateway, secret);
    rest.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  private Wire wire() throws IOException {
    return new Wire(gateway, secret);
  }

  private void assertClosed(String reason) throws InterruptedException {
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"" + reason + "\"}");
  }

  @Test
  void whoHasNoKeyComesToNoSession() throws Exception {
    assertRefused("98=0|108=30|554=" + secret + "x|141=Y|", "UNAUTHORIZED");
    assertRefused("98=0|108=30|", "UNAUTHORIZED");
    assertRefused("98=0|108=30|553=other|554=" + secret + "|", "UNAUTHORIZED: Username");
    try (Wire wire = wire()) {
      wire.say("0", "").ended();
    }
    assertClosed("no_login");
    assertRefused("98=0|108=0|554=" + secret + "|", "BAD_REQUEST: HeartBtInt");
    try (Wire wire = wire()) {
      wire.sub = "50=256|";
      assertThat(wire.logon("").read())
          .contains("|57=256|")
          .contains("|58=BAD_REQUEST: SenderSubID");
      wire.ended();
    }
    assertClosed("malformed_message");
    // None of them has used up a sequence.
    try (Wire wire = wire()) {
      assertThat(wire.logon("553=admin|").read()).contains("|35=A|34=1|");
    }
  }

  private void assertRefused(String logon, String text) throws IOException {
    try (Wire wire = wire()) {
      assertThat(wire.say("A", logon).read())
          .contains("|35=5|34=1|49=TANDEM|")
          .contains("|56=admin|")
          .contains("|58=" + text)
          .doesNotContain(secret);
      assertThat(wire.read()).isNull();
    }
  }

  @Test
  void bytesThatAreNoMessagesEndTheConnection() throws Exception {
    List<String> all = new ArrayList<>();
    all.add("GET / HTTP/1.1\r\n\r\n");
    all.add("8=FIX.4.2\u00019=5\u0001");
    all.add("8=FIX.4.4\u00019=\u0001");
    all.add("8=FIX.4.4\u00019=-5\u0001");
    all.add("8=FIX.4.4\u00019=999999999999\u0001");
    all.add("8=FIX.4.4\u00019=5000\u0001");
    all.add(Wire.message("0", 2, "").replace("10=", "11="));
    for (String bytes : all) {
      try (Wire wire = wire()) {
        wire.logon("141=Y|").read();
        wire.send(bytes);
        wire.ended();
      }
    }
    assertClosed("malformed_message");
    assertClosed("oversized_message");
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      try (Wire wire = wire()) {
        if (i % 2 == 0) {
          wire.logon("141=Y|").read();
        }
        StringBuilder bytes = new StringBuilder(Wire.message("D", 2, Wire.order(5)));
        for (int n = random.nextInt(8); n >= 0; n--) {
          bytes.setCharAt(random.nextInt(bytes.length()), (char) random.nextInt(256));
        }
        wire.send(bytes.toString());
      } catch (SocketException e) {
        // It was quicker.
      }
    }
    assertServes();
  }

  private void assertServes() throws Exception {
    try (Wire wire = wire()) {
      wire.sub = "50=9|";
      assertThat(wire.logon("141=Y|").read()).contains("|35=A|");
      wire.say("D", Wire.order(1_000_000)).read();
      assertThat(rest.orders(1).toString()).contains("1000000");
    }
  }

  @Test
  void aWrongSumIsPassedOverAndRequestedAgain() throws Exception {
    try (Wire wire = wire()) {
      wire.logon("").read();
      String order = Wire.message("D", 2, Wire.order(1));
      wire.send(order.replace("|54=2|", "|54=1|").replaceFirst("38=5", "38=6"));
      wire.next = 3;
      wire.say("0", "");
      assertThat(wire.read()).contains("|35=2|").contains("|7=2|");
      wire.send(order.replaceFirst("\u000134=2\u0001", "\u000134=2\u0001"));
      assertThat(wire.read()).contains("|35=8|").contains("|150=0|").contains("|38=5|");
    }
    assertThat(rest.orders(1)).hasSize(1);
  }

  /** A message that a session refuses is counted, once however often it is sent again. */
  @Test
  void rejectsAreCounted() throws Exception {
    try (Wire wire = wire()) {
      wire.logon("").read();
      assertThat(wire.say("D", Wire.order(1).replace("55=1|", "")).read()).contains("|35=3|34=2|");
      assertThat(wire.say("1", "").read()).contains("|35=3|34=3|");
      rest.awaitMetric("tandem_gateway_refused_total{reason=\"session_reject\"} 2.0");
      assertThat(wire.say("H", "11=1|55=1|54=1|").read()).contains("|35=j|34=4|");
      rest.awaitMetric("tandem_gateway_refused_total{reason=\"business_reject\"} 1.0");
      wire.say("2", "7=2|16=0|");
      assertThat(wire.read()).contains("|35=4|");
      assertThat(wire.read()).contains("|35=j|34=4|").contains("|43=Y|");
      wire.say("H", "11=1|55=1|54=1|").read();
      rest.awaitMetric("tandem_gateway_refused_total{reason=\"business_reject\"} 2.0");
    }
  }

  @Test
  void aMessageMayComeByteByByteAndManyAtOnce() throws Exception {
    try (Wire wire = wire()) {
      StringBuilder all =
          new StringBuilder(Wire.message("A", 1, "98=0|108=30|554=" + secret + "|"));
      for (int i = 1; i <= 300; i++) {
        all.append(Wire.message("D", i + 1, Wire.order(i)));
      }
      String first = Wire.message("D", 302, Wire.order(301));
      wire.send(all.toString());
      assertThat(wire.read()).contains("|35=A|");
      for (int i = 1; i <= 300; i++) {
        assertThat(wire.read()).contains("|35=8|").contains("|11=" + i + "|");
      }
      for (int i = 0; i < first.length(); i++) {
        wire.send(first.substring(i, i + 1));
      }
      assertThat(wire.read()).contains("|11=301|");
      assertThat(rest.orders(1)).hasSize(301);
    }
  }

  @Test
  void whoSaysNothingAndWhoIsHalfOpenDelaysNobody() throws Exception {
    List<Wire> idle = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      Wire wire = wire();
      if (i % 2 == 0) {
        wire.send("8=FIX.4.4\u00019=2");
      }
      idle.add(wire);
    }
    assertServes();
    // Its old connection is there as far as the gateway knows: the newest one is the session's.
    try (Wire old = wire();
        Wire wire = wire()) {
      assertThat(old.logon("").read()).contains("|35=A|34=1|");
      wire.next = 2;
      assertThat(wire.logon("").read()).contains("|35=A|34=2|");
      old.ended();
      assertClosed("replaced");
      wire.say("D", Wire.order(1));
      assertThat(wire.read()).contains("|35=8|34=3|");
    }
    // Ended after ten seconds without a logon.
    for (Wire wire : idle) {
      wire.ended();
      wire.close();
    }
    assertClosed("no_login");
  }

  @Test
  void whoIsSilentIsEnded() throws Exception {
    try (Wire wire = wire()) {
      wire.say("A", "98=0|108=1|554=" + secret + "|");
      assertThat(wire.read()).contains("|35=A|");
      wire.ended();
    }
  }

  @Test
  void everythingSentAgainIsBounded() throws Exception {
    try (Wire wire = wire()) {
      wire.logon("").read();
      for (int i = 1; i <= 500; i++) {
        wire.say("D", Wire.order(i));
        wire.read();
      }
      // One that does not read what it requests is ended, or not read from; others are served.
      try {
        for (int i = 0; i < 2_000; i++) {
          wire.say("2", "7=1|16=0|");
        }
      } catch (SocketException e) {
        // It was ended.
      }
      assertServes();
    } catch (SocketTimeoutException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aStopSaysSo() throws Exception {
    try (Wire wire = wire()) {
      wire.logon("").read();
      wire.say("D", Wire.order(1)).read();
      gateway.close();
      assertThat(wire.read()).contains("|35=5|").contains("|58=UNAVAILABLE|");
      wire.ended();
    }
  }
}
