package dev.tandem.gateway.fix;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import quickfix.Message;

/** Symbols by name, and prices, quantities and amounts in decimals, by FIX. */
@Timeout(300)
class FixDecimalsTest extends FixSetup {

  @BeforeEach
  void name() {
    rest.send("POST", "/v1/currencies", "{\"currency\":20,\"name\":\"USD\",\"decimals\":4}");
    rest.send(
        "POST",
        "/v1/symbols",
        "{\"symbol\":5,\"base\":10,\"quote\":20,\"name\":\"BTC/USD\",\"priceDecimals\":2,"
            + "\"quantityDecimals\":1}");
  }

  private static Message named(long id, char side, String... fields) {
    return with(order(id, side, fields), "55=BTC/USD");
  }

  @Test
  void ordersAndReportsAreInDecimals() throws Exception {
    try (FixClient seller = client(two, 0);
        FixClient client = client(one, 0)) {
      seller.send(with(named(1, SELL, "40=2", "44=10.25", "38=0.3", "59=1"), "1=2"));
      has(seller.report(NEW, NEW), "55=BTC/USD", "44=10.25", "38=0.3", "151=0.3", "14=0.0");
      seller.send(with(named(2, SELL, "40=2", "44=10.50", "38=0.3", "59=1"), "1=2"));
      seller.report(NEW, NEW);
      client.send(named(3, BUY, "40=2", "44=010.5000", "38=1", "59=1"));
      has(client.report(NEW, NEW), "55=BTC/USD", "44=10.50", "38=1.0", "6=0");
      has(client.report(TRADE, PARTIALLY), "31=10.25", "32=0.3", "6=10.25", "14=0.3", "151=0.7");
      has(client.report(TRADE, PARTIALLY), "31=10.50", "32=0.3", "6=10.375", "14=0.6");
      has(seller.report(TRADE, FILLED), "31=10.25", "32=0.3", "151=0.0");
      Message replace = FixClient.replace(4, "3", 1, BUY, 10, 1);
      client.send(with(replace, "55=BTC/USD", "44=9.75", "38=1.0"));
      has(client.report(REPLACED, PARTIALLY), "44=9.75", "38=1.0", "151=0.4");
      client.send(with(FixClient.cancel(5, "4", 1, BUY), "55=5"));
      has(client.report(CANCELED, CANCELED), "55=BTC/USD", "14=0.6");
      client.send(named(6, BUY, "40=4", "99=11.5", "44=12", "38=1", "59=1"));
      has(client.report(NEW, NEW), "99=11.50", "44=12.00", "636=N");
      client.send(named(7, BUY, "40=1", "44=10.5", "152=0.0001"));
      has(client.report(NEW, NEW), "152=0.0001");
      client.report(CANCELED, CANCELED);
    }
  }

  @Test
  void theNumberOfASymbolIsTakenWithDecimals() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.send(with(order(1, BUY, "40=2", "44=10.25", "38=0.3", "59=1"), "55=5"));
      has(client.report(NEW, NEW), "55=BTC/USD", "44=10.25", "38=0.3");
      // What has no decimals is written without.
      client.send(order(2, BUY, "40=2", "44=10.0", "38=3", "59=1"));
      has(client.report(NEW, NEW), "55=1", "44=10", "38=3");
    }
  }

  @Test
  void whatIsOffTheGridIsRefusedByName() throws Exception {
    try (FixClient client = client(one, 0)) {
      Object[][] refused = {
        {99, "PRICE_OFF_GRID: Price(44)", "40=2", "44=10.255", "38=1"},
        {99, "PRICE_OFF_GRID: StopPx(99)", "40=4", "44=10", "99=1.001", "38=1"},
        {13, "QUANTITY_OFF_GRID: OrderQty(38)", "40=2", "44=10", "38=1.05"},
        {13, "QUANTITY_OFF_GRID: MinQty(110)", "40=2", "44=10", "38=1", "110=0.55"},
        {13, "AMOUNT_OFF_GRID: CashOrderQty(152)", "40=1", "44=10", "152=0.00001"},
        {99, "Price(44) is a number of at most 2 decimals, 0.01 to ", "40=2", "44=-1", "38=1"},
        {13, "OrderQty(38) is a number of at most 1 decimals", "40=2", "44=1", "38=0"}
      };
      for (int i = 0; i < refused.length; i++) {
        String[] fields =
            java.util.Arrays.copyOfRange(refused[i], 2, refused[i].length, String[].class);
        client.send(named(10 + i, BUY, fields));
        has(client.rejected((int) refused[i][0], (String) refused[i][1]), fields);
      }
      client.send(with(named(30, BUY, "40=2", "44=10", "38=1"), "55=BTC-USD"));
      client.rejected(1, "Symbol(55) is the name or the number of a symbol");
      client.send(with(named(31, BUY, "40=2", "44=10", "38=1"), "55=77"));
      client.rejected(1, "UNKNOWN_SYMBOL");
    }
  }

  /** What a kill leaves out is made again by names, also where these are in the snapshot alone. */
  @Test
  void aRestartKnowsTheNames() throws Exception {
    try (FixClient client = client(one, 0)) {
      client.send(named(1, BUY, "40=2", "44=10.25", "38=0.3", "59=1"));
      client.report(NEW, NEW);
      client.logout();
    }
    gateway.close();
    gateway = gateway();
    rest = new Rest(gateway, admin);
    try (FixClient client = client(one, 0)) {
      client.send(with(FixClient.cancel(2, "1", 1, BUY), "55=BTC/USD"));
      has(client.report(CANCELED, CANCELED), "55=BTC/USD", "44=10.25", "38=0.3");
      assertThat(client.isSilent()).isTrue();
    }
  }
}
