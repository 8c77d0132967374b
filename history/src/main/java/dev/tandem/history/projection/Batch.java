package dev.tandem.history.projection;

import dev.tandem.core.command.Naming;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.history.rows.DayBalances;
import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import dev.tandem.history.rows.Trade;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one transaction writes: all rows of some commands, and where it ends. */
public final class Batch {

  private final List<OrderEvent> events = new ArrayList<>();
  private final List<Trade> trades = new ArrayList<>();
  private final Set<OrderState> placed = new LinkedHashSet<>();
  private final Set<OrderState> changed = new LinkedHashSet<>();
  private final List<SymbolSpec> symbols = new ArrayList<>();
  private final Map<Integer, Naming> currencies = new LinkedHashMap<>();
  private final List<DayBalances> days = new ArrayList<>();
  private int users;

  Batch() {}

  void add(OrderEvent event) {
    events.add(event);
  }

  void add(Trade trade) {
    trades.add(trade);
  }

  void add(SymbolSpec symbol) {
    symbols.add(symbol);
  }

  void add(int currency, Naming naming) {
    currencies.put(currency, naming);
  }

  void add(DayBalances day) {
    days.add(day);
    users += day.users().size();
  }

  void place(OrderState order) {
    placed.add(order);
  }

  void change(OrderState order) {
    if (!placed.contains(order)) {
      changed.add(order);
    }
  }

  /** Events of orders. */
  public List<OrderEvent> events() {
    return events;
  }

  /** Trades. */
  public List<Trade> trades() {
    return trades;
  }

  /** Orders that no transaction before has written. */
  public Set<OrderState> placed() {
    return placed;
  }

  /** Orders that were written before, and have changed. */
  public Set<OrderState> changed() {
    return changed;
  }

  /** Symbols that were added. */
  public List<SymbolSpec> symbols() {
    return symbols;
  }

  /** Currencies that were named. */
  public Map<Integer, Naming> currencies() {
    return currencies;
  }

  /** Days that have ended. */
  public List<DayBalances> days() {
    return days;
  }

  /** How many rows that are, or nearly. */
  public int rows() {
    return events.size()
        + trades.size()
        + placed.size()
        + changed.size()
        + symbols.size()
        + days.size()
        + users;
  }

  /** It is written: the next one begins. */
  public void clear() {
    events.clear();
    trades.clear();
    placed.clear();
    changed.clear();
    symbols.clear();
    currencies.clear();
    days.clear();
    users = 0;
  }
}
