package dev.tandem.core.matching;

import dev.tandem.core.command.IdIndex;
import java.util.Arrays;

/** The self-trade groups of those users who were ever given one. Not thread-safe. */
final class SelfTradeGroups {

  private final IdIndex users = new IdIndex(0);
  private long[] groups = new long[16];

  /** Gives a user a group; 0: he is in none. */
  void set(long userId, long group) {
    int user = users.findOrAdd(userId);
    if (user == groups.length) {
      groups = Arrays.copyOf(groups, user * 2);
    }
    groups[user] = group;
  }

  /** Whether two users are in one group. */
  boolean areOne(long userId, long other) {
    long group = of(userId);
    return group != 0 && group == of(other);
  }

  private long of(long userId) {
    int user = users.find(userId);
    return user == IdIndex.ABSENT ? 0 : groups[user];
  }
}
