package dev.tandem.core.risk;

import dev.tandem.core.api.CurrencyTotals;
import dev.tandem.core.state.SortedOrder;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import dev.tandem.core.state.Words;
import java.lang.foreign.Arena;
import java.util.TreeMap;

/** Writes the tables of users, what they own, and currencies from the copies of all risk shards. */
public final class RiskTables {

  private final Table users;
  private final Table balances;

  private RiskTables(Table users, Table balances) {
    this.users = users;
    this.balances = balances;
  }

  /** Writes the tables; without shards they are empty. */
  public static void write(RiskCopy[] shards, StateImage image) {
    int userCount = 0;
    for (RiskCopy shard : shards) {
      userCount = Math.addExact(userCount, shard.users);
    }
    try (Arena arena = Arena.ofConfined()) {
      Shard[] grouped = new Shard[shards.length];
      long balanceCount = 0;
      for (int s = 0; s < shards.length; s++) {
        grouped[s] = new Shard(shards[s], arena);
        balanceCount += grouped[s].balances.size();
      }
      new RiskTables(
              image.create(TableKind.USERS, userCount),
              image.create(TableKind.BALANCES, balanceCount))
          .write(grouped, userCount, arena);
    }
    writeCurrencies(shards, image);
  }

  private void write(Shard[] shards, int userCount, Arena arena) {
    Words ids = new Words(arena, userCount);
    int[] firsts = new int[shards.length + 1];
    for (int s = 0; s < shards.length; s++) {
      RiskCopy copy = shards[s].copy;
      ids.copy(copy.userIds, copy.users, firsts[s]);
      firsts[s + 1] = firsts[s] + copy.users;
    }
    Words order = SortedOrder.of(ids, userCount, arena);
    for (int i = 0; i < userCount; i++) {
      int next = (int) order.get(i);
      int s = 0;
      while (next >= firsts[s + 1]) {
        s++;
      }
      write(shards[s], next - firsts[s]);
    }
  }

  private void write(Shard shard, int user) {
    RiskCopy copy = shard.copy;
    long balance = shard.firstBalance.get(user);
    long balanceEnd = shard.firstBalance.get(user + 1L);
    users.addRow(
        copy.userIds[user],
        copy.suspended[user] ? 1 : 0,
        balanceEnd - balance,
        copy.transactions.get(user * 2L),
        copy.transactions.get(user * 2L + 1),
        user < copy.grouped ? copy.groups[user] : 0);
    for (; balance < balanceEnd; balance++) {
      long currencyAndAccount = shard.balances.get(balance);
      int account = (int) currencyAndAccount;
      balances.add(
          currencyAndAccount >> 32,
          Accounts.available(copy, account),
          Accounts.held(copy, account));
    }
  }

  /** Each shard knows its own part of the fees, and the whole supply once it knows the currency. */
  private static void writeCurrencies(RiskCopy[] shards, StateImage image) {
    TreeMap<Integer, CurrencyTotals> totals = new TreeMap<>();
    for (RiskCopy shard : shards) {
      for (int i = 0; i < shard.currencies; i++) {
        int currency = (int) shard.currencyIds[i];
        totals.merge(
            currency,
            new CurrencyTotals(currency, 0, 0, shard.fees.get(i), shard.supplies.get(i)),
            CurrencyTotals::plus);
      }
    }
    Table currencies = image.create(TableKind.CURRENCIES, totals.size());
    for (CurrencyTotals total : totals.values()) {
      currencies.add(total.currency(), total.fees(), total.supply());
    }
  }

  /** A shard's accounts, grouped by user and sorted. */
  private static final class Shard {

    final RiskCopy copy;

    /** Currency, then number of the account, of those that are not empty. */
    final Words balances;

    /** Where each user's begin, and at last where all end. */
    final Words firstBalance;

    Shard(RiskCopy copy, Arena arena) {
      this.copy = copy;
      firstBalance = new Words(arena, copy.users + 1L);
      for (int account = 0; account < copy.accounts; account++) {
        if (!isEmpty(account)) {
          firstBalance.next(Accounts.userOfKey(copy.accountKeys[account]) + 1L);
        }
      }
      balances = new Words(arena, toStarts(firstBalance));
      for (int account = 0; account < copy.accounts; account++) {
        if (!isEmpty(account)) {
          long key = copy.accountKeys[account];
          balances.set(
              firstBalance.next(Accounts.userOfKey(key)),
              (long) Accounts.currencyOfKey(key) << 32 | account);
        }
      }
      sortGroups(balances, firstBalance);
    }

    private boolean isEmpty(int account) {
      return (Accounts.available(copy, account) | Accounts.held(copy, account)) == 0;
    }

    /** Turns counts, one place up, into the starts of the groups; the size of all groups. */
    private static long toStarts(Words counts) {
      long sum = 0;
      for (long i = 0; i < counts.size(); i++) {
        sum += counts.get(i);
        counts.set(i, sum);
      }
      return sum;
    }

    /** Sorts each group; {@code ends}, where the groups end, becomes where they start. */
    private static void sortGroups(Words items, Words ends) {
      long start = 0;
      for (long i = 0; i < ends.size(); i++) {
        long end = ends.get(i);
        ends.set(i, start);
        items.sort(start, end);
        start = end;
      }
    }
  }
}
