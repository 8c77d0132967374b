package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import quickfix.Group;
import quickfix.Message;
import quickfix.fix44.MarketDataRequest;
import quickfix.fix44.SecurityListRequest;
import quickfix.fix44.SecurityStatusRequest;
import quickfix.fix44.TradingSessionStatusRequest;

/** Market data by FIX, as QuickFIX/J's own initiator reads it by its dictionary. */
@Timeout(300)
class FixMarketDataTest extends FixSetup {

  /** A price that no order of a random flow has: its change is the last one. */
  private static final long LAST = 1_000;

  /** A request; fields are {@code tag=value}, types those of entries. */
  private static Message request(String id, String types, String symbol, String... fields) {
    Message request = new MarketDataRequest();
    request.setString(262, id);
    request.setString(263, "1");
    request.setString(264, "0");
    request.setString(265, "1");
    for (char type : types.toCharArray()) {
      Group entry = new MarketDataRequest.NoMDEntryTypes();
      entry.setChar(269, type);
      request.addGroup(entry);
    }
    for (String each : symbol.split(" ")) {
      Group related = new MarketDataRequest.NoRelatedSym();
      related.setString(55, each);
      request.addGroup(related);
    }
    return with(request, fields);
  }

  private static Message next(FixClient client, String type, String... fields) throws Exception {
    Message message = client.next();
    assertThat(message.getHeader().getString(35)).as(message.toString()).isEqualTo(type);
    has(message, fields);
    return message;
  }

  private static String entry(Group entry, int... tags) throws Exception {
    List<String> all = new ArrayList<>();
    for (int tag : tags) {
      all.add(entry.isSetField(tag) ? entry.getString(tag) : "-");
    }
    return String.join(" ", all);
  }

  private static List<String> entries(Message message, int... tags) throws Exception {
    List<String> all = new ArrayList<>();
    for (Group group : message.getGroups(268)) {
      all.add(entry(group, tags));
    }
    return all;
  }

  private void cancel(long user, long order) {
    rest.send("DELETE", "/v1/symbols/1/orders/" + order + "?user=" + user, "");
  }

  /** A book as a client keeps it: lots and orders by price. */
  private static final class Kept {
    final TreeMap<Long, String> bids = new TreeMap<>(Collections.reverseOrder());
    final TreeMap<Long, String> offers = new TreeMap<>();
    long traded;

    void take(Message message) throws Exception {
      boolean isSnapshot = message.getHeader().getString(35).equals("W");
      if (isSnapshot) {
        bids.clear();
        offers.clear();
      }
      for (Group entry : message.getGroups(268)) {
        char type = entry.getChar(269);
        if (type == '2') {
          traded += Long.parseLong(entry.getString(271));
          continue;
        }
        Map<Long, String> side = type == '0' ? bids : offers;
        long price = Long.parseLong(entry.getString(270));
        char action = isSnapshot ? '0' : entry.getChar(279);
        // What is new was not there, and what changes or goes was.
        assertThat(side.containsKey(price)).as(message.toString()).isEqualTo(action != '0');
        if (action == '2') {
          side.remove(price);
        } else {
          side.put(price, entry.getString(271) + " " + entry.getString(346));
        }
      }
    }
  }

  private void assertIsTheBook(Kept kept, int depth) throws Exception {
    JsonNode book =
        new ObjectMapper().readTree(rest.send("GET", "/v1/symbols/1/book?depth=" + depth, ""));
    assertThat(kept.bids).isEqualTo(levels(book.path("bids")));
    assertThat(kept.offers).isEqualTo(levels(book.path("asks")));
  }

  private static Map<Long, String> levels(JsonNode rows) {
    Map<Long, String> levels = new TreeMap<>();
    for (JsonNode row : rows) {
      levels.put(row.get(0).asLong(), row.get(1).asText() + " " + row.get(2).asText());
    }
    return levels;
  }

