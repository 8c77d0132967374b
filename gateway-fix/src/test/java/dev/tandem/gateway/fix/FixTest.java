package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import quickfix.Message;

/** Orders by FIX, as QuickFIX/J's own initiator sends them. */
@Timeout(300)
class FixTest extends FixSetup {

  @Test
  void ordersArePlacedFilledReplacedAndCancelled() throws Exception {
    try (FixClient seller = connecting(one, 0);
        FixClient buyer = client(two, 3)) {
      seller.loggedOn();
      seller.place(11, 1, SELL, 30, 50);
      Message placed = seller.report(NEW, NEW);
      assertThat(placed.getString(11)).isEqualTo("11");
      assertThat(placed.getString(37)).isEqualTo("11");
      assertThat(placed.getString(151)).isEqualTo("50");
      assertThat(placed.getString(1)).isEqualTo("1");

      buyer.place(22, 2, BUY, 31, 40);
      buyer.report(NEW, NEW);
      Message taken = buyer.report(TRADE, FILLED);
      assertThat(taken.getString(31)).isEqualTo("30");
      assertThat(taken.getString(32)).isEqualTo("40");
      assertThat(taken.getString(6)).isEqualTo("30");
      Message made = seller.report(TRADE, PARTIALLY);
      assertThat(made.getString(14)).isEqualTo("40");
      assertThat(made.getString(151)).isEqualTo("10");
      assertThat(made.getString(17)).isNotEqualTo(taken.getString(17));

      // Another price, and the order has a new name.
      seller.send(FixClient.replace(12, "11", 1, SELL, 33, 50));
      Message moved = seller.report(REPLACED, PARTIALLY);
      assertThat(moved.getString(11)).isEqualTo("12");
      assertThat(moved.getString(41)).isEqualTo("11");
      assertThat(moved.getString(37)).isEqualTo("11");
      assertThat(moved.getString(44)).isEqualTo("33");
      assertThat(moved.getString(151)).isEqualTo("10");
      // Fewer lots, counted with those that are filled.
      seller.send(FixClient.replace(13, "12", 1, SELL, 33, 45));
      Message reduced = seller.report(REPLACED, PARTIALLY);
      assertThat(reduced.getString(38)).isEqualTo("45");
      assertThat(reduced.getString(151)).isEqualTo("5");
      // Both, and more lots: the total counts what is filled, so nothing is sold once more.
      seller.send(FixClient.replace(14, "13", 1, SELL, 34, 44));
      Message both = seller.report(REPLACED, PARTIALLY);
      assertThat(both.getString(44)).isEqualTo("34");
      assertThat(both.getString(38)).isEqualTo("44");
      assertThat(both.getString(151)).isEqualTo("4");
      seller.send(FixClient.replace(15, "14", 1, SELL, 34, 48));
      Message more = seller.report(REPLACED, PARTIALLY);
      assertThat(more.getString(38)).isEqualTo("48");
      assertThat(more.getString(151)).isEqualTo("8");

      seller.send(FixClient.cancel(16, "15", 1, SELL));
      Message cancelled = seller.report(CANCELED, CANCELED);
      assertThat(cancelled.getString(11)).isEqualTo("16");
      assertThat(cancelled.getString(41)).isEqualTo("15");
      assertThat(cancelled.getString(14)).isEqualTo("40");
      seller.send(FixClient.cancel(17, "15", 1, SELL));
      Message late = seller.cancelRejected(0, "UNKNOWN_ORDER: the order has ended");
      assertThat(late.getString(41)).isEqualTo("15");
      assertThat(late.getString(37)).isEqualTo("11");
      assertThat(late.getChar(39)).isEqualTo(CANCELED);
      assertThat(rest.orders(1)).isEmpty();
    }
  }

  @Test
  void anImmediateOrderFillsAndItsRestIsCancelled() throws Exception {
    try (FixClient seller = connecting(one, 0);
        FixClient buyer = client(two, 0)) {
      seller.loggedOn();
      seller.place(1, 1, SELL, 30, 4);
      seller.report(NEW, NEW);
      seller.place(2, 1, SELL, 31, 4);
      seller.report(NEW, NEW);
      Message order = FixClient.order(7, null, "1", BUY, "31", "10.0");
      order.setChar(59, '3');
      buyer.send(order);
      buyer.report(NEW, NEW);
      buyer.report(TRADE, PARTIALLY);
      assertThat(buyer.report(TRADE, PARTIALLY).getString(6)).isEqualTo("30.5");
      Message rest = buyer.report(CANCELED, CANCELED);
      assertThat(rest.getString(14)).isEqualTo("8");
      assertThat(rest.getString(151)).isEqualTo("0");
      seller.report(TRADE, FILLED);
      seller.report(TRADE, FILLED);
    }
  }

