package dev.tandem.gateway.websocket;

import dev.tandem.gateway.command.Units;

/** One session's interest in one channel of one symbol. */
final class Subscription {

  final StreamSession session;
  final Channel channel;
  final int symbol;

  /** How its numbers are written. */
  final Units units;

  /** Something was left out because the session does not read fast enough. */
  boolean behind;

  /** How far it was sent what its feed has just now. */
  int sentBytes;

  int sentMessages;

  Subscription(StreamSession session, Channel channel, int symbol, Units units) {
    this.session = session;
    this.channel = channel;
    this.symbol = symbol;
    this.units = units;
  }
}