  /** Icebergs show what they show, and orders that sleep are in no book. */
  @Test
  void changesLeadToTheBookOfTheKernel() throws Exception {
    Random random = new Random(3);
    try (FixClient client = client(two, 0)) {
      rest.order(1, 1, "SELL", 105, 4);
      rest.order(2, 2, "BUY", 95, 4);
      client.send(request("all", "012", "1"));
      Map<String, Kept> books = Map.of("all", new Kept(), "three", new Kept(), "full", new Kept());
      books.get("all").take(next(client, "W", "262=all", "55=1", "268=2"));
      client.send(request("three", "01", "1", "264=3"));
      books.get("three").take(next(client, "W", "262=three", "268=2"));
      client.send(request("full", "01", "1", "264=5", "265=0"));
      books.get("full").take(next(client, "W", "262=full", "268=2"));
      for (int i = 0; i < 120; i++) {
        boolean sells = random.nextBoolean();
        rest.send(
            "POST",
            "/v1/orders",
            ("{\"user\":%d,\"symbol\":1,\"order\":%d,\"side\":\"%s\",\"price\":%d,\"quantity\":%d"
                    + "%s}")
                .formatted(
                    sells ? 1 : 2,
                    100 + i,
                    sells ? "SELL" : "BUY",
                    95 + random.nextInt(11),
                    1 + random.nextInt(9),
                    random.nextInt(4) == 0 ? ",\"displayQuantity\":1" : ""));
        if (random.nextInt(3) == 0) {
          JsonNode orders = rest.orders(sells ? 1 : 2);
          if (!orders.isEmpty()) {
            cancel(sells ? 1 : 2, orders.get(random.nextInt(orders.size())).path("order").asLong());
          }
        }
      }
      rest.send(
          "POST",
          "/v1/orders",
          "{\"user\":2,\"symbol\":1,\"order\":900,\"side\":\"BUY\",\"type\":\"STOP_LIMIT\","
              + "\"triggerPrice\":990,\"price\":995,\"quantity\":1}");
      rest.order(1, 999, "SELL", LAST, 1);
      while (!books.get("all").offers.containsKey(LAST)) {
        Message message = client.next();
        books.get(message.getString(262)).take(message);
      }
      assertIsTheBook(books.get("all"), 1_000);
      assertThat(books.get("all").traded).isPositive();
      // All that is behind it is here, too.
      client.send(request("end", "01", "1", "263=0"));
      Message message = client.next();
      while (!message.getString(262).equals("end")) {
        books.get(message.getString(262)).take(message);
        message = client.next();
      }
      assertIsTheBook(books.get("three"), 3);
      assertIsTheBook(books.get("full"), 5);
    }
  }

