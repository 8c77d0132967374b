package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import dev.tandem.gateway.access.KeyFile;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.command.CommandRates;
import dev.tandem.gateway.http.HttpLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import quickfix.Message;
import quickfix.fix44.ResendRequest;

/** What one client may cost the others. */
@Timeout(300)
class FixLimitsTest {

  private static final int CONNECTIONS = 16;

  @TempDir private Path directory;
  private Gateway gateway;
  private Rest rest;
  private String admin;
  private String reader;

  @BeforeEach
  void start() throws IOException {
    KeyFile keys = KeyFile.open(directory.resolve("keys.json"));
    admin = keys.add("admin", Role.ADMIN, Set.of());
    reader = keys.add("reader", Role.READ, Set.of(1L));
    HttpLimits usual = HttpLimits.DEFAULT;
    gateway =
        Gateway.start(
            GatewaySettings.in(directory)
                .port(0)
                .fixPort(0)
                .segmentBytes(1 << 20)
                .limits(
                    new HttpLimits(
                        CONNECTIONS,
                        usual.bodyBytes(),
                        usual.requestTime(),
                        usual.responseTime(),
                        usual.idleTime()))
                .build());
    rest = new Rest(gateway, admin);
    rest.prepare();
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void whoHasNoKeyKeepsNobodyOut() throws Exception {
    List<Wire> idle = new ArrayList<>();
    for (int i = 0; i < 3 * CONNECTIONS; i++) {
      idle.add(new Wire(gateway, admin));
    }
    List<Wire> sessions = new ArrayList<>();
    for (int i = 1; i <= CONNECTIONS; i++) {
      Wire wire = new Wire(gateway, admin);
      wire.sub = "50=" + i + "|";
      assertThat(wire.logon("").read()).contains("|35=A|");
      sessions.add(wire);
    }
    for (Wire wire : idle) {
      wire.ended();
      wire.close();
    }
    // All are sessions now: nobody gives way.
    try (Wire wire = new Wire(gateway, admin)) {
      wire.ended();
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"connections\"} 1.0");
    rest.awaitMetric("tandem_gateway_closed_unreported_total 1.0");
    // Who says who he is is told, once, and without a look at his key.
    try (Wire wire = new Wire(gateway, admin)) {
      wire.sub = "50=200|";
      assertThat(wire.logon("").logon("").read())
          .contains("|35=5|", "|57=200|", "|58=TOO_MANY_CONNECTIONS");
      assertThat(wire.read()).isNull();
    }
    try (Wire wire = new Wire(gateway, admin)) {
      wire.send("8=FIX.4.2|nonsense");
      wire.ended();
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"connections\"} 3.0");
    rest.awaitMetric("tandem_gateway_closed_unreported_total 1.0");
    for (Wire wire : sessions) {
      assertThat(wire.say("1", "112=there|").read()).contains("|35=0|").contains("|112=there|");
      wire.close();
    }
  }

  @Test
  void aKeyThatOnlyReadsHasFewSessions() throws Exception {
    List<Wire> copies = new ArrayList<>();
    for (int i = 0; i < FixServer.MOST_COPIES; i++) {
      Wire wire = new Wire(gateway, reader);
      wire.sub = "50=" + i + "|";
      assertThat(wire.logon("").read()).contains("|35=A|");
      copies.add(wire);
    }
    try (Wire wire = new Wire(gateway, reader)) {
      wire.sub = "50=200|";
      assertThat(wire.logon("").read()).contains("|35=5|").contains("|58=TOO_MANY_SESSIONS");
      wire.ended();
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"too_many_sessions\"}");
    rest.order(1, 1, "SELL", 30, 5);
    for (Wire wire : copies) {
      assertThat(wire.read()).contains("|35=8|").contains("|37=1|");
      wire.close();
    }
    // One of those that there are comes again.
    try (Wire wire = new Wire(gateway, reader)) {
      wire.sub = "50=3|";
      wire.next = 2;
      assertThat(wire.logon("").read()).contains("|35=A|34=3|");
    }
  }

  /** So few a second that no machine is too slow to be refused. */
  @Test
  void ordersOfAUserHaveARate() throws Exception {
    gateway.close();
    gateway =
        Gateway.start(
            GatewaySettings.in(directory).port(0).fixPort(0).userOrdersPerSecond(1).build());
    rest = new Rest(gateway, admin);
    try (Wire wire = new Wire(gateway, admin)) {
      wire.logon("").read();
      String answer = "";
      for (int i = 1; i <= 1_000 && !answer.contains("USER_RATE_LIMITED"); i++) {
        answer = wire.say("D", Wire.order(i)).read();
        assertThat(answer).contains("|35=8|");
      }
      assertThat(answer).contains("|39=8|").contains("|103=3|").contains("|58=USER_RATE_LIMITED|");
      rest.awaitMetric("tandem_gateway_refused_total{reason=\"user_rate_limited\"} 1.0");
    }
  }

  @Test
  void messagesThatAreNoOrdersArePaced() throws Exception {
    try (Wire wire = new Wire(gateway, admin)) {
      wire.logon("").read();
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < 300; i++) {
        all.append(Wire.message("1", wire.next++, "112=" + i + "|"));
      }
      wire.send(all.toString());
      for (int i = 0; i < 300; i++) {
        assertThat(wire.read()).contains("|35=0|").contains("|112=" + i + "|");
      }
      rest.awaitMetric("tandem_gateway_refused_total{reason=\"rate_limited\"}");
      wire.say("D", Wire.order(1));
      assertThat(wire.read()).contains("|35=8|");
    }
  }

