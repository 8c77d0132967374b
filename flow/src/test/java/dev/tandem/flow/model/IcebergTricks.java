package dev.tandem.flow.model;

import dev.tandem.core.command.OrderTerms;
import java.util.SplittableRandom;

/** Orders that show a part of their lots: few parts or many, all, none, or more than there are. */
final class IcebergTricks {

  private final int share;
  private final SplittableRandom random;

  /** Draws numbers of its own, so that what else a flow has stays as it is. */
  IcebergTricks(Mix mix) {
    this.share = mix.icebergs;
    this.random = new SplittableRandom(mix.icebergs + 100L * mix.edge);
  }

  /** The order, which perhaps shows a part; seldom one that may not. */
  Input show(Input order) {
    boolean rests = OrderTerms.rests(order.terms());
    boolean mayShow = rests || random.nextInt(100) < 5;
    if (OrderTerms.isForAuction(order.terms()) || random.nextInt(100) >= share || !mayShow) {
      return order;
    }
    long lots = order.quantity();
    return order.showing(
        switch (random.nextInt(20)) {
          case 0 -> random.nextBoolean() ? -1 : lots + 1;
          case 1 -> lots;
          case 2, 3, 4 -> 1;
          default -> Math.max(1, lots / (2 + random.nextInt(6)));
        });
  }
}
