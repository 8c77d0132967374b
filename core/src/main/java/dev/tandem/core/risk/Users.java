package dev.tandem.core.risk;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.IdIndex;
import dev.tandem.core.command.ResultCode;
import java.util.Arrays;

/**
 * The users of one risk shard, numbered in the order they came. Of those of the other shards it
 * knows that they exist, and nothing else: every shard sees every command that adds a user. Not
 * thread-safe.
 */
final class Users {

  private final IdIndex index;

  /** The users of the other shards. */
  private final IdIndex others;

  private boolean[] suspended;
  private int[] openOrders;

  /** Self-trade group of each user, 0 for none; as long as needed. */
  private long[] groups = {};

  /** Highest transaction id and bits of the window of each user. */
  private long[] transactions;

  /**
   * @param expected users of this shard it has room for before it grows; for those of the other
   *     shards it grows as they come
   */
  Users(int expected) {
    index = new IdIndex(expected);
    others = new IdIndex(0);
    suspended = new boolean[Math.max(16, expected)];
    openOrders = new int[suspended.length];
    transactions = new long[suspended.length * 2];
  }

  /** The number of a user, or {@link IdIndex#ABSENT}. */
  int find(long userId) {
    return index.find(userId);
  }

  /** Takes note of a user of another shard. */
  void addOther(long userId) {
    others.findOrAdd(userId);
  }

  /** Whether there is such a user, of whatever shard. */
  boolean exists(long userId) {
    return index.find(userId) != IdIndex.ABSENT || others.find(userId) != IdIndex.ABSENT;
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
        transactions = Arrays.copyOf(transactions, user * 4);
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

  /** Gives a user a self-trade group, 0 for none; for matching, which has it from the command. */
  ResultCode group(long userId, long group) {
    int user = index.find(userId);
    if (user == IdIndex.ABSENT) {
      return ResultCode.UNKNOWN_USER;
    }
    if (user >= groups.length) {
      groups = Arrays.copyOf(groups, suspended.length);
    }
    groups[user] = group;
    return ResultCode.OK;
  }

  void countOrders(int user, int change) {
    openOrders[user] += change;
  }

  int openOrders(int user) {
    return openOrders[user];
  }

  /** What is wrong with a transaction id of a user, or null. */
  ResultCode checkTransaction(int user, long id) {
    return TransactionWindow.check(transactions[user * 2], transactions[user * 2 + 1], id);
  }

  /** Takes note of a transaction that {@link #checkTransaction} found nothing wrong with. */
  void addTransaction(int user, long id) {
    long highest = transactions[user * 2];
    long bits = transactions[user * 2 + 1];
    transactions[user * 2] = TransactionWindow.highestWith(highest, bits, id);
    transactions[user * 2 + 1] = TransactionWindow.bitsWith(highest, bits, id);
  }

  /** Gives a user the window of another run. */
  void restoreTransactions(int user, long highest, long bits) {
    transactions[user * 2] = highest;
    transactions[user * 2 + 1] = bits;
  }

  void measure(RiskCopy copy) {
    copy.users = index.size();
    copy.transactions.want((long) copy.users * 2);
  }

  void copyTo(RiskCopy copy) {
    copy.userIds = index.ids();
    copy.users = index.size();
    copy.reserveUsers(copy.users);
    System.arraycopy(suspended, 0, copy.suspended, 0, copy.users);
    copy.grouped = Math.min(copy.users, groups.length);
    System.arraycopy(groups, 0, copy.groups, 0, copy.grouped);
    copy.transactions.take(transactions, copy.users * 2);
  }

  /** Number of users of this shard. */
  int size() {
    return index.size();
  }

  /** Whether there is no user, of whatever shard. */
  boolean isEmpty() {
    return index.size() + others.size() == 0;
  }

  long idOf(int user) {
    return index.idAt(user);
  }

  /** The numbers of all users, by rising user id. */
  int[] sortedIndexes() {
    return index.sortedIndexes();
  }
}