  /** Also where it takes many slices: what is said meanwhile comes behind them, in order. */
  @Test
  void allThatIsRequestedIsSentAgainBeforeAnythingElse() throws Exception {
    int orders = 5 * Resending.SLICE / 2;
    try (Wire wire = new Wire(gateway, admin)) {
      wire.logon("").read();
      for (int i = 1; i <= orders; i++) {
        wire.say("D", Wire.order(i));
        wire.read();
      }
      int next = 2 + orders;
      for (int round = 0; round < 2; round++) {
        // Twice at once, and an order behind them.
        int first = wire.next;
        wire.next += 3;
        wire.send(
            Wire.message("2", first, "7=1|16=0|")
                + Wire.message("2", first + 1, "7=2|16=" + (orders - 5) + "|")
                + Wire.message("D", first + 2, Wire.order(9_000 + round)));
        assertThat(wire.read()).contains("|35=4|34=1|").contains("|36=2|");
        for (int i = 1; i <= orders + round; i++) {
          assertThat(wire.read()).contains("|35=8|34=" + (i + 1) + "|43=Y|");
        }
        for (int i = 1; i <= orders - 6; i++) {
          assertThat(wire.read()).contains("|35=8|34=" + (i + 1) + "|43=Y|");
        }
        assertThat(wire.read())
            .contains("|35=8|34=" + next + "|")
            .contains("|11=" + (9_000 + round) + "|")
            .doesNotContain("|43=Y|");
        next++;
      }
    }
  }

  @Test
  void aRequestIsCutToSlicesThatLeaveNothingOut() throws Exception {
    for (int newest : new int[] {1, 249, 250, 251, 9_999, 25_000}) {
      Message request = new ResendRequest();
      request.setInt(7, 1);
      request.setInt(16, 0);
      Resending left = Resending.cut(request, newest);
      int next = request.getInt(16) + 1;
      while (left != null && !left.isDone()) {
        Message slice = left.nextSlice();
        assertThat(slice.getInt(7)).isEqualTo(next);
        assertThat(slice.getInt(16) - next).isLessThan(Resending.SLICE);
        next = slice.getInt(16) + 1;
      }
      assertThat(left == null ? newest : next - 1).isEqualTo(newest);
    }
  }

  /** A key that may have one command in flight has its orders taken one after the other. */
  @Test
  void ordersWaitForTheirKeysTurn() throws Exception {
    gateway.close();
    gateway =
        Gateway.start(GatewaySettings.in(directory).port(0).fixPort(0).keyCommands(1).build());
    int orders = 200;
    try (Wire first = new Wire(gateway, admin);
        Wire second = new Wire(gateway, admin)) {
      second.sub = "50=1|";
      assertThat(first.logon("").read()).contains("|35=A|");
      assertThat(second.logon("").read()).contains("|35=A|");
      StringBuilder all = new StringBuilder();
      StringBuilder others = new StringBuilder();
      for (int i = 1; i <= orders; i++) {
        all.append(Wire.framed(first.body("D", Wire.order(i))));
        others.append(Wire.framed(second.body("D", Wire.order(1_000 + i))));
      }
      first.send(all.toString());
      second.send(others.toString());
      for (int i = 1; i <= orders; i++) {
        assertThat(first.read()).contains("|11=" + i + "|").contains("|150=0|");
        assertThat(second.read()).contains("|11=" + (1_000 + i) + "|").contains("|150=0|");
      }
    }
  }

  /** Where the thread of FIX stands still, who hears of most is cut off, and nobody else. */
  @Test
  void whoGetsManyReportsMissesWhereOthersDoNot() throws Exception {
    KeyFile keys = KeyFile.open(directory.resolve("other.json"));
    String key = keys.add("one", Role.TRADE, Set.of());
    Caller caller =
        new Callers(keys, new CommandRates.Limits(0, 0, 0, 0), 0, 0, Runnable::run).of(key);
    FixSession busy = new FixSession(null, caller.in(0), Place.behind(-1));
    FixSession calm = new FixSession(null, caller.in(1), Place.behind(-1));
    List<Runnable> queue = new ArrayList<>();
    List<FixSession> reported = new ArrayList<>();
    Deliveries deliveries = new Deliveries(100, queue::add, (execution, to) -> reported.addAll(to));
    for (int i = 0; i < 5_000; i++) {
      deliveries.send(null, i % 100 == 0 ? List.of(busy, calm) : List.of(busy));
    }
    assertThat(busy.missed().isMissed()).isTrue();
    assertThat(queue).hasSizeLessThan(200);
    assertThat(busy.waiting().count()).isLessThan(100);
    List<Runnable> all = List.copyOf(queue);
    queue.clear();
    all.forEach(Runnable::run);
    assertThat(busy.waiting().count() + calm.waiting().count()).isZero();
    assertThat(reported).contains(calm);
    deliveries.send(null, List.of(busy, calm));
    queue.forEach(Runnable::run);
    assertThat(reported).endsWith(busy, calm);
  }

  @Test
  void theSumOfAllSharesIsBounded() {
    for (int connections = 0; connections < 1_024; connections++) {
      int share = FixServer.share(connections, 256 << 20, 256 << 10, 8 << 20);
      assertThat((long) share * connections).isLessThanOrEqualTo(256L << 20);
      assertThat(share).isBetween(256 << 10, 8 << 20);
    }
  }
}
