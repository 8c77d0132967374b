package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import quickfix.Message;

/** By which names clients know their orders, and what is told of those that nobody knows. */
@Timeout(300)
class FixNamesTest extends FixSetup {

  @Test
  void anOrderOfAnotherSessionMayBeChangedByItsNumber() throws Exception {
    try (FixClient first = connecting(one, 0);
        FixClient second = client(one, 1)) {
      first.loggedOn();
      first.place(10, 1, SELL, 30, 5);
      first.report(NEW, NEW);
      rest.order(1, 11, "SELL", 30, 5);
      Message move = FixClient.replace(1, "10", 1, SELL, 31, 5);
      move.setString(37, "10");
      second.send(move);
      assertThat(second.report(REPLACED, NEW).getString(11)).isEqualTo("1");
      Message reported = first.report('D', NEW);
      assertThat(reported.getString(11)).isEqualTo("10");
      assertThat(reported.getString(44)).isEqualTo("31");
      Message cancel = FixClient.cancel(2, "11", 1, SELL);
      cancel.setString(37, "11");
      second.send(cancel);
      assertThat(second.report(CANCELED, CANCELED).getString(41)).isEqualTo("11");
      // The same ClOrdID as an order of the other session, which is not what is told.
      second.place(10, 1, SELL, 30, 5);
      second.rejected(6, "DUPLICATE_ORDER_ID");
      second.send(again(FixClient.order(10, "1", "1", SELL, "30", "5")));
      second.rejected(6, "DUPLICATE_ORDER_ID, as before");
      assertThat(first.isSilent()).isTrue();
    }
  }

  /** An id that happens to be an order's of the same user is no name of the client's. */
  @Test
  void anOrigClOrdIdThatIsNoNameIsNoOrder() throws Exception {
    try (FixClient client = connecting(one, 0);
        FixClient second = client(one, 1)) {
      client.loggedOn();
      rest.order(1, 77, "SELL", 30, 5);
      second.place(10, 1, SELL, 30, 5);
      second.report(NEW, NEW);
      int id = 1;
      for (String name : new String[] {"77", "10", "0", "-1", "gold"}) {
        client.send(FixClient.cancel(id++, name, 1, SELL));
        client.cancelRejected(1, "UNKNOWN_ORDER");
        client.send(FixClient.replace(id++, name, 1, SELL, 31, 5));
        client.cancelRejected(1, "UNKNOWN_ORDER");
      }
      assertThat(rest.orders(1)).hasSize(2);
      Message byNumber = FixClient.cancel(id++, "77", 1, SELL);
      byNumber.setString(37, "77");
      client.send(byNumber);
      client.report(CANCELED, CANCELED);
      // A name counts from when it is sent, not from its answer on.
      client.place(100, 1, SELL, 30, 5);
      client.send(FixClient.cancel(101, "100", 1, SELL));
      client.report(NEW, NEW);
      client.report(CANCELED, CANCELED);
      assertThat(rest.orders(1)).hasSize(1);
    }
  }

  /** Nobody invents how an order ended, nor that one has ended which has not. */
  @Test
  void whatIsNotKnownOfAnOrderIsNotReported() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.place(10, 1, SELL, 30, 5);
      client.report(NEW, NEW);
      client.place(11, 1, SELL, 31, 5);
      client.report(NEW, NEW);
      rest.order(2, 70, "BUY", 30, 5);
      client.report(TRADE, FILLED);
      client.logout();
    }
    gateway.close();
    // Two stops, for a start begins with the snapshot before the newest.
    gateway = gateway();
    rest = new Rest(gateway, admin);
    rest.order(2, 79, "BUY", 1, 1);
    gateway.close();
    Files.delete(directory.resolve("exchange").resolve("fix").resolve("orders"));
    gateway = gateway();
    rest = new Rest(gateway, admin);
    try (FixClient client = client(one, 0)) {
      client.send(again(FixClient.order(10, "1", "1", SELL, "30", "5")));
      Message unknown = client.next();
      assertThat(unknown.getHeader().getString(35)).isEqualTo("j");
      assertThat(unknown.getInt(380)).isEqualTo(1);
      assertThat(unknown.getString(379)).isEqualTo("10");
      assertThat(unknown.getString(58))
          .contains("DUPLICATE_COMMAND, first OK: the order has ended");
      // It was accepted, so nothing was refused.
      assertThat(rest.metrics()).doesNotContain("business_reject");
      client.send(again(FixClient.order(11, "1", "1", SELL, "31", "5")));
      assertThat(client.report(STATUS, NEW).getString(151)).isEqualTo("5");
      // And so it is the session's again.
      rest.order(2, 71, "BUY", 31, 2);
      assertThat(client.report(TRADE, PARTIALLY).getString(11)).isEqualTo("11");
      client.send(FixClient.cancel(12, "11", 1, SELL));
      client.report(CANCELED, CANCELED);
    }
  }
}
