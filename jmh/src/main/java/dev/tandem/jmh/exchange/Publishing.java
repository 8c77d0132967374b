package dev.tandem.jmh.exchange;

import dev.tandem.core.api.PublishInterval;
import dev.tandem.jmh.exchange.StageSamples.Stage;

/** How often each stage tells its progress. */
enum Publishing {
  /** Only when a batch is done. */
  END_OF_BATCH,
  EVERY_1,
  EVERY_20,
  /** Grouping and hold every 20, settle every 25, as the first of such pipelines; the others 20. */
  ORIGINAL,
  EVERY_64,
  ADAPTIVE;

  /** The largest interval: a batch ends sooner. */
  private static final int LONGEST = 1 << 30;

  PublishInterval of(Stage stage) {
    return switch (this) {
      case END_OF_BATCH -> PublishInterval.every(LONGEST);
      case EVERY_1 -> PublishInterval.every(1);
      case EVERY_20 -> PublishInterval.every(20);
      case ORIGINAL -> PublishInterval.every(stage == Stage.SETTLE ? 25 : 20);
      case EVERY_64 -> PublishInterval.every(64);
      case ADAPTIVE -> PublishInterval.adaptive();
    };
  }
}
