package dev.tandem.core.risk;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.ResultCode;

/**
 * What is paid into the exchange and out of it, in one risk shard. Every shard knows the supply of
 * each currency, since no sum may leave 63 bits; the owner of the user alone answers. Not
 * thread-safe.
 */
final class Funds {

  /** Unsettled deposits are counted in units of 2^32, rounded up: their sum cannot overflow. */
  private static final int UNIT_BITS = 32;

  private static final long MAX_UNITS = 1L << (Long.SIZE - 1 - UNIT_BITS);

  private final Users users;
  private final Accounts accounts;

  /** Deposits of whatever currency that came and are not settled, in units. */
  private long unsettledUnits;

  Funds(Users users, Accounts accounts) {
    this.users = users;
    this.accounts = accounts;
  }

  /**
   * The first step of an adjustment. What is deposited can be spent by the next command, and what
   * is withdrawn is gone for it.
   *
   * @param ours whether this shard answers
   * @return false if it can only be judged when everything before is settled
   */
  boolean adjust(Command c, boolean ours, boolean settled) {
    if (ours && !judge(c, settled)) {
      return false;
    }
    if (c.amount > 0) {
      unsettledUnits += units(c.amount);
    }
    return true;
  }

  private boolean judge(Command c, boolean settled) {
    int user = users.find(c.userId);
    if (user == IdIndex.ABSENT) {
      c.reject(ResultCode.UNKNOWN_USER);
      return true;
    }
    ResultCode repeated = users.checkTransaction(user, c.transactionId);
    if (repeated != null) {
      c.reject(repeated);
      return true;
    }
    if (c.amount < 0) {
      int account = accounts.find(user, c.currency);
      if (account == IdIndex.ABSENT || accounts.available(account) < -c.amount) {
        if (!settled && accounts.mayReach(account, -c.amount)) {
          return false;
        }
        c.reject(ResultCode.INSUFFICIENT_FUNDS);
        return true;
      }
    } else {
      long supply = accounts.supplyOf(c.currency);
      if (units(supply) + unsettledUnits + units(c.amount) >= MAX_UNITS) {
        if (!settled) {
          return false;
        }
        if (Money.add(supply, c.amount) == Money.OVERFLOW) {
          c.reject(ResultCode.OVERFLOW);
          return true;
        }
      }
    }
    accounts.credit(accounts.open(user, c.currency), c.amount);
    users.addTransaction(user, c.transactionId);
    c.result = ResultCode.OK_CODE;
    return true;
  }

  /**
   * The first step of a withdrawal of fees, in the shard that collects them.
   *
   * @return false if it can only be judged when everything before is settled
   */
  boolean withdrawFees(Command c, boolean settled) {
    if (!settled) {
      return false;
    }
    int currency = accounts.currencies().find(c.currency);
    if (currency == IdIndex.ABSENT || accounts.fees(currency) < c.amount) {
      c.reject(ResultCode.INSUFFICIENT_FUNDS);
    } else {
      accounts.addFee(currency, -c.amount);
      c.result = ResultCode.OK_CODE;
    }
    return true;
  }

  /** The second step of either, in every shard. */
  void settle(Command c) {
    boolean fees = c.type == CommandType.WITHDRAW_FEES;
    if (!fees && c.amount > 0 && !c.isRejectedAtEntry()) {
      unsettledUnits -= units(c.amount);
    }
    if (c.result == ResultCode.OK_CODE) {
      accounts.addSupply(accounts.currency(c.currency), fees ? -c.amount : c.amount);
    }
  }

  private static long units(long amount) {
    return (amount >>> UNIT_BITS) + 1;
  }
}