  @Test
  void whatIsNoOrderOfThisExchangeIsRefused() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.send(FixClient.order(1, "1", "7", BUY, "30", "5"));
      client.rejected(1, "UNKNOWN_SYMBOL");
      client.send(FixClient.order(2, "1", "GOLD", BUY, "30", "5"));
      client.rejected(1, "number of a symbol");
      for (String quantity : new String[] {"0", "-1", "1.5", "99999999999999999999"}) {
        client.send(FixClient.order(2, "1", "1", BUY, "30", quantity));
        client.rejected(13, "OrderQty(38) is a whole number");
      }
      client.send(FixClient.order(2, "1", "1", BUY, "30.25", "5"));
      client.rejected(99, "Price(44) is a whole number");
      client.send(with(FixClient.order(2, "1", "1", BUY, "30", "5"), "11=" + "2".repeat(37)));
      client.rejected(99, "ClOrdID(11) is a number below 2^62 that rises");
      Message pegged = FixClient.order(2, "1", "1", BUY, "30", "5");
      pegged.setString(388, "0");
      client.send(pegged);
      client.rejected(11, "DiscretionInst(388)");
      // By the kernel, the limits and the key.
      client.place(2, 1, BUY, 30_000_000, 5);
      client.rejected(3, "INSUFFICIENT_FUNDS");
      client.place(3, 1, BUY, 30, 501);
      client.rejected(3, "QUANTITY_TOO_LARGE");
      client.place(4, 2, BUY, 30, 5);
      client.rejected(0, "FORBIDDEN");
      assertThat(rest.orders(1)).isEmpty();
      rest.send("POST", "/v1/users/1/kill", "");
      client.place(5, 1, BUY, 30, 5);
      client.rejected(0, "USER_SUSPENDED");
      assertThat(rest.metrics()).contains("tandem_gateway_refused_total{reason=\"forbidden\"} 1.0");
    }
  }

  @Test
  void whatIsNoMessageOfTheDictionaryIsRejected() throws Exception {
    try (FixClient client = client(admin, 0)) {
      Message unknown = FixClient.order(1, "1", "1", BUY, "30", "5");
      unknown.setString(7777, "x");
      client.send(unknown);
      Message reject = client.admin("3");
      assertThat(reject.getInt(371)).isEqualTo(7777);
      Message noSide = FixClient.order(1, "1", "1", BUY, "30", "5");
      noSide.removeField(54);
      client.send(noSide);
      Message missing = client.admin("3");
      assertThat(missing.getInt(371)).isEqualTo(54);
      assertThat(missing.getInt(373)).isEqualTo(1);
      // This key is for all users, so it must say which.
      client.send(FixClient.order(1, null, "1", BUY, "30", "5"));
      Message noAccount = client.next();
      assertThat(noAccount.getInt(380)).isEqualTo(5);
      assertThat(noAccount.getString(379)).isEqualTo("1");
      Message shortSale = FixClient.order(1, "1", "1", '5', "30", "5");
      client.send(shortSale);
      assertThat(client.admin("3").getInt(371)).isEqualTo(54);
      Message number = FixClient.order(1, "1", "1", BUY, "thirty", "5");
      client.send(number);
      assertThat(client.admin("3").getInt(371)).isEqualTo(44);
      Message status = new quickfix.fix44.OrderStatusRequest();
      status.setString(11, "17");
      status.setString(55, "1");
      status.setChar(54, BUY);
      client.send(status);
      Message unknownType = client.next();
      assertThat(unknownType.getInt(380)).isEqualTo(3);
      assertThat(unknownType.getString(379)).isEqualTo("17");
      client.place(1, 1, BUY, 30, 5);
      client.report(NEW, NEW);
    }
  }

  @Test
  void whoMayOnlyReadGetsReportsOfAllOrdersOfItsUsersAndSendsNone() throws Exception {
    try (FixClient copy = connecting(reader, 0);
        FixClient seller = client(one, 0)) {
      copy.loggedOn();
      copy.place(1, 1, SELL, 30, 5);
      copy.rejected(0, "FORBIDDEN");
      seller.place(11, 1, SELL, 30, 5);
      seller.report(NEW, NEW);
      assertThat(copy.report(NEW, NEW).getString(11)).isEqualTo("11");
      // By another protocol, by another key.
      rest.order(1, 12, "SELL", 31, 5);
      assertThat(copy.report(NEW, NEW).getString(37)).isEqualTo("12");
      rest.order(2, 13, "BUY", 31, 7);
      assertThat(copy.report(TRADE, FILLED).getString(37)).isEqualTo("11");
      assertThat(copy.report(TRADE, PARTIALLY).getString(37)).isEqualTo("12");
      seller.report(TRADE, FILLED);
      rest.send("DELETE", "/v1/symbols/1/orders/12?user=1", "");
      copy.report(CANCELED, CANCELED);
      // Nothing of the other user.
      rest.order(2, 14, "BUY", 20, 7);
      seller.place(15, 1, SELL, 40, 5);
      assertThat(copy.report(NEW, NEW).getString(11)).isEqualTo("15");
      seller.report(NEW, NEW);
      assertThat(seller.isSilent()).isTrue();
    }
  }

  @Test
  void anOrderThatIsSentAgainIsAnsweredAndNotAppliedTwice() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.place(10, 1, SELL, 30, 5);
      client.report(NEW, NEW);
      client.place(11, 1, BUY, 30_000_000, 5);
      client.rejected(3, "INSUFFICIENT_FUNDS");

      client.send(again(FixClient.order(10, "1", "1", SELL, "30", "5")));
      Message status = client.report(STATUS, NEW);
      assertThat(status.getString(151)).isEqualTo("5");
      assertThat(status.getString(11)).isEqualTo("10");
      client.send(again(FixClient.order(11, "1", "1", BUY, "30000000", "5")));
      client.rejected(3, "INSUFFICIENT_FUNDS, as before");
      // Without the flag it is an error of the client's.
      client.place(10, 1, SELL, 30, 5);
      client.rejected(6, "DUPLICATE_COMMAND, first OK");
      // With it, or without, if it is another order.
      client.place(10, 1, SELL, 31, 5);
      client.rejected(6, "CLIENT_SEQUENCE_REUSED, first OK");
      client.send(again(FixClient.order(10, "1", "1", SELL, "31", "5")));
      client.rejected(6, "CLIENT_SEQUENCE_REUSED, first OK");
      client.send(again(FixClient.order(11, "1", "1", BUY, "1", "5")));
      client.rejected(6, "CLIENT_SEQUENCE_REUSED, first INSUFFICIENT_FUNDS");
      rest.order(2, 77, "BUY", 30, 5);
      client.report(TRADE, FILLED);
      client.send(again(FixClient.order(10, "1", "1", SELL, "30", "5")));
      assertThat(client.report(STATUS, FILLED).getString(14)).isEqualTo("5");
      assertThat(rest.orders(1)).isEmpty();
      client.send(FixClient.replace(13, "5", 1, SELL, 30, 5));
      client.cancelRejected(1, "UNKNOWN_ORDER");
      client.send(again(FixClient.replace(13, "5", 1, SELL, 30, 5)));
      client.cancelRejected(1, "UNKNOWN_ORDER, as before");
      client.place(400, 1, SELL, 30, 5);
      client.report(NEW, NEW);
      client.place(12, 1, SELL, 30, 5);
      client.rejected(8, "STALE_COMMAND");
    }
  }

  /**
   * Replaces that come before what they are about is answered: each is what it requests, or none.
   */
  @Test
  void replacesThatDoNotWaitForAnswersTakeOffNoOtherLots() throws Exception {
    try (FixClient client = client(one, 0)) {
      for (long id = 100; id < 600; id += 10) {
        String name = Long.toString(id);
        client.place(id, 1, SELL, 30, 100);
        client.send(FixClient.replace(id + 1, name, 1, SELL, 30, 80));
        client.send(FixClient.replace(id + 2, name, 1, SELL, 30, 60));
        String lots = "100";
        for (int answers = 0; answers < 3; answers++) {
          Message reported = client.next();
          if (reported.getHeader().getString(35).equals("8") && reported.getChar(150) == REPLACED) {
            lots = reported.getInt(11) == id + 1 ? "80" : "60";
            assertThat(reported.getString(38)).isEqualTo(lots);
            assertThat(reported.getString(151)).isEqualTo(lots);
          }
        }
        assertThat(rest.orders(1).path(0).path("quantity").asText()).isEqualTo(lots);
        client.send(FixClient.cancel(id + 3, name, 1, SELL));
        client.report(CANCELED, CANCELED);
      }
    }
  }

  @Test
  void aReplaceChangesNeitherSideNorLife() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.place(10, 1, SELL, 30, 5);
      client.report(NEW, NEW);
      client.send(FixClient.replace(11, "10", 1, BUY, 31, 5));
      client.cancelRejected(99, "Side(54)");
      Message immediate = FixClient.replace(12, "10", 1, SELL, 31, 5);
      immediate.setString(59, "3");
      client.send(immediate);
      client.cancelRejected(99, "TimeInForce(59)");
      assertThat(rest.orders(1).path(0).path("price").asText()).isEqualTo("30");
    }
  }

  @Test
  void aDamagedSessionStopsNoExchange() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.place(10, 1, SELL, 30, 5);
      client.report(NEW, NEW);
    }
    gateway.close();
    Path store = directory.resolve("exchange").resolve("fix");
    Files.write(store.resolve("one_0").resolve("sequences"), new byte[20]);
    gateway = gateway();
    rest = new Rest(gateway, admin);
    assertThat(rest.orders(1)).hasSize(1);
    try (FixClient other = client(two, 0)) {
      other.place(20, 2, BUY, 30, 5);
      other.report(NEW, NEW);
      other.report(TRADE, FILLED);
    }
    // It is refused until its client asks to begin anew, and that is all that is needed.
    try (Wire wire = new Wire(gateway, one)) {
      wire.logon("").ended();
    }
    rest.awaitMetric("tandem_gateway_closed_total{reason=\"store_failed\"} 2.0");
    try (Wire wire = new Wire(gateway, one)) {
      assertThat(wire.logon("141=Y|").read()).contains("|35=A|34=1|").contains("|141=Y|");
    }
  }

  @Test
  void aRestartKeepsSequencesAndOrders() throws Exception {
    try (FixClient client = client(one, 2)) {
      client.place(10, 1, SELL, 30, 20);
      client.report(NEW, NEW);
      rest.order(2, 70, "BUY", 30, 3);
      client.report(TRADE, PARTIALLY);
      client.send(FixClient.replace(11, "10", 1, SELL, 31, 20));
      client.report(REPLACED, PARTIALLY);
      client.logout();
    }
    gateway.close();
    gateway = gateway();
    rest = new Rest(gateway, admin);
    // Nobody is there: it is kept until somebody asks.
    rest.order(2, 71, "BUY", 31, 4);
    int next;
    try (FixClient client = client(one, 2)) {
      Message missed = client.report(TRADE, PARTIALLY);
      assertThat(missed.getString(11)).isEqualTo("11");
      assertThat(missed.getString(14)).isEqualTo("7");
      assertThat(missed.getString(151)).isEqualTo("13");
      assertThat(missed.getString(38)).isEqualTo("20");
      assertThat(missed.getHeader().getBoolean(43)).isTrue();
      client.send(again(FixClient.order(10, "1", "1", SELL, "30", "20")));
      assertThat(client.report(STATUS, PARTIALLY).getString(151)).isEqualTo("13");
      assertThat(rest.orders(1)).hasSize(1);
      // The order still has the name that the replace has given it.
      client.send(FixClient.cancel(12, "11", 1, SELL));
      client.report(CANCELED, CANCELED);
      next = client.session().getExpectedTargetNum();
      assertThat(next).isGreaterThan(6);
    }
    try (FixClient client = client(one, 2)) {
      assertThat(client.session().getExpectedTargetNum()).isGreaterThan(next);
      client.place(13, 1, SELL, 30, 20);
      client.report(NEW, NEW);
    }
  }

  @Test
  void whatIsMissingIsRequestedOnBothSides() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.place(1, 1, SELL, 30, 5);
      client.report(NEW, NEW);
      // The client forgets what it was sent: it asks, and is sent it again.
      while (client.session().getExpectedTargetNum() < 3) {
        // Its engine counts a message when it has handed it out.
        Thread.sleep(1);
      }
      client.session().setNextTargetMsgSeqNum(2);
      client.place(2, 1, SELL, 31, 5);
      Message again = client.report(NEW, NEW);
      assertThat(again.getString(11)).isEqualTo("1");
      assertThat(again.getHeader().getBoolean(43)).isTrue();
      assertThat(client.report(NEW, NEW).getString(11)).isEqualTo("2");
      // The gateway misses some: it asks, and the client fills the gap.
      client.session().setNextSenderMsgSeqNum(client.session().getExpectedSenderNum() + 5);
      client.place(3, 1, SELL, 32, 5);
      client.admin("2");
      assertThat(client.report(NEW, NEW).getString(11)).isEqualTo("3");
      assertThat(rest.orders(1)).hasSize(3);
    }
  }
}
