package dev.tandem.core.risk;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.matching.MatchingEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Risk shards and matching, driven by hand over a few commands, in an order of holds and
 * settlements that a test chooses for each shard. A pipeline of threads may come by any of them.
 *
 * <p>An order is a path: a list of booleans, in which true is the next settlement and false the
 * next hold. When matching is done does not matter, since a hold sees nothing of it: it is done
 * when a settlement needs it.
 */
final class Schedule {

  private final RiskEngine[] risk;
  private final MatchingEngine matching = new MatchingEngine(0, 1, 16);
  private final Command[] commands;
  private final int[] held;
  private final int[] settled;
  private boolean[][] paths;
  private final int[] steps;
  private final int[] settlementsAsked;
  private int matched;
  private int stalls;

  Schedule(int shards, List<Consumer<Command>> before, List<Consumer<Command>> stream) {
    risk = new RiskEngine[shards];
    for (int i = 0; i < shards; i++) {
      risk[i] = new ShardedRisk(i, shards, 4, 8);
    }
    held = new int[shards];
    settled = new int[shards];
    steps = new int[shards];
    settlementsAsked = new int[shards];
    Command c = new Command();
    for (Consumer<Command> filler : before) {
      c.clear();
      filler.accept(c);
      serially(c);
      if (c.isRejected()) {
        throw new IllegalArgumentException("refused before the stream begins: " + c);
      }
    }
    commands = new Command[stream.size()];
    for (int i = 0; i < commands.length; i++) {
      commands[i] = new Command();
      stream.get(i).accept(commands[i]);
    }
  }

  private void serially(Command c) {
    for (RiskEngine shard : risk) {
      if (!shard.hold(c, true)) {
        throw new AssertionError("waits although everything is settled: " + c);
      }
    }
    matching.match(c);
    for (RiskEngine shard : risk) {
      shard.settle(c);
    }
  }

  /** Each command is settled before the next one is held: what all other orders must come to. */
  void runSerially() {
    for (Command c : commands) {
      serially(c);
    }
  }

  /** Runs every shard along its path. */
  void run(boolean[]... newPaths) {
    paths = newPaths;
    for (int shard = 0; shard < risk.length; shard++) {
      while (steps[shard] < paths[shard].length) {
        step(shard);
      }
    }
  }

  private void step(int shard) {
    if (!paths[shard][steps[shard]++]) {
      hold(shard);
    } else if (settled[shard] < ++settlementsAsked[shard]) {
      // Otherwise it was done already for a command that had to wait.
      settle(shard);
    }
  }

  private void hold(int shard) {
    Command c = commands[held[shard]];
    if (!risk[shard].hold(c, false)) {
      stalls++;
      while (settled[shard] < held[shard]) {
        settle(shard);
      }
      if (!risk[shard].hold(c, true)) {
        throw new AssertionError("waits although everything is settled: " + c);
      }
    }
    held[shard]++;
  }

  private void settle(int shard) {
    int at = settled[shard];
    for (; matched <= at; matched++) {
      for (int other = 0; other < risk.length; other++) {
        while (held[other] <= matched) {
          step(other);
        }
      }
      matching.match(commands[matched]);
    }
    risk[shard].settle(commands[at]);
    settled[shard]++;
  }

  /** How often a command had to wait. */
  int stalls() {
    return stalls;
  }

  /** All that may be told from outside: answers, trades, and what everybody owns. */
  List<Object> outcome() {
    List<Object> outcome = new ArrayList<>();
    for (Command c : commands) {
      outcome.add(answer(c));
    }
    for (RiskEngine shard : risk) {
      outcome.add(shard.users());
      outcome.add(shard.totals());
      outcome.add(shard.openOrders());
    }
    return outcome;
  }

  private static List<Long> answer(Command c) {
    List<Long> words = new ArrayList<>(5 + 3 * c.outcomes.count());
    words.add((long) c.result);
    words.add(c.orderPrice);
    words.add(c.filledQuantity);
    words.add(c.openQuantity);
    words.add(c.releasedQuantity);
    Outcomes outcomes = c.outcomes;
    for (int i = 0; i < outcomes.count(); i++) {
      words.add(outcomes.makerOrderId(i));
      words.add(outcomes.price(i));
      words.add(outcomes.quantity(i));
    }
    return words;
  }

  /** Every path over so many commands: holds never behind settlements. */
  static List<boolean[]> allPaths(int commands) {
    List<boolean[]> all = new ArrayList<>();
    extend(all, new boolean[2 * commands], 0, 0);
    return all;
  }

  private static void extend(List<boolean[]> all, boolean[] path, int held, int settled) {
    int at = held + settled;
    if (at == path.length) {
      all.add(path.clone());
      return;
    }
    if (held < path.length / 2) {
      path[at] = false;
      extend(all, path, held + 1, settled);
    }
    if (settled < held) {
      path[at] = true;
      extend(all, path, held, settled + 1);
    }
  }
}
