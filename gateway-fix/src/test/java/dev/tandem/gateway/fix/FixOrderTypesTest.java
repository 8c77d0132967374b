package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import quickfix.Message;

/** Order types and instructions by FIX, and what reports say of them. */
@Timeout(300)
class FixOrderTypesTest extends FixSetup {

  private static final char RESTATED = 'D';

  @Test
  void marketOrdersAndInstructionsAreEchoed() throws Exception {
    try (FixClient client = client(one, 0)) {
      rest.order(2, 70, "SELL", 30, 5);
      client.send(order(1, BUY, "40=1", "44=31", "38=2"));
      has(client.report(NEW, NEW), "40=1", "59=3", "44=31", "38=2");
      client.report(TRADE, FILLED);
      client.send(order(2, BUY, "40=1", "152=65"));
      Message paid = client.report(NEW, NEW);
      has(paid, "40=1", "59=3", "152=65");
      assertThat(paid.isSetField(38)).isFalse();
      assertThat(paid.isSetField(44)).isFalse();
      has(client.report(TRADE, FILLED), "14=2", "151=0", "152=65");
      client.send(order(3, BUY, "40=1", "152=7"));
      client.report(NEW, NEW);
      has(client.report(CANCELED, CANCELED), "14=0", "151=0");
      client.send(order(4, BUY, "40=K", "44=31", "38=3", "59=1"));
      has(client.report(NEW, NEW), "40=K", "59=1", "44=30");
      client.report(TRADE, PARTIALLY);
      // What is left of it rests as a limit order, and is replaced as one.
      client.send(FixClient.replace(5, "4", 1, BUY, 28, 3));
      has(client.report('5', PARTIALLY), "40=K", "44=28", "151=2");

      rest.order(2, 71, "SELL", 33, 5);
      client.send(order(6, BUY, "40=2", "44=35", "38=2", "18=6 P"));
      has(client.report(NEW, NEW), "40=2", "59=0", "18=6 P", "44=32");
      client.send(order(7, BUY, "40=2", "44=31", "38=2", "59=1", "18=6"));
      has(client.report(NEW, NEW), "18=6", "59=1");
      client.send(order(8, BUY, "40=2", "44=33", "38=7", "59=3", "110=6"));
      has(client.report(NEW, NEW), "59=3", "110=6");
      has(client.report(CANCELED, CANCELED), "14=0", "110=6");
      client.send(order(9, BUY, "40=2", "44=33", "38=6", "59=4"));
      has(client.report(NEW, NEW), "59=4");
      client.report(CANCELED, CANCELED);
    }
  }

