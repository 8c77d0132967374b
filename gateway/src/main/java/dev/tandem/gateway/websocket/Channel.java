package dev.tandem.gateway.websocket;

/** What can be subscribed to. */
enum Channel {
  /** Price levels: a snapshot, then the levels that changed. A slow subscriber gets a new one. */
  LEVELS(true),
  /** The best prices. A slow subscriber gets the newest. */
  TOP(true),
  /** Every order: a snapshot, then changes. A slow subscriber is cut off. */
  ORDERS(false),
  /** Every trade. A slow subscriber is cut off. */
  TRADES(false);

  /** Whether what is missed can be made up for by what is now. */
  final boolean conflated;

  Channel(boolean conflated) {
    this.conflated = conflated;
  }
}
