package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.gateway.fix.ClOrdIds.Name;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import quickfix.Message;

/** ClOrdIDs that are texts: at most once each, over restarts and a kill between the two writes. */
@Timeout(300)
class FixTextIdsTest extends FixSetup {

  private static final String NEVER = "never-sent";

  private static Message place(String id, char side, long price, long quantity) {
    String user = side == SELL ? "1" : "2";
    Message order =
        FixClient.order(1, user, "1", side, Long.toString(price), Long.toString(quantity));
    return with(order, "11=" + id);
  }

  private static Message replace(String id, String original, long price, long quantity) {
    return with(FixClient.replace(1, original, 1, SELL, price, quantity), "11=" + id);
  }

  private static Message cancel(String id, String original) {
    return with(FixClient.cancel(1, original, 1, SELL), "11=" + id);
  }

  private void restart() throws IOException {
    gateway.close();
    gateway = gateway();
    rest = new Rest(gateway, admin);
  }

  private Path fix() {
    return directory.resolve("exchange").resolve("fix");
  }

  @Test
  void anOrderIsPlacedReplacedFilledAndCancelledByTexts() throws Exception {
    try (FixClient seller = connecting(one, 0);
        FixClient buyer = connecting(two, 0);
        FixClient copy = client(reader, 0)) {
      seller.loggedOn();
      buyer.loggedOn();
      seller.send(place("desk A/order #1", SELL, 30, 10));
      Message placed = seller.report(NEW, NEW);
      has(placed, "11=desk A/order #1");
      String order = placed.getString(37);
      assertThat(Long.parseLong(order)).isGreaterThan(ClOrdIds.FIRST);
      has(copy.report(NEW, NEW), "11=desk A/order #1", "37=" + order);
      // The same text is another client's order, too, and no number of anybody's is in its way.
      buyer.send(place("desk A/order #1", BUY, 30, 4));
      assertThat(buyer.report(NEW, NEW).getString(37)).isNotEqualTo(order);
      has(buyer.report(TRADE, FILLED), "11=desk A/order #1");
      has(seller.report(TRADE, PARTIALLY), "11=desk A/order #1", "151=6");
      has(copy.report(TRADE, PARTIALLY), "11=desk A/order #1");

      seller.send(replace("r-1", "desk A/order #1", 31, 10));
      has(seller.report(REPLACED, PARTIALLY), "11=r-1", "41=desk A/order #1", "37=" + order);
      seller.send(replace("r-2", "r-1", 31, 8));
      has(seller.report(REPLACED, PARTIALLY), "11=r-2", "41=r-1", "151=4");
      seller.send(replace("r-3", "r-1", 31, 7));
      has(seller.cancelRejected(1, "UNKNOWN_ORDER"), "11=r-3", "41=r-1", "37=NONE");
      seller.send(cancel("c-1", NEVER));
      has(seller.cancelRejected(1, "UNKNOWN_ORDER"), "11=c-1", "41=" + NEVER);
      seller.send(cancel("c-2", "r-2"));
      has(seller.report(CANCELED, CANCELED), "11=c-2", "41=r-2", "37=" + order, "14=4");
      seller.send(cancel("c-3", "desk A/order #1"));
      has(seller.cancelRejected(0, "the order has ended"), "11=c-3", "37=" + order);
      assertThat(rest.orders(1)).isEmpty();
    }
  }

