/**
 * Pipeline, matching, risk and the exchange API.
 *
 * <p>The API is {@code dev.tandem.core}; the other packages are exported for the types that it
 * hands out or takes.
 */
module dev.tandem.core {
  // Durability, read modes and statistics of the log.
  requires transitive dev.tandem.wal;
  // The pipeline package works on its rings.
  requires transitive com.lmax.disruptor;
  requires dev.tandem.hash;
  // Only for who records: without it there are no events.
  requires static jdk.jfr;
  // Only for stage timings: it has no module descriptor, and jlink takes no such module.
  requires static HdrHistogram;

  exports dev.tandem.core;
  exports dev.tandem.core.command;
  exports dev.tandem.core.event;
  exports dev.tandem.core.ingress;
  exports dev.tandem.core.journal;
  exports dev.tandem.core.marketdata;
  exports dev.tandem.core.matching;
  exports dev.tandem.core.pipeline;
  exports dev.tandem.core.risk;
  exports dev.tandem.core.snapshot;
  exports dev.tandem.core.kernel;
}