  @Test
  void stopsSleepAreReplacedAndTriggeredOverARestart() throws Exception {
    try (FixClient client = client(one, 0)) {
      rest.order(2, 70, "SELL", 30, 1);
      rest.order(2, 71, "BUY", 30, 1);
      String[][] stops = {
        {"40=3", "99=35", "44=40", "38=2", "59=1"},
        {"40=4", "99=36", "44=36", "38=2", "59=0"},
        {"40=J", "99=25", "44=26", "38=2", "59=4"},
        {"40=7", "99=24", "44=24", "38=2", "59=3"}
      };
      for (int i = 0; i < stops.length; i++) {
        client.send(order(11 + i, BUY, stops[i]));
        Message placed = client.report(NEW, NEW);
        has(placed, stops[i]);
        has(placed, "636=N", "151=2");
      }
      client.logout();
    }
    gateway.close();
    gateway = gateway();
    rest = new Rest(gateway, admin);
    try (FixClient client = client(one, 0)) {
      String[] same = {"40=4", "38=2", "59=0"};
      for (String other : new String[] {"40=3", "59=1", "18=6", "110=1", "111=1"}) {
        client.send(with(with(FixClient.replace(20, "12", 1, BUY, 37, 2), same), other));
        client.cancelRejected(99, "of an order does not change");
      }
      client.send(with(FixClient.replace(20, "12", 1, BUY, 37, 2), same));
      has(client.report('5', NEW), "40=4", "59=0", "99=36", "44=37", "636=N", "11=20");
      client.send(with(with(FixClient.replace(31, "20", 1, BUY, 37, 2), same), "99=35"));
      has(client.report('5', NEW), "40=4", "59=0", "99=35", "44=37", "636=N", "11=31");
      // Its limit follows the trigger where none is named.
      Message bare = with(FixClient.replace(32, "11", 1, BUY, 37, 2), "40=3", "99=33");
      bare.removeField(44);
      client.send(bare);
      has(client.report('5', NEW), "40=3", "99=33", "44=38", "636=N", "11=32");
      for (int i : new int[] {11, 13, 14}) {
        client.send(FixClient.cancel(10 + i, Integer.toString(i), 1, BUY));
        client.report(CANCELED, CANCELED);
      }
      rest.order(2, 72, "SELL", 36, 3);
      rest.order(2, 73, "BUY", 36, 1);
      has(client.report(RESTATED, NEW), "378=8", "636=Y", "11=31", "99=35");
      has(client.report(TRADE, FILLED), "14=2", "31=36");
      // One whose trigger is reached as it comes has not slept.
      rest.order(2, 74, "SELL", 36, 1);
      client.send(order(40, BUY, "40=4", "99=36", "44=36", "38=1"));
      has(client.report(NEW, NEW), "636=Y");
      client.report(TRADE, FILLED);
      assertThat(client.isSilent()).isTrue();
    }
  }

  @Test
  void whatDoesNotFitIsRefused() throws Exception {
    try (FixClient client = client(one, 0)) {
      String[][] missing = {
        {"44", "40=2", "38=5"},
        {"44", "40=4", "99=5", "38=5"},
        {"99", "40=3", "44=5", "38=5"},
        {"38", "40=1", "44=5"},
        {"211", "40=P", "44=5", "38=5"}
      };
      for (String[] fields : missing) {
        client.send(order(1, BUY, Arrays.copyOfRange(fields, 1, fields.length)));
        Message reject = client.next();
        has(reject, "380=5", "379=1");
        assertThat(reject.getString(58)).contains(fields[0]);
      }
      rest.order(2, 70, "SELL", 30, 1);
      Object[][] refused = {
        {99, "INVALID_TRIGGER", "40=2", "44=5", "38=5", "99=7"},
        {99, "LIMIT_REQUIRED", "40=J", "99=5", "38=5"},
        {99, "WOULD_TAKE", "40=2", "44=30", "38=5", "18=6"},
        {11, "CONTRADICTORY_INSTRUCTION", "40=2", "44=5", "38=5", "59=3", "18=6"},
        {11, "CONTRADICTORY_INSTRUCTION", "40=1", "44=5", "38=5", "59=0"},
        {13, "INVALID_MIN_QUANTITY", "40=2", "44=5", "38=5", "59=3", "110=6"},
        {13, "INVALID_DISPLAY_QUANTITY", "40=2", "44=5", "38=5", "111=6"},
        {11, "CONTRADICTORY_INSTRUCTION", "40=2", "44=5", "38=5", "59=3", "111=2"},
        {11, "OrdType(40)", "40=D", "44=5", "38=5"},
        {11, "ExecInst(18)", "40=2", "44=5", "38=5", "18=G"},
        {11, "TimeInForce(59)", "40=2", "44=5", "38=5", "59=7"}
      };
      for (int i = 0; i < refused.length; i++) {
        Object[] each = refused[i];
        String[] fields = Arrays.copyOfRange(each, 2, each.length, String[].class);
        client.send(order(10 + i, BUY, fields));
        has(client.rejected((int) each[0], (String) each[1]), fields);
      }
      client.send(FixClient.order(50, "1", "1", BUY, "5", "5"));
      client.report(NEW, NEW);
      client.send(with(FixClient.replace(51, "50", 1, BUY, 5, 5), "152=9"));
      client.cancelRejected(99, "CashOrderQty(152)");
    }
  }
}
