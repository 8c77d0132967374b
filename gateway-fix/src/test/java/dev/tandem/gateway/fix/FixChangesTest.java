package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cancels and replaces that come late, or do not fit their order; it is 50 lots at 30. */
@Timeout(300)
class FixChangesTest extends FixSetup {

  private static final String TIME = "60=20261123-19:21:13.950|";

  private Wire wire;

  @BeforeEach
  void place() throws IOException {
    wire = new Wire(gateway, one);
    wire.logon("").read();
    assertThat(wire.say("D", Wire.order(10).replace("|38=5|", "|38=50|")).read())
        .contains("|150=0|");
  }

  @AfterEach
  void close() throws IOException {
    wire.close();
  }

  private Wire cancel(int id, String original, int side, String more) throws IOException {
    return wire.say(
        "F", "11=" + id + "|" + more + "41=" + original + "|1=1|55=1|54=" + side + "|" + TIME);
  }

  private Wire replace(int id, String original, int side, int lots) throws IOException {
    return wire.say(
        "G",
        "11=%d|41=%s|1=1|55=1|54=%d|38=%d|40=2|44=30|59=1|%s"
            .formatted(id, original, side, lots, TIME));
  }

  private void buy(int id, int lots) throws IOException {
    rest.order(2, id, "BUY", 30, lots);
    assertThat(wire.read()).contains("|150=F|");
  }

  @Test
  void aFilledOrderIsNotUnknown() throws IOException {
    assertThat(replace(11, "10", 2, 45).read()).contains("|150=5|");
    buy(70, 45);
    int id = 12;
    for (String name : new String[] {"10", "11"}) {
      assertThat(cancel(id++, name, 2, "").read())
          .contains("|35=9|", "|37=10|", "|39=2|", "|102=0|", "|58=UNKNOWN_ORDER: the order has");
      assertThat(replace(id++, name, 2, 40).read())
          .contains("|35=9|", "|37=10|", "|39=2|", "|102=0|", "|58=UNKNOWN_ORDER: the order has");
    }
    assertThat(cancel(id++, "12", 2, "").read()).contains("|35=9|", "|37=NONE|", "|102=1|");
    assertThat(cancel(id, "10", 2, "37=10|").read()).contains("|35=9|", "|102=0|");
  }

  @Test
  void theSideIsTheOrders() throws IOException {
    assertThat(cancel(11, "10", 1, "").read())
        .contains("|35=9|", "|37=10|", "|39=0|", "|102=99|", "|434=1|", "|58=Side(54) is not");
    assertThat(cancel(12, "10", 1, "37=10|").read()).contains("|35=9|", "|102=99|");
    // One that is not answered yet, too.
    String order = wire.body("D", Wire.order(13));
    String cancel = wire.body("F", "11=14|41=13|1=1|55=1|54=1|" + TIME);
    wire.send(Wire.framed(order) + Wire.framed(cancel));
    String both = wire.read() + wire.read();
    assertThat(both).contains("|150=0|", "|35=9|", "|102=99|");
    assertThat(rest.orders(1)).hasSize(2);
    // Nothing is told of another user's order.
    rest.order(2, 99, "BUY", 20, 5);
    for (int side = 1; side <= 2; side++) {
      assertThat(cancel(20 + side, "99", side, "37=99|").read())
          .contains("|35=9|", "|37=NONE|")
          .doesNotContain("Side(54)");
      wire.say(
          "G",
          "11=%d|37=99|41=99|1=1|55=1|54=%d|38=3|40=2|44=20|59=1|%s"
              .formatted(30 + side, side, TIME));
      assertThat(wire.read()).contains("|35=9|", "|37=NONE|").doesNotContain("Side(54)");
    }
    assertThat(rest.orders(2)).hasSize(1);
  }

  @Test
  void theSymbolIsTheOrders() throws IOException {
    wire.say("F", "11=11|41=10|1=1|55=2|54=2|" + TIME);
    assertThat(wire.read()).contains("|35=9|", "|102=1|");
    wire.say("F", "11=12|37=10|41=10|1=1|55=2|54=2|" + TIME);
    assertThat(wire.read()).contains("|35=9|");
    assertThat(rest.orders(1)).hasSize(1);
  }

  @Test
  void anOrderThatIsReplacedDownToWhatIsFilledIsFilled() throws IOException {
    buy(70, 40);
    assertThat(replace(11, "10", 2, 40).read())
        .contains("|150=5|", "|39=2|", "|11=11|", "|41=10|", "|38=40|", "|14=40|", "|151=0|");
    assertThat(rest.orders(1)).isEmpty();
    assertThat(cancel(12, "11", 2, "").read()).contains("|35=9|", "|39=2|", "|102=0|");
  }

  /** OrderQty is the total, whatever is filled of it: no fill in flight makes the order larger. */
  @Test
  void aReplaceKeepsTheTotalAtAnotherPriceAndThePlaceWithFewerLots() throws IOException {
    rest.order(1, 90, "SELL", 30, 1);
    buy(70, 40);
    assertThat(replace(11, "10", 2, 45).read())
        .contains("|150=5|", "|39=1|", "|38=45|", "|14=40|", "|151=5|");
    buy(71, 5);
    assertThat(rest.orders(1)).hasSize(1);
    wire.say("D", Wire.order(12).replace("|38=5|", "|38=50|")).read();
    buy(72, 41);
    wire.say("G", "11=13|41=12|1=1|55=1|54=2|38=60|40=2|44=31|59=1|" + TIME);
    assertThat(wire.read()).contains("|150=5|", "|39=1|", "|44=31|", "|38=60|", "|151=20|");
    assertThat(rest.orders(1).path(0).path("filled").asLong()).isEqualTo(40);
  }

  /** The protection distance that the lowest price cut off is whole at a higher trigger. */
  @Test
  void theLimitByProtectionPointsFollowsTheTrigger() throws IOException {
    rest.send(
        "POST", "/v1/symbols", "{\"symbol\":2,\"base\":10,\"quote\":20,\"protectionPoints\":10}");
    wire.say("D", "11=20|1=1|55=2|54=2|38=2|40=3|99=5|59=1|" + TIME);
    assertThat(wire.read()).contains("|150=0|", "|99=5|", "|44=1|");
    wire.say("G", "11=21|41=20|1=1|55=2|54=2|38=2|40=3|99=30|59=1|" + TIME);
    assertThat(wire.read()).contains("|150=5|", "|99=30|", "|44=20|");
  }

  /** Where orders can only shrink or leave, and of a user who may not trade. */
  @Test
  void fewerLotsAtTheSamePriceAreTakenWhereOrdersMayOnlyShrink() throws IOException {
    rest.send("POST", "/v1/symbols/1/state", "{\"state\":\"CANCEL_ONLY\"}");
    assertThat(replace(11, "10", 2, 45).read()).contains("|150=5|", "|38=45|", "|151=45|");
    rest.send("POST", "/v1/users/1/suspend", "{}");
    assertThat(replace(12, "11", 2, 44).read()).contains("|150=5|", "|38=44|", "|151=44|");
  }

  /** As if fills had come between: lots below what is filled are those. */
  @Test
  void anOrderThatIsReplacedToLessThanIsFilledIsFilled() throws IOException {
    buy(70, 40);
    assertThat(replace(11, "10", 2, 30).read())
        .contains("|150=5|", "|39=2|", "|38=40|", "|14=40|", "|151=0|");
    assertThat(rest.orders(1)).isEmpty();
  }
}
