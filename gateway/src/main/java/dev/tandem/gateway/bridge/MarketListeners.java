package dev.tandem.gateway.bridge;

import dev.tandem.core.command.SymbolState;
import dev.tandem.core.marketdata.MarketListener;
import java.util.Arrays;

/** Notifies several listeners of what changes in the books, one after the other. */
final class MarketListeners implements MarketListener {

  private MarketListener[] all;

  MarketListeners(MarketListener first) {
    all = new MarketListener[] {first};
  }

  void add(MarketListener listener) {
    all = Arrays.copyOf(all, all.length + 1);
    all[all.length - 1] = listener;
  }

  @Override
  public void begin(int symbol, long sequence, long event, long timestampNs) {
    for (MarketListener each : all) {
      each.begin(symbol, sequence, event, timestampNs);
    }
  }

  @Override
  public void trade(
      long id, int takerSide, long price, long quantity, long takerOrderId, long makerOrderId) {
    for (MarketListener each : all) {
      each.trade(id, takerSide, price, quantity, takerOrderId, makerOrderId);
    }
  }

  @Override
  public void order(OrderChange change, int side, long orderId, long price, long quantity) {
    for (MarketListener each : all) {
      each.order(change, side, orderId, price, quantity);
    }
  }

  @Override
  public void level(int side, long price, long quantity, int orders) {
    for (MarketListener each : all) {
      each.level(side, price, quantity, orders);
    }
  }

  @Override
  public void top(long bidPrice, long bidQuantity, long askPrice, long askQuantity) {
    for (MarketListener each : all) {
      each.top(bidPrice, bidQuantity, askPrice, askQuantity);
    }
  }

  @Override
  public void state(SymbolState state) {
    for (MarketListener each : all) {
      each.state(state);
    }
  }

  @Override
  public void end() {
    for (MarketListener each : all) {
      each.end();
    }
  }
}
