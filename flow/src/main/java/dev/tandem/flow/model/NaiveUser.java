package dev.tandem.flow.model;

import java.util.TreeMap;

/** A user, and what the user owns. */
final class NaiveUser {

  /** What a user owns of a currency. */
  static final class Account {
    long available;
    long held;

    void credit(long amount) {
      available = Math.addExact(available, amount);
    }

    /** Moves an amount from available to held, or back if it is negative. */
    void hold(long amount) {
      available = Math.subtractExact(available, amount);
      held = Math.addExact(held, amount);
    }

    void spendHeld(long amount) {
      held = Math.subtractExact(held, amount);
    }
  }

  private static final int WINDOW = 64;

  final long id;

  /** Whose orders count as this user's where self-trades are prevented: those of one number. */
  long group;

  final SeenWindow transactions = new SeenWindow(WINDOW);
  final TreeMap<Integer, Account> accounts = new TreeMap<>();
  boolean suspended;

  NaiveUser(long id) {
    this.id = id;
  }

  Account account(int currency) {
    return accounts.computeIfAbsent(currency, c -> new Account());
  }

  long available(int currency) {
    Account account = accounts.get(currency);
    return account == null ? 0 : account.available;
  }
}
