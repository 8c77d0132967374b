package dev.tandem.gateway.websocket;

/** One session's interest in one channel of one symbol. */
final class Subscription {

  final StreamSession session;
  final Channel channel;
  final int symbol;

  /** Something was left out because the session does not read fast enough. */
  boolean behind;

  /** How far it was sent what its feed has just now. */
  int sentBytes;

  int sentMessages;

  Subscription(StreamSession session, Channel channel, int symbol) {
    this.session = session;
    this.channel = channel;
    this.symbol = symbol;
  }
}
