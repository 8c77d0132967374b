package dev.tandem.core.risk;

import dev.tandem.core.command.IdIndex;
import java.util.Arrays;

/**
 * What users own, by user number and currency: an available and a held amount each. And, for each
 * currency, the fees taken and the supply: all that was ever paid in less what was paid out.
 *
 * <p>The supply of a currency is kept within 63 bits, so no sum of amounts can overflow:
 * settlement, which cannot refuse any more, needs no check. Not thread-safe.
 */
final class Accounts {

  private static final int AVAILABLE = 0;
  private static final int HELD = 1;
  private static final int STRIDE = 2;

  private final IdIndex index;
  private final IdIndex currencies = new IdIndex(16);
  private long[] amounts;

  /** Live orders whose proceeds go to each account. */
  private int[] payers;

  /** Transfers that may come to credit any account and are not settled. */
  private int transfers;

  private long[] fees = new long[16];
  private long[] supply = new long[16];

  Accounts(int expected) {
    index = new IdIndex(expected);
    amounts = new long[Math.max(16, expected) * STRIDE];
    payers = new int[amounts.length / STRIDE];
  }

  /** The number of a user's account in a currency, or {@link IdIndex#ABSENT}. */
  int find(int user, int currency) {
    return index.find(key(user, currency));
  }

  /** The number of a user's account in a currency, opened if it is new. */
  int open(int user, int currency) {
    int account = index.findOrAdd(key(user, currency));
    if (account * STRIDE == amounts.length) {
      amounts = Arrays.copyOf(amounts, amounts.length * 2);
      payers = Arrays.copyOf(payers, payers.length * 2);
    }
    return account;
  }

  private static long key(int user, int currency) {
    return (long) user << 32 | (currency & 0xffff_ffffL);
  }

  long available(int account) {
    return amounts[account * STRIDE + AVAILABLE];
  }

  long held(int account) {
    return amounts[account * STRIDE + HELD];
  }

  boolean isEmpty(int account) {
    return available(account) == 0 && held(account) == 0;
  }

  /** Adds to what is available; a negative amount takes away. */
  void credit(int account, long amount) {
    amounts[account * STRIDE + AVAILABLE] += amount;
  }

  /** Moves an amount from available to held; a negative amount releases. */
  void hold(int account, long amount) {
    int at = account * STRIDE;
    long available = amounts[at + AVAILABLE] - amount;
    long held = amounts[at + HELD] + amount;
    check(available, held);
    amounts[at + AVAILABLE] = available;
    amounts[at + HELD] = held;
  }

  /** Takes an amount out of what is held: it was spent. */
  void spendHeld(int account, long amount) {
    long held = amounts[account * STRIDE + HELD] - amount;
    check(0, held);
    amounts[account * STRIDE + HELD] = held;
  }

  /** One more, or one less, live order brings its proceeds here. */
  void countPayers(int account, int change) {
    payers[account] += change;
  }

  /** One more, or one less, transfer that is not settled may bring its amount to any account. */
  void countTransfers(int change) {
    transfers += change;
  }

  /**
   * Whether an account may come to have so much available once everything is settled, however that
   * goes: all that is held in it may be released, and who brings proceeds may bring any amount. A
   * transfer may even open an account that is not there.
   */
  boolean mayReach(int account, long amount) {
    if (transfers != 0) {
      return true;
    }
    return account != IdIndex.ABSENT
        && (payers[account] != 0 || available(account) + held(account) >= amount);
  }

  /** What no input can bring about, and what would be money out of nothing: better an end. */
  private static void check(long available, long held) {
    if ((available | held) < 0) {
      throw new IllegalStateException(
          "an account would have " + available + " available and " + held + " held");
    }
  }

  /** The number of a currency, for {@link #addFee} and the like. */
  int currency(int id) {
    int currency = currencies.findOrAdd(id);
    if (currency == fees.length) {
      fees = Arrays.copyOf(fees, currency * 2);
      supply = Arrays.copyOf(supply, currency * 2);
    }
    return currency;
  }

  /** All currencies seen. */
  IdIndex currencies() {
    return currencies;
  }

  void addFee(int currency, long fee) {
    fees[currency] += fee;
  }

  long fees(int currency) {
    return fees[currency];
  }

  void addSupply(int currency, long amount) {
    supply[currency] += amount;
  }

  long supply(int currency) {
    return supply[currency];
  }

  /** The supply of a currency by its id; 0 if it was never seen. */
  long supplyOf(int id) {
    int currency = currencies.find(id);
    return currency == IdIndex.ABSENT ? 0 : supply[currency];
  }

  /** Number of accounts. */
  int size() {
    return index.size();
  }

  int currencyOf(int account) {
    return currencyOfKey(index.idAt(account));
  }

  static int userOfKey(long key) {
    return (int) (key >> 32);
  }

  static int currencyOfKey(long key) {
    return (int) key;
  }

  void measure(RiskCopy copy) {
    copy.amounts.want((long) index.size() * STRIDE);
  }

  void copyTo(RiskCopy copy) {
    copy.accountKeys = index.ids();
    copy.accounts = index.size();
    copy.amounts.take(amounts, index.size() * STRIDE);
    copy.currencyIds = currencies.ids();
    copy.currencies = currencies.size();
    copy.fees.take(fees, currencies.size());
    copy.supplies.take(supply, currencies.size());
  }

  /** What is available in an account of a copy. */
  static long available(RiskCopy copy, int account) {
    return copy.amounts.get(account * STRIDE + AVAILABLE);
  }

  /** What is held in an account of a copy. */
  static long held(RiskCopy copy, int account) {
    return copy.amounts.get(account * STRIDE + HELD);
  }
}
