package dev.tandem.core.risk;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.ResultCode;

/**
 * What is paid into the exchange, out of it, and from user to user, in one risk shard. Every shard
 * knows the supply of each currency, since no sum may leave 63 bits; the owner of the user alone
 * answers. Not thread-safe.
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
    int user = payer(c);
    if (user == IdIndex.ABSENT) {
      return true;
    }
    boolean judged =
        c.amount < 0 ? judgePayment(c, user, -c.amount, settled) : judgeDeposit(c, settled);
    if (judged && !c.isRejected()) {
      book(c, user, c.amount);
    }
    return judged;
  }

  /** The number of the command's user, if its transaction is new; otherwise refuses it: ABSENT. */
  private int payer(Command c) {
    int user = users.find(c.userId);
    ResultCode fault =
        user == IdIndex.ABSENT
            ? ResultCode.UNKNOWN_USER
            : users.checkTransaction(user, c.transactionId);
    if (fault == null) {
      return user;
    }
    c.reject(fault);
    return IdIndex.ABSENT;
  }

  /** Whether a user has an amount, or else a refusal; false: it cannot be said yet. */
  private boolean judgePayment(Command c, int user, long amount, boolean settled) {
    int account = accounts.find(user, c.currency);
    if (account == IdIndex.ABSENT || accounts.available(account) < amount) {
      if (!settled && accounts.mayReach(account, amount)) {
        return false;
      }
      c.reject(ResultCode.INSUFFICIENT_FUNDS);
    }
    return true;
  }

  /** Whether the supply of a currency has room, or else a refusal; false: it cannot be said yet. */
  private boolean judgeDeposit(Command c, boolean settled) {
    long supply = accounts.supplyOf(c.currency);
    if (units(supply) + unsettledUnits + units(c.amount) < MAX_UNITS) {
      return true;
    }
    if (settled && Money.add(supply, c.amount) == Money.OVERFLOW) {
      c.reject(ResultCode.OVERFLOW);
    }
    return settled;
  }

  private void book(Command c, int user, long amount) {
    accounts.credit(accounts.open(user, c.currency), amount);
    users.addTransaction(user, c.transactionId);
    c.result = ResultCode.OK_CODE;
  }

  /**
   * The first step of a transfer. The payer's shard alone judges it, as if the payer withdrew the
   * amount: it knows of the payee that he exists, which is the first step's alone in every shard
   * ({@link Users#exists}), and there is nothing else that could speak against him. His balance
   * cannot overflow: with the amount it is within the supply of the currency, which a transfer does
   * not change. So no shard needs the answer of another one, and none waits for it.
   *
   * <p>What is paid is gone for the next command. The payee's shard does not know yet what the
   * payer's has answered. Until it settles the transfer, which it does behind the first step of all
   * shards, it has every command wait that lacks funds. So the payee gets the amount as he would
   * get the proceeds of a trade: settlement still only gives.
   *
   * @param pays whether this shard answers
   * @param gets whether the payee is this shard's, if he exists
   * @return false if it can only be judged when everything before is settled
   */
  boolean transfer(Command c, boolean pays, boolean gets, boolean settled) {
    if (pays && !judgeTransfer(c, settled)) {
      return false;
    }
    if (gets) {
      accounts.countTransfers(1);
    }
    return true;
  }

  private boolean judgeTransfer(Command c, boolean settled) {
    int user = payer(c);
    if (user == IdIndex.ABSENT) {
      return true;
    }
    if (!users.exists(c.payeeId())) {
      c.reject(ResultCode.UNKNOWN_PAYEE);
      return true;
    }
    boolean judged = judgePayment(c, user, c.amount, settled);
    if (judged && !c.isRejected()) {
      book(c, user, -c.amount);
    }
    return judged;
  }

  /**
   * The second step of a transfer.
   *
   * @param gets as in the first step
   */
  void settleTransfer(Command c, boolean gets) {
    if (!gets || c.isRejectedAtEntry()) {
      return;
    }
    accounts.countTransfers(-1);
    if (c.result == ResultCode.OK_CODE) {
      accounts.credit(accounts.open(users.find(c.payeeId()), c.currency), c.amount);
    }
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

  /** The second step of an adjustment or a withdrawal of fees, in every shard. */
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
