package dev.tandem.core.risk;

import dev.tandem.core.command.IdIndex;
import java.util.Arrays;

/**
 * The transaction ids of all balance adjustments ever applied, by user. An id is kept for ever (20
 * to 40 bytes), because forgetting it would let a repeated adjustment mint money. Not thread-safe.
 */
final class Transactions {

  private static final int MAX = 1 << 29;

  private int[] places = new int[256];
  private int[] users = new int[128];
  private long[] ids = new long[128];
  private int size;

  /** Whether this user's transaction was added before. */
  boolean contains(int user, long id) {
    int mask = places.length - 1;
    int at = hash(user, id) & mask;
    int place;
    while ((place = places[at]) != 0) {
      if (ids[place - 1] == id && users[place - 1] == user) {
        return true;
      }
      at = (at + 1) & mask;
    }
    return false;
  }

  /** Adds a transaction that {@link #contains} did not find. */
  void add(int user, long id) {
    if (size == ids.length) {
      resize(size * 2);
    }
    users[size] = user;
    ids[size] = id;
    insert(size++);
  }

  /** Makes room for so many. */
  void expect(long count) {
    if (count > ids.length) {
      resize(Integer.highestOneBit((int) Math.min(count, MAX) * 2 - 1));
    }
  }

  private void resize(int capacity) {
    users = Arrays.copyOf(users, capacity);
    ids = Arrays.copyOf(ids, capacity);
    places = new int[capacity * 2];
    for (int i = 0; i < size; i++) {
      insert(i);
    }
  }

  void copyTo(RiskCopy copy) {
    copy.transactionUsers = users;
    copy.transactionIds = ids;
    copy.transactions = size;
  }

  private static int hash(int user, long id) {
    return (int) IdIndex.mix(id + user * 0x9E3779B97F4A7C15L);
  }

  private void insert(int i) {
    int mask = places.length - 1;
    int at = hash(users[i], ids[i]) & mask;
    while (places[at] != 0) {
      at = (at + 1) & mask;
    }
    places[at] = i + 1;
  }
}
