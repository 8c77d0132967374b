package dev.tandem.core.statemachine;

import com.lmax.disruptor.DataProvider;
import dev.tandem.core.command.Command;
import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.risk.RiskEngine;

/**
 * Loads what commands that have arrived will touch, before the first of them is worked on. Many
 * live orders do not fit the near caches, and of the loads that a command needs each waits for the
 * one before it: index, order, level and hold.
 *
 * <p>Java has no instruction that fetches a line without waiting for it. But a processor overlaps
 * loads that do not depend on each other: so each of these steps is a short loop over a group of
 * commands. Nothing is changed by it, and a wrong guess costs one load. Where few orders are live,
 * all of them are near anyway, and it does nothing.
 *
 * <p>Used by one thread at a time.
 */
final class LookAhead {

  /** Enough loads to overlap, and few enough that what they bring stays in the nearest cache. */
  private static final int GROUP = 16;

  /** What hardly ever comes of the loads; compared with it, the JIT cannot leave them out. */
  private static final long HARDLY = 0x9D2C_5680_EFC6_0001L;

  private final MatchingEngine matching;

  /** Whose accounts are prefetched; null in an exchange without risk. */
  private final RiskEngine risk;

  private final Command[] group = new Command[GROUP];
  private final int[] tags = new int[GROUP];

  /** The first command that was not looked at. */
  private long next;

  LookAhead(MatchingEngine matching, RiskEngine risk) {
    this.matching = matching;
    this.risk = risk;
  }

  /**
   * Looks ahead, if it is time to.
   *
   * @param current the command that is worked on next
   * @param available the last one that may be read
   */
  void before(DataProvider<? extends Command> commands, long current, long available) {
    if (current < next || current == available) {
      return;
    }
    int n = (int) Math.min(available - current + 1, GROUP);
    next = current + n;
    if (!matching.isDeep()) {
      return;
    }
    for (int i = 0; i < n; i++) {
      group[i] = commands.get(current + i);
    }
    load(n);
  }

  private void load(int n) {
    long loaded = matching.touch(group, n, tags);
    if (risk != null) {
      loaded ^= risk.touch(tags, n);
    }
    if (loaded == HARDLY) {
      tags[0]++;
    }
  }
}