  @Test
  void whatIsNoTextIsRefusedAndUsesUpNothing() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.send(place("x".repeat(37), SELL, 30, 5));
      client.rejected(99, "ClOrdID(11) is a number below 2^62 that rises, or 1 to 36 characters");
      client.send(cancel("y".repeat(37), NEVER));
      client.cancelRejected(99, "ClOrdID(11)");
      // Of an order that cannot be read the text is free.
      client.send(place("text", SELL, 30, 0));
      client.rejected(13, "OrderQty(38)");
      client.send(place("text", SELL, 30, 5));
      client.report(NEW, NEW);
      client.send(place("x".repeat(36), SELL, 30, 5));
      has(client.report(NEW, NEW), "11=" + "x".repeat(36));
      // Numbers are below the texts of their session.
      client.send(place("5", SELL, 30, 5));
      client.rejected(8, "STALE_COMMAND");
    }
    try (Wire wire = new Wire(gateway, two)) {
      wire.logon("").read();
      String order = Wire.order(1).replace("|1=1|", "|1=2|");
      assertThat(wire.say("D", order.replace("11=1|", "11=caf\u00e9|")).read())
          .contains("|150=8|", "|103=99|", "ClOrdID(11)");
      // Numbers first, then texts.
      assertThat(wire.say("D", order).read()).contains("|150=0|", "|11=1|", "|37=1|");
      assertThat(wire.say("D", order.replace("11=1|", "11=caf|")).read())
          .contains("|150=0|", "|11=caf|");
    }
  }

  @Test
  void aTextIsUsedOnceOverARestart() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.send(place("once", SELL, 30, 5));
      client.report(NEW, NEW);
      client.send(place("poor", BUY, 30_000_000, 5));
      client.rejected(0, "FORBIDDEN");
      assertRepeated(client);
    }
    restart();
    try (FixClient client = client(one, 0);
        FixClient buyer = client(two, 0)) {
      assertRepeated(client);
      buyer.send(place("b", BUY, 30, 2));
      buyer.report(NEW, NEW);
      buyer.report(TRADE, FILLED);
      has(client.report(TRADE, PARTIALLY), "11=once");
      client.send(replace("later", "once", 30, 3));
      has(client.report(REPLACED, PARTIALLY), "11=later", "41=once");
    }
    restart();
    try (FixClient client = client(one, 0)) {
      client.send(again(place("once", SELL, 30, 5)));
      has(client.report(STATUS, PARTIALLY), "11=once", "151=1");
      client.send(again(cancel("gone", "later")));
      has(client.report(CANCELED, CANCELED), "11=gone", "41=later");
      client.send(again(cancel("gone", "later")));
      has(client.report(STATUS, CANCELED), "11=gone");
    }
  }

  private void assertRepeated(FixClient client) throws Exception {
    client.send(place("once", SELL, 30, 5));
    client.rejected(6, "DUPLICATE_COMMAND");
    client.send(again(place("once", SELL, 30, 5)));
    has(client.report(STATUS, NEW), "11=once");
    client.send(again(place("once", SELL, 31, 5)));
    client.rejected(6, "CLIENT_SEQUENCE_REUSED");
    assertThat(rest.orders(1)).hasSize(1);
  }

  /** A kill leaves the text in the file and no command in the log: the number is the same then. */
  @Test
  void aKillBetweenTheTwoWritesLosesNothingAndDoublesNothing() throws Exception {
    String placed;
    try (FixClient client = client(one, 0)) {
      client.send(place("before", SELL, 30, 5));
      placed = client.report(NEW, NEW).getString(37);
    }
    gateway.close();
    NameFile file = new NameFile(fix().resolve("names"), true);
    List<Name> names = new ArrayList<>(file.read());
    Name before = names.stream().filter(name -> "before".equals(name.text())).findAny().get();
    assertThat(before.number()).isEqualTo(Long.parseLong(placed));
    long number = before.number() + 1;
    names.add(new Name(before.client(), number, before.day(), "killed"));
    file.begin(names);
    file.close();
    for (int starts = 0; starts < 2; starts++) {
      gateway = gateway();
      rest = new Rest(gateway, admin);
      try (FixClient client = client(one, 0)) {
        if (starts == 0) {
          // Another one comes first, as it may.
          client.send(place("after", SELL, 30, 5));
          has(client.report(NEW, NEW), "37=" + (number + 1));
          client.send(again(place("killed", SELL, 30, 7)));
          has(client.report(NEW, NEW), "11=killed", "37=" + number);
        }
        client.send(again(place("killed", SELL, 30, 7)));
        has(client.report(STATUS, NEW), "11=killed", "38=7");
        client.send(place("killed", SELL, 30, 7));
        client.rejected(6, "DUPLICATE_COMMAND");
      }
      assertThat(rest.orders(1)).hasSize(3);
      gateway.close();
    }
    gateway = gateway();
  }

  /** An order whose text cannot be kept is not submitted; its session ends, and sends it again. */
  @Test
  void withoutItsFileNoTextIsTaken() throws Exception {
    Path inTheWay = Files.createDirectories(fix().resolve("names.tmp").resolve("full"));
    try (Wire wire = new Wire(gateway, one)) {
      wire.logon("").read();
      wire.say("D", Wire.order(1)).read();
      wire.say("D", Wire.order(1).replace("11=1|", "11=text|"));
      wire.ended();
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"store_failed\"}");
    assertThat(rest.orders(1)).hasSize(1);
    Files.delete(inTheWay);
    Files.delete(inTheWay.getParent());
    try (Wire wire = new Wire(gateway, one)) {
      wire.next = 4;
      wire.logon("").read();
      String order = "97=Y|" + Wire.order(1).replace("11=1|", "11=text|");
      assertThat(wire.say("D", order).read()).contains("|150=0|", "|11=text|");
      assertThat(wire.say("D", order).read()).contains("|150=I|", "|11=text|");
    }
    assertThat(rest.orders(1)).hasSize(2);
  }

  /** Many in flight at once, some of them twice, and a restart in between. */
  @Test
  void randomTextsAreEachAppliedOnce() throws Exception {
    Random random = new Random(7);
    Set<String> texts = new HashSet<>();
    while (texts.size() < 200) {
      // No number by itself.
      StringBuilder text = new StringBuilder("~");
      int length = random.nextInt(36);
      for (int i = 0; i < length; i++) {
        text.append((char) (' ' + random.nextInt(95)));
      }
      texts.add(text.toString());
    }
    List<String> all = List.copyOf(texts);
    List<String> orders = new ArrayList<>();
    for (int from = 0; from < 200; from += 100) {
      try (FixClient client = client(one, 0)) {
        for (int i = from; i < from + 100; i++) {
          client.send(place(all.get(i), SELL, 30 + i, 1));
          client.send(again(place(all.get(random.nextInt(i + 1)), SELL, 30, 1)));
        }
        for (int reports = 0; reports < 200; reports++) {
          Message report = client.next();
          if (report.getChar(150) == NEW) {
            assertThat(report.getString(44))
                .isEqualTo(Integer.toString(30 + all.indexOf(report.getString(11))));
            orders.add(report.getString(37));
          }
        }
      }
      restart();
    }
    assertThat(orders).doesNotHaveDuplicates().hasSize(200);
    List<String> live = new ArrayList<>();
    for (JsonNode order : rest.orders(1)) {
      live.add(order.path("order").asText());
    }
    assertThat(live).containsExactlyInAnyOrderElementsOf(orders);
  }
}