  @Test
  void snapshotsChangesAndTradesAreAsAsked() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.send(request("empty", "01", "1", "263=0"));
      next(client, "W", "262=empty", "55=1", "268=0");
      client.send(request("bids", "0", "1", "264=1"));
      next(client, "W", "262=bids", "268=0");
      client.send(request("trades", "2", "1"));
      next(client, "W", "262=trades", "268=0");
      rest.order(2, 1, "BUY", 30, 5);
      assertThat(entries(next(client, "X", "262=bids"), 279, 269, 55, 270, 271, 346))
          .containsExactly("0 0 1 30 5 1");
      // A better price takes the only place there is.
      rest.order(2, 2, "BUY", 31, 2);
      assertThat(entries(next(client, "X", "262=bids"), 279, 269, 270, 271, 346))
          .containsExactly("2 0 30 - -", "0 0 31 2 1");
      rest.order(1, 3, "SELL", 31, 2);
      List<String> all = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Message message = next(client, "X");
        all.addAll(entries(message, 279, 269, 270, 271));
        for (Group entry : message.getGroups(268)) {
          if (entry.getChar(269) == '2') {
            assertThat(entry.isSetField(278)).isTrue();
            assertThat(entry.isSetField(272)).isTrue();
            assertThat(entry.isSetField(273)).isTrue();
          }
        }
      }
      assertThat(all).containsExactlyInAnyOrder("0 2 31 2", "2 0 31 -", "0 0 30 5");
      client.send(request("bids", "0", "1", "263=2"));
      client.send(request("again", "0", "1", "263=0"));
      next(client, "W", "262=again", "268=1");
      rest.order(2, 4, "BUY", 30, 1);
      rest.order(1, 5, "SELL", 30, 1);
      assertThat(entries(next(client, "X", "262=trades"), 269, 270, 271)).containsExactly("2 30 1");
      assertThat(client.isSilent()).isTrue();
    }
    // A log-out has ended it: the id is free, and only what is asked for comes.
    try (FixClient client = client(one, 0)) {
      rest.order(2, 6, "BUY", 30, 1);
      client.send(request("trades", "2", "1"));
      next(client, "W", "262=trades");
      assertThat(client.isSilent()).isTrue();
    }
  }

  @Test
  void namesAndDecimalsAreTheSymbols() throws Exception {
    rest.send("POST", "/v1/currencies", "{\"currency\":20,\"name\":\"USD\",\"decimals\":3}");
    rest.send(
        "POST",
        "/v1/symbols",
        "{\"symbol\":5,\"base\":10,\"quote\":20,\"name\":\"BTC/USD\",\"priceDecimals\":2,"
            + "\"quantityDecimals\":1}");
    try (FixClient client = client(one, 0)) {
      client.send(request("both", "01", "5 1"));
      List<String> symbols = new ArrayList<>();
      symbols.add(next(client, "W", "262=both").getString(55));
      symbols.add(next(client, "W", "262=both").getString(55));
      assertThat(symbols).containsExactlyInAnyOrder("BTC/USD", "1");
      client.send(with(order(7, SELL, "40=2", "44=10.5", "38=0.3", "59=1"), "55=BTC/USD"));
      boolean isReported = false;
      for (int i = 0; i < 2; i++) {
        Message message = client.next();
        if (message.getHeader().getString(35).equals("X")) {
          assertThat(entries(message, 279, 269, 55, 270, 271))
              .containsExactly("0 1 BTC/USD 10.50 0.3");
        } else {
          isReported = true;
        }
      }
      assertThat(isReported).isTrue();
      client.send(listRequest("4"));
      Message list = next(client, "y", "560=0", "393=2", "893=Y");
      assertThat(entry(list.getGroups(146).get(0), 55)).isEqualTo("1");
      assertThat(entry(list.getGroups(146).get(1), 55, 58))
          .isEqualTo("BTC/USD symbol 5, decimals of price 2, of quantity 1");
      client.send(with(listRequest("0"), "55=BTC/USD"));
      assertThat(next(client, "y", "560=0", "393=1").getGroups(146)).hasSize(1);
      client.send(with(listRequest("0"), "55=GOLD"));
      next(client, "y", "560=2");
      client.send(listRequest("2"));
      next(client, "y", "560=1");
    }
  }

  private static Message listRequest(String type) {
    return with(new SecurityListRequest(), "320=list", "559=" + type);
  }

  @Test
  void statesAreAnsweredAndTheirChangesReported() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.send(with(new SecurityStatusRequest(), "324=s", "55=1", "263=1"));
      next(client, "f", "324=s", "55=1", "326=17", "58=CONTINUOUS");
      rest.send("POST", "/v1/symbols/1/state", "{\"state\":\"HALTED\"}");
      next(client, "f", "324=s", "325=Y", "326=2", "58=HALTED");
      client.send(with(new SecurityStatusRequest(), "324=s", "55=1", "263=1"));
      next(client, "f", "324=s", "326=20");
      client.send(with(new SecurityStatusRequest(), "324=s", "55=1", "263=2"));
      client.send(with(new SecurityStatusRequest(), "324=no", "55=GOLD", "263=0"));
      next(client, "f", "324=no", "55=GOLD", "326=20");
      rest.send("POST", "/v1/symbols/1/state", "{\"state\":\"CONTINUOUS\"}");
      client.send(with(new SecurityStatusRequest(), "324=now", "55=1", "263=0"));
      next(client, "f", "324=now", "326=17");
      client.send(with(new TradingSessionStatusRequest(), "335=t", "263=0"));
      next(client, "h", "335=t", "336=TANDEM", "340=2");
      client.send(with(new TradingSessionStatusRequest(), "335=t", "336=NYSE", "263=0"));
      next(client, "h", "335=t", "340=6", "567=1");
      assertThat(client.isSilent()).isTrue();
    }
  }

  @Test
  void whatIsNotThereIsRejectedWithItsReason() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.send(request("a", "01", "GOLD"));
      next(client, "Y", "262=a", "281=0");
      client.send(request("a", "01", "1 7"));
      next(client, "Y", "262=a", "281=0");
      client.send(request("a", "01", "1", "264=1001"));
      next(client, "Y", "262=a", "281=5");
      client.send(request("a", "01", "1", "264=-1"));
      next(client, "Y", "262=a", "281=5");
      Message without = request("a", "01", "1");
      without.removeField(265);
      client.send(without);
      next(client, "Y", "262=a", "281=6");
      client.send(request("a", "01", "1", "266=N"));
      next(client, "Y", "262=a", "281=7");
      client.send(request("a", "04", "1"));
      next(client, "Y", "262=a", "281=8");
      client.send(request("a", "0", "1", "546=1"));
      next(client, "Y", "262=a", "281=A");
      client.send(request("a", "0", "1", "286=0"));
      next(client, "Y", "262=a", "281=B");
      client.send(request("a", "0", "1", "547=Y"));
      next(client, "Y", "262=a", "281=C");
      client.send(request("a", "0", "1", "263=2"));
      assertThat(next(client, "Y", "262=a").isSetField(281)).isFalse();
      client.send(request("a", "0", "1"));
      next(client, "W", "262=a");
      client.send(request("a", "1", "1"));
      next(client, "Y", "262=a", "281=1");
      for (int i = 1; i < FixMarket.MOST; i++) {
        client.send(request("a" + i, "0", "1"));
        next(client, "W", "262=a" + i);
      }
      client.send(request("more", "0", "1", "263=0"));
      next(client, "Y", "262=more", "281=2");
      client.send(request("a1", "0", "1", "263=2"));
      client.send(request("more", "0", "1"));
      next(client, "W", "262=more");
    }
  }

  /** What was said of a book is not said again: reports are, and the rest is a gap. */
  @Test
  void marketDataIsNotSentAgain() throws Exception {
    try (Wire wire = new Wire(gateway, one)) {
      wire.logon("").read();
      assertThat(wire.say("V", fields("m")).read()).contains("|35=W|", "|34=2|");
      rest.order(2, 1, "BUY", 20, 5);
      assertThat(wire.read()).contains("|35=X|", "|34=3|");
      wire.say("D", Wire.order(9));
      String first = wire.read();
      String second = wire.read();
      String report = first.contains("|35=8|") ? first : second;
      wire.say("2", "7=1|16=0|");
      String sent = wire.read();
      while (!sent.contains("|35=8|")) {
        assertThat(sent).contains("|35=4|", "|123=Y|");
        sent = wire.read();
      }
      assertThat(sent).contains("|43=Y|", "|11=9|", sequence(report));
      rest.order(2, 2, "BUY", 20, 5);
      String next = wire.read();
      while (next.contains("|35=4|")) {
        next = wire.read();
      }
      assertThat(next).contains("|35=X|", "|271=10|");
    }
  }

  private static String sequence(String message) {
    int at = message.indexOf("|34=");
    return message.substring(at, message.indexOf('|', at + 1) + 1);
  }

  private static String fields(String id) {
    return "262=" + id + "|263=1|264=0|265=1|267=2|269=0|269=1|146=1|55=1|";
  }

  /** Who does not read misses changes, and the snapshot that he gets then says how many. */
  @Test
  void aSlowReaderGetsASnapshotThatSaysSo() throws Exception {
    try (Wire wire = new Wire(gateway, one)) {
      wire.logon("").read();
      for (int i = 0; i < FixMarket.MOST; i++) {
        assertThat(wire.say("V", fields("a" + i)).read()).contains("|35=W|");
      }
      for (int i = 0; i < 600; i++) {
        rest.order(2, 10 + i, "BUY", 1 + i % 500, 1);
      }
      String message = wire.read();
      while (!message.contains("|35=W|")) {
        message = wire.read();
        assertThat(message).isNotNull();
      }
      assertThat(message).contains("|814=1|");
      assertThat(message).doesNotContain("|813=0|");
      // Then changes follow again.
      rest.order(2, 1, "BUY", 700, 1);
      while (!message.contains("|35=X|") || !message.contains("|270=700|")) {
        message = wire.read();
        assertThat(message).isNotNull();
      }
    }
  }
}
