package dev.tandem.flow.model;

import dev.tandem.core.command.Naming;
import java.util.TreeMap;

/** All that commands change. */
final class NaiveState {

  private static final int CLIENT_WINDOW = 256;

  final TreeMap<Long, SeenWindow> clients = new TreeMap<>();
  final TreeMap<Integer, NaiveBook> books = new TreeMap<>();
  final TreeMap<Long, NaiveUser> users = new TreeMap<>();

  /** Fees taken, of every currency that a symbol or an adjustment named. */
  final TreeMap<Integer, Long> fees = new TreeMap<>();

  /** What was paid in less what was paid out, of the same currencies. */
  final TreeMap<Integer, Long> supply = new TreeMap<>();

  /** The time of the latest command that leaves a record. */
  long time = Long.MIN_VALUE;

  /** What those currencies are called that have a name. */
  final TreeMap<Integer, Naming> names = new TreeMap<>();

  SeenWindow client(long key) {
    return clients.computeIfAbsent(key, k -> new SeenWindow(CLIENT_WINDOW));
  }

  /** The self-trade group of a user; 0: he is in none. */
  long groupOf(long user) {
    return users.containsKey(user) ? users.get(user).group : 0;
  }

  void name(int currency) {
    fees.putIfAbsent(currency, 0L);
    supply.putIfAbsent(currency, 0L);
  }

  long fees(int currency) {
    return fees.getOrDefault(currency, 0L);
  }

  long supply(int currency) {
    return supply.getOrDefault(currency, 0L);
  }

  void addFees(int currency, long amount) {
    fees.merge(currency, amount, Math::addExact);
  }

  void addSupply(int currency, long amount) {
    supply.merge(currency, amount, Math::addExact);
  }
}
