package dev.tandem.core.statemachine;

import dev.tandem.core.command.Naming;
import dev.tandem.core.matching.MatchingCopy;
import dev.tandem.core.matching.MatchingEngine;
import dev.tandem.core.risk.RiskCopy;
import dev.tandem.core.risk.RiskEngine;
import dev.tandem.core.risk.RiskTables;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A raw copy of all stages of a kernel, as quickly made as can be, and the memory for it, which is
 * used again for the next copy. {@link #image} makes of it, at leisure, what can be kept.
 *
 * <p>It is outside the heap and must be closed. It is filled by a {@link SnapshotQuery}, one at a
 * time; read only after that is done.
 */
public final class StateCopy implements AutoCloseable {

  private final ClientsCopy clients = new ClientsCopy();
  private final MatchingCopy[] matching;
  private final RiskCopy[] risk;
  private SortedMap<Integer, Naming> currencies;
  private long[] results;

  StateCopy(int riskShards, int matchingShards) {
    risk = new RiskCopy[riskShards];
    Arrays.setAll(risk, i -> new RiskCopy());
    matching = new MatchingCopy[matchingShards];
    Arrays.setAll(matching, i -> new MatchingCopy());
  }

  /**
   * Makes room for what a {@link Stages#sizeQuery} found, and an eighth more, and touches that
   * memory, so that the stages do not have to.
   */
  public void reserve() {
    clients.reserve();
    for (MatchingCopy shard : matching) {
      shard.reserve();
    }
    for (RiskCopy shard : risk) {
      shard.reserve();
    }
  }

  void measure(Results stage) {
    clients.measure(stage);
  }

  void measure(MatchingEngine engine) {
    matching[engine.shard()].measure(engine);
  }

  void measure(RiskEngine engine) {
    risk[engine.shard()].measure(engine);
  }

  void take(Admission admission) {
    clients.take(admission);
    currencies = new TreeMap<>(admission.names().currencies());
  }

  void take(MatchingEngine engine) {
    matching[engine.shard()].take(engine);
  }

  void take(RiskEngine engine) {
    risk[engine.shard()].take(engine);
  }

  void take(Results stage) {
    clients.take(stage);
    results = stage.save();
  }

  /**
   * The state that was copied, in its canonical form. For a thread that is none of the kernel's:
   * about a second for a million orders and a million users. The copy may be used again afterwards;
   * the caller closes the image.
   */
  public StateImage image() {
    StateImage image = new StateImage(risk.length, matching.length);
    try {
      clients.write(image);
      MatchingCopy.write(matching, image);
      RiskTables.write(risk, image);
      Table names = image.create(TableKind.CURRENCY_NAMES, currencies.size());
      currencies.forEach(
          (currency, n) -> names.addRow(currency, n.word(0), n.word(1), n.word(2), n.word(3)));
      Table row = image.create(TableKind.RESULTS, 1);
      row.addRow(results);
      return image;
    } catch (Throwable e) {
      image.close();
      throw e;
    }
  }

  /** Gives the memory back; to be called when no query fills it and no image is made of it. */
  @Override
  public void close() {
    clients.close();
    for (MatchingCopy shard : matching) {
      shard.close();
    }
    for (RiskCopy shard : risk) {
      shard.close();
    }
  }
}
