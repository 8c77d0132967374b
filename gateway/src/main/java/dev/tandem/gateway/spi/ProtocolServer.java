package dev.tandem.gateway.spi;

import java.net.InetSocketAddress;

/** A protocol that listens. What it does with commands, it does on the gateway's event loop. */
public interface ProtocolServer extends AutoCloseable {

  /** Where clients connect. */
  InetSocketAddress address();

  /** How many connections there are; any thread may ask. */
  int connections();

  /** Takes no more connections; what is in flight is answered. Not on the event loop. */
  void finish();

  /**
   * Ends all connections, when what was answered is written, and gives back what it has. Not on the
   * event loop, which need not be there any more.
   */
  @Override
  void close();
}
