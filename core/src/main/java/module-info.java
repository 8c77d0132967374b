/**
 * Pipeline, matching, risk and the exchange API.
 *
 * <p>The API is {@code dev.tandem.core}, and the rooms of what goes in and comes out: commands,
 * events, market data, and in {@code api} settings and reports. The other rooms are not exported.
 */
module dev.tandem.core {
  // Durability, read modes and statistics of the log.
  requires transitive dev.tandem.wal;
  requires com.lmax.disruptor;
  requires dev.tandem.hash;
  // Only for who records: without it there are no events.
  requires static jdk.jfr;
  // Only for stage timings: it has no module descriptor, and jlink takes no such module.
  requires static HdrHistogram;

  exports dev.tandem.core;
  exports dev.tandem.core.api;
  exports dev.tandem.core.command;
  exports dev.tandem.core.event;
  exports dev.tandem.core.marketdata;
}
