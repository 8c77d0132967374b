package dev.tandem.core.risk;

import dev.tandem.core.command.IdIndex;
import java.util.Arrays;

/**
 * The transaction ids of all balance adjustments ever applied, by user. An id is kept for ever (24
 * to 48 bytes), because forgetting it would let a repeated adjustment mint money. Not thread-safe.
 */
final class Transactions {

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
      users = Arrays.copyOf(users, size * 2);
      ids = Arrays.copyOf(ids, size * 2);
      places = new int[size * 4];
      for (int i = 0; i < size; i++) {
        insert(i);
      }
    }
    users[size] = user;
    ids[size] = id;
    insert(size++);
  }

  /** The transaction ids of each user of a shard, each list sorted. */
  long[][] sortedByUser(int userCount) {
    int[] counts = new int[userCount];
    for (int i = 0; i < size; i++) {
      counts[users[i]]++;
    }
    long[][] lists = new long[userCount][];
    for (int user = 0; user < userCount; user++) {
      lists[user] = new long[counts[user]];
    }
    for (int i = size - 1; i >= 0; i--) {
      lists[users[i]][--counts[users[i]]] = ids[i];
    }
    for (long[] list : lists) {
      Arrays.sort(list);
    }
    return lists;
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
