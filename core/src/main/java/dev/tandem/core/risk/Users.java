package dev.tandem.core.risk;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.ResultCode;
import java.util.Arrays;

/** The users of one risk shard, numbered in the order they came. Not thread-safe. */
final class Users {

  private final IdIndex index;
  private final Transactions transactions = new Transactions();
  private boolean[] suspended;
  private int[] openOrders;

  Users(int expected) {
    index = new IdIndex(expected);
    suspended = new boolean[Math.max(16, expected)];
    openOrders = new int[suspended.length];
  }

  /** The number of a user, or {@link IdIndex#ABSENT}. */
  int find(long userId) {
    return index.find(userId);
  }

  boolean isSuspended(int user) {
    return suspended[user];
  }

  /** Adds, suspends or resumes a user. */
  ResultCode apply(byte commandType, long userId) {
    int user = index.find(userId);
    if (commandType == CommandType.ADD_USER) {
      if (user != IdIndex.ABSENT) {
        return ResultCode.USER_EXISTS;
      }
      user = index.findOrAdd(userId);
      if (user == suspended.length) {
        suspended = Arrays.copyOf(suspended, user * 2);
        openOrders = Arrays.copyOf(openOrders, user * 2);
      }
      return ResultCode.OK;
    }
    if (user == IdIndex.ABSENT) {
      return ResultCode.UNKNOWN_USER;
    }
    boolean suspend = commandType == CommandType.SUSPEND_USER;
    if (suspended[user] == suspend) {
      return suspend ? ResultCode.USER_SUSPENDED : ResultCode.USER_NOT_SUSPENDED;
    }
    suspended[user] = suspend;
    return ResultCode.OK;
  }

  void countOrders(int user, int change) {
    openOrders[user] += change;
  }

  int openOrders(int user) {
    return openOrders[user];
  }

  /** The balance adjustments applied so far. */
  Transactions transactions() {
    return transactions;
  }

  void measure(RiskCopy copy) {
    copy.users = index.size();
  }

  void copyTo(RiskCopy copy) {
    copy.userIds = index.ids();
    copy.users = index.size();
    copy.reserveUsers(copy.users);
    System.arraycopy(suspended, 0, copy.suspended, 0, copy.users);
    transactions.copyTo(copy);
  }

  int size() {
    return index.size();
  }

  long idOf(int user) {
    return index.idAt(user);
  }

  /** The numbers of all users, by rising user id. */
  int[] sortedIndexes() {
    return index.sortedIndexes();
  }
}
