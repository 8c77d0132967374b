package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.SelfTrade;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import quickfix.Message;

/** Orders that a time ends, and modes of self-trades, by FIX. */
@Timeout(300)
class FixInstructionsTest extends FixSetup {

  private static final char EXPIRED = 'C';

  @Test
  void anExpireTimeIsEchoedAndKeptOverARestart() throws Exception {
    String[] dated = {"40=2", "44=5", "38=3", "59=6", "126=22611231-23:59:59.678"};
    String[] asleep = {"40=4", "99=9", "44=9", "38=3", "59=6", "126=22611231-23:59:59.000000007"};
    try (FixClient client = client(one, 0)) {
      client.send(order(1, BUY, dated));
      has(client.report(NEW, NEW), dated);
      rest.order(2, 70, "SELL", 8, 1);
      rest.order(2, 71, "BUY", 8, 1);
      client.send(order(2, BUY, asleep));
      has(client.report(NEW, NEW), asleep);
      client.logout();
    }
    gateway.close();
    gateway = gateway();
    rest = new Rest(gateway, admin);
    try (FixClient client = client(one, 0)) {
      Message replace = with(FixClient.replace(3, "1", 1, BUY, 6, 3), "59=6");
      client.send(with(replace, "126=22611231-23:59:58"));
      client.cancelRejected(99, "ExpireTime(126) of an order does not change");
      client.send(with(FixClient.replace(4, "1", 1, BUY, 6, 3), "59=6"));
      has(client.report(REPLACED, NEW), "59=6", dated[4], "44=6");
      client.send(FixClient.cancel(5, "2", 1, BUY));
      has(client.report(CANCELED, CANCELED), asleep);
    }
  }

  @Test
  void whatTimeEndsIsExpired() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.send(order(1, BUY, "40=2", "44=5", "38=3", "59=0"));
      client.report(NEW, NEW);
      rest.send("POST", "/v1/symbols/1/end-session", "{}");
      has(client.report(EXPIRED, EXPIRED), "151=0", "14=0", "59=0");

      long id = 1;
      Message placed;
      do {
        Instant soon = Instant.now().plusSeconds(4);
        String time = soon.toString().replace("-", "").replace('T', '-').substring(0, 17);
        client.send(order(++id, BUY, "40=2", "44=5", "38=3", "59=6", "126=" + time));
        placed = client.next();
        // Where the machine stood still meanwhile it has expired already.
      } while (placed.getChar(39) != NEW);
      for (long other = 100; client.isSilent(); other++) {
        // It expires with a command of its symbol.
        rest.order(2, other, "SELL", 40, 1);
      }
      has(client.report(EXPIRED, EXPIRED), "11=" + id, "151=0", "14=0", "59=6");
      client.send(again(order(id, BUY, "40=2", "44=5", "38=3", "59=6", "126=" + of(placed))));
      has(client.report(STATUS, EXPIRED), "151=0");
      client.send(FixClient.cancel(200, Long.toString(id), 1, BUY));
      has(client.cancelRejected(0, "the order has ended"), "39=C");
    }
  }

  /** Good for the auction is 59=2, at the opening. */
  @Test
  void whatAnAuctionEndsIsExpired() throws Exception {
    try (FixClient client = client(one, 0)) {
      String[] fields = {"40=2", "44=30", "38=5", "59=2"};
      client.send(order(1, BUY, fields));
      has(client.rejected(11, "NOT_IN_AUCTION"), "59=2");
      rest.send("POST", "/v1/symbols/1/auction", "{}");
      client.send(order(2, BUY, fields));
      has(client.report(NEW, NEW), "59=2", "151=5");
      assertThat(rest.orders(1).get(0).path("timeInForce").asText()).isEqualTo("AT_AUCTION");
      rest.order(2, 70, "SELL", 30, 3);
      rest.send("POST", "/v1/symbols/1/uncross", "{}");
      has(client.report(TRADE, PARTIALLY), "59=2", "14=3", "151=2");
      has(client.report(EXPIRED, EXPIRED), "59=2", "14=3", "151=0");
    }
  }

  private static String of(Message placed) throws Exception {
    return placed.getString(126);
  }

  @Test
  void datesThatDoNotFitAreRefused() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.send(order(1, BUY, "40=2", "44=5", "38=5", "59=6"));
      Message missing = client.next();
      has(missing, "380=5", "379=1");
      assertThat(missing.getString(58)).contains("126");
      client.send(order(2, BUY, "40=2", "44=5", "38=5", "59=6", "126=tomorrow"));
      has(client.admin("3"), "373=6", "371=126");
      String[][] refused = {
        {"99", "INVALID_EXPIRE_TIME", "59=1", "126=22611231-23:59:59"},
        {"99", "ALREADY_EXPIRED", "59=6", "126=20250101-00:00:00"},
        {"99", "ExpireTime(126) is a time", "59=6", "126=19690101-00:00:00"},
        {"99", "ExpireTime(126) is a time", "59=6", "126=24000101-00:00:00"},
        {"11", "ExpireDate(432) needs a calendar", "59=6", "432=22611231"},
      };
      for (int i = 0; i < refused.length; i++) {
        String[] fields = Arrays.copyOfRange(refused[i], 2, refused[i].length);
        client.send(with(order(10 + i, BUY, "40=2", "44=5", "38=5"), fields));
        client.rejected(Integer.parseInt(refused[i][0]), refused[i][1]);
      }
    }
  }

  @Test
  void aModeOfSelfTradesHasCustomTags() throws Exception {
    try (FixClient client = client(one, 0)) {
      rest.order(1, 70, "SELL", 30, 5);
      String[] plain = {"40=2", "44=5", "38=3", "59=1"};
      long id = 0;
      for (SelfTrade mode : SelfTrade.values()) {
        String value = SelfMatch.valueOf(mode);
        Message resting = with(order(++id, BUY, plain), "7928=1");
        client.send(value == null ? resting : with(resting, "8000=" + value));
        Message report = client.report(NEW, NEW);
        // A dictionary of FIX 4.4 does not know them.
        assertThat(report.isSetField(7928) || report.isSetField(8000)).isFalse();
        SelfTrade said = value == null ? SelfTrade.CANCEL_OLDEST : mode;
        assertThat(rest.orders(1).get(0).path("selfTrade").asText()).isEqualTo(said.name());
        String other = said == SelfTrade.DECREMENT ? "8000=N" : "8000=D";
        Message replace = FixClient.replace(id + 1, Long.toString(id), 1, BUY, 6, 3);
        client.send(with(replace, other));
        client.cancelRejected(99, "SelfMatchPreventionInstruction(8000) of an order");
        client.send(FixClient.cancel(id + 2, Long.toString(id), 1, BUY));
        client.report(CANCELED, CANCELED);
        id += 2;
      }
      client.send(with(order(++id, BUY, "40=2", "44=30", "38=3", "59=1"), "8000=N"));
      client.report(NEW, NEW);
      has(client.report(CANCELED, CANCELED), "14=0");
      String[][] wrong = {
        {"371=8000", "373=5", "8000=?"},
        {"371=7928", "373=5", "7928=2"},
        {"371=9999", "373=0", "9999=1"}
      };
      for (String[] each : wrong) {
        client.send(with(order(50, BUY, plain), each[2]));
        has(client.admin("3"), each[0], each[1]);
      }
      assertThat(rest.orders(1)).hasSize(1);
      client.send(order(50, BUY, plain));
      client.report(NEW, NEW);
      assertThat(rest.orders(1).get(0).has("selfTrade")).isFalse();
    }
  }
}
