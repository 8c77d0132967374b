package dev.tandem.core.risk;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.state.InvalidImageException;

/**
 * Puts users and what they own back into a risk shard. What is held comes back as available:
 * placing the orders holds it again, and {@link #checkHeld} then compares.
 *
 * <p>Each method refuses, with an {@link InvalidImageException}, what no kernel can have written.
 */
public final class RiskRestore {

  private final Users users;
  private final Accounts accounts;

  /** The user that was added last, to whom balances and transactions go. */
  private long userId;

  private int user = IdIndex.ABSENT;
  private int checked;

  RiskRestore(Users users, Accounts accounts) {
    this.users = users;
    this.accounts = accounts;
  }

  /** Gives a currency its supply, and the fees of which this shard has to know. */
  public void currency(int id, long fees, long supply) {
    int known = accounts.currencies().size();
    int currency = accounts.currency(id);
    require(currency == known, "currency", id, "comes twice");
    require(fees >= 0 && supply >= 0, "currency", id, "has negative fees or supply");
    accounts.addFee(currency, fees);
    accounts.addSupply(currency, supply);
  }

  /** Adds a user, to whom belong the balances that come next. */
  public void user(long id, long highestTransaction, long transactionBits) {
    userId = id;
    require(id > 0, "user", id, "is below 1");
    require(users.apply(CommandType.ADD_USER, id) == ResultCode.OK, "user", id, "comes twice");
    user = users.size() - 1;
    require(
        TransactionWindow.isPossible(highestTransaction, transactionBits),
        "user",
        id,
        "has an impossible window of transactions");
    users.restoreTransactions(user, highestTransaction, transactionBits);
  }

  /** Gives the user who was added last a self-trade group, 0 for none. */
  public void group(long group) {
    users.group(userId, group);
  }

  /** Takes note of a user of another shard. */
  public void otherUser(long id) {
    users.addOther(id);
  }

  /** Suspends a user: after the orders, for a suspended user cannot place any. */
  public void suspend(long id) {
    users.apply(CommandType.SUSPEND_USER, id);
  }

  /** Gives the user an amount, all of it available. */
  public void balance(int currency, long available, long held) {
    require(
        available >= 0 && held >= 0 && available + held > 0,
        "user",
        userId,
        "has an impossible balance");
    require(
        accounts.currencies().find(currency) != IdIndex.ABSENT,
        "user",
        userId,
        "owns an unknown currency");
    int known = accounts.size();
    int account = accounts.open(user, currency);
    require(account == known, "user", userId, "has a balance twice");
    accounts.credit(account, available + held);
  }

  /**
   * Refuses a balance that has not come out as given, now that all orders are placed. To be called
   * in the order of {@link #balance}.
   */
  public void checkHeld(long id, long available, long held) {
    // The first accounts are those of the balances, for orders only open others behind them.
    int account = checked++;
    require(
        accounts.available(account) == available && accounts.held(account) == held,
        "user",
        id,
        "holds another amount than the orders need");
  }

  private static void require(boolean holds, String what, long id, String fault) {
    if (!holds) {
      throw new InvalidImageException(what + " " + id + " " + fault);
    }
  }
}
